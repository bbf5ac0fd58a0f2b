//! Transcripts: a command after `$`, stdout after two blanks, stderr after `!`, and the exit code after `=`.
//! `SNAPSHOTS=overwrite cargo test transcript` rewrites them.

use std::path::{Path, PathBuf};

use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};

use super::test_dir::RunOutput;

/// Splits a command line at blanks outside of quotes.
pub fn split_args(typed: &str) -> Vec<String> {
    let mut args = vec![];
    for (index, part) in typed.split('"').enumerate() {
        if index % 2 == 1 {
            args.push(part.to_string());
        } else {
            args.extend(part.split_whitespace().map(str::to_string));
        }
    }
    args
}

/// Compares a text with a golden file in `tests/data`, or overwrites the file.
pub fn assert_golden(file: &str, text: String) {
    let golden = Data::read_from(&path(file), Some(DataFormat::Text)).raw();
    assert_data_eq!(text, golden);
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file)
}

/// Compares the messages for lines that the prompt refuses. After `$` comes the command, then for each case the typed
/// lines after `>`, of which the last is refused, and its message after `!`. Every case starts a program of its own.
pub fn replay_refusals(file: &str, min_cases: usize, run: impl Fn(&str, &str) -> RunOutput) {
    let text = std::fs::read_to_string(path(file)).expect("a list of messages");
    let (mut actual, mut command, mut typed, mut cases) = (String::new(), "", String::new(), 0);
    for line in text.lines() {
        if let Some(line) = line.strip_prefix("> ") {
            typed += &format!("{line}\n");
        } else if !typed.is_empty() {
            let output = run(command, &typed);
            assert_eq!(output.code, 1, "{command}: {typed}");
            let accepted = typed.trim_end().rsplit_once('\n').map(|(before, _)| run(command, before).code);
            assert_eq!(accepted.unwrap_or(0), 0, "{command}: only the last line is refused: {typed}");
            actual.extend(output.stderr.lines().map(|message| format!("! {message}\n")));
            typed.clear();
            cases += 1;
        }
        command = line.strip_prefix("$ houserule ").unwrap_or(command);
        if !line.starts_with("! ") {
            actual += &format!("{line}\n");
        }
    }
    assert!(typed.is_empty(), "the list ends with a message: {typed}");
    assert!(cases >= min_cases, "only {cases} cases were read");
    assert_golden(file, actual);
}

/// Runs the commands of a transcript, of which there are at least `min_commands`, and compares their output.
pub fn replay(file: &str, min_commands: usize, mut run: impl FnMut(&str) -> RunOutput) {
    let text = std::fs::read_to_string(path(file)).expect("a transcript");
    let mut sections = text.split("\n$ houserule ");
    let mut actual = sections.next().expect("a heading").to_string();
    let mut commands = 0;
    for section in sections {
        let (typed, _) = section.split_once('\n').expect("some output");
        let (_, after) = section.split_once("\n= ").expect("an exit code");
        let after = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let output = run(typed);
        actual += &format!("\n$ houserule {typed}\n");
        for (sign, lines) in [("  ", &output.stdout), ("! ", &output.stderr)] {
            actual.extend(lines.split_inclusive('\n').map(|line| format!("{sign}{line}")));
        }
        actual += &format!("= {}{after}", output.code);
        commands += 1;
    }
    assert!(commands >= min_commands, "only {commands} commands were read");
    assert_golden(file, actual);
}
