//! Boards set up by hand.

use crate::common::test_dir::TestDir;
use crate::prompt::last;

#[test]
fn put_takes_names_or_position_notation() {
    for (lines, position) in [
        ("put b2 white", "x3/x,1,x/x3 1 2"),
        ("put b2 white black wall", "x3/x,12S,x/x3 1 2"),
        ("put b2 12S", "x3/x,12S,x/x3 1 2"),
        ("put b2 white\nput b2 black", "x3/x,2,x/x3 1 2"),
        ("put b2 white\nput a1 2\nclear b2", "x3/x3/2,x2 1 2"),
        ("a1\nc3\nb2\nclear", "x3/x3/x3 2 2"),
        ("a1\nposition x4/x4/x4/1,x3 2 3", "x4/x4/x4/1,x3 2 3"),
    ] {
        assert_eq!(last(&format!("{lines}\nposition\n"), 1), [position], "{lines}");
    }
}

#[test]
fn records_keep_a_board_that_was_set_up() {
    let dir = TestDir::new();
    let lines = "put a1 white\nput b1 white\nput a3 black\nc1\nsave game.ptn\nsave game.toml\n";
    let output = crate::prompt::run_tak_in(&dir, lines);
    output.assert_stdout_contains("The game is over: white wins by road.");
    let output = dir.run(["replay", "game.ptn", "game.toml"]);
    assert_eq!(output.stdout, "game.ptn#1 ok R-0\ngame.toml#1 ok R-0\n2 games, 2 ok\n");
}

#[test]
fn setting_up_can_be_undone() {
    assert_eq!(last("a1\nput b2 white\nput c3 black\nundo\nposition\n", 1), ["x3/x,1,x/2,x2 2 2"]);
    assert_eq!(last("a1\nput b2 white\nput c3 black\nundo\nundo\nhistory\n", 1), ["1. a1"]);
    assert_eq!(last("a1\nput b2 white\nundo\nundo\nposition\n", 1), ["x3/x3/x3 1 1"]);
}

#[test]
fn setting_up_can_be_redone() {
    let lines = "a1\nc3\nput b2 white\nundo\nundo\nredo\nredo\nposition\n";
    assert_eq!(last(lines, 1), last("a1\nc3\nput b2 white\nposition\n", 1));
    assert_eq!(last("a1\nput b2 white\nundo\nredo\nundo\nhistory\n", 1), ["1. a1"]);
}

#[test]
fn tiles_are_put_from_wherever_they_are() {
    let play = |lines: &str| {
        TestDir::new().run_with(["play", "tantrix", "--position", "1@0,0:0 | hands 2,3/4 | bag 5,6"], lines)
    };
    let output = play("put 1,0 2:2\nposition\n");
    assert_eq!(
        (output.stderr.as_str(), output.last_lines(1)[0]),
        ("", "1@0,0:0 2@1,0:2 | bag 5,6 | hands 3/4 | seat red")
    );
    let output = play("clear\nput 6@0,0:1\nposition\n");
    assert_eq!((output.stderr.as_str(), output.last_lines(1)[0]), ("", "6@0,0:1 | bag 5,1 | hands 2,3/4 | seat red"));
    let output = play("put 1,0 3:1\n");
    output.assert_stderr_starts_with("invalid position: the tiles at ");
    let output = TestDir::new().run_with(["play", "trax"], "put A1 /\n");
    output.assert_stderr_starts_with("positions of this game are written as moves");
    let output = TestDir::new().run_with(["play", "discovery-3"], "put 1 0,0:0\nclear\nposition\nput 1 0,0:0\n");
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "in a puzzle `put` is a move");
}
