//! Transcripts: what is typed after `$`, what goes to stdout after two blanks, to stderr after `!`, and the exit code
//! after `=`. `SNAPSHOTS=overwrite cargo test transcript` rewrites them.

use std::path::{Path, PathBuf};

use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};

use super::desk::Said;

/// What was typed, taken apart at blanks outside of quotes.
pub fn words(typed: &str) -> Vec<String> {
    let mut words = vec![];
    for (index, part) in typed.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(str::to_string));
        }
    }
    words
}

/// Compares a text with the file in `tests/data` where it is kept, or writes it there.
pub fn compare(file: &str, text: String) {
    let kept = Data::read_from(&path(file), Some(DataFormat::Text)).raw();
    assert_data_eq!(text, kept);
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file)
}

/// Runs the commands of a transcript, at least so many, and compares what is said to each.
pub fn follow(file: &str, least: usize, mut run: impl FnMut(&str) -> Said) {
    let text = std::fs::read_to_string(path(file)).expect("a transcript");
    let mut sections = text.split("\n$ houserule ");
    let mut told = sections.next().expect("a heading").to_string();
    let mut commands = 0;
    for section in sections {
        let (typed, _) = section.split_once('\n').expect("an answer");
        let (_, after) = section.split_once("\n= ").expect("an exit code");
        let after = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let said = run(typed);
        told += &format!("\n$ houserule {typed}\n");
        for (sign, lines) in [("  ", &said.out), ("! ", &said.err)] {
            told.extend(lines.split_inclusive('\n').map(|line| format!("{sign}{line}")));
        }
        told += &format!("= {}{after}", said.code);
        commands += 1;
    }
    assert!(commands >= least, "only {commands} commands were read");
    compare(file, told);
}
