//! Exercises, checked with an independent exhaustive search.

use houserule_app::lesson::{Exercise, Quiz, QuizTask};

use super::faults;
use crate::common::forced_wins::{defences, move_texts, winning_moves};
use crate::common::test_dir::TestDir;
use crate::common::{SettingPairs, one_line, open, shipped_scripts, to_settings};

fn make_exercises(game: &str, settings: SettingPairs, level: usize, count: usize) -> (Quiz, Vec<Exercise>) {
    let task = QuizTask::of_level(level).expect("a level");
    let mut quiz =
        Quiz::new(shipped_scripts(), game, &to_settings(settings), task).unwrap_or_else(|error| panic!("{error}"));
    let exercises = (0..count).map(|_| quiz.next_exercise().unwrap_or_else(|error| panic!("{game} {level}: {error}")));
    let exercises = exercises.collect();
    (quiz, exercises)
}

#[test]
fn every_exercise_has_exactly_one_answer() {
    for (game, settings, level, count) in [
        ("trax", &[][..], 1, 6),
        ("trax", &[], 2, 3),
        ("trax", &[], 3, 3),
        ("looptrax", &[], 1, 3),
        ("tak", &[("size", "4")], 1, 4),
        ("tak", &[("size", "4")], 2, 2),
    ] {
        let (quiz, exercises) = make_exercises(game, settings, level, count);
        assert_eq!(faults(&quiz.script("quiz", &exercises)), [], "{game} {level} as a lesson");
        for exercise in exercises {
            let mut session = open(game, settings, None, &exercise.moves.join(" "));
            let right_answers = match exercise.task {
                QuizTask::Win(turns) => winning_moves(&mut session.game, turns),
                QuizTask::Hold(turns) => defences(&mut session, turns),
            };
            assert_eq!(move_texts(&session, right_answers), vec![exercise.answer.clone()], "{game}: {exercise:?}");
            assert!((1..=9).contains(&exercise.grade), "{exercise:?}");
        }
    }
}

#[test]
fn exercises_are_found_within_few_nodes() {
    // Over several seeds these take a few hundred thousand nodes at most.
    for (game, settings, level) in
        [("trax", &[][..], 1), ("trax", &[], 2), ("trax", &[], 4), ("tak", &[], 1), ("tak", &[], 2), ("gomoku", &[], 2)]
    {
        let (quiz, _) = make_exercises(game, settings, level, 1);
        assert!(quiz.nodes_used() < 1_000_000, "{game} {level}: {}", quiz.nodes_used());
    }
}

#[test]
fn a_failed_search_for_exercises_is_reported() {
    let dir = TestDir::with(
        "nobody.lua",
        r#"return variant "nobody" { base = "gomoku", rules = { finish = function(view, base) return nil end } }"#,
    );
    let output = dir.run(["quiz", "tic-tac-toe+./nobody.lua", "--level", "1", "--count", "1"]);
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    output.assert_stderr_starts_with("no exercise of level 1 found in ");
    assert!(output.stderr.ends_with("try another seed or another game\n"), "{}", output.stderr);
}

/// Variant in which a hook fails in some positions.
const FAILING_HOOK: &str = r#"return variant "fails" { base = "tic-tac-toe", rules = { hooks = { allow = function(view, move)
  if view.turn == 3 and view:top("b2") and view:top("a1") and view:top("c2") then error("no more") end
  return true
end } } }"#;

#[test]
fn exercises_found_before_an_error_are_kept() {
    let dir = TestDir::with("fails.lua", FAILING_HOOK);
    let quiz = ["quiz", "tic-tac-toe+./fails.lua", "--count", "30"];
    let output = dir.run(quiz);
    let found = output.stdout.lines().count();
    assert!(output.code == 1 && (1..30).contains(&found), "{output:?}");
    output.assert_stderr_starts_with(&format!("found {found} of 30 exercises: ./fails.lua:2:"));
    let json = dir.run(quiz.into_iter().chain(["--json"])).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(found));
    dir.run(quiz.into_iter().chain(["-o", "some.lua"]));
    assert_eq!(dir.read("some.lua").matches("accept = ").count(), found);
}

