//! The process of an engine. It may be silent, chatter, crash or hang, so every wait has a time limit.

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

/// Time limits for the answers to `tei` and `isready`; an engine may need time to get ready.
const GREETING_TIMEOUT: Duration = Duration::from_secs(5);
const READY_TIMEOUT: Duration = Duration::from_secs(30);

/// Time beyond its limit before an engine is sent `stop`, and its time to answer that.
const GRACE_PERIOD: Duration = Duration::from_secs(5);
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// Delay before a message names the engine that keeps the user waiting.
const NOTICE_DELAY: Duration = Duration::from_secs(5);

/// Interval at which the caller may cancel a wait.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Time to exit after `quit`.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// Returns true when the caller wants to stop waiting.
pub type DeadlineCheck<'a> = &'a mut dyn FnMut() -> bool;

/// Result of waiting for a line.
enum WaitResult<T> {
    Received(T),
    TimedOut,
    Cancelled,
}

/// A running engine that has introduced itself.
pub struct EngineProcess {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    introduction: Introduction,
    /// Last command sent.
    last_command: String,
}

impl EngineProcess {
    pub fn start(
        name: &str,
        program: &str,
        args: &[String],
        should_stop: DeadlineCheck,
    ) -> Result<EngineProcess, ProtocolError> {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C must not reach engines: we stop them ourselves.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let start_error =
            |reason: &dyn Display| format!("cannot start {name}: {reason}; check the path of the program");
        let mut child = command.spawn().map_err(|error| start_error(&error))?;
        interrupt::register_child(child.id());
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(start_error(&"no pipes").into());
        };
        let lines = lines::spawn_reader(output);
        let (name, introduction, last_command) = (name.to_string(), Introduction::default(), String::new());
        let mut engine = EngineProcess { name, child, input, lines, introduction, last_command };
        engine.handshake(should_stop)?;
        Ok(engine)
    }

    fn handshake(&mut self, should_stop: DeadlineCheck) -> Result<(), ProtocolError> {
        self.send("tei")?;
        let mut introduction = Introduction::default();
        let answer = self.wait(GREETING_TIMEOUT, should_stop, |line| {
            introduction.parse_line(line);
            (line == "teiok").then_some(())
        })?;
        self.introduction = introduction;
        match answer {
            WaitResult::Received(()) => Ok(()),
            WaitResult::Cancelled => Err(self.cancelled_error()),
            WaitResult::TimedOut => {
                let remedy = "; check that it is an engine with the Tak Engine Interface";
                Err(self.timeout_error("tei", GREETING_TIMEOUT, remedy))
            }
        }
    }

    /// Starts a game.
    pub fn new_game(&mut self, terms: &BoardTerms, should_stop: DeadlineCheck) -> Result<(), ProtocolError> {
        let lines = self.introduction.new_game_commands(terms).map_err(|reason| format!("{} {reason}", self.name))?;
        for line in lines {
            self.send(&line)?;
        }
        self.send("isready")?;
        match self.wait(READY_TIMEOUT, should_stop, |line| (line == "readyok").then_some(()))? {
            WaitResult::Received(()) => Ok(()),
            WaitResult::Cancelled => Err(self.cancelled_error()),
            WaitResult::TimedOut => Err(self.timeout_error("isready", READY_TIMEOUT, "")),
        }
    }

    /// Returns the engine's move; if the caller cancels, the best one found so far.
    pub fn best_move(
        &mut self,
        position: &str,
        turn: &MoveTime,
        should_stop: DeadlineCheck,
    ) -> Result<String, ProtocolError> {
        self.send(&format!("position {position}"))?;
        self.send(&turn.go)?;
        let parse_best_move = |line: &str| {
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_string())
        };
        let timeout = turn.time + GRACE_PERIOD;
        let result = self.wait(timeout, should_stop, parse_best_move)?;
        if let WaitResult::Received(mv) = result {
            return Ok(mv);
        }
        self.send("stop")?;
        match (self.wait(STOP_TIMEOUT, &mut || false, parse_best_move)?, result) {
            (WaitResult::Received(mv), _) => Ok(mv),
            (_, WaitResult::Cancelled) => Err(self.timeout_error("stop", STOP_TIMEOUT, "")),
            _ => Err(self.timeout_error(&turn.go, timeout + STOP_TIMEOUT, "")),
        }
    }

    fn cancelled_error(&self) -> ProtocolError {
        format!("stopped waiting for {}", self.name).into()
    }

    fn timeout_error(&self, command: &str, time: Duration, remedy: &str) -> ProtocolError {
        format!("{} did not answer `{command}` within {} s{remedy}", self.name, time.as_secs_f32()).into()
    }

    fn send(&mut self, line: &str) -> Result<(), ProtocolError> {
        self.last_command = line.to_string();
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.exit_error())
    }

    /// Waits for the first line that `parse` accepts.
    fn wait<T>(
        &mut self,
        time: Duration,
        should_stop: DeadlineCheck,
        mut parse: impl FnMut(&str) -> Option<T>,
    ) -> Result<WaitResult<T>, ProtocolError> {
        let started = Instant::now();
        let mut is_user_informed = time <= NOTICE_DELAY || !terminal::is_stderr_terminal();
        loop {
            let remaining = time.saturating_sub(started.elapsed());
            // Checked before each line, so that endless chatter times out too.
            if remaining.is_zero() {
                return Ok(WaitResult::TimedOut);
            }
            if should_stop() {
                return Ok(WaitResult::Cancelled);
            }
            if !is_user_informed && started.elapsed() >= NOTICE_DELAY {
                is_user_informed = true;
                let command = one_line(&self.last_command, 60);
                terminal::note(format!("waiting for {} to answer `{command}`", self.name));
            }
            match self.lines.recv_timeout(remaining.min(POLL_INTERVAL)) {
                Ok(line) => {
                    if let Some(value) = parse(&line) {
                        return Ok(WaitResult::Received(value));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.exit_error()),
            }
        }
    }

    /// Describes an engine that has closed its pipes.
    fn exit_error(&mut self) -> ProtocolError {
        match self.wait_for_exit(EXIT_TIMEOUT) {
            Some(status) => {
                let command = one_line(&self.last_command, 60);
                format!("{} exited ({status}) after `{command}`", self.name).into()
            }
            None => format!("{} stopped responding", self.name).into(),
        }
    }

    fn wait_for_exit(&mut self, time: Duration) -> Option<String> {
        let deadline = Instant::now() + time;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status.to_string());
            }
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for EngineProcess {
    /// Asks the engine to quit, and kills it if it does not.
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        if self.wait_for_exit(EXIT_TIMEOUT).is_none() {
            interrupt::kill_group(self.child.id());
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        interrupt::unregister_child(self.child.id());
    }
}
