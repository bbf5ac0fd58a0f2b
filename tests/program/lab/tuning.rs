//! Tuning at the command line: the value that makes a game fair is known beforehand.

use serde_json::Value;

use crate::common::desk::{Desk, Said};
use crate::lab::COIN;

fn answer(said: &Said) -> Value {
    assert_eq!(said.err, "", "{said:?}");
    serde_json::from_str::<Value>(&said.out).expect("JSON")["answer"].clone()
}

#[test]
fn the_fair_value_is_found_and_follows_from_the_seed_whatever_the_threads() {
    let desk = Desk::with("coin.lua", COIN);
    let tune = |seed: &str, threads: &str| {
        let args = ["tune", "coin.lua", "--option", "heads", "--range", "30..70", "--games", "20000"];
        desk.run([&args[..], &["--seed", seed, "--threads", threads, "--json"]].concat())
    };
    for seed in ["1", "2", "3"] {
        let one = tune(seed, "1");
        let found = &answer(&one)["found"];
        let number = |key: &str| found[key].as_f64().unwrap_or_else(|| panic!("{one:?}"));
        assert!(number("low") <= 50.0 && 50.0 <= number("high"), "{found}");
        assert!((number("value") - 50.0).abs() <= 3.0, "{found}");
        assert_eq!(tune(seed, "3"), one);
    }
}

#[test]
fn any_share_can_be_wanted_of_any_side() {
    let desk = Desk::with("coin.lua", COIN);
    let args = ["tune", "coin.lua", "--option", "heads", "--range", "0..100", "--step", "5", "--json"];
    let said = desk.run([&args[..], &["--games", "20000", "--target", "black=30"]].concat());
    assert_eq!(answer(&said)["found"]["value"], 70.0, "{}", said.out);
}

#[test]
fn how_many_tiles_more_the_fastest_gets_is_found() {
    // Seat one is faster: seven seconds a move, and the other takes ten.
    let desk = Desk::new();
    let args = ["tune", "gobble+slow+handicap", "--set", "slow.seconds=7", "--option", "more"];
    let said = desk.run([&args[..], &["--range", "0..24", "--games", "1500", "--json"]].concat());
    let found = &answer(&said)["found"];
    let (low, high) = (found["low"].as_f64(), found["high"].as_f64());
    assert!(low.is_some_and(|low| low >= 6.0) && high.is_some_and(|high| high <= 16.0), "{}", said.out);
}

/// What ends a run says nothing about the games that were played.
#[test]
fn games_played_in_a_given_time_tell_as_much_as_the_same_games_by_number() {
    let desk = Desk::with("coin.lua", COIN);
    let args = ["tune", "coin.lua", "--option", "heads", "--range", "30..70", "--threads", "1", "--json"];
    let timed = desk.run([&args[..], &["--time", "1"]].concat());
    let games = serde_json::from_str::<Value>(&timed.out).expect("JSON")["games"].to_string();
    let counted = desk.run([&args[..], &["--games", &games]].concat());
    assert_eq!(timed.out, counted.out, "after {games} games");
}
