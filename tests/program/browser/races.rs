//! Races: bots lay at their own pace while a window is open.

use super::client::Table;
use crate::common::test_dir::TestDir;
use serde_json::{Value, json};

const FAST: &str = r#"--- Bots move every second.
return variant "fast" {
  title = "Fast",
  base  = "gobble",
  rules = { turn = { pace { seconds = 1 } } },
}
"#;

/// Returns the number of moves that each seat has made.
fn moves_by_seat(table: &Value, seat: &str) -> usize {
    let turns = table["moves"].as_array().expect("moves");
    turns.iter().filter(|turn| turn["seat"] == seat).map(|turn| turn["moves"].as_array().map_or(0, Vec::len)).sum()
}

#[test]
fn bots_go_on_at_their_pace_without_the_person() {
    let dir = TestDir::with("variants/fast.lua", FAST);
    let args = ["play", "gobble+fast", "--set", "players=3", "--seats", "human,random,random"];
    let table = Table::open_in(dir, &args);
    let mut window = table.window(&table.key);
    let start = window.table();
    assert_eq!((&start["players"][1]["pace"], &start["players"][0]["pace"]), (&json!(1), &Value::Null));
    let moves = table.post("/table/ask", &json!({ "ask": "moves" })).json();
    let own = moves["moves"].as_array().expect("moves").iter().find(|mv| mv["seat"] == "one").expect("a move");
    table.line(own["text"].as_str().expect("a text"));
    // One move of the person, several of each bot.
    loop {
        let shown = window.table();
        assert!(moves_by_seat(&shown, "one") <= 1, "{shown}");
        if moves_by_seat(&shown, "two") >= 2 && moves_by_seat(&shown, "three") >= 2 {
            break;
        }
    }
}

#[test]
fn a_seat_lays_only_its_own_tiles() {
    let mut table = Table::open(&["play", "gobble", "--set", "players=2", "--seed", "1"]);
    let (one, mut window) = (table.key_of("one"), table.window(&table.key));
    window.table();
    let line = |line: &str| table.post_as(&one, "/table/line", &json!({ "line": line })).status;
    let listed = table.post("/table/ask", &json!({ "ask": "moves" })).json();
    let first_of = |seat: &str| {
        let moves = listed["moves"].as_array().expect("moves");
        let found = moves.iter().find(|mv| mv["seat"] == seat).expect("a move");
        (found["text"].as_str().expect("a text").to_string(), found["notation"].as_str().expect("one").to_string())
    };
    let ((own, _), (other, notation)) = (first_of("one"), first_of("two"));
    // The start of a move lists those of the other seat, and `#1` would play one of them.
    table.line("2:");
    window.event("told");
    for text in ["2:", "2", "#1", &other, &notation] {
        assert!([403, 422].contains(&line(text)), "{text}");
    }
    assert_eq!(line(&own), 202);
    let shown = window.table_with("/at", 1);
    assert_eq!((moves_by_seat(&shown, "one"), moves_by_seat(&shown, "two")), (1, 0));
}

#[test]
fn at_the_prompt_alone_bots_wait_for_the_person() {
    let dir = TestDir::with("variants/fast.lua", FAST);
    let args = ["play", "gobble+fast", "--set", "players=3", "--seats", "human,random,random", "--seed", "1"];
    let output = dir.run_with(args, "1:3 c\n").success();
    let count = |seat: &str| output.stdout.lines().filter(|line| line.starts_with(&format!("{seat}: "))).count();
    assert_eq!((count("one"), count("two"), count("three")), (1, 1, 1), "{}", output.stdout);
}
