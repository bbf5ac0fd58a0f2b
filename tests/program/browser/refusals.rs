//! What the server refuses: other addresses, pages, keys, methods, sizes and paths.

use super::client::{Response, Table};
use serde_json::{Value, json};

/// Expects a refusal with one sentence, after which the game is as before.
#[track_caller]
fn assert_refused(response: &Response, status: u16) {
    assert_eq!(response.status, status, "{}", response.body);
    let error = response.json();
    assert!(error["error"].as_str().is_some_and(|error| !error.is_empty() && !error.contains('\n')), "{error}");
    assert_eq!(response.header("access-control-allow-origin"), None);
    assert!(response.header("content-security-policy").is_some());
}

fn ask_moves(table: &Table, headers: &[(&str, &str)]) -> Response {
    table.send(table.request("POST /table/ask", headers, r#"{"ask":"moves"}"#))
}

#[test]
fn another_host_is_refused() {
    let table = Table::open(&["play", "tak"]);
    let key = ("X-Houserule-Key", table.key.as_str());
    let port = table.port;
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("LOCALHOST:{port}")] {
        assert_eq!(ask_moves(&table, &[key, ("Host", &host)]).status, 200, "{host}");
    }
    for host in [
        "evil.test".to_string(),
        format!("evil.test:{port}"),
        "127.0.0.1".to_string(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.1.evil.test:{port}"),
        format!("localhost.evil.test:{port}"),
        format!("user@127.0.0.1:{port}"),
        format!("[::1]:{port}"),
        format!("127.1:{port}"),
        String::new(),
    ] {
        assert_refused(&ask_moves(&table, &[key, ("Host", &host)]), 403);
        let page = table.send(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert_refused(&page, 403);
    }
    let own = table.host();
    assert_refused(&ask_moves(&table, &[key, ("Host", &own), ("Host", "evil.test")]), 403);
    let absolute = format!("GET http://evil.test/ HTTP/1.1\r\nHost: {own}\r\nConnection: close\r\n\r\n");
    assert_refused(&table.send(absolute), 403);
}

#[test]
fn a_page_of_another_origin_is_refused() {
    let table = Table::open(&["play", "tak"]);
    let key = ("X-Houserule-Key", table.key.as_str());
    let port = table.port;
    for origin in [format!("http://127.0.0.1:{port}"), format!("http://localhost:{port}")] {
        assert_eq!(ask_moves(&table, &[key, ("Origin", &origin)]).status, 200, "{origin}");
    }
    for origin in [
        "null".to_string(),
        "http://evil.test".to_string(),
        format!("http://evil.test:{port}"),
        format!("https://127.0.0.1:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        format!("http://127.0.0.1:{port}.evil.test"),
        format!("http://127.0.0.1:{port}@evil.test"),
        "http://127.0.0.1".to_string(),
    ] {
        assert_refused(&ask_moves(&table, &[key, ("Origin", &origin)]), 403);
    }
    assert_refused(&ask_moves(&table, &[key, ("Sec-Fetch-Site", "cross-site")]), 403);
    assert_refused(&ask_moves(&table, &[key, ("Sec-Fetch-Site", "same-site")]), 403);
    // A page that asks for permission first gets none.
    let asked = [("Origin", "http://evil.test"), ("Access-Control-Request-Method", "POST")];
    assert_refused(&table.send(table.request("OPTIONS /table/line", &asked, "")), 403);
}

#[test]
fn a_wrong_key_is_refused() {
    let table = Table::open(&["play", "tak"]);
    assert_refused(&ask_moves(&table, &[]), 401);
    let (shorter, longer) = (&table.key[1..], format!("{}0", table.key));
    for key in ["", "x", "00000000000000000000000000000000", shorter, &longer] {
        assert_refused(&ask_moves(&table, &[("X-Houserule-Key", key)]), 401);
        let events = table.request("GET /table/events", &[("X-Houserule-Key", key)], "");
        assert_refused(&table.send(events), 401);
        assert_refused(&table.post_as(key, "/table/line", &json!({ "line": "a1" })), 401);
    }
    let twice = [("X-Houserule-Key", table.key.as_str()), ("X-Houserule-Key", table.key.as_str())];
    assert_refused(&ask_moves(&table, &twice), 401);
    // A key in the address would be kept in logs.
    let in_path = format!("GET /table/events?key={} HTTP/1.1", table.key);
    assert_refused(&table.send(format!("{in_path}\r\nHost: {}\r\nConnection: close\r\n\r\n", table.host())), 401);
}

#[test]
fn wrong_methods_and_paths_are_refused() {
    let table = Table::open(&["play", "tak"]);
    let key = [("X-Houserule-Key", table.key.as_str())];
    for method in ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"] {
        assert_refused(&table.send(table.request(&format!("{method} /table/line"), &key, "{}")), 405);
    }
    assert_refused(&table.send(table.request("POST /table/events", &key, "{}")), 405);
    assert_refused(&table.send(table.request("POST /", &key, "")), 405);
    for path in [
        "/table",
        "/table/",
        "/table/other",
        "/table/line/",
        "//table/line",
        "/Table/line",
        "/table/../table/line",
        "/../../etc/passwd",
        "/table/%2e%2e/line",
        "/index.html",
        "/page/page.css",
        "/favicon.ico",
        "/%00",
    ] {
        assert_refused(&table.send(table.request(&format!("GET {path}"), &key, "")), 404);
        assert_refused(&table.send(table.request(&format!("POST {path}"), &key, "{}")), 404);
    }
}

#[test]
fn requests_that_are_too_large_are_refused() {
    let table = Table::open(&["play", "tak"]);
    let line = |length: usize| table.post("/table/line", &json!({ "line": "x".repeat(length) }));
    assert_refused(&line(256 * 1024), 413);
    assert_refused(&line(100_000), 413);
    assert_eq!(line(100_000).json()["error"], "a line may have at most 64 kB");
    let head = format!("POST /table/line HTTP/1.1\r\nHost: {}\r\nX-Houserule-Key: {}\r\n", table.host(), table.key);
    // No byte of the body need arrive.
    let announced = table.send(format!("{head}Connection: close\r\nContent-Length: 99999999999\r\n\r\n"));
    assert_refused(&announced, 413);
    let many_headers: String = (0..200).map(|number| format!("X-{number}: 1\r\n")).collect();
    assert_eq!(table.send(format!("{head}{many_headers}Content-Length: 0\r\n\r\n")).status, 431);
}

#[test]
fn sizes_are_those_of_texts_not_of_their_requests() {
    let table = Table::open(&["play", "tak"]);
    // In JSON each of these takes two bytes.
    let text = |length: usize| "\"\n".repeat(length / 2);
    let file = |text: String| table.post("/table/file", &json!({ "name": "x.ptn", "text": text }));
    assert_refused(&file(text(4 << 20)), 422);
    for longer in [text(4 << 20) + "x", text(5 << 20)] {
        let refused = file(longer);
        assert_refused(&refused, 413);
        assert_eq!(refused.json()["error"], "a file may have at most 4 MB");
    }
    let check = |text: String| table.post("/table/ask", &json!({ "ask": "check", "name": "tak", "text": text }));
    assert_eq!(check(text(200_000)).status, 200);
    let script = |text: String| table.post("/table/script", &json!({ "name": "tak", "text": text, "hash": "" }));
    assert_refused(&script(text(200_000)), 409);
    let hash = table.post("/table/ask", &json!({ "ask": "scripts" })).json()["scripts"][0]["hash"].clone();
    let longer = json!({ "name": "tak", "text": text(200_000) + "x", "hash": hash });
    for refused in [check(text(200_000) + "x"), table.post("/table/script", &longer)] {
        assert_refused(&refused, 413);
        assert_eq!(refused.json()["error"], "a script may have at most 200 kB");
    }
}

#[test]
fn requests_that_cannot_be_read_are_refused() {
    let table = Table::open(&["play", "tak"]);
    let post = |path: &str, body: &str| {
        table.send(table.request(&format!("POST {path}"), &[("X-Houserule-Key", &table.key)], body))
    };
    for body in ["", "{", "null", "[]", "\"a1\"", "{}", r#"{"line":1}"#, r#"{"line":"a1","more":1}"#, "\u{0}"] {
        assert_refused(&post("/table/line", body), 400);
    }
    for line in ["a1\na2", "a\u{0}1", "\u{1b}[2J"] {
        assert_refused(&table.post("/table/line", &json!({ "line": line })), 400);
    }
    for body in [r#"{"ask":"everything"}"#, r#"{"ask":"preview"}"#, r#"{"ask":"moves","of":"white"}"#, "{}"] {
        assert_refused(&post("/table/ask", body), 400);
    }
    assert_refused(&table.post("/table/ask", &json!({ "ask": "why", "text": "no such move" })), 400);
    assert_refused(&table.post("/table/ask", &json!({ "ask": "look", "at": "z99" })), 400);
}

#[test]
fn a_read_only_window_sends_no_line() {
    let mut table = Table::open(&["play", "tak"]);
    let key = table.key_of("readonly");
    let mut window = table.window(&key);
    let shown = window.table();
    assert_eq!((&shown["readonly"], &shown["seat"]), (&json!(true), &Value::Null));
    assert_refused(&table.post_as(&key, "/table/line", &json!({ "line": "a1" })), 403);
    assert_refused(&table.post_as(&key, "/table/line", &json!({ "line": "quit" })), 403);
    assert_eq!(table.post_as(&key, "/table/ask", &json!({ "ask": "moves" })).status, 200);
    table.line("a1");
    assert_eq!(window.table_with("/at", 1)["readonly"], true);
}

#[test]
fn a_seat_whose_line_waits_does_not_act_for_another() {
    for second in ["a6", "resign"] {
        let mut table = Table::open(&["play", "tak", "--set", "size=6"]);
        let (white, mut window) = (table.key_of("white"), table.window(&table.key));
        window.table();
        // Lines wait until the adviser has found its move.
        table.line("hint");
        for line in ["a5", second] {
            assert_eq!(table.post_as(&white, "/table/line", &json!({ "line": line })).status, 202, "{line}");
        }
        let told = loop {
            let told = window.event("told");
            if told["line"] == second {
                break told;
            }
        };
        let refusal = json!({ "line": second, "text": "it is not white's turn", "refused": true });
        assert_eq!(told, refusal);
        table.type_line("b6");
        let shown = window.table_with("/at", 2);
        assert_eq!((&shown["over"], &shown["moves"][1]["moves"]), (&Value::Null, &json!(["b6"])));
    }
}

#[test]
fn a_seat_moves_only_in_its_turn_and_only_itself() {
    let mut table = Table::open(&["play", "tak", "--set", "size=4"]);
    let (white, black) = (table.key_of("white"), table.key_of("black"));
    let line = |key: &str, line: &str| table.post_as(key, "/table/line", &json!({ "line": line }));
    let mut window = table.window(&black);
    let shown = window.table();
    assert_eq!((&shown["readonly"], &shown["seat"]), (&json!(false), &json!("black")));
    assert_refused(&line(&black, "a1"), 403);
    assert_refused(&line(&black, "undo"), 403);
    assert_eq!(line(&white, "a1").status, 202);
    window.table_with("/at", 1);
    assert_refused(&line(&white, "d4"), 403);
    // Files, programs and other people's games are not a seat's business.
    for command in
        ["save x.toml", "load x.toml", "seats human,tei:./engine", "bot tei:./engine", "svg x", "play hex", "quit"]
    {
        assert_refused(&line(&black, command), 403);
        assert_refused(&line(&black, &format!(":{command}")), 403);
    }
    assert_refused(&line(&black, "draw"), 403);
    assert_refused(&line(&black, "resign white"), 403);
    assert_eq!(line(&black, "d4").status, 202);
    window.table_with("/at", 2);
    assert_eq!(line(&white, "resign white").status, 202);
    assert!(
        window.table_with("/turn/seats", json!([]))["over"].as_str().is_some_and(|over| over.contains("black wins"))
    );
}
