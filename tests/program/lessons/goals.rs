//! Which moves reach a goal, on small positions that people can check by hand.

use houserule_app::lesson::{Question, StepStart};

use super::{faults, lesson, table};
use crate::common::{tak_data, trax_data};

/// The moves that a step accepts, in byte order.
fn accepted(game: &str, step: &str) -> Vec<String> {
    let text = format!("return lesson \"test\" {{ game = \"{game}\", steps = {{ {{ ask = \"?\", {step} }} }} }}");
    let scripted = lesson(&text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let step = &scripted.lesson.steps[0];
    let way = StepStart::of_lesson(&scripted.lesson).for_step(&scripted.lesson, step);
    let mut session = way.open(&table(), &scripted.lesson).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut question = Question::new(&scripted, step, &session).expect("no script fails");
    let before = session.game.position_hash();
    let moves = question.accepted_moves(&mut session).unwrap_or_else(|trouble| panic!("{text}: {trouble}"));
    assert_eq!(session.game.position_hash(), before, "the position is as it was");
    let mut texts: Vec<String> = moves.into_iter().map(|mv| session.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn exactly_the_keys_of_the_trax_table_win_and_no_sooner() {
    for tactic in trax_data::tactics() {
        for game in ["trax", "supertrax"] {
            let after = |turns: u32| format!("moves = [[{}]], accept = wins_in({turns})", tactic.after);
            assert_eq!(accepted(game, &after(tactic.wins_in)), tactic.keys, "{}", tactic.theme);
            if tactic.wins_in > 1 {
                let none: Vec<String> = Vec::new();
                assert_eq!(accepted(game, &after(tactic.wins_in - 1)), none, "{}, sooner", tactic.theme);
            }
        }
    }
}

#[test]
fn exactly_the_keys_force_a_road() {
    for tactic in tak_data::tactics() {
        let step =
            format!("position = [[{}]], accept = wins_in {{ {}, by = \"road\" }}", tactic.position, tactic.wins_in);
        assert_eq!(accepted("tak", &step), tactic.keys, "{}", tactic.position);
    }
}

#[test]
fn four_turns_prevent_a_loop_and_keep_alive() {
    let holding = ["A2+", "A2/", "B2+", "B2\\"];
    for goal in ["prevents()", "prevents(wins_in(1))", "prevents(makes_loop())", "keeps_alive()"] {
        assert_eq!(accepted("trax", &format!("moves = [[@0/ B1\\]], accept = {goal}")), holding, "{goal}");
    }
}

#[test]
fn a_loop_and_a_line_are_made_by_the_turns_that_win_with_them() {
    assert_eq!(accepted("trax", r"moves = [[@0/ B1\ @1/]], accept = makes_loop()"), ["B2\\", "C2/"]);
    assert_eq!(accepted("trax", r"moves = [[@0/ B1\ @1/]], accept = makes_loop(5)"), [""; 0]);
    assert_eq!(
        accepted("trax", "moves = [[@0+ B1+ C1+ D1+ E1+ F1+ G1+]], accept = makes_line(8)"),
        ["@1+", "@1/", "@1\\", "H1+", "H1/", "H1\\"],
        "a bend makes the line longer too"
    );
    assert_eq!(accepted("gomoku", "moves = [[h8 a1 h9 a2]], accept = makes_line(3)"), ["h10", "h7"]);
}

#[test]
fn forced_tiles_are_counted_and_fill_cells() {
    let step =
        |accept: &str| format!(r#"moves = [[@0/ B1\ @1/]], labels = {{ X = "B2", Y = "C2" }}, accept = {accept}"#);
    assert_eq!(accepted("trax", &step(r#"fills { "X", "Y" }"#)), ["B2\\", "C2/"]);
    assert_eq!(
        accepted("trax", &step(r#"all_of { fills("X"), makes { forced = 1 } }"#)),
        ["A2+", "A2/", "B2+", "B2\\", "C2/"]
    );
    assert_eq!(accepted("trax", &step(r#"all_of { fills("X"), avoids(makes_loop()) }"#)), ["A2+", "A2/", "B2+", "B2/"]);
}

#[test]
fn a_threat_is_a_win_if_the_others_passed() {
    // Four in row 2, one gap at each end of row 3.
    let step = |accept: &str| format!("position = [[x5/x5/x5/1,1,1,x,x/2,2,2,x2 1 6]], accept = {accept}");
    let one = accepted("tak", &step("threatens_road()"));
    assert_eq!(one, accepted("tak", &step("threatens { 1, by = \"road\" }")));
    assert!(one.contains(&"d2".to_string()) && one.contains(&"e2".to_string()), "{one:?}");
    // d2 may be finished by e2 alone, with a flat or the capstone: two moves and one place.
    assert_eq!(accepted("tak", &step("threatens { places = 2 }")), [""; 0]);
    assert_eq!(accepted("tak", &step("threatens { places = 2, by = \"flats\" }")), [""; 0]);
}

#[test]
fn a_double_threat_is_one_in_two_places() {
    let cross = "position = [[2,x3,2/x2,21,x2/1,1,x,1,x/x2,1C,x2/2,x,21,x,2 1 8]]";
    let of = |ask: &str| accepted("tak", &format!("{cross}, accept = threatens {{ 1, by = \"road\"{ask} }}"));
    assert_eq!(of(", places = 2"), ["c3"], "e3 and c5 are left then");
    assert!(of("").len() > 1, "others threaten one of the roads");
    assert_eq!(accepted("gomoku", "moves = [[h7 a1 h8 a3 h9 a5]], accept = threatens { places = 2 }"), ["h10", "h6"]);
    let attack = r"moves = [[@0/ B1+ @1/ @1+ D0/]], accept = threatens { 1, places = 2 }";
    assert_eq!(accepted("trax", attack), ["A1+"], "the double attack of the table");
    // However a loop is closed, by one of its tiles or the other, that is one place.
    let once = r"moves = [[@0/ B1\]], accept = threatens { places = 2 }";
    assert_eq!(accepted("trax", once), [""; 0]);
    assert!(!accepted("trax", r"moves = [[@0/ B1\]], accept = threatens(1)").is_empty());
}

#[test]
fn points_stacks_and_forced_spaces_are_counted() {
    let stack = "position = [[x5/x5/x2,1,x2/x2,1,x2/2,2,x3 1 4]], accept = makes { stack = 2 }";
    assert_eq!(accepted("tak", stack), ["c2+", "c3-"]);
    let flats = "moves = [[a1 e5]], accept = scores(2)";
    assert_eq!(accepted("tak", flats).len(), 23, "every flat that is placed, and no wall");
    assert_eq!(accepted("tak", "moves = [[a1 e5]], accept = makes { points = 1 }").len(), 23);
    let spaces = "position = [[1@1,-1:0 2@1,0:5 | hand 3 | bag 40]], accept = makes { spaces = 1 }";
    let made = accepted("tantrix", spaces);
    assert!(made.contains(&"3@0,1:4".to_string()), "{made:?}");
}

#[test]
fn a_function_sees_the_view_before_and_after() {
    let step = "moves = [[a1 e5]], accept = function(before, after)
        return before:top('c3') == nil and after:top('c3') == 'wall' and before.me == 'white', 'not that'
    end";
    assert_eq!(accepted("tak", step), ["Sc3"]);
}

#[test]
fn what_cannot_be_proved_is_said_so() {
    let text = "return lesson \"x\" { game = \"tantrix\", steps = {\n  { ask = \"?\", accept = wins_in(1) } } }";
    let says = "nothing can be proved about turns to come while tiles are drawn or anybody may move";
    assert_eq!(faults(text), [(2, "steps[1].accept".to_string(), says.to_string())]);
}

#[test]
fn a_view_that_a_goal_keeps_shows_nothing_later() {
    const KEPT: &str = "the view and the move are there only while their hook runs; do not keep them";
    let goals = [
        "accept = function(before, after) kept = kept or after return kept.turn > 0 end",
        "accept = function(before, after) kept = kept or before return #kept:moves() > 0 end",
        "accept = prevents { goal = function(before, after) kept = kept or after return kept.turn > 0 end }",
        "accept = prevents { goal = function(before, after) kept = kept or after \
         local next = kept:after(kept:moves()[1]) return next.turn > 9 end }",
    ];
    for (game, begins) in [("trax", r"moves = [[@0/ B1\]],"), ("tak", "moves = [[a1 e5]],"), ("tantrix", "")] {
        // Nothing can be prevented where tiles are drawn.
        for goal in goals.iter().filter(|goal| game != "tantrix" || !goal.contains("prevents")) {
            let step = format!("{{ ask = \"?\", {begins} {goal} }}");
            let text = format!("local kept\nreturn lesson \"test\" {{ game = \"{game}\", steps = {{ {step} }} }}");
            let found = faults(&text);
            assert!(found.iter().any(|(_, _, says)| says.contains(KEPT)), "{game}, {goal}: {found:?}");
        }
    }
}
