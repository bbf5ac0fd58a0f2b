//! Exercises, held against a plain search that knows nothing of them.

use houserule_app::lesson::{Exercise, Quiz, QuizTask};

use super::{faults, table};
use crate::common::desk::Desk;
use crate::common::forced::{winning_turns, written};
use crate::common::open;

fn exercises(game: &str, sets: &[(&str, &str)], level: usize, count: usize) -> (Quiz, Vec<Exercise>) {
    let sets: Vec<(String, String)> = sets.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let task = QuizTask::of_level(level).expect("a level");
    let mut quiz = Quiz::new(table(), game, &sets, task).unwrap_or_else(|error| panic!("{error}"));
    let made = (0..count).map(|_| quiz.next_exercise().unwrap_or_else(|says| panic!("{game} {level}: {says}")));
    let made = made.collect();
    (quiz, made)
}

#[test]
fn the_answer_of_an_exercise_is_the_only_one() {
    for (game, sets, level, count) in [
        ("trax", &[][..], 1, 6),
        ("trax", &[], 2, 3),
        ("trax", &[], 3, 3),
        ("looptrax", &[], 1, 3),
        ("tak", &[("size", "4")], 1, 4),
        ("tak", &[("size", "4")], 2, 2),
    ] {
        let (quiz, made) = exercises(game, sets, level, count);
        assert_eq!(faults(&quiz.script("quiz", &made)), [], "{game} {level} as a lesson");
        for exercise in made {
            let mut session = open(game, sets, None, &exercise.moves.join(" "));
            let right = match exercise.task {
                QuizTask::Win(turns) => winning_turns(&mut session.game, turns, false),
                QuizTask::Hold(turns) => {
                    let moves = session.game.legal_moves().expect("no script fails");
                    let seat = session.game.seat();
                    let holds = |mv: &houserule_core::mechanics::Move| {
                        session.game.play(*mv).expect("no script fails");
                        let ended = session.game.outcome().expect("no script fails");
                        let lost = match ended {
                            Some(outcome) => !outcome.winners.contains(&session.plan().names.team_of[seat]),
                            None => !winning_turns(&mut session.game, turns, true).is_empty(),
                        };
                        session.game.undo();
                        !lost
                    };
                    moves.into_iter().filter(holds).collect()
                }
            };
            assert_eq!(written(&session, right), vec![exercise.answer.clone()], "{game}: {exercise:?}");
            assert!((1..=9).contains(&exercise.grade), "{exercise:?}");
        }
    }
}

#[test]
fn exercises_are_found_long_before_the_search_is_given_up() {
    // The most that was measured for these over several seeds is a few hundred thousand.
    for (game, sets, level) in
        [("trax", &[][..], 1), ("trax", &[], 2), ("trax", &[], 4), ("tak", &[], 1), ("tak", &[], 2), ("gomoku", &[], 2)]
    {
        let (quiz, _) = exercises(game, sets, level, 1);
        assert!(quiz.nodes_used() < 1_000_000, "{game} {level}: {}", quiz.nodes_used());
    }
}

#[test]
fn an_exercise_that_cannot_be_found_is_said_to_be_missing() {
    let desk = Desk::with(
        "nobody.lua",
        r#"return variant "nobody" { base = "gomoku", rules = { finish = function(view, base) return nil end } }"#,
    );
    let said = desk.run(["quiz", "tic-tac-toe+./nobody.lua", "--level", "1", "--count", "1"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.starts_with("no exercise of level 1 came up in "), "{}", said.err);
    assert!(said.err.ends_with("try another seed or another game\n"), "{}", said.err);
}

/// A game in which a hook fails now and then.
const FAILS: &str = r#"return variant "fails" { base = "tic-tac-toe", rules = { hooks = { allow = function(view, move)
  if view.turn == 3 and view:top("b2") and view:top("a1") and view:top("c2") then error("no more") end
  return true
end } } }"#;

