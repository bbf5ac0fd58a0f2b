//! The moves of a PTN file: the game, and the branches that PTN Ninja writes below it.
//!
//! A branch is a block of its own after an empty line. A comment with its name precedes it, and its first number is
//! that of the move which it replaces: `{3w1}` and `3. c3 d4`. Moves of that round before it are placeholders. The
//! name of a branch of a branch begins with that of its parent: `{3w1/4b1}`. Older files write the name before each
//! number instead: `3-1.4. c3 d4`.

use std::collections::HashMap;

use crate::notation::record::Note;
use crate::notation::source::{MAX_NAME_LEN, Variation};
use houserule_core::text::one_line;

/// Number of a round, and the index of a move in it.
type Slot = (u32, u32);

/// Line of moves.
#[derive(Default)]
struct Line {
    name: String,
    /// Index of the line that it leaves; the game itself leaves none.
    parent: Option<usize>,
    /// Number of moves of the game before its first.
    after: usize,
    moves: Vec<String>,
    /// Slots of the moves.
    slots: Vec<Slot>,
    /// Slot of the next word.
    next: Slot,
    notes: Vec<Note>,
    result: Option<String>,
}

/// Branch whose name was read, but no move yet.
struct PendingBranch<'t> {
    name: String,
    /// The comment that named it, unless a number did.
    comment: Option<&'t str>,
    offset: usize,
    next: Slot,
    comments: Vec<&'t str>,
}

/// What a branch attaches to.
enum Attachment {
    /// A line, and the number of moves before the branch.
    To(usize, usize),
    /// A line that it continues.
    Continues(usize),
    Nowhere,
}

/// The moves of a game, line by line; the first line is the game itself.
pub struct Lines<'t> {
    lines: Vec<Line>,
    current: usize,
    index: HashMap<String, usize>,
    pending: Option<PendingBranch<'t>>,
}

/// Error at an offset of the text.
pub type OffsetError = (usize, String);

impl Default for Lines<'_> {
    fn default() -> Self {
        let game = Line { next: (1, 0), ..Line::default() };
        Lines { lines: vec![game], current: 0, index: HashMap::from([(String::new(), 0)]), pending: None }
    }
}

impl Line {
    /// Starts a round, or continues it where the number is repeated.
    fn start_round(&mut self, number: u32) {
        if self.slots.is_empty() || self.next.0 != number {
            self.next = (number, 0);
        }
    }

    fn push_comment(&mut self, comment: &str) {
        self.notes.extend(Note::of_comment(comment, self.after + self.moves.len()));
    }

    /// Whether a slot comes directly after the last move.
    fn is_next(&self, slot: Slot) -> bool {
        slot == self.next || slot == (self.next.0.saturating_add(1), 0)
    }
}

impl<'t> Lines<'t> {
    /// Whether any move was read.
    pub fn has_moves(&self) -> bool {
        !self.lines[0].moves.is_empty()
    }

    /// Adds a comment on what precedes it; one before the moves concerns the game.
    pub fn push_comment(&mut self, comment: &'t str) {
        match &mut self.pending {
            Some(branch) => branch.comments.push(comment),
            None => self.lines[self.current].push_comment(comment),
        }
    }

    /// Adds the comment that names a branch.
    pub fn push_name(&mut self, comment: &'t str, offset: usize) {
        self.drop_pending();
        let name = comment.trim();
        if name.is_empty() || name.chars().count() > MAX_NAME_LEN {
            return self.push_comment(comment);
        }
        let (name, comments) = (one_line(name, MAX_NAME_LEN), Vec::new());
        self.pending = Some(PendingBranch { name, comment: Some(comment), offset, next: (0, 0), comments });
    }

    /// Adds a word: a number, a placeholder, a result or a move. `1.a1` is two words in one.
    pub fn push_word(&mut self, word: &str, offset: usize) -> Result<(), OffsetError> {
        let (label, number, rest) = split_number(word);
        if let Some(number) = number {
            self.start_round(label, number, offset);
        }
        match rest {
            "" => {}
            "--" => match &mut self.pending {
                Some(branch) => branch.next.1 += 1,
                None => self.lines[self.current].next.1 += 1,
            },
            code if is_result(code) => {
                self.drop_pending();
                self.lines[self.current].result = Some(code.to_string());
            }
            text => {
                if self.pending.is_some() && is_mark(text) {
                    return Err((offset, format!("`{text}` marks a move, and the branch has none yet")));
                }
                self.attach_pending()?;
                self.push_move(text);
            }
        }
        Ok(())
    }

