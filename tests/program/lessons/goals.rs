//! Moves that reach a goal, on small positions that can be checked by hand.

use houserule_app::lesson::{Question, StepStart};

use super::{faults, lesson};
use crate::common::forced_wins::move_texts;
use crate::common::{shipped_scripts, tak_data, trax_data};

/// The moves that a step accepts, in byte order.
fn accepted_moves(game: &str, step: &str) -> Vec<String> {
    let text = format!("return lesson \"test\" {{ game = \"{game}\", steps = {{ {{ ask = \"?\", {step} }} }} }}");
    let scripted = lesson(&text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let step = &scripted.lesson.steps[0];
    let start = StepStart::of_lesson(&scripted.lesson).for_step(&scripted.lesson, step);
    let mut session =
        start.open(&shipped_scripts(), &scripted.lesson).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut question = Question::new(&scripted, step, &session).expect("no script fails");
    let before = session.game.position_hash();
    let moves = question.accepted_moves(&mut session).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(session.game.position_hash(), before, "the position is unchanged");
    move_texts(&session, moves)
}

#[test]
fn exactly_the_keys_of_the_trax_tactics_win_and_no_sooner() {
    for tactic in trax_data::tactics() {
        for game in ["trax", "supertrax"] {
            let after = |turns: u32| format!("moves = [[{}]], accept = wins_in({turns})", tactic.after);
            assert_eq!(accepted_moves(game, &after(tactic.wins_in)), tactic.keys, "{}", tactic.theme);
            if tactic.wins_in > 1 {
                let none: Vec<String> = Vec::new();
                assert_eq!(accepted_moves(game, &after(tactic.wins_in - 1)), none, "{}, sooner", tactic.theme);
            }
        }
    }
}

#[test]
fn exactly_the_keys_force_a_road() {
    for tactic in tak_data::tactics() {
        let step =
            format!("position = [[{}]], accept = wins_in {{ {}, by = \"road\" }}", tactic.position, tactic.wins_in);
        assert_eq!(accepted_moves("tak", &step), tactic.keys, "{}", tactic.position);
    }
}

#[test]
fn four_turns_prevent_a_loop_and_keep_alive() {
    let defences = ["A2+", "A2/", "B2+", "B2\\"];
    for goal in ["prevents()", "prevents(wins_in(1))", "prevents(makes_loop())", "keeps_alive()"] {
        assert_eq!(accepted_moves("trax", &format!("moves = [[@0/ B1\\]], accept = {goal}")), defences, "{goal}");
    }
}

#[test]
fn makes_loop_and_makes_line_accept_the_winning_turns() {
    assert_eq!(accepted_moves("trax", r"moves = [[@0/ B1\ @1/]], accept = makes_loop()"), ["B2\\", "C2/"]);
    assert_eq!(accepted_moves("trax", r"moves = [[@0/ B1\ @1/]], accept = makes_loop(5)"), [""; 0]);
    assert_eq!(
        accepted_moves("trax", "moves = [[@0+ B1+ C1+ D1+ E1+ F1+ G1+]], accept = makes_line(8)"),
        ["@1+", "@1/", "@1\\", "H1+", "H1/", "H1\\"],
        "a bend makes the line longer too"
    );
    assert_eq!(accepted_moves("gomoku", "moves = [[h8 a1 h9 a2]], accept = makes_line(3)"), ["h10", "h7"]);
}

#[test]
fn makes_forced_and_fills_accept_the_right_turns() {
    let step =
        |accept: &str| format!(r#"moves = [[@0/ B1\ @1/]], labels = {{ X = "B2", Y = "C2" }}, accept = {accept}"#);
    assert_eq!(accepted_moves("trax", &step(r#"fills { "X", "Y" }"#)), ["B2\\", "C2/"]);
    assert_eq!(
        accepted_moves("trax", &step(r#"all_of { fills("X"), makes { forced = 1 } }"#)),
        ["A2+", "A2/", "B2+", "B2\\", "C2/"]
    );
    assert_eq!(
        accepted_moves("trax", &step(r#"all_of { fills("X"), avoids(makes_loop()) }"#)),
        ["A2+", "A2/", "B2+", "B2/"]
    );
}

#[test]
fn a_threat_is_a_win_if_the_others_passed() {
    // Four in row 2, one gap at each end of row 3.
    let step = |accept: &str| format!("position = [[x5/x5/x5/1,1,1,x,x/2,2,2,x2 1 6]], accept = {accept}");
    let one = accepted_moves("tak", &step("threatens_road()"));
    assert_eq!(one, accepted_moves("tak", &step("threatens { 1, by = \"road\" }")));
    assert!(one.contains(&"d2".to_string()) && one.contains(&"e2".to_string()), "{one:?}");
    // After d2 only e2 wins, with a flat or the capstone: two moves on one cell.
    assert_eq!(accepted_moves("tak", &step("threatens { places = 2 }")), [""; 0]);
    assert_eq!(accepted_moves("tak", &step("threatens { places = 2, by = \"flats\" }")), [""; 0]);
}

#[test]
fn a_double_threat_is_one_in_two_places() {
    let cross = "position = [[2,x3,2/x2,21,x2/1,1,x,1,x/x2,1C,x2/2,x,21,x,2 1 8]]";
    let of = |ask: &str| accepted_moves("tak", &format!("{cross}, accept = threatens {{ 1, by = \"road\"{ask} }}"));
    assert_eq!(of(", places = 2"), ["c3"], "e3 and c5 are left then");
    assert!(of("").len() > 1, "others threaten one of the roads");
    assert_eq!(
        accepted_moves("gomoku", "moves = [[h7 a1 h8 a3 h9 a5]], accept = threatens { places = 2 }"),
        ["h10", "h6"]
    );
    let attack = r"moves = [[@0/ B1+ @1/ @1+ D0/]], accept = threatens { 1, places = 2 }";
    assert_eq!(accepted_moves("trax", attack), ["A1+"], "the double attack of the table");
    // Closing one loop with either of its tiles counts as one place.
    let once = r"moves = [[@0/ B1\]], accept = threatens { places = 2 }";
    assert_eq!(accepted_moves("trax", once), [""; 0]);
    assert!(!accepted_moves("trax", r"moves = [[@0/ B1\]], accept = threatens(1)").is_empty());
}

#[test]
fn makes_and_scores_count_points_stacks_and_forced_spaces() {
    let stack = "position = [[x5/x5/x2,1,x2/x2,1,x2/2,2,x3 1 4]], accept = makes { stack = 2 }";
    assert_eq!(accepted_moves("tak", stack), ["c2+", "c3-"]);
    let flats = "moves = [[a1 e5]], accept = scores(2)";
    assert_eq!(accepted_moves("tak", flats).len(), 23, "every flat that is placed, and no wall");
    assert_eq!(accepted_moves("tak", "moves = [[a1 e5]], accept = makes { points = 1 }").len(), 23);
    let spaces = "position = [[1@1,-1:0 2@1,0:5 | hand 3 | bag 40]], accept = makes { spaces = 1 }";
    let accepted = accepted_moves("tantrix", spaces);
    assert!(accepted.contains(&"3@0,1:4".to_string()), "{accepted:?}");
}

#[test]
fn a_function_sees_the_view_before_and_after() {
    let step = "moves = [[a1 e5]], accept = function(before, after)
        return before:top('c3') == nil and after:top('c3') == 'wall' and before.me == 'white', 'not that'
    end";
    assert_eq!(accepted_moves("tak", step), ["Sc3"]);
}

#[test]
fn unprovable_goals_are_reported() {
    let text = "return lesson \"x\" { game = \"tantrix\", steps = {\n  { ask = \"?\", accept = wins_in(1) } } }";
    let message = "cannot prove anything about later turns in a game with random draws or simultaneous moves";
    assert_eq!(faults(text), [(2, "steps[1].accept".to_string(), message.to_string())]);
}

#[test]
fn a_kept_view_is_unusable_later() {
    const KEPT_VIEW_ERROR: &str = "the view and the move are valid only while their hook runs; do not keep them";
    let goals = [
        "accept = function(before, after) kept = kept or after return kept.turn > 0 end",
        "accept = function(before, after) kept = kept or before return #kept:moves() > 0 end",
        "accept = prevents { goal = function(before, after) kept = kept or after return kept.turn > 0 end }",
        "accept = prevents { goal = function(before, after) kept = kept or after \
         local next = kept:after(kept:moves()[1]) return next.turn > 9 end }",
    ];
    for (game, begins) in [("trax", r"moves = [[@0/ B1\]],"), ("tak", "moves = [[a1 e5]],"), ("tantrix", "")] {
        // `prevents` is an error in games with a bag.
        for goal in goals.iter().filter(|goal| game != "tantrix" || !goal.contains("prevents")) {
            let step = format!("{{ ask = \"?\", {begins} {goal} }}");
            let text = format!("local kept\nreturn lesson \"test\" {{ game = \"{game}\", steps = {{ {step} }} }}");
            let found = faults(&text);
            assert!(found.iter().any(|(_, _, message)| message.contains(KEPT_VIEW_ERROR)), "{game}, {goal}: {found:?}");
        }
    }
}
