//! `try` and `back`: variations at the prompt.

use crate::common::test_dir::TestDir;
use crate::prompt::{last, rejection, run_tak, run_tak_in};

const FOUR_MOVES: &str = "a1\nc3\nb2\nb3\n";

#[test]
fn a_variation_leaves_the_game_as_it_is() {
    let tried = format!("{FOUR_MOVES}try c2\na2\n");
    assert_eq!(last(&format!("{tried}history\n"), 4)[..3], ["1. a1 c3", "2. b2 b3", "3. c2 a2"]);
    assert_eq!(last(&format!("{tried}history\n"), 1), ["3w1 (shown), after b3: c2 a2"]);
    let back = last(&format!("{tried}back\nhistory\n"), 3);
    assert_eq!(back, ["1. a1 c3", "2. b2 b3", "3w1, after b3: c2 a2"]);
    let played_on = last(&format!("{tried}back\nc1\nhistory\n"), 4);
    assert_eq!(played_on, ["1. a1 c3", "2. b2 b3", "3. c1", "3w1, after b3: c2 a2"]);
    let output = run_tak(&tried);
    output.assert_stdout_contains("New variation 3w1; `back` returns.\n");
}

#[test]
fn a_variation_can_be_entered_again_and_have_variations() {
    let lines = format!("{FOUR_MOVES}try c2\nback\ntry 3w1\ntry a3\nback\na2\nback\nhistory\n");
    assert_eq!(last(&lines, 2), ["3w1, after b3: c2 a2", "3w1/3b1, after c2: a3"]);
    let again = format!("{FOUR_MOVES}try c2\nback\ntry c2\na2\nback\nhistory\n");
    assert_eq!(last(&again, 1), ["3w1, after b3: c2 a2"], "the same move enters the same variation");
    let across = format!("{FOUR_MOVES}try c2\ntry a2\nback\nback\ntry c1\ntry 3w1/3b1\nhistory\n");
    assert_eq!(last(&across, 3), ["3w1, after b3: c2", "3w1/3b1 (shown), after c2: a2", "3w2, after b3: c1"]);
    let earlier = format!("{FOUR_MOVES}goto 2\ntry c2\nback\nhistory\n");
    assert_eq!(last(&earlier, 3), ["1. a1 c3", "undone: b2 b3", "2w1, after c3: c2"]);
}

#[test]
fn undo_and_goto_stay_in_the_variation() {
    let tried = format!("{FOUR_MOVES}try c2\na2\n");
    assert_eq!(last(&format!("{tried}undo\nredo\nposition\n"), 1), last(&format!("{tried}position\n"), 1));
    let message = "the variation 3w1 begins here; `back` returns to where you left the game";
    assert_eq!(rejection(&format!("{tried}undo\nundo\nundo\n")), message);
    assert_eq!(last(&format!("{tried}goto start\nposition\n"), 1), last(&format!("{FOUR_MOVES}position\n"), 1));
    assert_eq!(last(&format!("{tried}undo\nundo\nback\nhistory\n"), 1), ["3w1, after b3: c2 a2"]);
    assert_eq!(last(&format!("{tried}undo\na3\nback\nhistory\n"), 1), ["3w1, after b3: c2 a3"]);
}

#[test]
fn the_game_that_was_left_is_saved_with_its_variations() {
    for file in ["game.toml", "game.ptn"] {
        let dir = TestDir::new();
        let lines = format!("{FOUR_MOVES}note calm\ntry c2\na2\nnote wild\nundo\nsave {file}\n");
        run_tak_in(&dir, &lines).success().assert_stdout_contains(&format!("saved 4 moves to {file}\n"));
        let output = dir.run_with([""; 0], format!("load {file}\nback\nhistory\n"));
        let output = if file == "game.ptn" { dir.run_with([""; 0], format!("load {file}\nhistory\n")) } else { output };
        assert_eq!(
            output.success().last_lines(3),
            ["1. a1 c3", "2. b2 b3 {calm}", "3w1, after b3: c2 a2 {wild}"],
            "{file}: {}",
            dir.read(file)
        );
    }
    let dir = TestDir::new();
    run_tak_in(&dir, &format!("{FOUR_MOVES}goto 2\ntry c2\nback\nsave game.ptn\n")).success();
    let text = dir.read("game.ptn");
    assert!(text.ends_with("1. a1 c3\n2. b2 b3\n\n\n{2w1}\n2. c2\n"), "the whole game is saved: {text}");
}