    fn start_round(&mut self, label: &str, number: u32, offset: usize) {
        if !label.is_empty() && self.has_moves() && self.lines[self.current].name != label {
            self.drop_pending();
            match self.index.get(label) {
                Some(&line) => self.current = line,
                None => {
                    let (name, comments) = (label.to_string(), Vec::new());
                    self.pending = Some(PendingBranch { name, comment: None, offset, next: (number, 0), comments });
                }
            }
        }
        match &mut self.pending {
            Some(branch) if branch.next.0 != number => branch.next = (number, 0),
            Some(_) => {}
            None => self.lines[self.current].start_round(number),
        }
    }

    fn push_move(&mut self, text: &str) {
        let line = &mut self.lines[self.current];
        if is_mark(text)
            && let Some(last) = line.moves.last_mut()
        {
            // A mark with a blank before it.
            return last.push_str(text);
        }
        line.moves.push(text.to_string());
        line.slots.push(line.next);
        line.next.1 = line.next.1.saturating_add(1);
    }

    /// Begins the pending branch, now that its first move is known.
    fn attach_pending(&mut self) -> Result<(), OffsetError> {
        let Some(branch) = self.pending.take() else { return Ok(()) };
        match self.attachment(&branch) {
            Attachment::To(parent, after) => {
                let (name, next) = (branch.name, branch.next);
                self.current = self.lines.len();
                self.index.insert(name.clone(), self.current);
                self.lines.push(Line { name, parent: Some(parent), after, next, ..Line::default() });
            }
            Attachment::Continues(line) => {
                self.current = line;
                self.lines[line].next = branch.next;
            }
            Attachment::Nowhere if branch.comment.is_some() && !is_default_name(&branch.name) => {
                // A comment between moves.
                let line = &mut self.lines[self.current];
                branch.comment.into_iter().for_each(|comment| line.push_comment(comment));
                line.next = branch.next;
            }
            Attachment::Nowhere => {
                let (name, number) = (one_line(&branch.name, 60), branch.next.0);
                let is_known = self.index.contains_key(&branch.name);
                let message = match is_known {
                    true => format!("the branch `{name}` begins twice; give one of them another name"),
                    false => format!("the branch `{name}` begins at move {number}, which its parent does not have"),
                };
                return Err((branch.offset, message));
            }
        }
        branch.comments.into_iter().for_each(|comment| self.lines[self.current].push_comment(comment));
        Ok(())
    }

    /// Finds where a branch begins: in its parent, in a line that leads to it, or at the end of its parent.
    fn attachment(&self, branch: &PendingBranch) -> Attachment {
        if let Some(&line) = self.index.get(&branch.name) {
            return if self.lines[line].is_next(branch.next) {
                Attachment::Continues(line)
            } else {
                Attachment::Nowhere
            };
        }
        let parent = self.parent_of(&branch.name);
        let mut line = Some(parent);
        while let Some(at) = line {
            let slots = &self.lines[at].slots;
            let index = slots.partition_point(|slot| *slot < branch.next);
            if slots.get(index) == Some(&branch.next) {
                return Attachment::To(at, self.lines[at].after + index);
            }
            if index > 0 {
                break;
            }
            line = self.lines[at].parent;
        }
        let end = &self.lines[parent];
        match end.is_next(branch.next) && is_default_name(&branch.name) {
            true => Attachment::To(parent, end.after + end.moves.len()),
            false => Attachment::Nowhere,
        }
    }

    /// Returns the line that the name of a branch names as its parent.
    fn parent_of(&self, name: &str) -> usize {
        let prefixes = ['/', '.'].into_iter().filter_map(|separator| Some(name.rsplit_once(separator)?.0));
        prefixes.filter_map(|prefix| self.index.get(prefix)).next().copied().unwrap_or(0)
    }

    /// Turns a pending branch without moves into comments.
    fn drop_pending(&mut self) {
        let Some(branch) = self.pending.take() else { return };
        branch.comment.into_iter().chain(branch.comments).for_each(|comment| self.push_comment(comment));
    }

