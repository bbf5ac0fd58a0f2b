//! The program behind a pseudo-terminal: typing, pressing keys and reading the screen. Nothing here sleeps; it waits for
//! text on the screen or for the prompt, and fails with the screen in the message.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Instant;

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use vt100::{Color, Parser, Screen};

use crate::common::test_dir::{HOUSERULE, TEST_TIMEOUT, TestDir};
use crate::common::transcript::split_args;

/// Code that the line editor sends when it starts to wait for a line: it turns on bracketed paste.
const PASTE_MODE_ON: &[u8] = b"\x1b[?2004h";

/// Key that is not a character.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    Enter,
    Tab,
    Up,
    Right,
    CtrlC,
    CtrlD,
}

impl Key {
    fn bytes(self) -> &'static [u8] {
        match self {
            Key::Enter => b"\r",
            Key::Tab => b"\t",
            Key::Up => b"\x1b[A",
            Key::Right => b"\x1b[C",
            Key::CtrlC => b"\x03",
            Key::CtrlD => b"\x04",
        }
    }
}

/// Screen and state of the program, as far as it was read.
struct ScreenState {
    screen: Parser,
    /// Number of prompts so far.
    prompts: usize,
    /// Last bytes, which may begin a prompt.
    tail: Vec<u8>,
    /// All bytes.
    output: Vec<u8>,
    /// Whether the program has closed the terminal.
    is_closed: bool,
}

/// Starts the program behind a pseudo-terminal of a given size, with more environment variables.
pub fn spawn_in_pty<A: AsRef<OsStr>>(
    dir: &TestDir,
    args: impl IntoIterator<Item = A>,
    (rows, columns): (u16, u16),
    more: &[(&str, &str)],
) -> (Pty, Child) {
    let (pty, pts) = open().expect("a pseudo-terminal");
    pty.resize(Size::new(rows, columns)).expect("a size");
    let command = Command::new(HOUSERULE)
        .args(args)
        .current_dir(dir.path(""))
        .env_clear()
        .envs(dir.home_vars())
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("TERM", "xterm-256color")
        .envs(more.iter().copied());
    (pty, command.spawn(pts).expect("the program starts"))
}

/// A running program and its screen.
pub struct PtySession {
    pty: Arc<Pty>,
    child: Child,
    state: Arc<(Mutex<ScreenState>, Condvar)>,
}

impl PtySession {
    /// Starts the program on a screen of 100 by 50: `open(&dir, "play tak")`.
    pub fn open(dir: &TestDir, typed: &str) -> PtySession {
        PtySession::open_with(dir, typed, (50, 100), &[])
    }

    /// Starts the program on a screen of a given size, with more environment variables.
    pub fn open_with(dir: &TestDir, typed: &str, size: (u16, u16), more: &[(&str, &str)]) -> PtySession {
        PtySession::open_answering(dir, typed, size, more, &[])
    }

    /// Starts the program on a terminal that answers questions, given as pairs of a question and its answer.
    pub fn open_answering(
        dir: &TestDir,
        typed: &str,
        (rows, columns): (u16, u16),
        more: &[(&str, &str)],
        answers: &[(&str, &str)],
    ) -> PtySession {
        let (pty, child) = spawn_in_pty(dir, split_args(typed), (rows, columns), more);
        let sized = |size: u16| NonZeroU16::new(size).expect("a size");
        let screen = Parser::new(sized(rows), sized(columns), 10_000);
        let state = ScreenState { screen, prompts: 0, tail: Vec::new(), output: Vec::new(), is_closed: false };
        let (pty, state) = (Arc::new(pty), Arc::new((Mutex::new(state), Condvar::new())));
        let (from, to) = (pty.clone(), state.clone());
        let answers = answers.iter().map(|(question, answer)| (question.to_string(), answer.to_string())).collect();
        std::thread::spawn(move || read_output(&from, &to, answers));
        PtySession { pty, child, state }
    }

