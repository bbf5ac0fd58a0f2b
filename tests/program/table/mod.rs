//! What people can do at the table: go back and forth, note, resign, set a board up, change the rules, save and load; and
//! nothing of it is lost.

mod arranging;
mod browsing;
mod changing;
mod ending;
mod files;
mod killing;
mod resuming;

use crate::common::desk::{Desk, Said};

/// What is said to lines at the prompt of a small game.
fn tak(lines: &str) -> Said {
    tak_at(&Desk::new(), lines)
}

fn tak_at(desk: &Desk, lines: &str) -> Said {
    desk.run_with(["play", "tak", "--set", "size=3"], lines)
}

/// The last lines of what was said, the last one last.
fn tail(said: &Said, count: usize) -> Vec<&str> {
    let lines: Vec<&str> = said.out.lines().collect();
    lines[lines.len().saturating_sub(count)..].to_vec()
}

/// Runs lines and expects all of them to be obeyed; gives the last lines.
fn last(lines: &str, count: usize) -> Vec<String> {
    let said = tak(lines);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{lines:?}: {}", said.out);
    tail(&said, count).into_iter().map(str::to_string).collect()
}

/// Expects the last of some lines to be refused, and gives what was said.
fn refused(lines: &str) -> String {
    let said = tak(lines);
    assert_eq!(said.code, 1, "{lines:?}: {}", said.out);
    said.err.trim_end().to_string()
}
