//! Games that players end: by resignation, or by agreement on a draw.

use crate::common::test_dir::TestDir;
use crate::prompt::{last, rejection, run_tak_in};

const AFTER_THE_END: &str = "Type `new`, `undo` or `quit`.";

#[test]
fn the_seat_to_move_resigns_unless_another_is_named() {
    assert_eq!(last("a1\nresign\n", 1), [format!("The game is over: white wins by resignation. {AFTER_THE_END}")]);
    assert_eq!(last("a1\nresign white\nscore\n", 1), ["The game is over: black wins by resignation."]);
    assert!(rejection("resign\na1\n").contains("over"), "no moves after the end");
}

#[test]
fn a_resignation_can_be_undone() {
    assert_eq!(last("a1\nresign\nundo\nposition\n", 1), ["x3/x3/2,x2 2 1"]);
    assert_eq!(last("a1\nresign\nundo\nundo\nposition\n", 1), ["x3/x3/x3 1 1"]);
    assert_eq!(last("a1\ndraw\nundo\nc3\nhistory\n", 1), ["1. a1 c3"]);
    assert_eq!(last("a1\nc3\nresign\ngoto 1 black\nposition\n", 1), ["x3/x3/2,x2 2 1"]);
}

#[test]
fn a_resignation_can_be_redone() {
    let lines = last("a1\nresign\nundo\nundo\nredo\nredo\n", 1);
    assert!(lines[0].ends_with(AFTER_THE_END), "{lines:?}");
}

#[test]
fn a_game_that_players_ended_is_over_again_after_its_earlier_turns_were_shown() {
    let over = "The game is over: white wins by resignation.";
    let ended = "a1\nc3\nb2\nresign\n";
    for back in
        ["goto 1\ngoto end\n", "goto start\ngoto 1 black\nredo\nredo\n", "goto start\ntry b1\nback\ngoto 2 black\n"]
    {
        assert_eq!(last(&format!("{ended}{back}score\n"), 1), [over], "{back}");
        let undone = last(&format!("{ended}{back}undo\ngoto 1\ngoto end\nb3\nhistory\n"), 2);
        assert_eq!(undone.join("\n").replace("1. a1 c3\n", "").lines().next(), Some("2. b2 b3"), "{back}");
    }
    assert_eq!(last(&format!("{ended}goto 2\nc2\nb1\nhistory\n"), 2), ["1. a1 c3", "2. c2 b1"], "another game");
    let dir = TestDir::new();
    run_tak_in(&dir, &format!("{ended}goto 1\nsave game.ptn\n")).success();
    assert!(dir.read("game.ptn").contains("[Result \"1-0\"]"), "{}", dir.read("game.ptn"));
}

#[test]
fn against_bots_the_human_resigns() {
    let args = ["play", "tak", "--set", "size=3", "--seats", "random,human"];
    let output = TestDir::new().run_with(args, "resign\n");
    assert_eq!(output.last_lines(1), [format!("The game is over: white wins by resignation. {AFTER_THE_END}")]);
}

#[test]
fn humans_agree_on_a_draw_and_bots_accept_when_behind() {
    assert_eq!(last("a1\ndraw\n", 1), [format!("The game is over: draw by agreement. {AFTER_THE_END}")]);
    let against = |position: &str| {
        let args = ["play", "tak", "--position", position, "--seats", "human,random"];
        let output = TestDir::new().run_with(args, "draw\n").success();
        output.last_lines(1)[0].to_string()
    };
    assert_eq!(against("2,2,2,x/x4/x4/1,x3 1 4"), "random declines the draw; it expects to do better.");
    assert_eq!(against("2,x3/x4/x4/1,1,1,x 1 4"), format!("The game is over: draw by agreement. {AFTER_THE_END}"));
}

#[test]
fn a_single_player_can_only_resign() {
    let play = |lines: &str| TestDir::new().run_with(["play", "discovery-3"], lines);
    let output = play("draw\n");
    assert_eq!(output.stderr, "a draw needs an opponent; use `resign` to give up\n");
    assert_eq!(play("resign\n").last_lines(1), [format!("The game is over: failed. {AFTER_THE_END}")]);
}

#[test]
fn records_keep_agreed_results() {
    for (game, first, file) in [
        ("tak", "a1", "game.ptn"),
        ("tak", "a1", "game.toml"),
        ("trax", "@0/", "game.trax"),
        ("tantrix", "bot random", "game.toml"),
    ] {
        for (word, how) in [("resign", "wins by resignation"), ("draw", "draw by agreement")] {
            let dir = TestDir::new();
            dir.run_with(["play", game], format!("{first}\n{word}\nsave {file}\n")).success();
            let output = dir.run_with([""; 0], format!("load {file}\nscore\n"));
            assert!(
                output.last_lines(1)[0].ends_with(&format!("{how}.")),
                "{file}: {}\n{}",
                output.stdout,
                dir.read(file)
            );
            let output = dir.run(["replay", file]);
            assert_eq!((output.code, output.stdout.lines().last()), (0, Some("1 game, 1 ok")), "{}", output.stdout);
        }
    }
}

#[test]
fn swap_exists_only_with_the_pie_rule() {
    let output = TestDir::new().run_with(["play", "tak+pie"], "a1\nswap\nhistory\n");
    assert_eq!((output.stderr.as_str(), output.last_lines(1)[0]), ("", "1. a1 swap"));
    output.assert_stdout_contains("\nThe player of black now plays white and the player of white now plays black.\n");
}

/// Variant in which `undo` and `moves` are moves: a turn goes by.
const OFFERS_COMMANDS: &str =
    "--- Turns may pass by odd names.\nreturn variant 'odd' { base = 'tak', rules = { hooks = {
  moves = function(view) if view.turn > 1 then return { 'undo', 'moves' } end end } } }\n";

#[test]
fn a_word_of_the_game_wins_over_a_command_of_the_same_name() {
    let dir = TestDir::with("odd.lua", OFFERS_COMMANDS);
    let args = ["play", "odd.lua", "--set", "size=3"];
    let output = dir.run_with(args, "a1\nc3\nundo\nmoves\n:undo\nhistory\n:moves\n").success();
    output.assert_stdout_contains("\nwhite: undo\n");
    output.assert_stdout_contains("\nblack: moves\n");
    output.assert_stdout_contains("\nundone: moves\n");
    output.assert_stdout_contains("\n1. a1 c3\n2. undo\nundone: moves\n");
    let rejected = dir.run_with(args, "moves a1\n");
    assert_eq!(rejected.stderr, "`moves` takes no argument; remove `a1`\n", "not yet a move");
    assert_eq!(dir.run(["check", "odd.lua"]).code, 0, "such a word is no fault");
}

#[test]
fn after_a_swap_players_are_named_by_their_new_seats() {
    let dir = TestDir::new();
    let hex = ["play", "hex", "--set", "size=4", "--seats", "Ann,Bob"];
    let output = dir.run_with(hex, "a1\nswap\nseats\nsave game.toml\nseats easy,Cleo\nseats\n");
    assert_eq!(output.stderr, "");
    output.assert_stdout_contains("\nBob now plays red and Ann now plays blue.\n");
    output.assert_stdout_contains("\nred: Bob\nblue: Ann\nsaved");
    assert_eq!(output.last_lines(2), ["red: easy", "blue: Cleo"]);
    let output = dir.run_with([""; 0], "load game.toml\nseats\n");
    output.assert_stdout_contains("\nBob plays red and Ann plays blue.\n");
    assert_eq!(output.last_lines(2), ["red: Bob", "blue: Ann"]);
}
