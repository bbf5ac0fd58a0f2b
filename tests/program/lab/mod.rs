//! The laboratory at the command line: reproducible games, merged shards, and messages about rules under which no game ends.

mod calibration;
mod drawings;
mod matches;
mod points;
mod rule_impact;
mod shares;
mod stopping;
mod tournaments;
mod tuning;

use crate::common::test_dir::{RunOutput, TestDir};
use crate::common::transcript;
use serde_json::Value;

/// Games with turns, a race, chance, hooks and a single player.
const GAMES: [&[&str]; 6] = [
    &["tak", "--set", "size=4"],
    &["trax"],
    &["tantrix"],
    &["gobble", "--set", "players=3"],
    &["solitaire"],
    &["tak+late-walls", "--set", "size=4"],
];

/// Rules under which no game ends.
const ENDLESS: &str =
    "return variant \"endless\" { base = \"tak\", rules = { finish = { off \"road\", off \"flats\" } } }\n";

/// Rules whose script fails after some moves.
const BROKEN: &str = "return variant \"broken\" { base = \"tak\", rules = { hooks = { after_move = function(view, move)\n\
    if view.ply > 9 then return nothing.at_all end end } } }\n";

/// Coin: one move decides, and an option sets on how many of 100 cells white wins.
const COIN: &str = include_str!("../../data/coin.lua");

/// Output without the running time.
fn without_timing(output: RunOutput) -> RunOutput {
    let err = output.stderr.lines().filter(|line| !line.starts_with("played in "));
    RunOutput { stderr: err.map(|line| format!("{line}\n")).collect(), ..output }
}

fn simulate(dir: &TestDir, game: &[&str], more: &[&str]) -> RunOutput {
    without_timing(dir.run([&["simulate"], game, more].concat()))
}

fn dir() -> TestDir {
    let dir = TestDir::new();
    dir.write("endless.lua", ENDLESS);
    dir.write("broken.lua", BROKEN);
    dir.write("words.json", "{}\n");
    dir.write("coin.lua", COIN);
    for part in 1..=3 {
        let shard = format!("{part}/3");
        let output = simulate(&dir, &["trax"], &["--games", "100", "--shard", &shard, "--json"]);
        dir.write(&format!("trax-{part}.json"), output.stdout);
    }
    dir.write("other.json", simulate(&dir, &["trax"], &["--games", "100", "--seed", "2", "--json"]).stdout);
    dir
}

#[test]
fn the_transcript_matches() {
    let dir = dir();
    transcript::replay("lab-cli.txt", 20, |typed| without_timing(dir.run(transcript::split_args(typed))));
}

