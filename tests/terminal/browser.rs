//! The table in a browser beside a terminal: clicks appear above the line being typed, and show no hidden hand.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::common::test_dir::TestDir;
use crate::pty_session::{Key, PtySession};

const NO_DESKTOP: &[(&str, &str)] = &[("DISPLAY", ""), ("WAYLAND_DISPLAY", ""), ("SSH_CONNECTION", "")];

fn open(dir: &TestDir, typed: &str) -> PtySession {
    PtySession::open_with(dir, typed, (24, 100), NO_DESKTOP)
}

/// Returns the port and the key of the link after some words.
fn link(terminal: &PtySession, words: &str) -> (u16, String) {
    let output = terminal.output();
    let (_, rest) = output.split_once(&format!("{words}http://127.0.0.1:")).expect("a link");
    let (port, rest) = rest.split_once("/#").expect("a key");
    (port.parse().expect("a port"), rest.chars().take_while(char::is_ascii_hexdigit).collect())
}

/// Sends a line as a window does and returns the status of the answer.
fn send_line((port, key): &(u16, String), line: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", *port)).expect("the server listens");
    let body = format!("{{\"line\":\"{line}\"}}");
    let head = format!("POST /table/line HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nX-Houserule-Key: {key}\r\n");
    write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer.split(' ').nth(1).unwrap_or_default().to_string()
}

#[test]
fn a_click_appears_above_the_line_being_typed() {
    let dir = TestDir::new();
    let mut terminal = open(&dir, "play tak --set size=3 --seats human,human --browser");
    terminal.wait_for("From another machine, run this there first: ssh -L ");
    terminal.type_text("b");
    let table = link(&terminal, "The table is at ");
    assert_eq!(send_line(&table, "a1"), "202");
    terminal.wait_for("white 1> a1").wait_for("white: a1").wait_for("black 1> b");
    terminal.enter("2").wait_for("black: b2");
    assert_eq!(send_line(&table, "undo"), "202");
    terminal.wait_for("undone: b2");
    terminal.type_text("quit").press(Key::Enter);
    assert_eq!(terminal.wait_for_exit(), Some(0));
}

#[test]
fn the_link_is_printed_although_a_hand_is_covered() {
    let dir = TestDir::new();
    let mut terminal = open(&dir, "play tantrix+hidden-hands --seed 1 --seats Ann,Bert --browser");
    terminal.wait_for("Next: Ann (red).").wait_for("The table is at http://127.0.0.1:");
    assert_eq!(send_line(&link(&terminal, "The table is at "), "note ready"), "202");
    terminal.wait_for("noted before the first move");
}

#[test]
fn a_seat_that_moves_on_a_page_leaves_its_hand_covered() {
    let dir = TestDir::new();
    let mut terminal = open(&dir, "play tantrix+hidden-hands --seed 1 --seats Ann,Bert");
    terminal.wait_for("Next: Ann (red).").enter("browser red").wait_for("For red: http://127.0.0.1:");
    let red = link(&terminal, "For red: ");
    assert_eq!(send_line(&red, "hand"), "403");
    assert_eq!(send_line(&red, ""), "422");
    assert_eq!(send_line(&red, "49@0,0:0"), "202");
    terminal.wait_for("red: 49").wait_for("Next: Bert (yellow).");
    assert_eq!(send_line(&red, "51 a"), "403", "it is the other's turn");
    for tile in ["bgbygy", "bbgygy", "bgbgrr", "bbyyrr", "bgbrgr"] {
        assert!(!terminal.output().contains(tile), "{tile} is shown:\n{}", terminal.output());
    }
}