    /// Types text without Enter.
    pub fn type_text(&mut self, text: &str) -> &mut PtySession {
        self.send(text.as_bytes())
    }

    pub fn press(&mut self, key: Key) -> &mut PtySession {
        self.send(key.bytes())
    }

    /// Pastes text with bracketed paste.
    pub fn paste(&mut self, text: &str) -> &mut PtySession {
        self.send(format!("\x1b[200~{text}\x1b[201~").as_bytes())
    }

    /// Sends raw bytes.
    pub fn send(&mut self, bytes: &[u8]) -> &mut PtySession {
        (&*self.pty).write_all(bytes).expect("the terminal takes what is typed");
        self
    }

    /// Types a line and waits for the next prompt.
    pub fn enter(&mut self, line: &str) -> &mut PtySession {
        self.wait_for_prompt();
        let open_with = self.lock().prompts;
        self.type_text(line).press(Key::Enter).wait_for_prompt_after(open_with)
    }

    /// Cancels the line with Ctrl-C and waits for the next prompt; anything typed sooner would be lost.
    pub fn cancel_line(&mut self) -> &mut PtySession {
        let open_with = self.lock().prompts;
        self.press(Key::CtrlC).wait_for_prompt_after(open_with)
    }

    fn wait_for_prompt_after(&mut self, open_with: usize) -> &mut PtySession {
        self.wait_until("the next prompt", |state| state.prompts > open_with);
        self
    }

    /// Waits for the first prompt.
    pub fn wait_for_prompt(&mut self) -> &mut PtySession {
        self.wait_until("a prompt", |state| state.prompts > 0);
        self
    }

    /// Waits until a text is on the screen.
    pub fn wait_for(&mut self, text: &str) -> &mut PtySession {
        self.wait_until(text, |state| state.screen.screen().contents().contains(text));
        self
    }

    /// Waits until the line of the cursor is this, apart from trailing blanks.
    pub fn wait_for_line(&mut self, line: &str) -> &mut PtySession {
        self.wait_until(line, |state| cursor_line(state.screen.screen()) == line.trim_end());
        self
    }

    /// Waits until the line of the cursor is not `line`, and returns it.
    pub fn wait_for_line_after(&mut self, line: &str) -> String {
        self.wait_until(&format!("a line after {line:?}"), |state| cursor_line(state.screen.screen()) != line);
        cursor_line(self.lock().screen.screen())
    }

    /// Waits until the cursor is behind a prompt, and no bot thinks.
    pub fn wait_for_turn(&mut self) -> &mut PtySession {
        self.wait_until("a turn", |state| {
            let line = cursor_line(state.screen.screen());
            line.ends_with('>') && !line.contains(" thinks")
        });
        self
    }

    /// Waits until a bot thinks and this is typed behind the prompt.
    pub fn wait_for_thinker(&mut self, typed: &str) -> &mut PtySession {
        let end = format!("> {typed}");
        self.wait_until(&format!("a bot that thinks, and {typed:?}"), |state| {
            let line = cursor_line(state.screen.screen());
            line.contains(" thinks") && line.ends_with(end.trim_end())
        });
        self
    }

    /// The rows of the current screen, without trailing blanks.
    pub fn screen(&self) -> Vec<String> {
        rows(self.lock().screen.screen())
    }

