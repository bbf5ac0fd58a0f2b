//! The one way out to a terminal. Text and lines pass, and on standard output, where boards are drawn, colours; whatever else
//! does something to a terminal becomes a blank here, whoever it came from. A stranger's colours are taken away where their
//! words come in ([`readable`]).
//!
//! [`readable`]: houserule_core::text::readable

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};

use houserule_core::text::is_unseen;

/// Where data goes.
pub fn stdout() -> TerminalFilter<AutoStream<io::StdoutLock<'static>>> {
    TerminalFilter::new(anstream::stdout().lock(), is_stdout_terminal(), true)
}

/// Where talk goes, which has no colours.
pub fn stderr() -> TerminalFilter<AutoStream<io::Stderr>> {
    TerminalFilter::new(anstream::stderr(), is_stderr_terminal(), false)
}

pub fn is_stdout_terminal() -> bool {
    io::stdout().is_terminal()
}

pub fn is_stderr_terminal() -> bool {
    io::stderr().is_terminal()
}

/// How many columns the terminal has that talk goes to, if it is one.
pub fn columns_of_stderr() -> Option<usize> {
    let (width, _) = is_stderr_terminal().then(|| terminal_size::terminal_size_of(io::stderr())).flatten()?;
    Some(width.0 as usize)
}

/// Wipes the screen and what was scrolled off it. What was written before must be flushed.
pub fn wipe() -> io::Result<()> {
    // Past what strips colours where none are wanted: it would strip this, too.
    write!(io::stdout(), "\x1b[H\x1b[2J\x1b[3J")?;
    io::stdout().flush()
}

/// Draws a board where talk goes, over the last so many lines.
pub fn redraw(lines: usize, board: &str) {
    if lines > 0 {
        let _ = write!(anstream::stderr(), "\x1b[{lines}A\x1b[J");
    }
    let _ = write!(TerminalFilter::new(anstream::stderr(), is_stderr_terminal(), true), "{board}");
}

/// Writes talk over what stands in its line.
pub fn rewrite_line(text: &str) {
    let _ = write!(anstream::stderr(), "\r");
    let _ = write!(stderr(), "{text}");
}

/// A text as it may go to a terminal by another way than [`stdout`] and [`stderr`].
pub fn tamed(text: &str) -> String {
    let mut outlet = TerminalFilter::new(Vec::new(), true, true);
    // A list of bytes takes everything.
    let _ = outlet.write_all(text.as_bytes()).and_then(|()| outlet.give_up());
    String::from_utf8_lossy(&outlet.inner).into_owned()
}

/// The longest sequence that sets colours.
const MAX_COLOUR_SEQUENCE_LEN: usize = 32;

/// A stream that lets text, lines and colours pass.
pub struct TerminalFilter<W: Write> {
    inner: W,
    /// The beginning of a letter or of a sequence, whose end is still to come.
    begun: Vec<u8>,
    /// What is no terminal is not tamed, unless it is to have colours: data stays as it is there.
    is_open: bool,
    has_colours: bool,
}

impl<W: Write> TerminalFilter<W> {
    fn new(inner: W, is_terminal: bool, has_colours: bool) -> TerminalFilter<W> {
        let is_open = !is_terminal && ColorChoice::global() != ColorChoice::Always;
        TerminalFilter { inner, begun: Vec::new(), is_open, has_colours }
    }

    fn take(&mut self, byte: u8, out: &mut Vec<u8>) {
        self.begun.push(byte);
        if self.begun[0] == ESCAPE {
            match (self.begun.len(), byte) {
                (1, _) => return,
                (2, b'[') if self.has_colours => return,
                (3..=MAX_COLOUR_SEQUENCE_LEN, b'0'..=b'9' | b';' | b':') => return,
                (3..=MAX_COLOUR_SEQUENCE_LEN, b'm') => out.append(&mut self.begun),
                _ => {
                    // It begins nothing that may pass: a blank, and its letters one by one.
                    let rest = self.begun.split_off(1);
                    self.begun.clear();
                    out.push(b' ');
                    rest.into_iter().for_each(|byte| self.take(byte, out));
                }
            }
            return;
        }
        match std::str::from_utf8(&self.begun) {
            Ok(text) => {
                let passes = |letter: char| !is_unseen(letter) || letter == '\n' || letter == '\t';
                match text.chars().all(passes) {
                    true => out.append(&mut self.begun),
                    false => {
                        out.push(b' ');
                        self.begun.clear();
                    }
                }
            }
            // More of the letter may come.
            Err(error) if error.error_len().is_none() => {}
            Err(_) => {
                out.push(b'?');
                let rest = self.begun.split_off(1);
                self.begun.clear();
                rest.into_iter().for_each(|byte| self.take(byte, out));
            }
        }
    }

