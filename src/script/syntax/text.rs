//! Lines and columns of a text, with Lua's line breaks.

use std::ops::Range;

/// Line and column of a source, both from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

/// Edit of a text that does not move its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Bytes to replace.
    pub span: Range<usize>,
    /// Replacement.
    pub text: String,
}

impl Edit {
    /// Applies edits to a text. Of two that overlap the first wins; edits that would add or remove a line are ignored.
    pub fn apply_all(text: &str, edits: &[Edit]) -> String {
        let mut edits: Vec<&Edit> = edits.iter().collect();
        edits.sort_by_key(|edit| edit.span.start);
        let (mut out, mut copied) = (String::with_capacity(text.len()), 0);
        for Edit { span, text: replacement } in edits {
            let Some(old) = text.get(span.clone()).filter(|_| span.start >= copied) else { continue };
            if old.contains(['\n', '\r']) || replacement.contains(['\n', '\r']) {
                continue;
            }
            out += &text[copied..span.start];
            out += replacement;
            copied = span.end;
        }
        out + &text[copied..]
    }
}

/// Byte order mark.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Positions of the lines of a text.
#[derive(Debug)]
pub struct LineIndex {
    /// Lines without their line breaks.
    lines: Vec<Range<usize>>,
}

impl LineIndex {
    /// Indexes a text. Like Lua, it breaks lines at LF, CR, CR LF and LF CR. A byte order mark belongs to no line.
    pub fn new(text: &str) -> LineIndex {
        let bytes = text.as_bytes();
        let mut lines = Vec::new();
        let mut line_start = content_start(text);
        let mut at = line_start;
        while at < bytes.len() {
            let byte = bytes[at];
            at += 1;
            if matches!(byte, b'\n' | b'\r') {
                lines.push(line_start..at - 1);
                at += usize::from(matches!(bytes.get(at), Some(&next @ (b'\n' | b'\r')) if next != byte));
                line_start = at;
            }
        }
        lines.push(line_start..bytes.len());
        LineIndex { lines }
    }

    /// Returns the bytes of a line, counted from 1.
    pub fn line(&self, number: u32) -> Option<Range<usize>> {
        self.lines.get((number as usize).checked_sub(1)?).cloned()
    }

    /// Returns the line of a byte, counted from 1.
    pub fn line_at(&self, byte: usize) -> u32 {
        self.lines.partition_point(|line| line.start <= byte).max(1) as u32
    }

    /// Returns the line and column of a byte.
    pub fn line_column(&self, text: &str, byte: usize) -> LineColumn {
        let line = self.line_at(byte);
        let start = self.lines[line as usize - 1].start;
        let column = text.get(start..byte).map_or(0, |before| before.chars().count());
        LineColumn { line, column: column as u32 + 1 }
    }
}

/// Returns a text without the byte order mark that Windows editors add, and which Lua would call a syntax error.
pub(crate) fn without_byte_order_mark(text: &str) -> &str {
    &text[content_start(text)..]
}

/// Returns the start of a text after its byte order mark.
pub(super) fn content_start(text: &str) -> usize {
    if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<&str> {
        LineIndex::new(text).lines.into_iter().map(|line| &text[line]).collect()
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
        let index = LineIndex::new(text);
        assert_eq!(lines(text), ["é = 1", "b"]);
        assert_eq!(index.line_column(text, text.find('=').expect("is there")), LineColumn { line: 1, column: 3 });
        assert_eq!(index.line_column(text, text.len() - 1), LineColumn { line: 2, column: 1 });
        assert_eq!(index.line_column(text, 0), LineColumn { line: 1, column: 1 });
    }
}
