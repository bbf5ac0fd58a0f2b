//! Input at the prompt of puzzles.

use crate::common::test_dir::{RunOutput, TestDir};

/// Runs lines at the prompt of a puzzle.
fn run_prompt(game: &str, lines: &str) -> RunOutput {
    TestDir::new().run_with(["play", game], lines)
}

#[test]
fn a_puzzle_is_solved_with_commands_letters_and_list_numbers() {
    let output = run_prompt("discovery-3", "put 1 0,0\n2 d\n#1\nput 3 a:1\nturn 3 0\n").success();
    assert_eq!(
        output.last_lines(11),
        [
            "player: turn:3:0",
            "-2       .     .",
            "          r  b",
            "-1    .  r [3] b  .",
            "       b  y  y  b",
            " 0 .  r  2  y  1  r  .",
            "       r  b  r  b",
            " 1    .     .     .",
            "  edges   3 of 3 match",
            "  yellow  a loop of 3; goal: one loop of 3",
            "The game is over: solved. Type `new`, `undo` or `quit`.",
        ],
        "{}",
        output.stdout
    );
}

#[test]
fn progress_is_shown_after_every_move() {
    let output = run_prompt("discovery-3", "1 0,0\n3@1,0:2\n");
    assert_eq!(
        output.last_lines(3),
        [
            "  left    2 brrbyy",
            "  edges   0 of 1 match; clash:  0,0/1,0",
            "  yellow  a line of 1 and 1 more; goal: one loop of 3",
        ],
    );
}

#[test]
fn a_tile_alone_lists_its_placements() {
    let output = run_prompt("discovery-3", "1 0,0\n2\n");
    assert_eq!(
        output.last_lines(4),
        [
            "#10 2 f:5  1 edge matches",
            "#11 2 h:2  1 edge matches",
            "#12 2 h:5  1 edge matches",
            "Type #1 to play the first one.",
        ]
    );
    let turns = run_prompt("discovery-3", "1 0,0\nturn 1\n");
    assert_eq!(turns.last_lines(2), ["#5 turn:1:5", "Type #1 to play the first one."]);
}

#[test]
fn take_swap_and_undo_move_tiles() {
    let run_prompt =
        run_prompt("discovery-3", "1 0,0\n2 d:2\nswap 1 2\ntake 2\nundo\nposition\nundo\nposition\n").success();
    let positions: Vec<&str> = run_prompt.stdout.lines().filter(|line| line.starts_with(['1', '2'])).collect();
    assert_eq!(positions, ["1@-1,0:0 2@0,0:2", "2@-1,0:2 1@0,0:0"]);
}

#[test]
fn repeated_hints_reveal_more_until_the_next_move() {
    let run_prompt = run_prompt("discovery-3", "1 0,0\n2 d:2\nhint\nhint\nhint\nhint\nundo\n2@1,0:2\nhint\n").success();
    let is_hint =
        |line: &&str| ["Continue", "Look at", "Tile", "Some tiles"].iter().any(|begin| line.starts_with(begin));
    assert_eq!(
        run_prompt.stdout.lines().filter(is_hint).collect::<Vec<_>>(),
        [
            "Continue with yellow.",
            "Look at 0,-1.",
            "Tile 3 belongs there: `3@0,-1:0`.",
            "Tile 3 belongs there: `3@0,-1:0`.",
            "Some tiles on the board have to change.",
            "Continue with yellow.",
        ]
    );
}

#[test]
fn a_hint_in_a_game_with_an_opponent_is_a_move() {
    let run_prompt = run_prompt("tak", "hint\n");
    assert!(run_prompt.stdout.lines().last().is_some_and(|line| line.starts_with("hard suggests ")), "{run_prompt:?}");
}

#[test]
fn an_empty_board_shows_its_cells() {
    let output = run_prompt("rainbow-blue", "");
    let picture: Vec<&str> = output.stdout.lines().skip(1).filter(|line| !line.is_empty()).take(4).collect();
    assert_eq!(picture, ["0          a", "1       c     d", "2    e     f     h", "3 i     j     k     l"]);
}

#[test]
fn the_goal_is_shown_on_an_empty_board() {
    let last = |game: &str| run_prompt(game, "").last_lines(1)[0].to_string();
    assert_eq!(last("discovery-3"), "  yellow  goal: one loop of 3");
    assert_eq!(last("four-lines"), "  lines   goal: the longest of each colour add up to 139");
}
