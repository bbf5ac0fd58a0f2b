//! Going back and forth in a game, its history and its notes.

use houserule_script::play::Rng;

use crate::common::test_dir::TestDir;
use crate::common::{self, Snapshot};
use crate::prompt::last;

const FOUR_MOVES: &str = "a1\nc3\nb2\nb3\n";

#[test]
fn goto_moves_both_ways_and_keeps_the_undone_moves() {
    let ahead = "2 moves undone; `redo` plays a turn again, `goto end` all of them.";
    assert_eq!(last(&format!("{FOUR_MOVES}goto 2\n"), 1), [ahead]);
    assert_eq!(last(&format!("{FOUR_MOVES}goto 2\nposition\n"), 1), ["x2,1/x3/2,x2 1 2"]);
    assert_eq!(last(&format!("{FOUR_MOVES}goto 2 black\nposition\n"), 1), ["x2,1/x,1,x/2,x2 2 2"]);
    assert_eq!(last(&format!("{FOUR_MOVES}goto 1\ngoto 2\nposition\n"), 1), ["x2,1/x3/2,x2 1 2"]);
    assert_eq!(last(&format!("{FOUR_MOVES}goto start\nredo\nposition\n"), 1), ["x3/x3/2,x2 2 1"]);
    assert_eq!(last(&format!("{FOUR_MOVES}goto start\ngoto end\nhistory\n"), 2), ["1. a1 c3", "2. b2 b3"]);
    assert_eq!(last(&format!("{FOUR_MOVES}goto 2\nc2\nhistory\n"), 2), ["1. a1 c3", "2. c2"]);
}

#[test]
fn bots_do_not_move_while_moves_are_undone() {
    let output = TestDir::new()
        .run_with(
            ["play", "tak", "--set", "size=3", "--seats", "random,human"],
            "bot random\nbot random\ngoto 2\nposition\ngoto end\nposition\n",
        )
        .success();
    assert!(output.stdout.contains(" 1 2\n"), "it is the bot's turn: {}", output.stdout);
    assert!(output.last_lines(1)[0].ends_with(" 2 3"), "the undone moves are redone: {}", output.stdout);
}

#[test]
fn history_shows_notes_with_their_moves() {
    let with_notes = "note first\na1\nnote a {corner}\nc3\n";
    assert_eq!(last(&format!("{with_notes}history\n"), 2), ["{first}", "1. a1 {a {corner}} c3"]);
    assert_eq!(last(&format!("{with_notes}undo\nundo\nredo\nhistory\n"), 2), ["1. a1 {a {corner}}", "undone: c3"]);
    assert_eq!(last(&format!("{with_notes}undo\nundo\nb1\nhistory\n"), 2), ["{first}", "1. b1"]);
    assert_eq!(last("history\n", 1), ["No moves yet."]);
}

#[test]
fn history_separates_turns_of_several_moves() {
    let moves = "17@0,0:3 13@1,-1:5 22@0,1:0 27@1,-2:0 35@0,-1:2 9@1,-3:1 28@0,-2:5";
    let args = ["play", "tantrix", "--seed", "2", "--moves", moves];
    let output = TestDir::new().run_with(args, "history\n");
    let turns = ["1. 17@0,0:3 / 13@1,-1:5", "2. 22@0,1:0 / 27@1,-2:0", "3. 35@0,-1:2 9@1,-3:1 28@0,-2:5"];
    assert_eq!(output.last_lines(3), turns);
}

#[test]
fn going_to_any_turn_and_back_restores_the_game() {
    for game in ["tak", "trax", "tantrix", "gobble", "hex", "weave", "discovery-7"] {
        let mut session = common::start(game, &[]);
        common::play_random_moves(&mut session, &mut Rng::new(7), 24);
        let (end, played) = (Snapshot::of(&mut session), session.moves().to_vec());
        for turns in (0..30).rev().chain(0..30) {
            let found = session.go_to(|stamp| stamp.clock.turns >= turns).expect("no move fails");
            if found {
                assert!(session.next_stamp().clock.turns >= turns, "{game}");
            }
            assert_eq!([session.moves(), &session.undone_moves()].concat(), played, "{game} {turns}");
        }
        while let Some(again) = session.redo() {
            again.expect("it was played before");
        }
        assert_eq!(Snapshot::of(&mut session), end, "{game}");
    }
}

#[test]
fn notes_are_kept_in_every_format() {
    for (game, moves, file, expected) in [
        ("tak", "a1\nnote good}\ne5\n", "game.ptn", "1. a1 {good)} e5"),
        ("tak", "a1\nnote good}\ne5\n", "game.toml", "1. a1 {good}} e5"),
        ("trax", "@0/\nnote good\nB1+\n", "game.trax", "1. @0/ {good} B1+"),
        ("trax", "@0/\nnote good\nB1+\n", "game.trx", "1. @0/ {good} B1+"),
        ("trax", "@0/\nnote good\nB1+\n", "game.toml", "1. @0/ {good} B1+"),
    ] {
        let dir = TestDir::new();
        dir.run_with(["play", game], format!("{moves}save {file}\n")).success();
        let output = dir.run_with([""; 0], format!("load {file}\nhistory\n"));
        assert_eq!((output.stderr.as_str(), output.last_lines(1)[0]), ("", expected), "{file}: {}", dir.read(file));
    }
}
