//! A program that we talk with. It may be silent, babble, die or never end: whoever waits for it waits for a while only.

use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::super::lines;
use crate::bot::Budget;

/// To say who it is takes no time; to get ready may.
const GREETING: Duration = Duration::from_secs(5);
const READINESS: Duration = Duration::from_secs(30);

/// So much longer than it was told an engine may think before it is told to stop, and then it has so long to answer.
const PATIENCE: Duration = Duration::from_secs(5);
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The longest that an engine thinks which counts nodes.
const LONGEST: Duration = Duration::from_secs(120);

/// How long it takes to die of its own will.
const FAREWELL: Duration = Duration::from_millis(300);

/// An engine that runs and has said who it is.
pub struct Engine {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Whether it speaks the newer form, in which a new game is told its size by name.
    is_newer: bool,
    has_komi: bool,
}

/// The board an engine is to play on.
pub struct Terms {
    pub size: String,
    pub half_komi: i64,
}

impl Engine {
    pub fn start(name: &str, program: &str, args: &[String]) -> Result<Engine, String> {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let cannot = |says: String| {
            format!("{name} cannot be started: {says}; see that the path of the program is right")
        };
        let mut child = command.spawn().map_err(|error| cannot(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(cannot("it has no pipes".to_string()));
        };
        let lines = lines::of(output);
        let mut engine =
            Engine { name: name.to_string(), child, input, lines, is_newer: false, has_komi: false };
        engine.greet()?;
        Ok(engine)
    }

    fn greet(&mut self) -> Result<(), String> {
        self.send("tei")?;
        let (mut is_newer, mut has_komi) = (false, false);
        let answer = self.wait(GREETING, |line| {
            is_newer |= line.starts_with("size ");
            has_komi |= line.to_lowercase().starts_with("option name halfkomi ");
            (line == "teiok").then_some(())
        })?;
        answer.ok_or_else(|| {
            self.silent("tei", GREETING, "; see that it is an engine that speaks the Tak Engine Interface")
        })?;
        (self.is_newer, self.has_komi) = (is_newer, has_komi);
        Ok(())
    }

    /// Begins a game.
    pub fn begin(&mut self, terms: &Terms) -> Result<(), String> {
        let Terms { size, half_komi } = terms;
        if self.has_komi {
            self.send(&format!("setoption name HalfKomi value {half_komi}"))?;
        }
        match self.is_newer {
            true => self.send(&format!("teinewgame size {size} halfkomi {half_komi}"))?,
            false => self.send(&format!("teinewgame {size}"))?,
        }
        self.send("isready")?;
        let ready = self.wait(READINESS, |line| (line == "readyok").then_some(()))?;
        ready.ok_or_else(|| self.silent("isready", READINESS, ""))
    }

    /// The move it makes in a position.
    pub fn best_move(&mut self, position: &str, budget: Budget) -> Result<String, String> {
        self.send(&format!("position {position}"))?;
        let (go, patience) = match budget {
            Budget::Playouts(nodes) => (format!("go nodes {nodes}"), LONGEST),
            Budget::Time(time) => (format!("go movetime {}", time.as_millis().max(1)), time + PATIENCE),
        };
        self.send(&go)?;
        let best = |line: &str| {
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_string())
        };
        if let Some(found) = self.wait(patience, best)? {
            return Ok(found);
        }
        self.send("stop")?;
        let found = self.wait(LAST_WORDS, best)?;
        found.ok_or_else(|| self.silent(&go, patience + LAST_WORDS, ""))
    }

    fn silent(&self, asked: &str, time: Duration, remedy: &str) -> String {
        format!("{} has not answered `{asked}` within {} s{remedy}", self.name, time.as_secs_f32())
    }

    fn send(&mut self, line: &str) -> Result<(), String> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended())
    }

    /// The first line that is wanted, if it comes in time.
    fn wait<T>(
        &mut self,
        time: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let until = Instant::now() + time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            // Whoever babbles without end is not waited for either.
            if left.is_zero() {
                return Ok(None);
            }
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    if let found @ Some(_) = wanted(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// What to say of an engine that has closed its pipes.
    fn ended(&mut self) -> String {
        match self.wait_for_end(FAREWELL) {
            Some(status) => format!("{} has ended by itself ({status})", self.name),
            None => format!("{} says nothing any more", self.name),
        }
    }

    fn wait_for_end(&mut self, time: Duration) -> Option<String> {
        let until = Instant::now() + time;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status.to_string());
            }
            if Instant::now() >= until {
                return None;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    /// Asks it to leave, and sees to it that it does.
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        if self.wait_for_end(FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
