use crate::common::test_dir::{RunOutput, TestDir};

/// Output of a command, without the running time.
fn run(dir: &TestDir, typed: &str) -> RunOutput {
    let output = dir.run(typed.split(' '));
    let is_time = |line: &&str| line.starts_with("found in ") || line.starts_with("counted in ");
    let err: Vec<&str> = output.stderr.lines().filter(|line| !is_time(line)).collect();
    RunOutput { stderr: err.join("\n"), ..output }
}

fn failure(code: i32, err: &str) -> RunOutput {
    RunOutput { code, stdout: String::new(), stderr: err.into() }
}

#[test]
fn a_solution_is_a_picture_and_placements() {
    let stdout = "\
-2       .     .
          r  b
-1    .  r  3  b  .
       b  y  y  b
 0 .  r  2  y  1  r  .
       r  b  r  b
 1    .     .     .

1@0,0:0 2@-1,0:2 3@0,-1:0
";
    let dir = TestDir::new();
    let expected = RunOutput { code: 0, stdout: stdout.into(), stderr: String::new() };
    assert_eq!(run(&dir, "solve discovery-3 --threads 1"), expected);
    assert_eq!(run(&dir, "solve --tiles 1,2,3 --goal yellow:loop -o three.svg"), expected);
    let svg = dir.read("three.svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(svg.matches("<use href=\"#tile-").count(), 3, "each tile appears once");
}

/// Last line that `score` prints for the moves of a solution.
fn score_of_solution(dir: &TestDir, solved: &str, scored: &str) -> String {
    let solution = run(dir, &format!("solve {solved}"));
    let is_moves = |line: &&str| line.contains('@') || line.starts_with("turn:");
    let moves = solution.stdout.lines().rfind(is_moves).unwrap_or_else(|| panic!("{solved}: {solution:?}"));
    let words = ["score"].into_iter().chain(scored.split(' ')).chain(["--moves", moves]);
    let score = dir.run(words);
    score.stdout.lines().last().unwrap_or(&score.stderr).to_string()
}

#[test]
fn solutions_can_be_played() {
    let dir = TestDir::new();
    let puzzles = "discovery-3 discovery-7 discovery-12 rainbow-green junior genius-red-blue master professor student rotate pyramid";
    for puzzle in puzzles.split_whitespace() {
        assert_eq!(score_of_solution(&dir, puzzle, puzzle), "outcome: solved", "{puzzle}");
    }
    // The best arrangement after a short time need not be a solution.
    let best = score_of_solution(&dir, "four-lines --timeout 5", "four-lines");
    assert!(best.starts_with("outcome: "), "{best}");
    let tiles = "6,7,8,13,14,39,40,41,42,43";
    let solved = format!("--tiles {tiles} --goal blue:line --shape triangle");
    let scored = format!("puzzle --set tiles={tiles} --set goal=blue:line --set shape=triangle");
    assert_eq!(score_of_solution(&dir, &solved, &scored), "outcome: solved");
}

#[test]
fn a_count_is_a_number_alone() {
    let dir = TestDir::new();
    let counts = [
        ("discovery-9", 114),
        ("genius-red-blue --threads 2", 1),
        ("--tiles 1,2,3,4,5,6,7,8,9,10 --goal blue:loop", 2440),
        ("--tiles 1,2,3,4,5,6,7,8,9,10 --goal blue:loop --no-holes", 952),
        ("--tiles 6,7,8,13,14,39,40,41,42,43 --goal blue:line --shape triangle", 5),
    ];
    for (typed, count) in counts {
        let expected = RunOutput { code: 0, stdout: format!("{count}\n"), stderr: String::new() };
        assert_eq!(run(&dir, &format!("solve {typed} --count")), expected, "{typed}");
    }
}

#[test]
fn missing_solutions_are_explained() {
    let dir = TestDir::new();
    let odd_turns = "there is no solution: 1 red link turns by one side, but a loop needs an even number of them";
    assert_eq!(run(&dir, "solve --tiles 1,2,3 --goal red:loop --prove"), failure(1, odd_turns));
    let message = "there is no solution; --prove explains why";
    assert_eq!(run(&dir, "solve --tiles 1,2,3 --goal red:loop"), failure(1, message));
    let zero = RunOutput { code: 1, stdout: "0\n".into(), stderr: message.into() };
    assert_eq!(run(&dir, "solve --tiles 1,2,3 --goal red:loop --count"), zero);
}

#[test]
fn invalid_puzzles_are_rejected_in_one_line() {
    let dir = TestDir::new();
    for (typed, expected) in [
        ("--tiles 1,1,2 --goal red:loop", "tile 1 is listed twice"),
        ("--tiles 1,99 --goal red:loop", "no tile `99`"),
        ("--tiles 1,2,3 --goal green:loop", "no tile of the puzzle has green"),
        ("--tiles 1,2,3 --goal pink:loop", "no colour `pink`"),
        ("--tiles 1,2,3,4 --goal red:loop --shape triangle", "4 tiles cannot fill a triangle"),
        ("--tiles 1 --goal red:loop", "not 1"),
        ("--tiles 1,2,3", "--goal"),
        ("tak", "`tak` is a game, not a puzzle"),
        ("four-lines --count", "cannot count"),
        ("discovery-3 -o three.png", ".svg"),
        ("discovery-3 --timeout 0", "seconds"),
    ] {
        let output = run(&dir, &format!("solve {typed}"));
        assert_eq!(
            (output.code, output.stdout.as_str(), output.stderr.lines().count()),
            (2, "", 1),
            "{typed}: {}",
            output.stderr
        );
        assert!(output.stderr.contains(expected), "{typed}: {}", output.stderr);
    }
}

#[test]
fn a_timeout_is_reported() {
    let output = run(&TestDir::new(), "solve genius-yellow-blue --count --timeout 0.001");
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    assert!(
        output.stderr.starts_with("stopped after ") && output.stderr.contains(" s: 0 solutions so far"),
        "{}",
        output.stderr
    );
}

#[test]
fn new_puzzles_are_valid_and_reproducible() {
    let dir = TestDir::new();
    let typed = "puzzle new --tiles 7 --at-most 20 --seed 5";
    let new_puzzle = run(&dir, typed);
    assert_eq!((new_puzzle.code, &new_puzzle), (0, &run(&dir, typed)));
    dir.write("new.lua", &new_puzzle.stdout);
    let output = run(&dir, "solve new.lua --count");
    let count: u64 = output.stdout.trim().parse().expect("a number");
    assert!((1..=20).contains(&count), "{count}");
    let header = new_puzzle.stdout.lines().next().unwrap_or_default();
    assert!(header.contains(&format!(": {count} solution")), "{header}");
    assert_eq!(run(&dir, "solve new.lua").code, 0);
    assert_eq!(run(&dir, "check new.lua").code, 0);
}