#[test]
fn the_suggested_command_works() {
    // With three stones a win in three turns exists only before the first move.
    let few = r#"return variant "few" { base = "tic-tac-toe", rules = { reserve = { stone = 3 } } }"#;
    let dir = TestDir::with("few.lua", few);
    let advice = |text: &str| text.split('`').nth(1).expect("a command in backticks").to_string();
    let output = dir.run(["quiz", "tic-tac-toe+./few.lua", "--level", "5", "--count", "2", "--seed", "4"]);
    let words = one_line(&output.stderr);
    let command = advice(&words);
    assert_eq!(command, "houserule quiz tic-tac-toe+./few.lua --level 4 --count 2 --seed 4", "{words}");
    let output = dir.run(command.split(' ').skip(1));
    assert_eq!((output.code, output.stdout.lines().count()), (0, 2), "{output:?}");
    let output = dir.run_with(["quiz", "tic-tac-toe+./few.lua", "--level", "5"], "");
    let words = one_line(&output.stderr);
    let output = dir.run_with(["play", "tak"], advice(&words) + "\n");
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{words}");
    output.assert_stdout_contains("Exercise 1");
}

#[test]
fn a_quiz_at_the_prompt_takes_options() {
    let output = TestDir::new().run_with(["play", "tak"], "quiz tak 1 size=4\nposition\n").success();
    let position = output.stdout.lines().find(|line| line.matches('/').count() == 3);
    assert!(position.is_some(), "{}", output.stdout);
}

#[test]
fn a_quiz_file_is_named_after_its_path() {
    let dir = TestDir::new();
    for (file, name) in [("x.lua", "x"), ("My sheet.lua", "my-sheet"), ("_.lua", "quiz")] {
        dir.run(["quiz", "tic-tac-toe", "--count", "1", "-o", file]).success();
        assert!(dir.read(file).contains(&format!("return lesson \"{name}\" {{")), "{}", dir.read(file));
        let output = dir.run(["lesson", "--verify", file]);
        assert_eq!(output.code, 0, "{}", output.stdout);
    }
    let output = dir.run(["quiz", "tic-tac-toe", "--count", "1", "-o", "My sheet.lua"]);
    output.assert_stdout_contains("`houserule lesson 'My sheet.lua'` starts it");
}

#[test]
fn small_games_have_exercises_too() {
    for (game, settings) in [("tic-tac-toe", &[][..]), ("hex", &[("size", "3")])] {
        for level in [1, 2] {
            let (quiz, exercises) = make_exercises(game, settings, level, 2);
            assert_eq!(faults(&quiz.script("quiz", &exercises)), [], "{game} {level} as a lesson");
        }
    }
}

#[test]
fn exercises_are_reproducible_and_differ() {
    let (_, exercises) = make_exercises("trax", &[], 1, 4);
    assert_eq!(make_exercises("trax", &[], 1, 4).1, exercises);
    assert!(exercises.windows(2).all(|pair| pair[0] != pair[1]), "consecutive exercises differ");
    let dir = TestDir::new();
    let lines = format!("{}\nshow\n{}\n", exercises[0].answer, exercises[1].answer);
    let output = dir.run_with(["quiz", "trax", "--level", "1"], lines).success();
    output.assert_stdout_contains("1 of 1 exercise solved on the first try.");
    assert!(
        output.stdout.contains("1 of 2 exercises solved on the first try."),
        "a shown answer does not count as solved: {}",
        output.stdout
    );
    assert!(output.stdout.contains("Exercise 3"), "there is another exercise: {}", output.stdout);
}

#[test]
fn games_of_chance_have_no_exercises() {
    let output = TestDir::new().run(["quiz", "tantrix", "--count", "1"]);
    assert_eq!(output.code, 2);
    output.assert_stderr_starts_with("no exercises for Tantrix");
}