#[test]
fn an_unknown_bot_is_a_usage_error() {
    let tune = ["tune", "tak", "--option", "komi"];
    for command in [&["simulate", "tak"][..], &["compare", "tak", "trax"], &tune, &["tournament", "tak"]] {
        let output = TestDir::new().run([command, &["--bots", "random,rnadom"]].concat());
        assert_eq!((output.code, output.stdout.as_str(), output.stderr.lines().count()), (2, "", 1), "{command:?}");
        output.assert_stderr_contains("unknown bot `rnadom`; did you mean `random`?");
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let dir = TestDir::new();
    for game in GAMES {
        let run_with_threads =
            |threads: &str| simulate(&dir, game, &["--games", "150", "--threads", threads, "--json"]);
        let one = run_with_threads("1");
        assert_eq!((one.code, one.stderr.as_str()), (0, ""), "{game:?}");
        assert_eq!((run_with_threads("2"), run_with_threads("5")), (run_with_threads("1"), one), "{game:?}");
    }
}

#[test]
fn scripts_with_hidden_state_play_the_same_games_on_any_number_of_threads() {
    let source = "local asked = 0
        return variant 'counts' { base = 'tak', rules = { hooks = { allow = function(view, move)
          asked = asked + 1
          return asked % 7 ~= 0 or view.turn > 20
        end } } }";
    let dir = TestDir::with("counts.lua", source);
    let run_with_threads = |threads: &str, bots: &[&str]| {
        let args = ["--set", "size=3", "--seed", "3", "--games", "200", "--threads", threads, "--json"];
        simulate(&dir, &["counts.lua"], &[&args[..], bots].concat())
    };
    for bots in [&[][..], &["--bots", "greedy,random"]] {
        let one = run_with_threads("1", bots);
        assert_eq!(one.code, 0, "{one:?}");
        assert_eq!((run_with_threads("2", bots), run_with_threads("5", bots)), (run_with_threads("1", bots), one));
    }
}

#[test]
fn merged_parts_equal_one_run() {
    let dir = TestDir::new();
    for game in GAMES {
        let mut files: Vec<String> = Vec::new();
        for part in 1..=4 {
            let shard = format!("{part}/4");
            let output = simulate(&dir, game, &["--games", "90", "--shard", &shard, "--json"]);
            files.push(format!("{part}.json"));
            dir.write(&files[part - 1], output.stdout);
        }
        files.reverse();
        for form in [&["--json"][..], &["--csv"], &[]] {
            let whole = simulate(&dir, game, &[&["--games", "90"], form].concat());
            let parts: Vec<&str> = files.iter().map(String::as_str).collect();
            assert_eq!(dir.run([&["merge"], &parts[..], form].concat()), whole, "{game:?}");
        }
    }
}

#[test]
fn recorded_games_equal_the_counted_ones_and_replay() {
    let dir = TestDir::new();
    for (game, file) in GAMES.into_iter().zip(["a.ptn", "b.trx", "c.toml", "d.toml", "e.toml", "f.toml"]) {
        let read = |output: &RunOutput| -> Value { output.json() };
        let without_records = read(&simulate(&dir, game, &["--games", "40", "--json"]));
        let with_records = read(&simulate(&dir, game, &["--games", "40", "--records", file, "--json"]));
        for part in ["sides", "bots", "ends", "lengths", "unfinished"] {
            assert_eq!(with_records["tally"][part], without_records["tally"][part], "{game:?}");
        }
        let replay = dir.run(["replay", "--game", game[0], file]);
        assert_eq!(
            replay.stdout.lines().last(),
            Some("40 games, 40 ok"),
            "{game:?}: {}{}",
            replay.stdout,
            replay.stderr
        );
    }
}

#[test]
fn bots_take_every_seat_equally_often() {
    let dir = TestDir::new();
    let output = simulate(&dir, &["trax"], &["--games", "60", "--bots", "random,greedy", "--json"]);
    let report = output.json();
    let sum = |of: &str, what: &str| -> u64 {
        let list = report["tally"][of].as_array().expect("a list");
        list.iter().filter_map(|results| results[what].as_u64()).sum()
    };
    for what in ["won", "drawn", "lost"] {
        assert_eq!(sum("bots", what), sum("sides", what), "{what}");
    }
    assert_ne!(report["tally"]["bots"], report["tally"]["sides"], "bots change seats");
}

#[test]
fn runs_with_a_precision_stop_at_the_same_game_on_any_number_of_threads() {
    let dir = TestDir::new();
    let run_with_threads = |threads: &str| {
        let args = ["compare", "trax", "supertrax", "--bots", "random", "--until", "4", "--threads", threads, "--json"];
        dir.run(args)
    };
    let one = run_with_threads("1").success();
    let gain = &one.json()["findings"][0]["gain"]["interval"];
    let width = gain["high"].as_f64().expect("a number") - gain["low"].as_f64().expect("a number");
    assert!(width <= 8.0, "{width}");
    assert_eq!(run_with_threads("3"), one);
}

#[test]
fn compared_games_keep_their_own_teams() {
    let dir = TestDir::new();
    let args = ["compare", "tak", "hex", "--set", "size=4", "--games", "40", "--bots", "random", "--svg", "c.svg"];
    let output = dir.run(args);
    let line = |start: &str| output.stdout.lines().find(|line| line.starts_with(start)).unwrap_or_default();
    assert!(line("  tak  white  ").contains(" % ("), "{}", output.stdout);
    assert!(line("  hex  red    ").contains(" % ("), "{}", output.stdout);
    assert!(line("  hex: ").contains("(red "), "{}", output.stdout);
    assert!(dir.read("c.svg").contains("random: change for red, %<"));
    let json: Value = dir.run([&args[..], &["--json"]].concat()).json();
    assert_eq!(json["sides_by_game"], serde_json::json!([["white", "black"], ["red", "blue"]]));
    assert_eq!(json["findings"][0]["side"], "red");
}
