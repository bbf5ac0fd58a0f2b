//! The table in a browser: the real program, asked over its own connections.

pub mod client;
mod documents;
mod hands;
mod races;
mod random_requests;
mod refusals;
mod windows;
mod workshop;

use client::Table;
use serde_json::{Value, json};

#[test]
fn a_click_and_a_typed_line_are_one_game() {
    let mut table = Table::open(&["play", "tak", "--set", "size=4"]);
    let mut window = table.window(&table.key);
    assert_eq!(window.table()["prompt"], "white 1");
    assert_eq!(table.post("/table/line", &json!({ "line": "a1" })).status, 202);
    table.wait_for_output("white 1> a1\nwhite: a1\n");
    assert_eq!(window.table_with("/at", 1)["moves"][0]["moves"], json!(["a1"]));
    table.type_line("d4");
    assert_eq!(
        window.table_with("/at", 2)["turn"],
        json!({ "number": 2, "seats": ["white"], "step": 1, "race": false })
    );
    table.type_line("undo");
    let shown = window.table_with("/at", 1);
    assert_eq!((&shown["undone"], &shown["prompt"]), (&json!(1), &json!("black 1")));
}

#[test]
fn two_windows_are_in_step() {
    let mut table = Table::open(&["play", "trax"]);
    let (mut one, mut other) = (table.window(&table.key), table.window(&table.key));
    assert_eq!(one.table(), other.table());
    for (count, line) in ["@0/", "@1+", "undo", "redo"].into_iter().enumerate() {
        match count % 2 {
            0 => assert_eq!(table.post("/table/line", &json!({ "line": line })).status, 202, "{line}"),
            _ => table.type_line(line),
        }
        let revision = count as u64 + 2;
        assert_eq!(one.table_with("/revision", revision), other.table_with("/revision", revision), "{line}");
    }
}

#[test]
fn of_two_moves_for_one_position_only_the_first_is_played() {
    let mut table = Table::open(&["play", "tak", "--set", "size=6"]);
    let mut window = table.window(&table.key);
    let revision = window.table()["revision"].clone();
    let post = |table: &Table, line: &str, revision: &Value| {
        let response = table.post("/table/line", &json!({ "line": line, "revision": revision }));
        (response.status, response.json())
    };
    // Both wait until the adviser has found its move.
    table.line("hint");
    assert_eq!(post(&table, "a1", &revision).0, 202);
    assert_eq!(post(&table, "b2", &revision).0, 202);
    let message = "the table has changed since; look again";
    let told = loop {
        let told = window.event("told");
        if told["line"] == "b2" {
            break told;
        }
    };
    assert_eq!(told, json!({ "line": "b2", "text": message, "refused": true }));
    assert_eq!(post(&table, "b2", &revision), (409, json!({ "error": message })));
    // A note changes the table, but not the position; and only moves are meant for a position.
    assert_eq!(post(&table, "note one", &revision).0, 202);
    let shown = window.table_with("/notes/0/text", "one");
    assert_eq!(shown["at"], 1);
    let before_note = shown["revision"].as_u64().expect("a number") - 1;
    assert_eq!(post(&table, "f6", &json!(before_note)).0, 202);
    let revision = window.table_with("/at", 2)["revision"].clone();
    table.type_line("undo");
    window.table_with("/at", 1);
    assert_eq!(post(&table, "b2", &revision).0, 409);
    table.line("b2");
    window.table_with("/at", 2);
}

#[test]
fn windows_are_told_what_a_line_printed_without_the_board() {
    let mut table = Table::open(&["play", "tak", "--set", "size=4"]);
    let mut window = table.window(&table.key);
    window.table();
    table.type_line("a1");
    assert_eq!(window.event("told"), json!({ "line": "a1", "text": "white: a1", "refused": false }));
    table.line("b9");
    let told = window.event("told");
    assert_eq!((&told["line"], &told["refused"]), (&json!("b9"), &json!(true)));
    assert!(told["text"].as_str().is_some_and(|text| text.contains("b9")), "{told}");
    // What a window sends wrongly does not end a prompt that reads from a pipe.
    table.line("b1");
    assert_eq!(window.table_with("/at", 2)["over"], json!(null));
}

#[test]
fn a_clock_alone_does_not_outdate_the_moves() {
    let mut table = Table::open(&["play", "tak", "--seats", "human,human", "--clock", "5m", "--moves", "a1"]);
    let revision = |table: &Table| table.post("/table/ask", &json!({ "ask": "moves" })).json()["revision"].clone();
    let before = revision(&table);
    table.type_line("clock");
    table.wait_for_output("s since the start.");
    assert_eq!(revision(&table), before);
}

#[test]
fn questions_are_answered_and_change_nothing() {
    let table = Table::open(&["play", "tak", "--set", "size=4", "--moves", "a1 d4 b2 b1"]);
    let mut window = table.window(&table.key);
    let before = window.table();
    let ask = |question: serde_json::Value| table.post("/table/ask", &question).json();
    let moves = ask(json!({ "ask": "moves" }));
    let listed = moves["moves"].as_array().expect("moves");
    let place = listed.iter().find(|mv| mv["text"] == "Sc3").expect("a wall on c3");
    assert_eq!(place["kind"], "place");
    assert_eq!((&place["piece"], &place["at"], &place["cell"]), (&json!("wall"), &json!("c3"), &json!([2, 2])));
    let spread = listed.iter().find(|mv| mv["text"] == "b2>").expect("a spread");
    assert_eq!((&spread["kind"], &spread["at"], &spread["to"]), (&json!("spread"), &json!("b2"), &json!("c2")));
    assert_eq!((&spread["path"], &spread["drops"]), (&json!(["c2"]), &json!([1])));
    let preview = ask(json!({ "ask": "preview", "move": "Sb3" }));
    assert_eq!((&preview["legal"], &preview["revision"]), (&json!(true), &before["revision"]));
    assert!(preview["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{preview}");
    let why = ask(json!({ "ask": "why", "text": "b2" }));
    assert_eq!(why["legal"], false);
    assert!(why["why"][0].as_str().is_some_and(|why| why.contains("tak.lua:")), "{why}");
    assert!(ask(json!({ "ask": "rules" }))["text"].as_str().is_some_and(|text| text.starts_with("Tak")));
    assert!(ask(json!({ "ask": "look", "at": "b2" }))["text"].as_str().is_some_and(|text| text.contains("flat")));
    let mut again = table.window(&table.key);
    assert_eq!(again.table(), before);
}

#[test]
fn the_page_needs_no_key_and_loads_nothing_from_elsewhere() {
    let table = Table::open(&["play", "tak"]);
    for path in ["/", "/page.css", "/main.js", "/play.js"] {
        let page = table.send(format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", table.host()));
        assert_eq!(page.status, 200, "{path}");
        for (header, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
            ("x-frame-options", "DENY"),
        ] {
            assert_eq!(page.header(header), Some(value), "{path}: {header}");
        }
        assert!(page.header("content-security-policy").is_some_and(|policy| policy.starts_with("default-src 'none'")));
        assert_eq!(page.header("access-control-allow-origin"), None);
        assert!(!page.body.contains("://") || page.body.contains("http://www.w3.org/"), "{path} names another address");
        assert!(!page.body.contains(&table.key), "{path}");
    }
}
