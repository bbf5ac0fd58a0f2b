//! The only way to write to a terminal. Text and line ends pass; on standard output, where boards are drawn, so do
//! colours, and pictures that the program has registered. Any other control sequence becomes a blank, even one of the
//! program itself. Colours in foreign text are removed where it enters the program ([`sanitised`]).
//!
//! [`sanitised`]: houserule_core::text::sanitised

mod graphics;
mod probe;

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;

use anstream::{AutoStream, ColorChoice};

pub use graphics::{Graphics, GraphicsProtocol, picture};
use graphics::{PICTURE_START, STRING_END, take_picture};
use houserule_core::text::is_unprintable;
pub use probe::probe;

/// Standard output, for data.
pub fn stdout() -> TerminalFilter<AutoStream<io::Stdout>> {
    TerminalFilter::new(anstream::stdout(), is_stdout_terminal())
}

/// Standard error, for messages; without colours.
pub fn stderr() -> TerminalFilter<AutoStream<io::Stderr>> {
    TerminalFilter::new(anstream::stderr(), is_stderr_terminal()).without_colours()
}

pub fn is_stdout_terminal() -> bool {
    io::stdout().is_terminal()
}

pub fn is_stdin_terminal() -> bool {
    io::stdin().is_terminal()
}

/// Whether standard output shows colours.
pub fn has_colours() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

pub fn is_stderr_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Returns the width of standard error in columns, if it is a terminal.
pub fn columns_of_stderr() -> Option<usize> {
    let (width, _) = is_stderr_terminal().then(|| terminal_size::terminal_size_of(io::stderr())).flatten()?;
    Some(width.0 as usize)
}

/// Where notes go in place of standard error; returns whether they were taken.
type NoteReceiver = Box<dyn Fn(String) -> bool + Send>;

static NOTE_RECEIVER: Mutex<Option<NoteReceiver>> = Mutex::new(None);

/// Sends later notes to a receiver, for a program part that has the terminal for itself.
pub fn redirect_notes(receiver: impl Fn(String) -> bool + Send + 'static) {
    if let Ok(mut current) = NOTE_RECEIVER.lock() {
        *current = Some(Box::new(receiver));
    }
}

/// Prints a note on standard error, or passes it to the receiver if there is one.
pub fn note(message: String) {
    let receiver = NOTE_RECEIVER.lock();
    let is_taken = receiver.is_ok_and(|receiver| receiver.as_ref().is_some_and(|take| take(message.clone())));
    if !is_taken {
        let _ = writeln!(stderr(), "{message}");
    }
}

/// Keyboard that neither echoes keys nor edits lines while no line is asked for: keys pressed then wait for the line
/// editor as they are. Restored on drop.
pub struct QuietKeyboard(());

impl QuietKeyboard {
    pub fn new() -> QuietKeyboard {
        #[cfg(unix)]
        keyboard::silence();
        QuietKeyboard(())
    }
}

impl Drop for QuietKeyboard {
    fn drop(&mut self) {
        restore_keyboard();
    }
}

/// Sets whether Ctrl-C is a signal while no line is asked for, or waits for the line editor like any other key.
pub fn set_ctrl_c_signal(is_signal: bool) {
    #[cfg(unix)]
    keyboard::set_signals(is_signal);
    #[cfg(not(unix))]
    let _ = is_signal;
}

/// Restores the keyboard before the program ends.
pub fn restore_keyboard() {
    #[cfg(unix)]
    keyboard::restore();
}

#[cfg(unix)]
mod keyboard {
    use std::io::stdin;
    use std::sync::Mutex;

    use nix::sys::termios::{InputFlags, LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};

    /// Settings to restore.
    static ORIGINAL: Mutex<Option<Termios>> = Mutex::new(None);

    pub fn silence() {
        let (Ok(original), Ok(mut saved)) = (tcgetattr(stdin()), ORIGINAL.lock()) else { return };
        let mut quiet = original.clone();
        quiet.local_flags.remove(LocalFlags::ECHO | LocalFlags::ICANON);
        quiet.input_flags.remove(InputFlags::ICRNL);
        if tcsetattr(stdin(), SetArg::TCSADRAIN, &quiet).is_ok() {
            *saved = Some(original);
        }
    }

