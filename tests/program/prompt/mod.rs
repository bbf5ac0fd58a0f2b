//! The prompt: history, notes, agreed results, boards set up by hand, rule changes, saving and resuming, leaving, speech.

mod agreed_results;
mod clocks;
mod files;
mod history;
mod kills;
mod leaving;
mod match_changes;
mod matches;
mod ptn_files;
mod resuming;
mod rule_changes;
mod set_up;
mod speech;
mod variations;

use crate::common::test_dir::{RunOutput, TestDir};
use crate::common::transcript;

#[test]
fn refused_lines_are_explained_in_one_line() {
    transcript::replay_refusals("refusals.txt", 70, |command, lines| {
        let output = TestDir::new().run_with(transcript::split_args(command), lines);
        assert!(output.stderr.lines().count() <= 1, "{lines}: {}", output.stderr);
        output
    });
}

/// Runs lines at the prompt of a small game.
fn run_tak(lines: &str) -> RunOutput {
    run_tak_in(&TestDir::new(), lines)
}

fn run_tak_in(dir: &TestDir, lines: &str) -> RunOutput {
    dir.run_with(["play", "tak", "--set", "size=3"], lines)
}

/// Runs lines that must all succeed and returns the last lines of the output.
fn last(lines: &str, count: usize) -> Vec<String> {
    let output = run_tak(lines);
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{lines:?}: {}", output.stdout);
    output.last_lines(count).into_iter().map(str::to_string).collect()
}

/// Runs lines of which the last must fail and returns its message.
fn rejection(lines: &str) -> String {
    let output = run_tak(lines);
    assert_eq!(output.code, 1, "{lines:?}: {}", output.stdout);
    output.stderr.trim_end().to_string()
}
