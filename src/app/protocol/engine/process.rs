//! A program that we talk with. It may be silent, babble, die or never end: whoever waits for it waits for a while only.

use std::fmt::Display;
use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::super::lines;
use super::allowance::MoveTime;
use super::introduction::{BoardTerms, Introduction};
use crate::interrupt;
use crate::protocol::ProtocolError;
use crate::terminal;
use houserule_core::text::one_line;

/// To say who it is takes no time; to get ready may.
const GREETING: Duration = Duration::from_secs(5);
const READINESS: Duration = Duration::from_secs(30);

/// So much longer than it was told an engine may think before it is told to stop, and then it has so long to answer.
const GRACE_PERIOD: Duration = Duration::from_secs(5);
const LAST_WORDS: Duration = Duration::from_secs(2);

/// After so long somebody who looks on is told who is waited for.
const NOTICEABLE: Duration = Duration::from_secs(5);

/// How often whoever waits is asked whether they still want to.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long it takes to die of its own will.
const FAREWELL: Duration = Duration::from_millis(300);

/// Says that there is no time left to wait.
pub type DeadlineCheck<'a> = &'a mut dyn FnMut() -> bool;

/// What came of waiting.
enum WaitResult<T> {
    Heard(T),
    Silence,
    Hurried,
}

/// An engine that runs and has said who it is.
pub struct EngineProcess {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    introduction: Introduction,
    /// What it was told last.
    told: String,
}

impl EngineProcess {
    pub fn start(
        name: &str,
        program: &str,
        args: &[String],
        hurry: DeadlineCheck,
    ) -> Result<EngineProcess, ProtocolError> {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for us: we tell engines to stop ourselves.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let cannot =
            |says: &dyn Display| format!("{name} cannot be started: {says}; see that the path of the program is right");
        let mut child = command.spawn().map_err(|error| cannot(&error))?;
        interrupt::answer_for(child.id());
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(cannot(&"it has no pipes").into());
        };
        let lines = lines::of(output);
        let (name, introduction, told) = (name.to_string(), Introduction::default(), String::new());
        let mut engine = EngineProcess { name, child, input, lines, introduction, told };
        engine.greet(hurry)?;
        Ok(engine)
    }

    fn greet(&mut self, hurry: DeadlineCheck) -> Result<(), ProtocolError> {
        self.send("tei")?;
        let mut introduction = Introduction::default();
        let answer = self.wait(GREETING, hurry, |line| {
            introduction.hear(line);
            (line == "teiok").then_some(())
        })?;
        self.introduction = introduction;
        match answer {
            WaitResult::Heard(()) => Ok(()),
            WaitResult::Hurried => Err(self.left_alone()),
            WaitResult::Silence => {
                let remedy = "; see that it is an engine that speaks the Tak Engine Interface";
                Err(self.silent("tei", GREETING, remedy))
            }
        }
    }

    /// Begins a game.
    pub fn begin(&mut self, terms: &BoardTerms, hurry: DeadlineCheck) -> Result<(), ProtocolError> {
        let lines = self.introduction.opening(terms).map_err(|says| format!("{} {says}", self.name))?;
        for line in lines {
            self.send(&line)?;
        }
        self.send("isready")?;
        match self.wait(READINESS, hurry, |line| (line == "readyok").then_some(()))? {
            WaitResult::Heard(()) => Ok(()),
            WaitResult::Hurried => Err(self.left_alone()),
            WaitResult::Silence => Err(self.silent("isready", READINESS, "")),
        }
    }

    /// The move it makes in a position. Whoever is in a hurry gets the best that it knows by then.
    pub fn best_move(
        &mut self,
        position: &str,
        turn: &MoveTime,
        hurry: DeadlineCheck,
    ) -> Result<String, ProtocolError> {
        self.send(&format!("position {position}"))?;
        self.send(&turn.go)?;
        let best = |line: &str| {
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_string())
        };
        let patience = turn.time + GRACE_PERIOD;
        let waited = self.wait(patience, hurry, best)?;
        if let WaitResult::Heard(found) = waited {
            return Ok(found);
        }
        self.send("stop")?;
        match (self.wait(LAST_WORDS, &mut || false, best)?, waited) {
            (WaitResult::Heard(found), _) => Ok(found),
            (_, WaitResult::Hurried) => Err(self.silent("stop", LAST_WORDS, "")),
            _ => Err(self.silent(&turn.go, patience + LAST_WORDS, "")),
        }
    }

    fn left_alone(&self) -> ProtocolError {
        format!("{} was not waited for", self.name).into()
    }

    fn silent(&self, asked: &str, time: Duration, remedy: &str) -> ProtocolError {
        format!("{} has not answered `{asked}` within {} s{remedy}", self.name, time.as_secs_f32()).into()
    }

    fn send(&mut self, line: &str) -> Result<(), ProtocolError> {
        self.told = line.to_string();
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended())
    }

    /// The first line that is wanted, if it comes in time.
    fn wait<T>(
        &mut self,
        time: Duration,
        hurry: DeadlineCheck,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<WaitResult<T>, ProtocolError> {
        let since = Instant::now();
        let mut is_told = time <= NOTICEABLE || !terminal::is_stderr_terminal();
        loop {
            let left = time.saturating_sub(since.elapsed());
            // Whoever babbles without end is not waited for either.
            if left.is_zero() {
                return Ok(WaitResult::Silence);
            }
            if hurry() {
                return Ok(WaitResult::Hurried);
            }
            if !is_told && since.elapsed() >= NOTICEABLE {
                is_told = true;
                let told = one_line(&self.told, 60);
                let _ = writeln!(terminal::stderr(), "waiting for {} to answer `{told}`", self.name);
            }
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => {
                    if let Some(found) = wanted(&line) {
                        return Ok(WaitResult::Heard(found));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// What to say of an engine that has closed its pipes.
    fn ended(&mut self) -> ProtocolError {
        match self.wait_for_end(FAREWELL) {
            Some(status) => {
                let told = one_line(&self.told, 60);
                format!("{} has ended by itself ({status}) when it was told `{told}`", self.name).into()
            }
            None => format!("{} says nothing any more", self.name).into(),
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

impl Drop for EngineProcess {
    /// Asks it to leave, and sees to it that it does.
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        if self.wait_for_end(FAREWELL).is_none() {
            interrupt::end(self.child.id());
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        interrupt::forget(self.child.id());
    }
}
