use crate::common::desk::{Desk, Said};

/// What the program says to some words; how long it took is left out.
fn said(desk: &Desk, typed: &str) -> Said {
    let said = desk.run(typed.split(' '));
    let is_time = |line: &&str| line.starts_with("found in ") || line.starts_with("counted in ");
    let err: Vec<&str> = said.err.lines().filter(|line| !is_time(line)).collect();
    Said { code: said.code, err: err.join("\n"), out: said.out }
}

fn violation(code: i32, err: &str) -> Said {
    Said { code, out: String::new(), err: err.into() }
}

#[test]
fn a_solution_is_a_picture_and_placements() {
    let out = "\
-2       .     .
          r  b
-1    .  r  3  b  .
       b  y  y  b
 0 .  r  2  y  1  r  .
       r  b  r  b
 1    .     .     .

1@0,0:0 2@-1,0:2 3@0,-1:0
";
    let desk = Desk::new();
    let expected = Said { code: 0, out: out.into(), err: String::new() };
    assert_eq!(said(&desk, "solve discovery-3 --threads 1"), expected);
    assert_eq!(said(&desk, "solve --tiles 1,2,3 --goal yellow:loop -o three.svg"), expected);
    let drawn = desk.read("three.svg");
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"), "{drawn}");
    assert_eq!(drawn.matches("<use href=\"#tile-").count(), 3, "each tile is drawn once");
}

/// What `score` says of the moves that `solve` gives: those of the last line that are moves.
fn played(desk: &Desk, solved: &str, scored: &str) -> String {
    let solution = said(desk, &format!("solve {solved}"));
    let is_moves = |line: &&str| line.contains('@') || line.starts_with("turn:");
    let moves = solution.out.lines().rfind(is_moves).unwrap_or_else(|| panic!("{solved}: {solution:?}"));
    let words = ["score"].into_iter().chain(scored.split(' ')).chain(["--moves", moves]);
    let score = desk.run(words);
    score.out.lines().last().unwrap_or(&score.err).to_string()
}

#[test]
fn what_is_found_can_be_played() {
    let desk = Desk::new();
    let puzzles = "discovery-3 discovery-7 discovery-12 rainbow-green junior genius-red-blue master professor student rotate pyramid";
    for puzzle in puzzles.split_whitespace() {
        assert_eq!(played(&desk, puzzle, puzzle), "outcome: solved", "{puzzle}");
    }
    // The best that is found in a short time need not be all that is wanted.
    let best = played(&desk, "four-lines --timeout 5", "four-lines");
    assert!(best.starts_with("outcome: "), "{best}");
    let tiles = "6,7,8,13,14,39,40,41,42,43";
    let solved = format!("--tiles {tiles} --goal blue:line --shape triangle");
    let scored = format!("puzzle --set tiles={tiles} --set goal=blue:line --set shape=triangle");
    assert_eq!(played(&desk, &solved, &scored), "outcome: solved");
}

#[test]
fn a_count_is_a_number_alone() {
    let desk = Desk::new();
    let counts = [
        ("discovery-9", 114),
        ("genius-red-blue --threads 2", 1),
        ("--tiles 1,2,3,4,5,6,7,8,9,10 --goal blue:loop", 2440),
        ("--tiles 1,2,3,4,5,6,7,8,9,10 --goal blue:loop --no-holes", 952),
        ("--tiles 6,7,8,13,14,39,40,41,42,43 --goal blue:line --shape triangle", 5),
    ];
    for (typed, count) in counts {
        let expected = Said { code: 0, out: format!("{count}\n"), err: String::new() };
        assert_eq!(said(&desk, &format!("solve {typed} --count")), expected, "{typed}");
    }
}

#[test]
fn where_there_is_none_it_says_how_that_is_known() {
    let desk = Desk::new();
    let odd = "there is no solution: 1 red link turns by one side, and in a loop that is an even number";
    assert_eq!(said(&desk, "solve --tiles 1,2,3 --goal red:loop --prove"), violation(1, odd));
    let says = "there is no solution; --prove says why";
    assert_eq!(said(&desk, "solve --tiles 1,2,3 --goal red:loop"), violation(1, says));
    let none = Said { code: 1, out: "0\n".into(), err: says.into() };
    assert_eq!(said(&desk, "solve --tiles 1,2,3 --goal red:loop --count"), none);
}

#[test]
fn bad_puzzles_are_refused_in_one_sentence() {
    let desk = Desk::new();
    for (typed, word) in [
        ("--tiles 1,1,2 --goal red:loop", "tile 1 is named twice"),
        ("--tiles 1,99 --goal red:loop", "no tile `99`"),
        ("--tiles 1,2,3 --goal green:loop", "no tile of the puzzle has green"),
        ("--tiles 1,2,3 --goal pink:loop", "no colour `pink`"),
        ("--tiles 1,2,3,4 --goal red:loop --shape triangle", "4 tiles fill no triangle"),
        ("--tiles 1 --goal red:loop", "not 1"),
        ("--tiles 1,2,3", "--goal"),
        ("tak", "`tak` is a game, not a puzzle"),
        ("four-lines --count", "counted"),
        ("discovery-3 -o three.png", ".svg"),
        ("discovery-3 --timeout 0", "seconds"),
    ] {
        let said = said(&desk, &format!("solve {typed}"));
        assert_eq!((said.code, said.out.as_str(), said.err.lines().count()), (2, "", 1), "{typed}: {}", said.err);
        assert!(said.err.contains(word), "{typed}: {}", said.err);
    }
}

#[test]
fn time_that_runs_out_is_said() {
    let said = said(&Desk::new(), "solve genius-yellow-blue --count --timeout 0.001");
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.starts_with("stopped after ") && said.err.contains(" s with 0 solutions found"), "{}", said.err);
}

#[test]
fn a_new_puzzle_is_a_file_that_solve_takes_and_the_same_from_its_seed() {
    let desk = Desk::new();
    let typed = "puzzle new --tiles 7 --at-most 20 --seed 5";
    let new = said(&desk, typed);
    assert_eq!((new.code, &new), (0, &said(&desk, typed)));
    desk.write("new.lua", &new.out);
    let counted = said(&desk, "solve new.lua --count");
    let count: u64 = counted.out.trim().parse().expect("a number");
    assert!((1..=20).contains(&count), "{count}");
    let head = new.out.lines().next().unwrap_or_default();
    assert!(head.contains(&format!(": {count} solution")), "{head}");
    assert_eq!(said(&desk, "solve new.lua").code, 0);
    assert_eq!(said(&desk, "check new.lua").code, 0);
}
