//! A person at a terminal: types, presses keys and sees the screen of the real program, which runs behind a
//! pseudo-terminal. Nothing here waits for a time to pass; it waits for what is to be seen, or for the program to ask for a
//! line, and gives up with the screen in its words.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Instant;

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use vt100::{Color, Parser, Screen};

use crate::common::desk::{Desk, GUARD};
use crate::common::transcript::words;

/// What the line editor sends when it begins to wait for a line: it then wants to be told of pastes.
const ASKS: &[u8] = b"\x1b[?2004h";

/// Keys that are no letters.
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

/// What came from the program so far.
struct ScreenShot {
    screen: Parser,
    /// How often it has asked for a line.
    asked: usize,
    /// The last bytes, in which a question may have begun.
    tail: Vec<u8>,
    /// Whether it has closed the terminal.
    is_closed: bool,
}

pub struct Person {
    pty: Arc<Pty>,
    child: Child,
    shown: Arc<(Mutex<ScreenShot>, Condvar)>,
}

impl Person {
    /// Starts the program on a screen of 100 by 50: `at(&desk, "play tak")`.
    pub fn at(desk: &Desk, typed: &str) -> Person {
        Person::before(desk, typed, (50, 100), &[])
    }

    /// Starts the program on a screen of so many rows and columns, with more variables of the environment.
    pub fn before(desk: &Desk, typed: &str, (rows, columns): (u16, u16), more: &[(&str, &str)]) -> Person {
        let (pty, pts) = open().expect("a pseudo-terminal");
        pty.resize(Size::new(rows, columns)).expect("a size");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let command = Command::new(env!("CARGO_BIN_EXE_houserule"))
            .args(words(typed))
            .current_dir(desk.path(""))
            .env_clear()
            .envs(desk.home())
            .env("PATH", path)
            .env("TERM", "xterm-256color")
            .envs(more.iter().copied());
        let child = command.spawn(pts).expect("the program starts");
        let sized = |size: u16| NonZeroU16::new(size).expect("a size");
        let screen = Parser::new(sized(rows), sized(columns), 10_000);
        let shown = ScreenShot { screen, asked: 0, tail: Vec::new(), is_closed: false };
        let (pty, shown) = (Arc::new(pty), Arc::new((Mutex::new(shown), Condvar::new())));
        let (from, to) = (pty.clone(), shown.clone());
        std::thread::spawn(move || watch(&from, &to));
        Person { pty, child, shown }
    }

    /// Types letters, and nothing after them.
    pub fn types(&mut self, text: &str) -> &mut Person {
        self.sends(text.as_bytes())
    }

    pub fn presses(&mut self, key: Key) -> &mut Person {
        self.sends(key.bytes())
    }

    /// Pastes some text, as terminals do that are asked to tell of it.
    pub fn pastes(&mut self, text: &str) -> &mut Person {
        self.sends(format!("\x1b[200~{text}\x1b[201~").as_bytes())
    }

    /// Sends bytes as they are.
    pub fn sends(&mut self, bytes: &[u8]) -> &mut Person {
        (&*self.pty).write_all(bytes).expect("the terminal takes what is typed");
        self
    }

    /// Types a line, and waits until the program asks for the next.
    pub fn enters(&mut self, line: &str) -> &mut Person {
        self.is_asked();
        let before = self.lock().asked;
        self.types(line).presses(Key::Enter).is_asked_after(before)
    }

    /// Drops the line with Ctrl-C, and waits until the program asks for another: what is typed sooner goes with it.
    pub fn drops_it(&mut self) -> &mut Person {
        let before = self.lock().asked;
        self.presses(Key::CtrlC).is_asked_after(before)
    }

    fn is_asked_after(&mut self, before: usize) -> &mut Person {
        self.waits("the next question", |shown| shown.asked > before);
        self
    }

    /// Waits until the program has asked for a line.
    pub fn is_asked(&mut self) -> &mut Person {
        self.waits("a question", |shown| shown.asked > 0);
        self
    }

    /// Waits until a text is somewhere on the screen.
    pub fn sees(&mut self, text: &str) -> &mut Person {
        self.waits(text, |shown| shown.screen.screen().contents().contains(text));
        self
    }

    /// Waits until the line in which the cursor stands is this, but for blanks at its end.
    pub fn sees_line(&mut self, line: &str) -> &mut Person {
        self.waits(line, |shown| cursor_line(shown.screen.screen()) == line.trim_end());
        self
    }

    /// The screen as it is now, row by row, without blanks at the ends.
    pub fn screen(&self) -> Vec<String> {
        rows(self.lock().screen.screen())
    }

    /// How the letter stands on the screen that begins the last occurrence of a text.
    pub fn look_of(&self, text: &str) -> Look {
        let shown = self.lock();
        let screen = shown.screen.screen();
        let found = rows(screen).iter().enumerate().rev().find_map(|(row, line)| {
            let before = &line[..line.rfind(text)?];
            Some((row as u16, before.chars().count() as u16))
        });
        let (row, column) = found.unwrap_or_else(|| panic!("`{text}` is not on the screen:\n{}", all(screen)));
        let cell = screen.cell(row, column).expect("a cell of the screen");
        Look { dim: cell.dim(), bold: cell.bold(), colour: cell.fgcolor() }
    }

    /// Waits until the program has ended, and gives its exit code; none if it was killed.
    pub fn sees_it_end(&mut self) -> Option<i32> {
        self.waits("the end", |shown| shown.is_closed);
        self.child.wait().expect("the program was started").code()
    }

    /// Ends the program as a power cut would.
    pub fn kills(&mut self) {
        self.child.kill().expect("the program can be killed");
        self.child.wait().expect("the program was started");
    }

    fn lock(&self) -> MutexGuard<'_, ScreenShot> {
        self.shown.0.lock().expect("the watcher lives")
    }

    fn waits(&self, what: &str, is_there: impl Fn(&ScreenShot) -> bool) {
        let start = Instant::now();
        let mut shown = self.lock();
        while !is_there(&shown) {
            let left = GUARD.saturating_sub(start.elapsed());
            if left.is_zero() || shown.is_closed {
                let why = if shown.is_closed { "the program has ended" } else { "nothing more happens" };
                let screen = all(shown.screen.screen());
                // The watcher may still want it.
                drop(shown);
                panic!("waiting for `{what}`, {why}:\n{screen}");
            }
            shown = self.shown.1.wait_timeout(shown, left).expect("the watcher lives").0;
        }
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        // A test that failed leaves nothing running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How a letter is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    pub dim: bool,
    pub bold: bool,
    pub colour: Color,
}

/// Puts on the screen whatever comes from the program, until it is gone.
fn watch(mut pty: &Pty, (shown, changed): &(Mutex<ScreenShot>, Condvar)) {
    let mut bytes = [0; 4096];
    loop {
        // A closed terminal is an error to the reader.
        let read = pty.read(&mut bytes).unwrap_or(0);
        let mut shown = shown.lock().expect("nobody fails with the screen in hand");
        shown.screen.process(&bytes[..read]);
        shown.tail.extend_from_slice(&bytes[..read]);
        shown.asked += shown.tail.windows(ASKS.len()).filter(|window| *window == ASKS).count();
        let kept = shown.tail.len().saturating_sub(ASKS.len() - 1);
        shown.tail.drain(..kept);
        shown.is_closed = read == 0;
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

fn all(screen: &Screen) -> String {
    rows(screen).join("\n").trim_end().to_string()
}

fn cursor_line(screen: &Screen) -> String {
    rows(screen).swap_remove(screen.cursor_position().0 as usize)
}