    /// All that the program has written.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&self.lock().output).into_owned()
    }

    /// The characters of the screen that are not blank, with their colours.
    pub fn cells(&self) -> Vec<ScreenCell> {
        let state = self.lock();
        let screen = state.screen.screen();
        let (rows, columns) = screen.size();
        let places = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
        let cells = places.filter_map(|(row, column)| screen.cell(row, column));
        let cell = |cell: &vt100::Cell| ScreenCell {
            text: cell.contents().to_string(),
            ink: cell.fgcolor(),
            ground: cell.bgcolor(),
        };
        cells.map(cell).filter(|cell| !cell.text.trim().is_empty()).collect()
    }

    /// Style of the first character of the last occurrence of a text.
    pub fn style_of(&self, text: &str) -> CellStyle {
        let state = self.lock();
        let screen = state.screen.screen();
        let found = rows(screen).iter().enumerate().rev().find_map(|(row, line)| {
            let open_with = &line[..line.rfind(text)?];
            Some((row as u16, open_with.chars().count() as u16))
        });
        let (row, column) = found.unwrap_or_else(|| panic!("`{text}` is not on the screen:\n{}", screen_text(screen)));
        let cell = screen.cell(row, column).expect("a cell of the screen");
        CellStyle { dim: cell.dim(), bold: cell.bold(), colour: cell.fgcolor() }
    }

    /// Waits for the program to end and returns its exit code; `None` if it was killed.
    pub fn wait_for_exit(&mut self) -> Option<i32> {
        self.wait_until("the end", |state| state.is_closed);
        self.child.wait().expect("the program was started").code()
    }

    /// Kills the program without warning.
    pub fn kill(&mut self) {
        self.child.kill().expect("the program can be killed");
        self.child.wait().expect("the program was started");
    }

    fn lock(&self) -> MutexGuard<'_, ScreenState> {
        self.state.0.lock().expect("the reader thread lives")
    }

    fn wait_until(&self, what: &str, is_done: impl Fn(&ScreenState) -> bool) {
        let start = Instant::now();
        let mut state = self.lock();
        while !is_done(&state) {
            let left = TEST_TIMEOUT.saturating_sub(start.elapsed());
            if left.is_zero() || state.is_closed {
                let why = if state.is_closed { "the program has ended" } else { "nothing more happens" };
                let screen = screen_text(state.screen.screen());
                // The reader thread may still need the lock.
                drop(state);
                panic!("waiting for `{what}`, {why}:\n{screen}");
            }
            state = self.state.1.wait_timeout(state, left).expect("the reader thread lives").0;
        }
    }
}

impl Drop for PtySession {
    fn drop(&mut self) {
        // A failed test leaves nothing running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Style of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellStyle {
    pub dim: bool,
    pub bold: bool,
    pub colour: Color,
}

/// Character with its colours.
pub struct ScreenCell {
    pub text: String,
    pub ink: Color,
    pub ground: Color,
}

/// Feeds the output of the program to the screen until it ends, and answers its questions, each once.
fn read_output(mut pty: &Pty, (state, changed): &(Mutex<ScreenState>, Condvar), mut answers: Vec<(String, String)>) {
    let mut bytes = [0; 4096];
    loop {
        // A closed terminal is a read error.
        let read = pty.read(&mut bytes).unwrap_or(0);
        let mut state = state.lock().expect("no thread panics with the lock");
        state.screen.process(&bytes[..read]);
        state.output.extend_from_slice(&bytes[..read]);
        let is_asked =
            |question: &str| state.output.windows(question.len()).any(|window| window == question.as_bytes());
        let asked = answers.extract_if(.., |(question, _)| is_asked(question));
        let replies: String = asked.map(|(_, answer)| answer).collect();
        // The program may have ended.
        let _ = pty.write_all(replies.as_bytes());
        state.tail.extend_from_slice(&bytes[..read]);
        state.prompts += state.tail.windows(PASTE_MODE_ON.len()).filter(|window| *window == PASTE_MODE_ON).count();
        let consumed = state.tail.len().saturating_sub(PASTE_MODE_ON.len() - 1);
        state.tail.drain(..consumed);
        state.is_closed = read == 0;
        changed.notify_all();
        if read == 0 {
            return;
        }
    }
}

fn rows(screen: &Screen) -> Vec<String> {
    let columns = screen.size().1;
    screen.rows(0, columns.get()).map(|row| row.trim_end().to_string()).collect()
}

fn screen_text(screen: &Screen) -> String {
    rows(screen).join("\n").trim_end().to_string()
}

fn cursor_line(screen: &Screen) -> String {
    rows(screen).swap_remove(screen.cursor_position().0 as usize)
}
