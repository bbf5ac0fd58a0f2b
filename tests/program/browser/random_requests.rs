//! Thousands of random requests change nothing.

use super::client::Table;
use houserule_script::play::Rng;
use serde_json::{Value, json};

const REQUESTS: usize = 10_000;

const THREADS: usize = 4;

fn pick<'a>(rng: &mut Rng, words: &[&'a str]) -> &'a str {
    words[rng.below(words.len())]
}

fn random_text(rng: &mut Rng) -> String {
    let length = rng.below(40);
    let letters: Vec<char> = "ab19@:+<>/\\\"{}[]', \u{0}\r\n\u{fffd}é%.".chars().collect();
    (0..length).map(|_| letters[rng.below(letters.len())]).collect()
}

/// Returns a line that would change something, if it were let through.
fn random_line(rng: &mut Rng) -> String {
    match rng.below(3) {
        0 => random_text(rng),
        _ => pick(rng, &["a1", "b2", "undo", "quit", "set size=5", "save x.toml", "new", "lua 1", "draw", ""])
            .to_string(),
    }
}

/// Returns the body of a random question.
fn random_question(rng: &mut Rng) -> Value {
    let text = random_line(rng);
    match rng.below(7) {
        0 => json!({ "ask": "moves" }),
        1 => json!({ "ask": "preview", "move": text }),
        2 => json!({ "ask": "why", "text": text }),
        3 => json!({ "ask": "look", "at": text }),
        4 => json!({ "ask": "look" }),
        5 => json!({ "ask": text, "text": text }),
        _ => json!([text, null, 1e300, { "ask": "moves" }]),
    }
}

/// Returns a request that must change nothing.
fn random_request(table: &Table, keys: &[String], rng: &mut Rng) -> Vec<u8> {
    let key = &keys[rng.below(keys.len())];
    if rng.below(10) == 0 {
        return (0..rng.below(300)).map(|_| rng.below(256) as u8).collect();
    }
    if rng.below(2) == 0 {
        // Anyone with a key of the table may ask.
        let key = if rng.below(2) == 0 { &table.key } else { key };
        let body = random_question(rng).to_string();
        return table.request("POST /table/ask", &[("X-Houserule-Key", key)], &body).into_bytes();
    }
    let method = pick(rng, &["GET", "POST", "POST", "PUT", "DELETE", "OPTIONS", "BREW"]);
    let path = pick(rng, &["/", "/table/line", "/table/line", "/table/ask", "/table/file", "/table/../x", "/%2e", "*"]);
    let body = json!({ "line": random_line(rng) }).to_string();
    let cut = if rng.below(4) == 0 { rng.below(body.len()) } else { body.len() };
    let host = table.host();
    let host = if rng.below(3) == 0 { "evil.test" } else { &host };
    let mut headers = vec![("Host", host), ("X-Houserule-Key", key.as_str())];
    if rng.below(3) == 0 {
        headers.push(("Origin", "http://evil.test"));
    }
    let mut request = table.request(&format!("{method} {path}"), &headers, &body).into_bytes();
    request.truncate(request.len() - (body.len() - cut));
    request
}

#[test]
fn random_requests_change_nothing() {
    let mut table = Table::open(&["play", "tak", "--set", "size=4", "--moves", "a1 d4 b2"]);
    // It is black's turn.
    let keys = [table.key_of("readonly"), table.key_of("white"), "0".repeat(32), String::new()];
    let mut window = table.window(&table.key);
    let before = window.table();
    let files = || std::fs::read_dir(table.dir.path("")).expect("a folder").count();
    let files_before = files();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (table, keys) = (&table, &keys);
            scope.spawn(move || {
                let mut rng = Rng::new(thread as u64);
                for number in 0..REQUESTS / THREADS {
                    let request = random_request(table, keys, &mut rng);
                    let mut stream = table.connect();
                    let _ = std::io::Write::write_all(&mut stream, &request);
                    let text = String::from_utf8_lossy(&request);
                    let is_whole = text.contains("HTTP/1.1") && text.ends_with(['}', ']']);
                    if !is_whole {
                        // What was cut off would be waited for.
                        let _ = stream.shutdown(std::net::Shutdown::Write);
                    }
                    let mut answer = Vec::new();
                    let _ = std::io::Read::read_to_end(&mut stream, &mut answer);
                    let status = String::from_utf8_lossy(&answer).split(' ').nth(1).map(str::to_string);
                    assert!(status.is_some() || !is_whole, "request {number} of {thread} has no answer: {text}");
                    let is_line = text.contains("/table/line");
                    assert!(
                        !(is_line && status.as_deref() == Some("202")),
                        "request {number} of {thread} was let through"
                    );
                }
            });
        }
    });
    let mut again = table.window(&table.key);
    assert_eq!(again.table(), before);
    assert_eq!(files(), files_before);
    assert_eq!(table.quit(), Some(0));
}