    pub fn set_signals(are_on: bool) {
        if let Ok(mut settings) = tcgetattr(stdin()) {
            settings.local_flags.set(LocalFlags::ISIG, are_on);
            let _ = tcsetattr(stdin(), SetArg::TCSANOW, &settings);
        }
    }

    pub fn restore() {
        let Some(original) = ORIGINAL.lock().ok().and_then(|mut saved| saved.take()) else { return };
        // A terminal that is gone needs nothing.
        let _ = tcsetattr(stdin(), SetArg::TCSADRAIN, &original);
    }
}

/// Clears the screen and the scrollback. Flush earlier output first.
pub fn clear_screen() -> io::Result<()> {
    // Bypasses `anstream`, which would strip this sequence where colours are off.
    write!(io::stdout(), "\x1b[H\x1b[2J\x1b[3J")?;
    io::stdout().flush()
}

/// Erases the last rows, to be written again. Flush earlier output first.
pub fn erase_rows(rows: usize) -> io::Result<()> {
    write!(io::stdout(), "\x1b[{rows}A\r\x1b[J")?;
    io::stdout().flush()
}

/// Draws a board on standard error, over its last `lines` lines.
pub fn redraw(lines: usize, board: &str) {
    if lines > 0 {
        let _ = write!(anstream::stderr(), "\x1b[{lines}A\x1b[J");
    }
    let _ = write!(TerminalFilter::new(anstream::stderr(), is_stderr_terminal()), "{board}");
}

/// Overwrites the current line of standard error.
pub fn rewrite_line(text: &str) {
    let _ = write!(anstream::stderr(), "\r");
    let _ = write!(stderr(), "{text}");
}

/// Returns the text as [`stdout`] would pass it, for other ways to a terminal.
pub fn sanitize(text: &str) -> String {
    let mut filter = TerminalFilter::for_terminal(Vec::new());
    // Writing to a `Vec` cannot fail.
    let _ = filter.write_all(text.as_bytes()).and_then(|()| filter.flush_pending());
    String::from_utf8_lossy(&filter.inner).into_owned()
}

/// Maximum length of a colour sequence, in bytes.
const MAX_COLOUR_SEQUENCE_LEN: usize = 32;

/// A stream that passes text, line ends and colours, and blanks out other control sequences.
pub struct TerminalFilter<W: Write> {
    inner: W,
    /// Incomplete character or escape sequence.
    pending: Vec<u8>,
    /// Whether everything passes: data that does not go to a terminal, unless colours are forced.
    is_passthrough: bool,
    has_colours: bool,
}

impl<W: Write> TerminalFilter<W> {
    fn new(inner: W, is_terminal: bool) -> TerminalFilter<W> {
        let is_passthrough = !is_terminal && ColorChoice::global() != ColorChoice::Always;
        TerminalFilter { is_passthrough, ..TerminalFilter::for_terminal(inner) }
    }

    fn for_terminal(inner: W) -> TerminalFilter<W> {
        TerminalFilter { inner, pending: Vec::new(), is_passthrough: false, has_colours: true }
    }

    fn without_colours(self) -> TerminalFilter<W> {
        TerminalFilter { has_colours: false, ..self }
    }

    fn push_byte(&mut self, byte: u8, out: &mut Vec<u8>) {
        self.pending.push(byte);
        if self.pending[0] == ESCAPE {
            match (self.pending.len(), byte) {
                (1, _) => return,
                (2, b'[') if self.has_colours => return,
                (3..=MAX_COLOUR_SEQUENCE_LEN, b'0'..=b'9' | b';' | b':') if self.pending[1] == b'[' => return,
                (3..=MAX_COLOUR_SEQUENCE_LEN, b'm') if self.pending[1] == b'[' => out.append(&mut self.pending),
                (2.., _) if self.has_colours && begins_picture(&self.pending) => {
                    if self.pending.ends_with(STRING_END) {
                        let picture = take_picture(&self.pending).unwrap_or_default();
                        self.pending.clear();
                        out.extend_from_slice(picture.as_bytes());
                    }
                }
                _ => {
                    // Not a colour sequence: a blank, then its characters one by one.
                    let rest = self.pending.split_off(1);
                    self.pending.clear();
                    out.push(b' ');
                    rest.into_iter().for_each(|byte| self.push_byte(byte, out));
                }
            }
            return;
        }
        match std::str::from_utf8(&self.pending) {
            Ok(text) => {
                let is_allowed = |letter: char| !is_unprintable(letter) || letter == '\n' || letter == '\t';
                match text.chars().all(is_allowed) {
                    true => out.append(&mut self.pending),
                    false => {
                        out.push(b' ');
                        self.pending.clear();
                    }
                }
            }
            // Incomplete character: more bytes may follow.
            Err(error) if error.error_len().is_none() => {}
            Err(_) => {
                out.push(b'?');
                let rest = self.pending.split_off(1);
                self.pending.clear();
                rest.into_iter().for_each(|byte| self.push_byte(byte, out));
            }
        }
    }

