//! What happens to a match when its game, its rules or its players change.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::common::test_dir::{RunOutput, TestDir};

/// Moves by which the first player of Tak on nine cells wins with 7 pieces left: 16 points.
const FIRST_WINS: &str = "c3\na3\na2\nc2\na1\n";

fn run_match(dir: &TestDir, args: &[&str], lines: &str) -> RunOutput {
    dir.run_with([&["play", "tak", "--set", "size=3", "--seats", "Ann,Bob"], args].concat(), lines)
}

#[test]
fn an_earlier_turn_of_a_finished_game_does_not_reopen_it() {
    let lines = format!("{FIRST_WINS}goto 2\nmatch\nnew\nseats\n");
    let output = run_match(&TestDir::new(), &["--match", "2"], &lines);
    assert_eq!(output.stderr, "");
    output.assert_stdout_contains("After 1 of 2 games, Ann leads 16 to 0.\nType `new` for game 2");
    assert_eq!(output.last_lines(2), ["white: Bob", "black: Ann"]);
    let lines = format!("{FIRST_WINS}goto 1\ntry b2\nnew\nsave match.toml\n");
    let dir = TestDir::new();
    assert_eq!(run_match(&dir, &["--match", "2"], &lines).stderr, "");
    let output = dir.run(["replay", "match.toml"]).success();
    output.assert_stdout_contains("match.toml#1 ok R-0\n");
}

#[test]
fn points_lost_for_time_count_in_the_table_after_redo_too() {
    let args = ["--match", "2", "--clock", "10m:-1"];
    let dir = TestDir::new();
    let output = run_match(&dir, &args, &format!("{FIRST_WINS}save late.toml\n"));
    assert_eq!(output.stderr, "");
    // As if Ann had been 90 seconds over time at the end.
    let text = dir.read("late.toml");
    let line = text.lines().find(|line| line.starts_with("times = ")).expect("times");
    let times: Vec<&str> = line.trim_start_matches("times = ").trim_matches('"').split(' ').collect();
    let late = |word: &str| format!("-90000/{}", word.split_once('/').expect("two players").1);
    let (before, end) = times.split_at(times.len() - 2);
    let late_times: Vec<String> =
        before.iter().map(|word| word.to_string()).chain(end.iter().map(|word| late(word))).collect();
    dir.write("late.toml", text.replace(line, &format!("times = \"{}\"", late_times.join(" "))));
    let output = dir.run_with([""; 0], "load late.toml\nundo\nredo\nmatch\nscore\n");
    assert_eq!(output.stderr, "");
    output.assert_stdout_contains("After 1 of 2 games, Ann leads 14 to 0.");
    output.assert_stdout_contains("white: 14 points");
}

#[test]
fn players_may_be_renamed_and_their_points_stay() {
    let output =
        run_match(&TestDir::new(), &["--match", "3"], &format!("{FIRST_WINS}seats Cal,Dan\nnew\nmatch\nseats\n"));
    assert_eq!(output.stderr, "");
    output.assert_stdout_contains("After 1 of 3 games, Cal leads 16 to 0.");
    assert_eq!(output.last_lines(2), ["white: Dan", "black: Cal"]);
}

#[test]
fn players_of_a_match_do_not_change_places_by_hand() {
    let output = run_match(&TestDir::new(), &["--match", "3"], &format!("{FIRST_WINS}seats Bob,Ann\n"));
    let message = "`Bob` has another seat in this game; in a match, `new` changes the seats\n";
    assert_eq!(output.stderr, message);
    let output = run_match(&TestDir::new(), &["--match", "3"], &format!("seats Bob,Ann\n{FIRST_WINS}"));
    output.assert_stdout_contains("Bob leads 16 to 0.");
}

