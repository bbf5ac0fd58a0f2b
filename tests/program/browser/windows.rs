//! Windows that are slow, too many or left open, and the end of the program.

use std::io::{Read, Write};

use super::client::Table;
use serde_json::json;

#[test]
fn windows_hear_of_the_end() {
    let mut table = Table::open(&["play", "tak"]);
    let mut window = table.window(&table.key);
    window.table();
    assert_eq!(table.quit(), Some(0));
    window.event("closed");
}

#[test]
fn a_window_can_end_the_program_like_a_typed_line() {
    let mut table = Table::open(&["play", "tak"]);
    let mut window = table.window(&table.key);
    window.table();
    table.line("quit");
    window.event("closed");
    assert_eq!(table.quit(), Some(0));
}

#[test]
fn a_window_that_reads_nothing_holds_nobody_up() {
    let mut table = Table::open(&["play", "tantrix", "--seed", "1"]);
    let host = table.host();
    let slow: Vec<_> = (0..4)
        .map(|_| {
            let mut stream = table.connect();
            let key = &table.key;
            write!(stream, "GET /table/events HTTP/1.1\r\nHost: {host}\r\nX-Houserule-Key: {key}\r\n\r\n")
                .expect("sent");
            stream
        })
        .collect();
    let mut window = table.window(&table.key);
    window.table();
    // Each table has some 20 kB, far more than the system buffers for a window.
    for _ in 0..400 {
        table.type_line("2@0,0:0");
        table.type_line("undo");
    }
    table.type_line("note the end");
    window.table_with("/notes/0/text", "the end");
    drop(slow);
    assert_eq!(table.post("/table/ask", &json!({ "ask": "moves" })).status, 200);
    assert_eq!(table.quit(), Some(0));
}

#[test]
fn spectators_leave_places_for_the_table() {
    let mut table = Table::open(&["play", "tak"]);
    let spectator = table.key_of("readonly");
    let _windows: Vec<_> = (0..24).map(|_| table.window(&spectator)).collect();
    let headers = [("X-Houserule-Key", spectator.as_str())];
    assert_eq!(table.send(table.request("GET /table/events", &headers, "")).status, 503);
    assert_eq!(table.window(&table.key).table()["prompt"], "white 1");
}

#[test]
fn only_so_many_windows_are_open() {
    let table = Table::open(&["play", "tak"]);
    let windows: Vec<_> = (0..32).map(|_| table.window(&table.key)).collect();
    let headers = [("X-Houserule-Key", table.key.as_str())];
    let more = table.send(table.request("GET /table/events", &headers, ""));
    assert_eq!((more.status, more.json()["error"].as_str()), (503, Some("too many windows are open; close one")));
    assert_eq!(table.post("/table/ask", &json!({ "ask": "moves" })).status, 200);
    drop(windows);
    crate::common::test_dir::wait_until(|| {
        let mut stream = table.connect();
        let (host, key) = (table.host(), &table.key);
        let _ = write!(stream, "GET /table/events HTTP/1.0\r\nHost: {host}\r\nX-Houserule-Key: {key}\r\n\r\n");
        let mut status = [0; 12];
        stream.read_exact(&mut status).is_ok() && status.ends_with(b"200")
    });
    table.window(&table.key).table();
}

#[test]
fn connections_without_requests_do_not_shut_others_out_for_long() {
    let table = Table::open(&["play", "tak"]);
    let idle: Vec<_> = (0..10).map(|_| table.connect()).collect();
    assert_eq!(table.post("/table/ask", &json!({ "ask": "moves" })).status, 200);
    drop(idle);
}

#[test]
fn nothing_listens_unless_asked_for() {
    let dir = crate::common::test_dir::TestDir::new();
    let output = dir.run_with(["play", "tak", "--set", "size=4"], "a1\n").success();
    assert!(!output.stdout.contains("http://"), "{}", output.stdout);
}

#[test]
fn over_ssh_the_link_comes_with_the_way_to_it() {
    let dir = crate::common::test_dir::TestDir::new();
    let mut command = dir.houserule();
    command.args(["play", "tak", "--browser"]).env("SSH_CONNECTION", "192.0.2.7 50000 192.0.2.1 22").env("USER", "ann");
    let output = command.stdin(std::process::Stdio::null()).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let link = text.split_once("The table is at http://127.0.0.1:").expect("a link").1;
    let port = link.split('/').next().unwrap_or_default();
    let line = format!("From another machine, run this there first: ssh -L {port}:127.0.0.1:{port} ann@192.0.2.1\n");
    assert!(text.contains(&line), "{text}");
}

#[test]
fn programs_get_the_link_as_an_event() {
    let table = Table::open(&["play", "tak", "--json"]);
    let mut window = table.window(&table.key);
    window.table();
    table.line("a1");
    table.wait_for_output(r#"{"event":"played","seat":"white","move":"a1"}"#);
    table.line("nonsense");
    table.wait_for_output(r#"{"event":"refused","line":"nonsense""#);
}
