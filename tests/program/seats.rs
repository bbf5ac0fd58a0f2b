//! Seats of humans and bots at the prompt on a pipe.

use crate::common::test_dir::{RunOutput, TestDir};

fn play(game: &str, seats: &str, lines: &str) -> RunOutput {
    let mut args = vec!["play", game];
    if !seats.is_empty() {
        args.extend(["--seats", seats]);
    }
    if game == "tak" {
        args.extend(["--set", "size=3"]);
    }
    TestDir::new().run_with(args, lines)
}

/// Moves in the output, as seat and move: `white: a1`.
fn played_moves(output: &RunOutput) -> Vec<(&str, &str)> {
    let seats = ["white", "black", "red", "one", "two"];
    output.stdout.lines().filter_map(|line| line.split_once(": ")).filter(|(seat, _)| seats.contains(seat)).collect()
}

#[test]
fn a_bot_moves_on_its_turn() {
    let output = play("tak", "human,greedy", "a1\n").success();
    let message = "You play white and greedy plays black. Type `seats human,human` to play without bots.";
    output.assert_stdout_contains_wrapped(message);
    let seats: Vec<&str> = played_moves(&output).iter().map(|(seat, _)| *seat).collect();
    assert_eq!(seats, ["white", "black"]);
}

#[test]
fn on_a_pipe_every_seat_is_human_by_default() {
    let output = play("tak", "", "a1\nseats\n");
    assert_eq!(played_moves(&output), [("white", "a1"), ("white", "human"), ("black", "human")]);
}

#[test]
fn bots_may_begin_and_play_each_other() {
    let output = play("tak", "random,human", "");
    assert_eq!(played_moves(&output).len(), 1, "{}", output.stdout);
    for game in ["tak", "trax"] {
        let output = play(game, "greedy,random", "");
        output.assert_stdout_contains("The game is over: ");
        assert_eq!((output.code, output.stderr.as_str()), (0, ""));
    }
}

#[test]
fn in_a_race_bots_move_after_each_human_move() {
    let output = play("gobble", "human,random", "bot random\nbot random\n");
    let seats: Vec<&str> = played_moves(&output).iter().map(|(seat, _)| *seat).collect();
    assert_eq!(seats, ["one", "two", "one", "two"], "{}", output.stdout);
}

#[test]
fn undo_and_redo_include_the_reply_of_a_bot() {
    let output = play("tak", "human,greedy", "a1\nundo\nhistory\nredo\nhistory\n");
    assert_eq!(output.stderr, "");
    let history: Vec<&str> =
        output.stdout.lines().filter(|line| line.starts_with("undone") || line.starts_with("redone")).collect();
    let [_, (_, answer)] = played_moves(&output)[..] else { panic!("{}", output.stdout) };
    let undone = format!("undone: a1 {answer}");
    assert_eq!(history, [&undone, &undone, &format!("redone: a1 {answer}")], "`undo`, then `history`, then `redo`");
}

#[test]
fn seats_can_change_during_a_game_and_are_kept_for_the_next() {
    let output = play("tak", "", "a1\nseats human,random\nseats human,human\nseats greedy,human\nnew\n").success();
    let seats: Vec<&str> = played_moves(&output).iter().map(|(seat, _)| *seat).collect();
    assert_eq!(seats, ["white", "black", "white", "white"]);
}

#[test]
fn hint_and_bot_move_for_a_human() {
    let road = "c3\na3\na2\nc2\n";
    let output = play("tak", "", &format!("{road}hint\nbot hard\n"));
    output.assert_stdout_contains("hard suggests a1\n");
    assert_eq!(played_moves(&output).last(), Some(&("white", "a1")));
    let output = play("tak", "", &format!("{road}a1\nbot\n"));
    assert_eq!((output.code, output.stderr.as_str()), (1, "the game is over: white wins by road\n"));
}

#[test]
fn invalid_seats_are_rejected() {
    for (seats, message) in [
        ("human", "Tak has 2 seats (white and black), but you named 1 player\n"),
        ("human,hrad", "unknown bot `hrad`; did you mean `hard`?\n"),
        (
            "human,xyzzy",
            "unknown player `xyzzy`; write `human`, a name with a capital letter, `easy`, `medium`, `hard`, `random`, `greedy`, \
             `mcts:1000` (playouts) or `mcts:2s`, or `tei:./engine` for a Tak engine\n",
        ),
        ("human,mcts:0", "invalid search limit `0`; write mcts:1000 (playouts) or mcts:2s (time)\n"),
    ] {
        let output = play("tak", seats, "");
        assert_eq!((output.code, output.stderr.as_str()), (2, message));
    }
    let output = play("tak", "", "seats human,hrad\n");
    assert_eq!(output.code, 1);
}

#[test]
fn records_keep_the_names_of_players() {
    let dir = TestDir::new();
    let lines = "seats Ann,Bert Lee\nseats\na1\nsave game.toml\nsave game.ptn\n";
    let output = dir.run_with(["play", "tak", "--seats", "Ann,hard"], lines).success();
    output.assert_stdout_contains("Ann plays white and hard plays black. ");
    output.assert_stdout_contains("white: Ann\nblack: Bert Lee\n");
    assert!(dir.read("game.ptn").starts_with("[Player1 \"Ann\"]\n[Player2 \"Bert Lee\"]\n"));
    let output = dir.run_with([""; 0], "load game.toml\nseats\n");
    assert!(output.stdout.ends_with("white: Ann\nblack: Bert Lee\n"), "{}", output.stdout);
}
