//! Exact output of commands.

use crate::common::test_dir::TestDir;
use crate::common::transcript;

/// User-defined puzzles, valid and invalid, that the transcript uses.
const SCRIPTS: [(&str, &str); 7] = [
    (
        "mine",
        r#"--- Five tiles of mine: one red loop.
return variant "mine" {
  base = "puzzle", game = true, title = "Mine",
  options = { tiles = { default = { 1, 2, 3, 4, 5 } }, goal = { default = { "red:loop" } } },
  rules = {},
}
"#,
    ),
    (
        "cells",
        r#"--- A board of its own with a tile that is given.
return variant "cells" {
  base = "puzzle",
  rules = {
    board  = cells { "0,0", "1,0", "0,1" },
    supply = { pool { tiles = { 1, 2, 3 } }, given { "2@1,0:3" } },
    finish = { goal { colours = { "yellow:loop" }, holes = false } },
  },
}
"#,
    ),
    (
        "slips",
        r#"--- Every slip a puzzle can have.
return variant "slips" {
  base = "puzzle",
  rules = {
    board  = cells { "0,0", "0,0", "x", "5,5" },
    supply = { pool { tiles = { 1, 1, 77 } }, given { "9@0,0", "1@zero" } },
    turn   = { times {} },
    moves  = { lay {} },
    finish = { goal { colours = { "pink:loop", "red" }, longest = "lines", hole = false } },
  },
}
"#,
    ),
    (
        "both",
        r#"--- What goes together with nothing.
return variant "both" {
  base = "puzzle",
  rules = {
    seats  = { "one", "two" },
    board  = cells { "0,0", "0,0", "x", "5,5" },
    supply = { pool { tiles = { 1, 1, 77 } }, given { "9@0,0", "1@zero" } },
    moves  = { lay {} },
    finish = { goal { "pink:loop", "red" }, off "open_ended" },
  },
}
"#,
    ),
    (
        "strategy",
        r#"--- Rules of puzzles where tiles stay.
return variant "strategy" {
  base = "tantrix",
  rules = { board = triangle(5), finish = { open_ended {} } },
}
"#,
    ),
    (
        "twice",
        r#"--- Two options in one name.
return game "twice" {
  title = "Twice",
  options = { a = { default = 1, in_name = true }, b = { default = 2, in_name = true }, c = { default = 3, in_name = 4 } },
  rules = {},
}
"#,
    ),
    (
        "asks",
        r#"--- A set that is not there.
return variant "asks" { base = "puzzle", rules = function(o) return { tiles = tile_set("tantrxi")[1].name } end }
"#,
    ),
];

fn dir() -> TestDir {
    let dir = TestDir::new();
    SCRIPTS.iter().for_each(|(name, text)| dir.write(&format!("{name}.lua"), text));
    dir
}

#[test]
fn the_transcript_matches() {
    let dir = dir();
    transcript::replay("puzzles-cli.txt", 50, |typed| {
        let mut output = dir.run(transcript::split_args(typed));
        if typed.starts_with("check ") && output.code == 1 {
            // The transcript has one line per fault; other tests cover the code frames.
            output.stdout = output.diagnostics();
        }
        output
    });
}

#[test]
fn puzzles_pass_check() {
    let built_in = ["puzzle", "discovery-3", "rainbow-blue", "junior", "genius-red-blue", "four-loops", "rotate"];
    let dir = dir();
    for puzzle in built_in.into_iter().chain(["mine.lua", "cells.lua"]) {
        // Fewer games than usual, for puzzles take long and `check` gives up after a while.
        let output = dir.run(["check", puzzle, "--games", "60"]);
        // Notes list the shapes that the tiles do not fill.
        let last = output.stdout.lines().rfind(|line| !line.starts_with("note: "));
        assert!(last.is_some_and(|last| last.starts_with(&format!("{puzzle}: ok ("))), "{output:?}");
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{output:?}");
    }
}
