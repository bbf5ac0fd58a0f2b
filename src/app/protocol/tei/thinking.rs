//! While a search runs: what comes in is heard at once, and what is found is told now and then.

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

/// Progress is told after this time, after twice this time and so on, but at least so often.
const FIRST: Duration = Duration::from_millis(100);
const INFO_INTERVAL: Duration = Duration::from_secs(1);

/// A search from `go` to `bestmove`.
pub struct RunningSearch<'a> {
    /// A game of our own, to write lines of play down.
    pub game: Game,
    pub notation: &'static dyn Notation,
    pub go: &'a GoCommand,
    pub lines: &'a Receiver<String>,
    /// What can wait until the search is over.
    pub waiting: &'a mut VecDeque<TeiCommand>,
    pub out: &'a mut dyn Write,
    since: Instant,
    /// When progress is told next.
    next: Duration,
    found: Option<SearchProgress>,
    is_stopped: bool,
    lost: Option<io::Error>,
}

impl<'a> RunningSearch<'a> {
    pub fn new(
        session: &Session,
        go: &'a GoCommand,
        lines: &'a Receiver<String>,
        waiting: &'a mut VecDeque<TeiCommand>,
        out: &'a mut dyn Write,
    ) -> RunningSearch<'a> {
        RunningSearch {
            game: session.game.fork(),
            notation: session.notation(),
            go,
            lines,
            waiting,
            out,
            since: Instant::now(),
            next: FIRST,
            found: None,
            is_stopped: false,
            lost: None,
        }
    }

    /// Does what can be done while a search runs. Gives whether that ends it.
    fn hear(&mut self, command: TeiCommand) -> bool {
        match command {
            TeiCommand::IsReady => {
                let said = writeln!(self.out, "readyok").and_then(|()| self.out.flush());
                self.lost = self.lost.take().or(said.err());
                self.lost.is_some()
            }
            TeiCommand::Stop => true,
            TeiCommand::Quit => {
                self.waiting.push_back(TeiCommand::Quit);
                true
            }
            // Whoever asks for something else does not want the answer to a search without an end any more.
            TeiCommand::Go(_) | TeiCommand::Position { .. } | TeiCommand::NewGame(_) => {
                self.waiting.push_back(command);
                self.go.is_endless()
            }
            command => {
                self.waiting.push_back(command);
                false
            }
        }
    }

    /// Tells the move. A search without an end that knows all there is to know has to wait until it is asked.
    pub fn finish(mut self, chosen: Option<Move>) -> io::Result<()> {
        while self.go.is_endless() && !self.is_stopped && chosen.is_some() {
            self.is_stopped = match self.lines.recv() {
                Ok(line) => self.hear(TeiCommand::parse(&line)),
                Err(RecvError) => true,
            };
        }
        if let Some(error) = self.lost {
            return Err(error);
        }
        let found = self.found.take().or_else(|| chosen.map(SearchProgress::of));
        if let Some(found) = &found {
            self.tell(found)?;
        }
        let written = chosen.map(|mv| self.notation.written(&self.game.unpack_named(mv), self.game.board()));
        // What the protocol says where there is no move.
        writeln!(self.out, "bestmove {}", written.as_deref().unwrap_or("--"))?;
        self.out.flush()
    }

    fn tell(&mut self, progress: &SearchProgress) -> io::Result<()> {
        let line = self.written(&progress.line);
        let millis = progress.time.as_millis() as u64;
        let speed = progress.playouts * 1000 / millis.max(1);
        // A hundred is a win, as other engines that play games out count it.
        let score = (200.0 * progress.win_rate - 100.0).round() as i64;
        writeln!(
            self.out,
            "info depth {} nodes {} nps {speed} time {millis} score cp {score} pv {}",
            line.len(),
            progress.playouts,
            line.join(" ")
        )?;
        self.out.flush()
    }

    fn written(&mut self, line: &[Move]) -> Vec<String> {
        let mut words = Vec::new();
        for mv in line {
            words.push(self.notation.written(&self.game.unpack_named(*mv), self.game.board()));
            if self.game.play(*mv).is_err() {
                break;
            }
        }
        self.game.undo_all();
        words
    }
}

impl SearchObserver for RunningSearch<'_> {
    fn look(&mut self, so_far: &dyn Fn() -> SearchProgress) -> ControlFlow<()> {
        loop {
            let is_over = match self.lines.try_recv() {
                Ok(line) => self.hear(TeiCommand::parse(&line)),
                Err(TryRecvError::Empty) => break,
                // Nobody is left who could stop it.
                Err(TryRecvError::Disconnected) if self.go.is_endless() => true,
                Err(TryRecvError::Disconnected) => break,
            };
            if is_over {
                self.is_stopped = true;
                return ControlFlow::Break(());
            }
        }
        let depth = self.go.depth.filter(|_| !self.go.is_endless());
        if depth.is_some_and(|depth| so_far().line.len() >= depth) {
            return ControlFlow::Break(());
        }
        let time = self.since.elapsed();
        if time >= self.next {
            self.next = time + time.min(INFO_INTERVAL);
            self.lost = self.tell(&so_far()).err();
        }
        if self.lost.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whoever asks without a clock studies the position; on a clock a move without another is played at once.
    fn wants_worth(&self) -> bool {
        self.go.clocks.iter().all(Option::is_none)
    }

    fn learn(&mut self, found: SearchProgress) {
        self.found = Some(found);
    }
}
