//! Completion at the prompt.

use rustyline::completion::Completer;
use rustyline::{Context, Helper as RustylineHelper, Highlighter, Hinter, Validator};

/// Completes the last word of a line to anything that is offered.
#[derive(Default, RustylineHelper, Highlighter, Hinter, Validator)]
pub struct Helper {
    pub offered: Vec<String>,
}

impl Completer for Helper {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(complete(&self.offered, line, pos))
    }
}

/// The start of the word before the cursor, and what it may become.
fn complete(offered: &[String], line: &str, pos: usize) -> (usize, Vec<String>) {
    let before = line.get(..pos).unwrap_or(line);
    let start = before.rfind([' ', ':']).map_or(0, |index| index + 1);
    let word = &before[start..];
    (start, offered.iter().filter(|candidate| candidate.starts_with(word)).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_completes_the_word_before_the_cursor() {
        let offered = ["undo", "why", "a1", "a1>", "b2"].map(String::from);
        assert_eq!(complete(&offered, "u", 1), (0, vec!["undo".to_string()]));
        assert_eq!(complete(&offered, "why a", 5), (4, vec!["a1".to_string(), "a1>".to_string()]));
    }
}