    /// Returns the game and its variations.
    pub fn finish(mut self) -> (Variation, Vec<Variation>) {
        self.drop_pending();
        let names: Vec<String> = self.lines.iter().map(|line| line.name.clone()).collect();
        let mut lines = self.lines.into_iter().map(|line| Variation {
            parent: line.parent.map(|parent| names[parent].clone()).unwrap_or_default(),
            name: line.name,
            after: line.after,
            moves: line.moves,
            result: line.result,
            notes: line.notes,
        });
        (lines.next().unwrap_or_default(), lines.collect())
    }
}

/// Splits the number of a round off a word, with the name of a branch before it.
fn split_number(word: &str) -> (&str, Option<u32>, &str) {
    let end = word.find(|letter: char| !letter.is_ascii_digit() && !"-./".contains(letter)).unwrap_or(word.len());
    let Some(dot) = word[..end].rfind('.') else { return ("", None, word) };
    let (number, rest) = word.split_at(dot + 1);
    let number = number.trim_end_matches('.');
    let (label, digits) = match number.rfind(['.', '/']) {
        Some(separator) => (number[..separator].trim_end_matches('.'), &number[separator + 1..]),
        None => ("", number),
    };
    match digits.parse() {
        Ok(number) => (label, Some(number), rest),
        Err(_) => ("", None, word),
    }
}

/// Whether a name is one that programs give: `3w1`, `3w1/4b2`, or digits before a number.
fn is_default_name(name: &str) -> bool {
    let leaf = name.rsplit(['/', '.']).next().unwrap_or(name);
    let seat = leaf.trim_matches(|letter: char| letter.is_ascii_digit());
    let is_seat = seat.len() == 1 && seat.bytes().all(|letter| letter.is_ascii_lowercase());
    leaf.starts_with(|letter: char| letter.is_ascii_digit()) && (is_seat || matches!(seat, "" | "-"))
}

/// Whether a word among the moves of a file is read as a move.
pub fn is_move_word(word: &str) -> bool {
    let is_other = word == "--" || is_result(word) || is_mark(word) || split_number(word).1.is_some();
    !is_other && !word.contains(['{', '['])
}

/// Whether a word marks the move before it.
fn is_mark(word: &str) -> bool {
    word.chars().all(|letter| "!?'\"".contains(letter))
}

/// Whether a text is one of the result codes of a file.
pub fn is_result(text: &str) -> bool {
    matches!(text, "R-0" | "0-R" | "F-0" | "0-F" | "1-0" | "0-1" | "1/2-1/2" | "0-0" | "*")
}

impl Note {
    /// Note with the text of a comment; none if it is empty.
    fn of_comment(comment: &str, after: usize) -> Option<Note> {
        let note = Note::new(comment, after);
        let original = (note.text != comment).then(|| comment.to_string());
        (!note.text.is_empty()).then_some(Note { original, ..note })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_may_have_the_name_of_a_branch_before_it() {
        for (word, expected) in [
            ("3.", ("", Some(3), "")),
            ("3...", ("", Some(3), "")),
            ("3.c3!", ("", Some(3), "c3!")),
            ("3-1.4.", ("3-1", Some(4), "")),
            ("3-1.4-2.5.", ("3-1.4-2", Some(5), "")),
            ("3-1/4.c3", ("3-1", Some(4), "c3")),
            ("c3", ("", None, "c3")),
            ("1-0", ("", None, "1-0")),
            ("1/2-1/2", ("", None, "1/2-1/2")),
            ("--", ("", None, "--")),
            ("3c3-12", ("", None, "3c3-12")),
            ("99999999999.", ("", None, "99999999999.")),
        ] {
            assert_eq!(split_number(word), expected, "{word}");
        }
    }

    #[test]
    fn names_that_programs_give_are_recognised() {
        for name in ["3w1", "14b2", "3w1/4b1", "my line/4b1", "3-1", "2"] {
            assert!(is_default_name(name), "{name}");
        }
        for name in ["White attacks", "b1", "3wb1", "", "a/b", "3w1/note"] {
            assert!(!is_default_name(name), "{name}");
        }
    }
}