    /// Lets go of what was begun and not ended.
    fn give_up(&mut self) -> io::Result<()> {
        if self.begun.is_empty() {
            return Ok(());
        }
        let left = std::mem::take(&mut self.begun);
        let left: Vec<u8> = left.into_iter().filter(|byte| (b' '..=b'~').contains(byte)).collect();
        self.inner.write_all(&left)
    }
}

const ESCAPE: u8 = 0x1b;

impl<W: Write> Write for TerminalFilter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_open {
            return self.inner.write(bytes);
        }
        let mut out = Vec::with_capacity(bytes.len());
        bytes.iter().for_each(|byte| self.take(*byte, &mut out));
        self.inner.write_all(&out)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_lines_and_colours_pass() {
        for text in
            ["a\tb\nc", "\x1b[1m\x1b[38;2;1;22;133mred\x1b[0m", "\x1b[m", "é 漢 🜨 \u{1f468}\u{200d}\u{1f469}", ""]
        {
            assert_eq!(tamed(text), text);
        }
    }

    #[test]
    fn nothing_else_does() {
        for (text, shown) in [
            ("\x1b]0;title\x07!", " ]0;title !"),
            ("\x1b[2J!", " [2J!"),
            ("\x1b[1;1H!", " [1;1H!"),
            ("\x1b[?25l!", " [?25l!"),
            ("\x1b[>4;1m!", " [>4;1m!"),
            ("\x1b[0 q!", " [0 q!"),
            ("\x1bc!", " c!"),
            ("\x1b\x1b[31m!", " \x1b[31m!"),
            ("\x1b[3\x1b[2J!", " [3 [2J!"),
            ("\x1bP+q\x1b\\!", " P+q \\!"),
            ("\u{9b}2J!", " 2J!"),
            ("\u{90}q\u{9c}", " q "),
            ("a\rb\x08c\x7fd\x07e\x0bf\x0cg\0h", "a b c d e f g h"),
            ("a\u{202e}b\u{2066}c\u{200f}d\u{61c}e", "a b c d e"),
            ("\x1b", ""),
            ("\x1b[3", "[3"),
        ] {
            assert_eq!(tamed(text), shown, "{text:?}");
        }
        let long = format!("\x1b[{}m", "1;".repeat(40));
        assert!(!tamed(&long).contains('\x1b'));
    }

    #[test]
    fn sequences_and_letters_may_come_in_pieces() {
        let text = "\x1b[1;31mé漢\u{9b}\x1b[2J\u{202e}x";
        let mut outlet = TerminalFilter::new(Vec::new(), true, true);
        for byte in text.as_bytes() {
            outlet.write_all(&[*byte]).expect("a list of bytes");
        }
        assert_eq!(String::from_utf8(outlet.inner).as_deref(), Ok("\x1b[1;31mé漢  [2J x"));
        let mut outlet = TerminalFilter::new(Vec::new(), true, true);
        outlet.write_all(b"a\x9b2J\xff\xe2\x80z").expect("a list of bytes");
        assert_eq!(String::from_utf8(outlet.inner).as_deref(), Ok("a?2J???z"));
    }

    #[test]
    fn talk_has_no_colours() {
        let mut outlet = TerminalFilter::new(Vec::new(), true, false);
        outlet.write_all(b"a\x1b[31mb\n").expect("a list of bytes");
        assert_eq!(String::from_utf8(outlet.inner).as_deref(), Ok("a [31mb\n"));
    }

    /// Every other file of the program, with its tests left out.
    fn others(folder: &std::path::Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.to_string_lossy().into_owned();
            if path.is_dir() {
                // Examples are programs of their own.
                if !name.ends_with("/examples") {
                    others(&path, found);
                }
            } else if name.ends_with(".rs") && !name.ends_with("terminal.rs") && !name.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).expect("a file");
                let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
                found.push((name, program.to_string()));
            }
        }
    }

    #[test]
    fn nothing_prints_around_it() {
        let ways = [
            "println!",
            "print!(",
            "dbg!(",
            "stdout()",
            "stderr()",
            "anstream::std",
            "\\x1b[",
            "\\u{1b}",
            ".display()",
        ];
        let ours = ["terminal::stdout()", "terminal::stderr()", "columns_of_stderr()", "error.use_stderr()"];
        let mut found = Vec::new();
        others(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut found);
        assert!(found.len() > 300, "{} files", found.len());
        for (name, text) in found {
            for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                let line = ours.iter().fold(line.to_string(), |line, own| line.replace(own, ""));
                let way = ways.iter().find(|way| line.contains(*way));
                // A file's name is a stranger's text; `files` makes it readable.
                let is_files = name.ends_with("/files.rs") && way == Some(&".display()");
                assert!(way.is_none() || is_files, "{name}: {line}");
            }
        }
    }
}
