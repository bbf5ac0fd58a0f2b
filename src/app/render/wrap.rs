//! Wrapping of long lines to the width of a terminal. Text for programs is not wrapped.

use textwrap::core::{Word, display_width};
use textwrap::wrap_algorithms::wrap_first_fit;

use super::screen::Screen;

/// Maximum width of a line of prose, on wide screens too; lists use the whole screen.
const MAX_PROSE_WIDTH: usize = 100;

impl Screen {
    /// Wraps items after a head, with `gap` blanks between them and a hanging indent. Without a final line end.
    /// An item that is longer than the line has a line of its own.
    pub(super) fn wrap_items(
        &self,
        head: &str,
        pieces: impl IntoIterator<Item = impl AsRef<str>>,
        gap: usize,
        hang: usize,
    ) -> String {
        let pieces: Vec<String> = pieces.into_iter().map(|piece| format!("{}{:gap$}", piece.as_ref(), "")).collect();
        let words: Vec<Word> = pieces.iter().map(|piece| Word::from(piece)).collect();
        // A narrow screen limits the indent.
        let hang = hang.min(self.columns / 2);
        let widths = [display_width(head), hang].map(|taken| self.columns as f64 - taken as f64);
        let lines = wrap_first_fit(&words, &widths).into_iter().map(|line| {
            let text: String = line.iter().flat_map(|word| [word.word, word.whitespace]).collect();
            text.trim_end_matches(' ').to_string()
        });
        head.to_string() + &lines.collect::<Vec<_>>().join(&format!("\n{:hang$}", ""))
    }

    /// Wraps each line that is too long, with a hanging indent relative to where the line began.
    pub(super) fn wrap_lines(&self, text: &str, hang: usize) -> String {
        let screen = Screen { columns: self.columns.min(MAX_PROSE_WIDTH), ..*self };
        let wrap_line = |line: &str| {
            let words = line.trim_start_matches(' ');
            let indent = line.len() - words.len();
            match display_width(line) > screen.columns {
                true => screen.wrap_items(&line[..indent], words.split(' '), 1, indent + hang),
                false => line.to_string(),
            }
        };
        let end = if text.ends_with('\n') { "\n" } else { "" };
        text.lines().map(wrap_line).collect::<Vec<_>>().join("\n") + end
    }
}

/// Wraps long lines for the current screen, with a hanging indent of two columns.
pub fn wrap_hanging(text: &str) -> String {
    wrap_indented(text, 2)
}

/// Wraps long lines for the current screen, with a hanging indent.
pub fn wrap_indented(text: &str, hang: usize) -> String {
    Screen::current().wrap_lines(text, hang)
}

/// Wraps items separated by commas after a head, on wide screens between items only.
pub fn wrap_list(head: &str, items: &[String]) -> String {
    const MIN_WIDTH_OF_WHOLE_ITEMS: usize = 40;
    let (screen, list) = (Screen::current(), items.join(", "));
    let gap = if screen.columns < MIN_WIDTH_OF_WHOLE_ITEMS { " " } else { ", " };
    screen.wrap_items(head, list.split_inclusive(gap).map(str::trim_end), 1, display_width(head))
}

/// Wraps text that programs read too: at a terminal only.
pub fn wrap_on_terminal(text: &str) -> String {
    let screen = Screen::current();
    if screen.rows.is_some() { screen.wrap_lines(text, 2) } else { text.to_string() }
}

/// Wraps a message for standard error; in files and pipes its lines stay whole.
pub fn wrap_for_stderr(text: &str) -> String {
    match Screen::of_messages() {
        Some(screen) => screen.wrap_lines(text, 2),
        None => text.to_string(),
    }
}

/// Wraps prose for the current screen, without an indent.
pub fn wrap_prose(text: &str) -> String {
    wrap_indented(text, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continuation_lines_are_indented() {
        let long = format!("  {}\nshort   line\n", ["word"; 18].join(" "));
        let expected = format!("  {}\n    {}\nshort   line\n", ["word"; 15].join(" "), ["word"; 3].join(" "));
        assert_eq!(wrap_hanging(&long), expected);
        assert_eq!(wrap_hanging(&"x".repeat(100)), "x".repeat(100), "what has no gap stays whole");
    }

    #[test]
    fn colours_have_no_width() {
        let red = format!("\u{1b}[91m{}\u{1b}[0m", "r".repeat(38));
        assert_eq!(Screen::plain().wrap_items("", [&red, &red], 2, 4), format!("{red}  {red}"));
    }
}
