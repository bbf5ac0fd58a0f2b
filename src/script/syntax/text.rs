//! Lines and columns of a text, as Lua counts its lines.

use std::ops::Range;

/// A line and a column of a source, both counted from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    pub line: u32,
    pub column: u32,
}

/// A change of a text, which leaves its lines where they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    pub span: Range<usize>,
    /// What is written there instead.
    pub text: String,
}

impl Edit {
    /// A text with some changes made. Of two that overlap the first counts, and none that would move a line.
    pub fn all(text: &str, edits: &[Edit]) -> String {
        let mut edits: Vec<&Edit> = edits.iter().collect();
        edits.sort_by_key(|edit| edit.span.start);
        let (mut changed, mut done) = (String::with_capacity(text.len()), 0);
        for Edit { span, text: written } in edits {
            let Some(old) = text.get(span.clone()).filter(|_| span.start >= done) else { continue };
            if old.contains(['\n', '\r']) || written.contains(['\n', '\r']) {
                continue;
            }
            changed += &text[done..span.start];
            changed += written;
            done = span.end;
        }
        changed + &text[done..]
    }
}

/// The byte order mark that some editors put in front of a text.
const MARK: &str = "\u{feff}";

/// Where the lines of a text are.
#[derive(Debug)]
pub struct LineIndex {
    /// Every line without what ends it.
    lines: Vec<Range<usize>>,
}

impl LineIndex {
    /// Like Lua, breaks lines at LF, CR, CR LF and LF CR. A byte order mark belongs to no line.
    pub fn of(text: &str) -> LineIndex {
        let bytes = text.as_bytes();
        let mut lines = Vec::new();
        let mut start = beginning(text);
        let mut at = start;
        while at < bytes.len() {
            let byte = bytes[at];
            at += 1;
            if matches!(byte, b'\n' | b'\r') {
                lines.push(start..at - 1);
                at += usize::from(matches!(bytes.get(at), Some(&next @ (b'\n' | b'\r')) if next != byte));
                start = at;
            }
        }
        lines.push(start..bytes.len());
        LineIndex { lines }
    }

    /// A line, counted from 1.
    pub fn line(&self, number: u32) -> Option<Range<usize>> {
        self.lines.get((number as usize).checked_sub(1)?).cloned()
    }

    /// The line in which a byte is, counted from 1.
    pub fn line_at(&self, byte: usize) -> u32 {
        self.lines.partition_point(|line| line.start <= byte).max(1) as u32
    }

    pub fn spot(&self, text: &str, byte: usize) -> LineColumn {
        let line = self.line_at(byte);
        let start = self.lines[line as usize - 1].start;
        let column = text.get(start..byte).map_or(0, |before| before.chars().count());
        LineColumn { line, column: column as u32 + 1 }
    }
}

/// Where a text begins, after its byte order mark.
pub(super) fn beginning(text: &str) -> usize {
    if text.starts_with(MARK) { MARK.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<&str> {
        LineIndex::of(text).lines.into_iter().map(|line| &text[line]).collect()
    }

    #[test]
    fn lines_break_as_in_lua() {
        assert_eq!(lines(""), [""]);
        assert_eq!(lines("a\nb\r\nc\rd\n\re\n\nf"), ["a", "b", "c", "d", "e", "", "f"]);
        assert_eq!(lines("a\r\n\r\nb\n"), ["a", "", "b", ""]);
    }

    #[test]
    fn a_byte_order_mark_shifts_no_column() {
        let text = "\u{feff}é = 1\nb";
        let layout = LineIndex::of(text);
        assert_eq!(lines(text), ["é = 1", "b"]);
        assert_eq!(layout.spot(text, text.find('=').expect("is there")), LineColumn { line: 1, column: 3 });
        assert_eq!(layout.spot(text, text.len() - 1), LineColumn { line: 2, column: 1 });
        assert_eq!(layout.spot(text, 0), LineColumn { line: 1, column: 1 });
    }
}
