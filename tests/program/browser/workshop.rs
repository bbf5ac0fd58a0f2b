//! Scripts on the page: read, checked, changed, never written over a change made elsewhere.

use super::client::Table;
use crate::common::test_dir::TestDir;
use serde_json::{Value, json};

const VARIANT: &str = r#"--- No walls in the first turns.
return variant "calm" {
  title = "Calm",
  base  = "tak",
  rules = { moves = { place {} } },
}
"#;

/// Returns a script of the rules by its name.
#[track_caller]
fn script(table: &Table, name: &str) -> Value {
    let scripts = table.post("/table/ask", &json!({ "ask": "scripts" })).json();
    let found = scripts["scripts"].as_array().expect("scripts").iter().find(|script| script["name"] == name).cloned();
    found.unwrap_or_else(|| panic!("{scripts}"))
}

fn check(table: &Table, name: &str, text: &str) -> Value {
    table.post("/table/ask", &json!({ "ask": "check", "name": name, "text": text })).json()
}

fn apply(table: &Table, name: &str, text: &str, hash: &Value) -> (u16, Value) {
    let response = table.post("/table/script", &json!({ "name": name, "text": text, "hash": hash }));
    (response.status, response.json())
}

#[test]
fn a_script_is_checked_and_applied_and_the_game_goes_on() {
    let dir = TestDir::with("variants/calm.lua", VARIANT);
    let table = Table::open_in(dir, &["play", "tak+calm", "--set", "size=4", "--moves", "a1 d4 b2"]);
    let mut window = table.window(&table.key);
    window.table();
    let read = script(&table, "calm");
    assert_eq!((&read["text"], &read["built_in"]), (&json!(VARIANT), &json!(false)));

    let wrong = VARIANT.replace("place {}", "plaec {}");
    let checked = check(&table, "calm", &wrong);
    assert_eq!((&checked["ok"], &checked["faults"][0]["line"]), (&json!(false), &json!(5)), "{checked}");
    assert!(checked["faults"][0]["message"].as_str().is_some_and(|message| message.contains("plaec")), "{checked}");
    let (status, refused) = apply(&table, "calm", &wrong, &read["hash"]);
    assert_eq!(status, 422, "{refused}");
    assert_eq!(table.dir.read("variants/calm.lua"), VARIANT);

    let right = VARIANT.replace("{ moves = { place {} } }", "{ moves = { place {}, spread {} } }");
    assert_eq!(check(&table, "calm", &right)["effect"], "All 3 moves are still legal; `new` starts again.");
    let (status, applied) = apply(&table, "calm", &right, &read["hash"]);
    assert_eq!((status, &applied["file"]), (200, &json!("variants/calm.lua")), "{applied}");
    assert_eq!(table.dir.read("variants/calm.lua"), right);
    let told = window.event("told");
    assert!(told["text"].as_str().is_some_and(|text| text.starts_with("wrote variants/calm.lua")), "{told}");
    assert_eq!(window.table_with("/at", 3)["game"]["name"], "tak+calm");
    table.wait_for_output("reload\nwrote variants/calm.lua\n");
    assert_eq!(script(&table, "calm")["hash"], applied["hash"]);
}

#[test]
fn a_change_made_elsewhere_is_kept() {
    let dir = TestDir::with("variants/calm.lua", VARIANT);
    let table = Table::open_in(dir, &["play", "tak+calm", "--set", "size=4"]);
    let read = script(&table, "calm");
    let other = VARIANT.replace("Calm", "Calmer");
    table.dir.write("variants/calm.lua", &other);
    let (status, refused) = apply(&table, "calm", VARIANT, &read["hash"]);
    assert_eq!(status, 409, "{refused}");
    assert_eq!(table.dir.read("variants/calm.lua"), other);
    // Only scripts of these rules can be written.
    for name in ["late-walls", "../calm", "/etc/passwd", ""] {
        assert_eq!(apply(&table, name, VARIANT, &read["hash"]).0, 400, "{name}");
    }
}

#[test]
fn a_built_in_script_opens_as_a_copy() {
    let table = Table::open(&["play", "tak+late-walls", "--set", "size=4", "--moves", "a1 d4"]);
    let mut window = table.window(&table.key);
    window.table();
    let read = script(&table, "late-walls");
    assert_eq!((&read["built_in"], &read["target"]), (&json!(true), &json!("variants/late-walls.lua")));
    let text = read["text"].as_str().expect("a text").to_string();
    let checked = check(&table, "late-walls", "return nonsense");
    assert_eq!((&checked["ok"], &checked["faults"][0]["line"]), (&json!(false), &json!(1)), "{checked}");
    let changed = format!("-- mine\n{text}");
    let (status, applied) = apply(&table, "late-walls", &changed, &read["hash"]);
    assert_eq!(status, 200, "{applied}");
    assert_eq!(table.dir.read("variants/late-walls.lua"), changed);
    window.event("told");
    let again = script(&table, "late-walls");
    assert_eq!((&again["built_in"], &again["hash"]), (&json!(false), &applied["hash"]));
    let (status, applied) = apply(&table, "late-walls", &text, &again["hash"]);
    assert_eq!(status, 200, "{applied}");
    assert_eq!(table.dir.read("variants/late-walls.lua"), text);
}

#[test]
fn only_the_table_sees_and_changes_scripts() {
    let mut table = Table::open(&["play", "tak", "--set", "size=4"]);
    for key in [table.key_of("readonly"), table.key_of("white")] {
        for question in [
            json!({ "ask": "scripts" }),
            json!({ "ask": "check", "name": "tak", "text": "" }),
            json!({ "ask": "fair", "games": 10, "bots": ["random"] }),
        ] {
            assert_eq!(table.post_as(&key, "/table/ask", &question).status, 403, "{question}");
        }
        let script = json!({ "name": "tak", "text": "", "hash": "" });
        assert_eq!(table.post_as(&key, "/table/script", &script).status, 403);
        let file = json!({ "name": "x.ptn", "text": "" });
        assert_eq!(table.post_as(&key, "/table/file", &file).status, 403);
    }
}

#[test]
fn games_are_played_in_the_background() {
    let table = Table::open(&["play", "tak", "--set", "size=3"]);
    let mut window = table.window(&table.key);
    window.table();
    let ask =
        |games: u64, bot: &str| table.post("/table/ask", &json!({ "ask": "fair", "games": games, "bots": [bot] }));
    assert_eq!(ask(200, "random").json(), json!({ "games": 200 }));
    loop {
        let report = window.event("fair");
        if report["done"] == true {
            assert_eq!((&report["played"], &report["error"]), (&json!(200), &Value::Null));
            assert!(report["text"].as_str().is_some_and(|text| text.starts_with("tak")), "{report}");
            assert!(report["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{report}");
            break;
        }
    }
    // A run is stopped with the program, and by another one.
    assert_eq!(ask(10_000, "easy").status, 200);
    assert_eq!(ask(0, "easy").json(), json!({ "games": 0 }));
    assert_eq!(ask(10_000, "easy").status, 200);
    for (games, bot, status) in [(10_001, "easy", 400), (10, "nobody", 422), (10, "tei:./engine", 400)] {
        assert_eq!(ask(games, bot).status, status, "{bot}");
    }
}
