//! Saves from the page, and files dropped on it.

use super::client::Table;
use crate::common::test_dir::TestDir;
use base64::Engine;
use serde_json::{Value, json};

fn save(table: &Table, format: &str) -> Value {
    table.post("/table/ask", &json!({ "ask": "save", "format": format })).json()
}

#[test]
fn the_game_is_saved_in_every_format_and_a_dropped_file_goes_on() {
    let table = Table::open(&["play", "tak", "--set", "size=4", "--moves", "a1 d4 b2"]);
    let mut window = table.window(&table.key);
    let formats = window.table()["game"]["formats"].clone();
    assert_eq!(formats, json!(["toml", "ptn", "svg", "png", "html"]));
    for (format, start) in [("svg", "<svg"), ("html", "<!DOCTYPE html>"), ("ptn", "["), ("toml", "")] {
        let file = save(&table, format);
        assert_eq!(file["name"], format!("tak.{format}"));
        assert!(file["text"].as_str().is_some_and(|text| text.starts_with(start)), "{file}");
    }
    let png = save(&table, "png")["base64"].as_str().map(|text| base64::engine::general_purpose::STANDARD.decode(text));
    assert!(png.is_some_and(|png| png.is_ok_and(|bytes| bytes.starts_with(b"\x89PNG"))));
    for format in ["exe", "../x", ""] {
        assert_eq!(table.post("/table/ask", &json!({ "ask": "save", "format": format })).status, 400, "{format}");
    }
    assert_eq!(std::fs::read_dir(table.dir.path("")).expect("a folder").count(), 1, "only the home is there");

    let saved = ["toml", "ptn"].map(|format| save(&table, format)["text"].clone());
    for text in saved {
        table.line("undo");
        window.table_with("/at", 2);
        let file = json!({ "name": "dropped.game", "text": text });
        assert_eq!(table.post("/table/file", &file).status, 202);
        window.table_with("/at", 3);
    }
    table.wait_for_output("load dropped.game\n");
}

#[test]
fn a_dropped_file_that_is_no_game_changes_nothing() {
    let table = Table::open(&["play", "tak", "--set", "size=4", "--moves", "a1"]);
    let mut window = table.window(&table.key);
    let before = window.table();
    let drop = |name: &str, text: &str| table.post("/table/file", &json!({ "name": name, "text": text }));
    for text in ["", "hello", "\u{0}\u{1}", "return variant \"x\" {}", "[game]\nrules = \"nonsense\"", "{\"a\":1}"] {
        let refused = drop("notes.txt", text);
        assert_eq!(refused.status, 422, "{text}: {}", refused.body);
        let told = window.event("told");
        assert_eq!((&told["refused"], told["text"].as_str()), (&json!(true), refused.json()["error"].as_str()));
        assert!(told["text"].as_str().is_some_and(|text| text.contains("notes.txt")), "{told}");
    }
    assert_eq!(drop("long.txt", &"x".repeat(5 << 20)).status, 413);
    let mut again = table.window(&table.key);
    assert_eq!(again.table(), before);
}

#[test]
fn a_dropped_file_ends_a_lesson_as_load_does() {
    let table = Table::open(&["play", "tak", "--set", "size=4", "--moves", "a1 d4 b2"]);
    let mut window = table.window(&table.key);
    window.table();
    let text = save(&table, "toml")["text"].clone();
    table.line("lesson tak-walls");
    window.table_with("/lesson/name", "tak-walls");
    assert_eq!(table.post("/table/file", &json!({ "name": "x.toml", "text": text })).status, 202);
    table.wait_for_output("You left the lesson `tak-walls` at step 1 of 4.");
    assert_eq!(window.table_with("/at", 3)["lesson"], Value::Null);
}

#[test]
fn a_dropped_file_runs_no_script_by_its_path() {
    let script =
        "--- Found.\nreturn variant \"calm\" {\n  title = \"Calm\",\n  base = \"tak\",\n  rules = { turn = {} },\n}\n";
    let dir = TestDir::with("elsewhere/calm.lua", script);
    let rules = "tak+elsewhere/calm.lua";
    let table = Table::open_in(dir, &["play", rules, "--set", "size=4", "--moves", "a1 d4"]);
    let mut window = table.window(&table.key);
    window.table();
    let saved = save(&table, "toml")["text"].as_str().expect("a text").to_string();
    assert!(saved.contains(rules), "{saved}");
    let drop = |text: &str| table.post("/table/file", &json!({ "name": "x.toml", "text": text }));
    let refused = drop(&saved);
    assert_eq!(refused.status, 422, "{}", refused.body);
    let message = refused.json()["error"].as_str().expect("a sentence").to_string();
    assert!(message.contains("names a script by its path, elsewhere/calm.lua"), "{message}");
    // Nor by a name that the record has a path for.
    let named = saved.replace(rules, "tak+calm");
    assert_eq!(drop(&named).status, 422);
    // The name finds a script of the user.
    table.dir.write("variants/calm.lua", script);
    let response = drop(&named);
    assert_eq!(response.status, 202, "{}", response.body);
    assert_eq!(window.table_with("/game/name", "tak+calm")["at"], 2);
}