#[test]
fn an_unfinished_game_resumes_in_its_variation() {
    let dir = TestDir::new();
    dir.run_with(["play", "tak", "--set", "size=3", "--keep"], format!("{FOUR_MOVES}try c2\na2\n")).success();
    let output = dir.run_with([""; 0], "resume\nposition\nback\nhistory\n").success();
    let position = last(&format!("{FOUR_MOVES}try c2\na2\nposition\n"), 1);
    output.assert_stdout_contains(&position[0]);
    assert_eq!(output.last_lines(4)[..3], ["1. a1 c3", "2. b2 b3", "3w1, after b3: c2 a2"]);
}

#[test]
fn bots_wait_in_a_variation_unless_asked() {
    let args = ["play", "tak", "--set", "size=3", "--seats", "human,greedy"];
    let output =
        TestDir::new().run_with(args, "a1\ntry b2\nhistory\nbot greedy\nback\nhistory\nb2\nhistory\n").success();
    let histories: Vec<&str> = output.stdout.lines().filter(|line| line.starts_with("2. ")).collect();
    let words: Vec<usize> = histories.iter().map(|line| line.split(' ').count()).collect();
    assert_eq!(words, [2, 3], "no answer in the variation, and one in the game: {}", output.stdout);
    let variation = output.stdout.lines().rfind(|line| line.starts_with("2w1, ")).expect("a variation");
    assert_eq!(variation.split(": ").nth(1).map(|moves| moves.split(' ').count()), Some(2), "{variation}");
}

#[test]
fn rules_may_change_while_a_variation_is_shown() {
    let lines = format!("{FOUR_MOVES}try c2\nset komi=1\nback\nhistory\n");
    assert_eq!(last(&lines, 3), ["1. a1 c3", "2. b2 b3", "3w1, after b3: c2"]);
    let lines = format!("{FOUR_MOVES}try Sc2\nvariant +no-walls\nhistory\n");
    assert_eq!(
        last(&lines, 1),
        ["3w1 (shown), after b3: Sc2"],
        "the variation is kept, although its move is illegal now"
    );
}

#[test]
fn what_is_not_possible_in_a_variation_is_explained() {
    let tried = format!("{FOUR_MOVES}try c2\n");
    let game_only = "but this is the variation 3w1; `back` returns to the game";
    for (lines, message) in [
        (format!("{tried}resign\n"), format!("`resign` is for the game, {game_only}")),
        (format!("{tried}draw\n"), format!("`draw` is for the game, {game_only}")),
        (format!("{tried}clear\n"), format!("a set-up is for the game, {game_only}")),
        (format!("{FOUR_MOVES}back\n"), "this is the game; `try MOVE` starts a variation".to_string()),
        (
            format!("{FOUR_MOVES}try\n"),
            "`try` needs a move or a variation from `history`, for example try Sa2".to_string(),
        ),
        (
            format!("{FOUR_MOVES}try xyzzy\n"),
            "`xyzzy` is neither a move nor a variation; `moves` and `history` list them".to_string(),
        ),
        (
            format!("{FOUR_MOVES}goto 2\ntry b2\n"),
            "b2: that is the next move of this line; `redo` plays it".to_string(),
        ),
    ] {
        assert_eq!(rejection(&lines), message, "{lines:?}");
    }
    assert!(rejection(&format!("{FOUR_MOVES}try a1\n")).starts_with("a1 cannot be played: "));
}

#[test]
fn a_new_move_drops_the_variations_of_the_moves_it_replaces() {
    let lines = format!("{FOUR_MOVES}try c2\nback\ngoto 2\ntry a2\nback\nc1\nhistory\n");
    assert_eq!(last(&lines, 3), ["1. a1 c3", "2. c1", "2w1, after c3: a2"]);
}

#[test]
fn a_finished_game_keeps_its_result_while_variations_are_tried() {
    let dir = TestDir::new();
    let output = run_tak_in(&dir, &format!("{FOUR_MOVES}resign\ntry c2\nsave game.ptn\nback\nscore\n")).success();
    assert_eq!(output.last_lines(1), ["The game is over: black wins by resignation."]);
    assert!(dir.read("game.ptn").contains("[Result \"0-1\"]\n"), "{}", dir.read("game.ptn"));
    let output = run_tak("c3\na3\na2\nc2\ntry a1\nback\nb1\n").success();
    output.assert_stdout_contains("The variation is over: white wins by road. Type `undo` or `back`.");
}