#[test]
fn what_was_found_is_given_where_the_rest_is_not() {
    let desk = Desk::with("fails.lua", FAILS);
    let quiz = ["quiz", "tic-tac-toe+./fails.lua", "--count", "30"];
    let said = desk.run(quiz);
    let found = said.out.lines().count();
    assert!(said.code == 1 && (1..30).contains(&found), "{said:?}");
    assert!(said.err.starts_with(&format!("found {found} of 30 exercises: ./fails.lua:2:")), "{}", said.err);
    let json = desk.run(quiz.into_iter().chain(["--json"])).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(found));
    desk.run(quiz.into_iter().chain(["-o", "some.lua"]));
    assert_eq!(desk.read("some.lua").matches("accept = ").count(), found);
}

#[test]
fn the_advice_is_a_command_that_works() {
    // Nobody wins in three turns with three stones after the first move.
    let few = r#"return variant "few" { base = "tic-tac-toe", rules = { reserve = { stone = 3 } } }"#;
    let desk = Desk::with("few.lua", few);
    let advice = |text: &str| text.split('`').nth(1).expect("a command in backticks").to_string();
    let said = desk.run(["quiz", "tic-tac-toe+./few.lua", "--level", "5", "--count", "2", "--seed", "4"]);
    let words = said.err.split_whitespace().collect::<Vec<_>>().join(" ");
    let command = advice(&words);
    assert_eq!(command, "houserule quiz tic-tac-toe+./few.lua --level 4 --count 2 --seed 4", "{words}");
    let said = desk.run(command.split(' ').skip(1));
    assert_eq!((said.code, said.out.lines().count()), (0, 2), "{said:?}");
    let said = desk.run_with(["quiz", "tic-tac-toe+./few.lua", "--level", "5"], "");
    let words = said.err.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = desk.run_with(["play", "tak"], advice(&words) + "\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{words}");
    assert!(said.out.contains("[exercise 1]"), "{}", said.out);
}

#[test]
fn a_quiz_at_the_prompt_takes_options() {
    let said = Desk::new().run_with(["play", "tak"], "quiz tak 1 size=4\nposition\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let position = said.out.lines().find(|line| line.matches('/').count() == 3);
    assert!(position.is_some(), "{}", said.out);
}

#[test]
fn a_lesson_of_exercises_is_called_after_its_file() {
    let desk = Desk::new();
    for (file, name) in [("x.lua", "x"), ("My sheet.lua", "my-sheet"), ("_.lua", "quiz")] {
        let said = desk.run(["quiz", "tic-tac-toe", "--count", "1", "-o", file]);
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        assert!(desk.read(file).contains(&format!("return lesson \"{name}\" {{")), "{}", desk.read(file));
        let said = desk.run(["lesson", "--verify", file]);
        assert_eq!(said.code, 0, "{}", said.out);
    }
    let said = desk.run(["quiz", "tic-tac-toe", "--count", "1", "-o", "My sheet.lua"]);
    assert!(said.out.contains("`houserule lesson 'My sheet.lua'` asks them"), "{}", said.out);
}

#[test]
fn small_games_have_exercises_too() {
    for (game, sets) in [("tic-tac-toe", &[][..]), ("hex", &[("size", "3")])] {
        for level in [1, 2] {
            let (quiz, made) = exercises(game, sets, level, 2);
            assert_eq!(faults(&quiz.script("quiz", &made)), [], "{game} {level} as a lesson");
        }
    }
}

#[test]
fn exercises_follow_from_the_seed_and_one_another() {
    let (_, made) = exercises("trax", &[], 1, 4);
    assert_eq!(exercises("trax", &[], 1, 4).1, made);
    assert!(made.windows(2).all(|pair| pair[0] != pair[1]), "one after the other, not the same again");
    let desk = Desk::new();
    let lines = format!("{}\nshow\n{}\n", made[0].answer, made[1].answer);
    let said = desk.run_with(["quiz", "trax", "--level", "1"], lines);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains("1 of 1 exercise solved at the first try."), "{}", said.out);
    assert!(said.out.contains("1 of 2 exercises solved at the first try."), "shown is not solved: {}", said.out);
    assert!(said.out.contains("[exercise 3]"), "there is always another: {}", said.out);
}

#[test]
fn games_of_chance_have_no_exercises() {
    let said = Desk::new().run(["quiz", "tantrix", "--count", "1"]);
    assert_eq!(said.code, 2);
    assert!(said.err.starts_with("there are no exercises on Tantrix"), "{}", said.err);
}
