//! Long lines folded so that they fit a terminal. What programs read is not folded.

use super::screen::Screen;

/// No line is longer, unless one piece of it is: wide screens have lines of this length too.
const MAX_LINE_WIDTH: usize = 80;

/// How wide a text is, its colours not counted.
fn width(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}

impl Screen {
    /// Pieces after a head, `gap` between them; lines after the first begin so many columns to the right. Without a line end.
    pub(super) fn fold(
        &self,
        head: &str,
        pieces: impl IntoIterator<Item = impl AsRef<str>>,
        gap: &str,
        hang: usize,
    ) -> String {
        let widest = self.columns.min(MAX_LINE_WIDTH);
        // On a narrow screen lines begin where there is still room.
        let hang = hang.min(widest / 2);
        let (mut out, mut at, mut is_first) = (head.to_string(), width(head), true);
        for piece in pieces {
            let piece = piece.as_ref();
            let between = if is_first { "" } else { gap };
            if !is_first && at + between.len() + width(piece) > widest {
                out = format!("{}\n{:hang$}{piece}", out.trim_end_matches(' '), "");
                at = hang + width(piece);
            } else {
                out = out + between + piece;
                at += between.len() + width(piece);
            }
            is_first = false;
        }
        out
    }

    /// Sentences, of which each that is too long for its line goes on in the next, so many columns further in.
    pub(super) fn wrapped(&self, text: &str, further: usize) -> String {
        let line = |line: &str| {
            let words = line.trim_start_matches(' ');
            let indent = line.len() - words.len();
            match width(line) > self.columns.min(MAX_LINE_WIDTH) {
                true => self.fold(&line[..indent], words.split(' '), " ", indent + further),
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
    match Screen::for_stderr() {
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
        assert_eq!(Screen::plain().fold("", [&red, &red], "  ", 4), format!("{red}  {red}"));
    }
}