    /// Writes the printable part of an incomplete sequence.
    fn flush_pending(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let rest = std::mem::take(&mut self.pending);
        let rest: Vec<u8> = rest.into_iter().filter(|byte| (b' '..=b'~').contains(byte)).collect();
        self.inner.write_all(&rest)
    }
}

const ESCAPE: u8 = 0x1b;

/// Maximum length of the number of a picture.
const MAX_NUMBER_LEN: usize = 20;

/// Whether bytes are a sequence that stands for a picture, or may become one.
fn begins_picture(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(PICTURE_START) else { return PICTURE_START.starts_with(bytes) };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits <= MAX_NUMBER_LEN && STRING_END.starts_with(&rest[digits..])
}

impl<W: Write> Write for TerminalFilter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_passthrough {
            return self.inner.write(bytes);
        }
        let mut out = Vec::with_capacity(bytes.len());
        bytes.iter().for_each(|byte| self.push_byte(*byte, &mut out));
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
            assert_eq!(sanitize(text), text);
        }
    }

    #[test]
    fn nothing_else_passes() {
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
            ("\x1b_m!", " _m!"),
            ("\x1b_0;1m!", " _0;1m!"),
            ("\x1b_picture 7m!", " _picture 7m!"),
        ] {
            assert_eq!(sanitize(text), shown, "{text:?}");
        }
        let long = format!("\x1b[{}m", "1;".repeat(40));
        assert!(!sanitize(&long).contains('\x1b'));
    }

    #[test]
    fn sequences_and_letters_may_be_split() {
        let text = "\x1b[1;31mé漢\u{9b}\x1b[2J\u{202e}x";
        let mut filter = TerminalFilter::for_terminal(Vec::new());
        for byte in text.as_bytes() {
            filter.write_all(&[*byte]).expect("a list of bytes");
        }
        assert_eq!(String::from_utf8(filter.inner).as_deref(), Ok("\x1b[1;31mé漢  [2J x"));
        let mut filter = TerminalFilter::for_terminal(Vec::new());
        filter.write_all(b"a\x9b2J\xff\xe2\x80z").expect("a list of bytes");
        assert_eq!(String::from_utf8(filter.inner).as_deref(), Ok("a?2J???z"));
    }

    #[test]
    fn messages_have_no_colours() {
        let mut filter = TerminalFilter::for_terminal(Vec::new()).without_colours();
        filter.write_all(b"a\x1b[31mb\n").expect("a list of bytes");
        assert_eq!(String::from_utf8(filter.inner).as_deref(), Ok("a [31mb\n"));
    }

    /// Collects all other source files of the program, without their tests.
    fn collect_sources(folder: &std::path::Path, sources: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.to_string_lossy().into_owned();
            if path.is_dir() {
                // Examples are programs of their own.
                if !name.ends_with("/examples") {
                    collect_sources(&path, sources);
                }
            } else if name.ends_with(".rs") && !name.contains("/terminal/") && !name.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).expect("a file");
                let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
                sources.push((name, program.to_string()));
            }
        }
    }

    #[test]
    fn all_output_passes_through_it() {
        let forbidden = [
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
        let allowed = ["terminal::stdout()", "terminal::stderr()", "columns_of_stderr()", "error.use_stderr()"];
        let mut sources = Vec::new();
        collect_sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut sources);
        assert!(sources.len() > 300, "{} files", sources.len());
        for (name, text) in sources {
            for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                let line = allowed.iter().fold(line.to_string(), |line, call| line.replace(call, ""));
                let pattern = forbidden.iter().find(|pattern| line.contains(*pattern));
                // File names are foreign text; `files` makes them readable.
                let is_exempt = name.ends_with("/files.rs") && pattern == Some(&".display()");
                assert!(pattern.is_none() || is_exempt, "{name}: {line}");
            }
        }
    }
}
