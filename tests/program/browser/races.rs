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
fn at_the_prompt_alone_bots_wait_for_the_person() {
    let dir = TestDir::with("variants/fast.lua", FAST);
    let args = ["play", "gobble+fast", "--set", "players=3", "--seats", "human,random,random", "--seed", "1"];
    let output = dir.run_with(args, "1:3 c\n").success();
    let count = |seat: &str| output.stdout.lines().filter(|line| line.starts_with(&format!("{seat}: "))).count();
    assert_eq!((count("one"), count("two"), count("three")), (1, 1, 1), "{}", output.stdout);
}
