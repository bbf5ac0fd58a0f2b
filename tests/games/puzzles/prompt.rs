//! What people type with the tiles in sight.

use crate::common::desk::{Desk, Said};

/// What is said to lines at the prompt of a puzzle.
fn said(game: &str, lines: &str) -> Said {
    Desk::new().run_with(["play", game], lines)
}

/// The last lines of what was shown.
fn last_lines(text: &str, count: usize) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].to_vec()
}

#[test]
fn a_puzzle_is_solved_with_words_letters_and_picks() {
    let solved = said("discovery-3", "put 1 0,0\n2 c\n#1\nput 3 b:1\nturn 3 0\n");
    assert_eq!((solved.code, solved.err.as_str()), (0, ""), "{}", solved.out);
    assert_eq!(
        last_lines(&solved.out, 11),
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
            "  yellow  a loop of 3; wanted is one loop of 3",
            "The game is over: solved. `undo`, `new` or `quit`?",
        ],
        "{}",
        solved.out
    );
}

#[test]
fn what_is_right_already_is_shown_after_every_move() {
    let shown = said("discovery-3", "1 0,0\n3@1,0:2\n");
    assert_eq!(
        last_lines(&shown.out, 3),
        [
            "  left    2 brrbyy",
            "  edges   0 of 1 match; clash:  0,0/1,0",
            "  yellow  a line of 1 and 1 more; wanted is one loop of 3",
        ],
    );
}

#[test]
fn a_tile_alone_lists_where_it_matches() {
    let listed = said("discovery-3", "1 0,0\n2\n");
    assert_eq!(
        last_lines(&listed.out, 4),
        [
            "#1 2@-1,0:2   #2 2@-1,0:3   #3 2@-1,1:4   #4 2@-1,1:5   #5 2@0,-1:3",
            "#6 2@0,-1:4   #7 2@0,1:2    #8 2@0,1:5    #9 2@1,-1:0   #10 2@1,-1:3",
            "#11 2@1,0:2   #12 2@1,0:3",
            "Type #1 to play the first of them.",
        ]
    );
    let turns = said("discovery-3", "1 0,0\nturn 1\n");
    assert_eq!(
        last_lines(&turns.out, 2),
        ["#1 turn:1:1  #2 turn:1:2  #3 turn:1:3  #4 turn:1:4  #5 turn:1:5", "Type #1 to play the first of them.",]
    );
}

#[test]
fn tiles_are_taken_swapped_and_put_back_by_undo() {
    let said = said("discovery-3", "1 0,0\n2 c:2\nswap 1 2\ntake 2\nundo\nposition\nundo\nposition\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    let positions: Vec<&str> = said.out.lines().filter(|line| line.starts_with(['1', '2'])).collect();
    assert_eq!(positions, ["1@-1,0:0 2@0,0:2", "2@-1,0:2 1@0,0:0"]);
}

#[test]
fn slips_are_told_in_a_sentence() {
    for (lines, says) in [
        ("take 1\n", "take 1 cannot be played: not-laid: tile 1 does not lie on the board [puzzle.lua:24]\n"),
        ("9\n", "tile 9 is not part of the puzzle\n"),
        ("77\n", "the set has no tile `77`\n"),
        ("1 0,0\n1\n", "tile 1 lies on the board; `turn 1`, `take 1` or `swap` it\n"),
        ("1 0,0\n2 zz\n", "`zz` is no cell: write two numbers such as 2,-1, or a letter that the board shows\n"),
        ("swap 1\n", "tile 1 does not lie on the board\n"),
    ] {
        let said = said("discovery-3", lines);
        assert_eq!((said.code, said.err.as_str()), (1, says), "{lines}");
    }
}

#[test]
fn hints_tell_more_when_asked_again_and_begin_anew_after_a_move() {
    let said = said("discovery-3", "1 0,0\n2 c:2\nhint\nhint\nhint\nhint\nundo\n2@1,0:2\nhint\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    let is_hint = |line: &&str| ["Go on", "Look at", "Tile", "Not all"].iter().any(|begin| line.starts_with(begin));
    assert_eq!(
        said.out.lines().filter(is_hint).collect::<Vec<_>>(),
        [
            "Go on with yellow.",
            "Look at 0,-1.",
            "Tile 3 belongs there: `3@0,-1:0`.",
            "Tile 3 belongs there: `3@0,-1:0`.",
            "Not all that lies can stay as it is.",
            "Go on with yellow.",
        ]
    );
}

#[test]
fn a_hint_in_a_game_against_somebody_is_a_move() {
    let said = said("tak", "hint\n");
    assert!(said.out.lines().last().is_some_and(|line| line.starts_with("hard would play ")), "{said:?}");
}

#[test]
fn a_board_shows_its_cells_before_a_tile_lies() {
    let shown = said("rainbow-blue", "");
    let picture: Vec<&str> = shown.out.lines().skip(1).take(4).collect();
    assert_eq!(picture, ["0          a", "1       b     c", "2    d     e     f", "3 g     h     i     j",]);
}

#[test]
fn what_is_wanted_is_told_before_the_first_tile_lies() {
    let last = |game: &str| last_lines(&said(game, "").out, 1)[0].to_string();
    assert_eq!(last("discovery-3"), "  yellow  wanted is one loop of 3");
    assert_eq!(last("four-lines"), "  lines   wanted is a sum of 139, the longest of each colour");
}
