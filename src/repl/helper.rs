//! Completion at the prompt.

use rustyline::completion::Completer;
use rustyline::{Context, Helper as RustylineHelper, Highlighter, Hinter, Validator};

/// Completes the first word of a line to a command or a move, and what follows `why` to a move.
#[derive(Default, RustylineHelper, Highlighter, Hinter, Validator)]
pub struct Helper {
    pub commands: Vec<String>,
    pub moves: Vec<String>,
}

impl Completer for Helper {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.complete(line, pos))
    }
}

impl Helper {
    /// The start of the word before the cursor, and what it may become.
    fn complete(&self, line: &str, pos: usize) -> (usize, Vec<String>) {
        let before = line.get(..pos).unwrap_or(line);
        let start = before.rfind([' ', ':']).map_or(0, |index| index + 1);
        let (head, word) = before.split_at(start);
        let fits = |candidate: &&String| candidate.starts_with(word);
        let found: Vec<String> = match head.trim_start_matches(':').trim() {
            "" => self.commands.iter().chain(&self.moves).filter(fits).cloned().collect(),
            "why" => self.moves.iter().filter(fits).cloned().collect(),
            _ => Vec::new(),
        };
        (start, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_completes_the_word_before_the_cursor() {
        let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        let helper = Helper { commands: words(&["undo", "why"]), moves: words(&["a1", "a1>", "b2"]) };
        assert_eq!(helper.complete("u", 1), (0, words(&["undo"])));
        assert_eq!(helper.complete("why a", 5), (4, words(&["a1", "a1>"])));
        assert_eq!(helper.complete("save a", 6), (5, words(&[])));
    }
}