#[test]
fn a_game_without_moves_counts_in_the_save_of_a_match() {
    let dir = TestDir::new();
    let output = run_match(&dir, &["--match", "2", "--keep"], "resign\n");
    output.assert_stdout_contains("Saved. Run `houserule` and type `resume` to continue this game");
    let output = dir.run_with([""; 0], "resume\n");
    output.assert_stdout_contains("After 1 of 2 games, Bob leads 19 to 0.\nType `new` for game 2");
}

#[test]
fn a_game_that_does_not_fit_the_match_says_what_to_do() {
    let lines = format!("{FIRST_WINS}new\nvariant +three-seats\nresign\nnew\n");
    let output = run_match(&TestDir::new(), &["--match", "3"], &lines);
    assert_eq!(output.code, 1);
    output.assert_stderr_contains(
        "this game cannot be added to the match: the match is for 2 seats, but these rules have 3; `undo`",
    );
    let lines = format!("{FIRST_WINS}new\nvariant +three-seats\nresign\nvariant -three-seats\nresign\nmatch\n");
    let output = run_match(&TestDir::new(), &["--match", "3"], &lines);
    output.assert_stdout_contains("After 2 of 3 games");
}

#[test]
fn bots_pause_if_the_rules_of_the_next_game_do_not_load() {
    let dir = TestDir::new();
    let rules = "return variant \"mine\" { base = \"tak\", options = { turns = { default = 1 } }, rules = {} }";
    dir.write("mine.lua", rules);
    let args = ["play", "./mine.lua", "--set", "size=3", "--seats", "mcts:20000,greedy", "--match", "50"];
    let mut command = dir.houserule();
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    stdout.read_line(&mut text).expect("a greeting");
    // The file breaks while the first game is played.
    dir.write("mine.lua", "return variant");
    stdout.read_to_string(&mut text).expect("text");
    let output = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.matches("mine.lua").count() < 10, "it is tried once:\n{stderr}");
    assert_eq!(text.matches("The game is over").count(), 1, "{text}");
}

#[test]
fn a_match_keeps_its_table_whatever_its_seed() {
    let dir = TestDir::new();
    let output = run_match(&dir, &["--match", "2", "--seed", "18446744073709551615", "--keep"], FIRST_WINS);
    assert_eq!(output.stderr, "");
    output.assert_stdout_contains("Saved. Run `houserule` and type `resume` to continue this game");
    let output = dir.run_with([""; 0], "resume\nmatch\n");
    output.assert_stdout_contains("After 1 of 2 games, Ann leads 16 to 0.");
}

#[test]
fn every_game_of_a_match_between_bots_ends_with_an_event() {
    let args = ["play", "tak", "--set", "size=3", "--seats", "random,greedy", "--match", "3", "--json"];
    let output = TestDir::new().run_with(args, "").success();
    let count = |event: &str| output.stdout.matches(&format!("{{\"event\":\"{event}\"")).count();
    assert_eq!((count("game"), count("over"), count("match")), (3, 3, 4), "{}", output.stdout);
}

#[test]
fn a_match_finds_its_rules_in_another_folder() {
    let dir = TestDir::new();
    let rules = "return variant \"mine\" { base = \"tak\", rules = { match = {
        points = \"wins\", over = function(match) return #match.games == 2 end } } }";
    dir.write("there/mine.lua", rules);
    let args = ["play", "./there/mine.lua", "--set", "size=3", "--seats", "Ann,Bob", "--keep"];
    let output = dir.run_with(args, format!("{FIRST_WINS}save match.toml\n"));
    assert_eq!(output.stderr, "");
    dir.write("here/mine.lua", rules);
    std::fs::rename(dir.path("match.toml"), dir.path("here/match.toml")).expect("moved");
    std::fs::remove_file(dir.path("there/mine.lua")).expect("removed");
    let output = dir.run_with([""; 0], format!("load here/match.toml\nnew\n{FIRST_WINS}"));
    assert_eq!(output.stderr, "");
    output.assert_stdout_contains("The match is a draw, 1 point each.");
    assert!(!output.stdout.contains("rules from here"), "they are the same rules:\n{}", output.stdout);
}
