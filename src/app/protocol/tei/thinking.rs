//! A running search: commands are handled as they arrive, and progress is printed at intervals.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvError, TryRecvError};
use std::time::{Duration, Instant};

use super::command::{GoCommand, TeiCommand};
use houserule_core::mechanics::Move;
use houserule_lab::bot::{SearchObserver, SearchProgress};
use houserule_script::game::Game;
use houserule_script::notation::Notation;
use houserule_script::play::Session;

/// Progress is printed after this delay, then at doubling intervals up to [`INFO_INTERVAL`].
const FIRST_INFO_DELAY: Duration = Duration::from_millis(100);
const INFO_INTERVAL: Duration = Duration::from_secs(1);

/// A search from `go` to `bestmove`.
pub struct RunningSearch<'a> {
    /// A copy of the game, to write lines of play in notation.
    pub game: Game,
    pub notation: &'static dyn Notation,
    pub go: &'a GoCommand,
    pub lines: &'a Receiver<String>,
    /// Commands that wait until the search is over.
    pub queue: &'a mut VecDeque<TeiCommand>,
    pub out: &'a mut dyn Write,
    started: Instant,
    /// When progress is printed next.
    next_info: Duration,
    last_progress: Option<SearchProgress>,
    is_stopped: bool,
    write_error: Option<io::Error>,
}

impl<'a> RunningSearch<'a> {
    pub fn new(
        session: &Session,
        go: &'a GoCommand,
        lines: &'a Receiver<String>,
        queue: &'a mut VecDeque<TeiCommand>,
        out: &'a mut dyn Write,
    ) -> RunningSearch<'a> {
        RunningSearch {
            game: session.game.fork(),
            notation: session.notation(),
            go,
            lines,
            queue,
            out,
            started: Instant::now(),
            next_info: FIRST_INFO_DELAY,
            last_progress: None,
            is_stopped: false,
            write_error: None,
        }
    }

    /// Handles a command during the search; returns whether it ends the search.
    fn handle(&mut self, command: TeiCommand) -> bool {
        match command {
            TeiCommand::IsReady => {
                let written = writeln!(self.out, "readyok").and_then(|()| self.out.flush());
                self.write_error = self.write_error.take().or(written.err());
                self.write_error.is_some()
            }
            TeiCommand::Stop => true,
            TeiCommand::Quit => {
                self.queue.push_back(TeiCommand::Quit);
                true
            }
            // A new request ends an unlimited search: its answer is no longer wanted.
            TeiCommand::Go(_) | TeiCommand::Position { .. } | TeiCommand::NewGame(_) => {
                self.queue.push_back(command);
                self.go.is_unlimited()
            }
            command => {
                self.queue.push_back(command);
                false
            }
        }
    }

    /// Prints the move. An unlimited search that is complete waits for `stop`, as the protocol requires.
    pub fn finish(mut self, chosen: Option<Move>) -> io::Result<()> {
        while self.go.is_unlimited() && !self.is_stopped && chosen.is_some() {
            self.is_stopped = match self.lines.recv() {
                Ok(line) => self.handle(TeiCommand::parse(&line)),
                Err(RecvError) => true,
            };
        }
        if let Some(error) = self.write_error {
            return Err(error);
        }
        let progress = self.last_progress.take().or_else(|| chosen.map(SearchProgress::unsearched));
        if let Some(progress) = &progress {
            self.print_info(progress)?;
        }
        let written = chosen.map(|mv| self.notation.write_action(&self.game.unpack(mv), self.game.board()));
        // `--` means that there is no move.
        writeln!(self.out, "bestmove {}", written.as_deref().unwrap_or("--"))?;
        self.out.flush()
    }

    fn print_info(&mut self, progress: &SearchProgress) -> io::Result<()> {
        let pv = self.format_line(&progress.pv);
        let millis = progress.time.as_millis() as u64;
        let speed = progress.playouts * 1000 / millis.max(1);
        // A win counts 100, as in other Monte Carlo engines.
        let score = (200.0 * progress.win_rate - 100.0).round() as i64;
        writeln!(
            self.out,
            "info depth {} nodes {} nps {speed} time {millis} score cp {score} pv {}",
            pv.len(),
            progress.playouts,
            pv.join(" ")
        )?;
        self.out.flush()
    }

    fn format_line(&mut self, line: &[Move]) -> Vec<String> {
        let mut moves = Vec::new();
        for mv in line {
            moves.push(self.notation.write_action(&self.game.unpack(*mv), self.game.board()));
            if self.game.play(*mv).is_err() {
                break;
            }
        }
        self.game.undo_all();
        moves
    }
}

impl SearchObserver for RunningSearch<'_> {
    fn on_progress(&mut self, so_far: &dyn Fn() -> SearchProgress) -> ControlFlow<()> {
        loop {
            let is_over = match self.lines.try_recv() {
                Ok(line) => self.handle(TeiCommand::parse(&line)),
                Err(TryRecvError::Empty) => break,
                // The input has ended, so `stop` cannot come any more.
                Err(TryRecvError::Disconnected) if self.go.is_unlimited() => true,
                Err(TryRecvError::Disconnected) => break,
            };
            if is_over {
                self.is_stopped = true;
                return ControlFlow::Break(());
            }
        }
        let depth = self.go.depth.filter(|_| !self.go.is_unlimited());
        if depth.is_some_and(|depth| so_far().pv.len() >= depth) {
            return ControlFlow::Break(());
        }
        let time = self.started.elapsed();
        if time >= self.next_info {
            self.next_info = time + time.min(INFO_INTERVAL);
            self.write_error = self.print_info(&so_far()).err();
        }
        if self.write_error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Without a clock the user studies the position; on a clock the only move is played at once.
    fn wants_value(&self) -> bool {
        self.go.clocks.iter().all(Option::is_none)
    }

    fn on_result(&mut self, progress: SearchProgress) {
        self.last_progress = Some(progress);
    }
}
