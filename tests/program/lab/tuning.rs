//! Tuning at the command line, with games whose fair value is known.

use serde_json::Value;

use crate::common::stride;
use crate::common::test_dir::{RunOutput, TestDir};
use crate::lab::COIN;

fn answer(output: &RunOutput) -> Value {
    assert_eq!(output.stderr, "", "{output:?}");
    output.json()["answer"].clone()
}

#[test]
fn the_fair_value_is_found_and_reproducible_on_any_number_of_threads() {
    let dir = TestDir::with("coin.lua", COIN);
    let tune = |seed: &str, threads: &str| {
        let args = ["tune", "coin.lua", "--option", "heads", "--range", "30..70", "--games", "20000"];
        dir.run([&args[..], &["--seed", seed, "--threads", threads, "--json"]].concat())
    };
    for seed in ["1", "2", "3"].into_iter().step_by(stride()) {
        let one = tune(seed, "1");
        let found = &answer(&one)["found"];
        let number = |key: &str| found[key].as_f64().unwrap_or_else(|| panic!("{one:?}"));
        assert!(number("low") <= 50.0 && 50.0 <= number("high"), "{found}");
        assert!((number("value") - 50.0).abs() <= 3.0, "{found}");
        assert_eq!(tune(seed, "3"), one);
    }
}

#[test]
fn the_target_may_be_any_share_of_any_team() {
    let dir = TestDir::with("coin.lua", COIN);
    let args = ["tune", "coin.lua", "--option", "heads", "--range", "0..100", "--step", "5", "--json"];
    let output = dir.run([&args[..], &["--games", "20000", "--target", "black=30"]].concat());
    assert_eq!(answer(&output)["found"]["value"], 70.0, "{}", output.stdout);
}

#[test]
fn the_handicap_of_the_fastest_player_is_found() {
    // Seat one is faster: seven seconds a move against ten.
    let dir = TestDir::new();
    let args = ["tune", "gobble+slow+handicap", "--set", "slow.seconds=7", "--option", "more"];
    let output = dir.run([&args[..], &["--range", "0..24", "--games", "1500", "--json"]].concat());
    let found = &answer(&output)["found"];
    let (low, high) = (found["low"].as_f64(), found["high"].as_f64());
    assert!(low.is_some_and(|low| low >= 6.0) && high.is_some_and(|high| high <= 16.0), "{}", output.stdout);
}

/// The reason for the end of a run does not affect its games.
#[test]
fn a_run_limited_by_time_equals_one_limited_by_games() {
    let dir = TestDir::with("coin.lua", COIN);
    let args = ["tune", "coin.lua", "--option", "heads", "--range", "30..70", "--threads", "1", "--json"];
    let by_time = dir.run([&args[..], &["--time", "1"]].concat());
    let games = by_time.json()["games"].to_string();
    let by_games = dir.run([&args[..], &["--games", &games]].concat());
    assert_eq!(by_time.stdout, by_games.stdout, "after {games} games");
}
