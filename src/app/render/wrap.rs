//! Long lines folded so that they fit a terminal. What programs read is not folded.

use textwrap::core::{Word, display_width};
use textwrap::wrap_algorithms::wrap_first_fit;

use super::screen::Screen;

/// No line is longer, unless one piece of it is: wide screens have lines of this length too.
const MAX_LINE_WIDTH: usize = 80;

impl Screen {
    fn line_width(&self) -> usize {
        self.columns.min(MAX_LINE_WIDTH)
    }

    /// Pieces after a head, `gap` blanks between them; lines after the first begin so many columns to the right. Without a
    /// line end.
    pub(super) fn fold(
        &self,
        head: &str,
        pieces: impl IntoIterator<Item = impl AsRef<str>>,
        gap: usize,
        hang: usize,
    ) -> String {
        let pieces: Vec<String> = pieces.into_iter().map(|piece| format!("{}{:gap$}", piece.as_ref(), "")).collect();
        let words: Vec<Word> = pieces.iter().map(|piece| Word::from(piece)).collect();
        // On a narrow screen lines begin where there is still room.
        let hang = hang.min(self.line_width() / 2);
        let widths = [display_width(head), hang].map(|taken| self.line_width() as f64 - taken as f64);
        let lines = wrap_first_fit(&words, &widths).into_iter().map(|line| {
            let text: String = line.iter().flat_map(|word| [word.word, word.whitespace]).collect();
            text.trim_end_matches(' ').to_string()
        });
        head.to_string() + &lines.collect::<Vec<_>>().join(&format!("\n{:hang$}", ""))
    }

    /// Sentences, of which each that is too long for its line goes on in the next, so many columns further in.
    pub(super) fn wrapped(&self, text: &str, further: usize) -> String {
        let line = |line: &str| {
            let words = line.trim_start_matches(' ');
            let indent = line.len() - words.len();
            match display_width(line) > self.line_width() {
                true => self.fold(&line[..indent], words.split(' '), 1, indent + further),
                false => line.to_string(),
            }
        };
        let ends = if text.ends_with('\n') { "\n" } else { "" };
        text.lines().map(line).collect::<Vec<_>>().join("\n") + ends
    }
}

/// Sentences, of which each that is too long for its line goes on in the next, two columns further in.
pub fn folded(text: &str) -> String {
    folded_at(text, 2)
}

/// The same, going on so many columns further in than the line began.
pub fn folded_at(text: &str, further: usize) -> String {
    Screen::current().wrapped(text, further)
}

/// What people and programs read alike: folded at a terminal, whole elsewhere.
pub fn folded_seen(text: &str) -> String {
    let screen = Screen::current();
    if screen.rows.is_some() { screen.wrapped(text, 2) } else { text.to_string() }
}

/// What is said beside the data, folded to the window where somebody reads it there; in files and pipes lines stay whole.
pub fn wrapped_for_stderr(text: &str) -> String {
    match Screen::for_notes() {
        Some(screen) => screen.wrapped(text, 2),
        None => text.to_string(),
    }
}

/// Words to read, wrapped to the window where there is one.
pub fn wrapped(text: &str) -> String {
    folded_at(text, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_goes_on_further_in() {
        let long = format!("  {}\nshort   line\n", ["word"; 18].join(" "));
        let expected = format!("  {}\n    {}\nshort   line\n", ["word"; 15].join(" "), ["word"; 3].join(" "));
        assert_eq!(folded(&long), expected);
        assert_eq!(folded(&"x".repeat(100)), "x".repeat(100), "what has no gap stays whole");
    }

    #[test]
    fn colours_take_no_room() {
        let red = format!("\u{1b}[91m{}\u{1b}[0m", "r".repeat(38));
        assert_eq!(Screen::plain().fold("", [&red, &red], 2, 4), format!("{red}  {red}"));
    }
}
