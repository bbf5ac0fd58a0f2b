//! How a search is watched and ended from outside.

use std::ops::ControlFlow;
use std::time::Duration;

use super::Budget;
use houserule_core::mechanics::Move;

/// How far a search goes at most. Without any limit it goes on until its watcher ends it or everything is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchLimit {
    pub playouts: Option<u64>,
    pub time: Option<Duration>,
}

impl SearchLimit {
    pub const NONE: SearchLimit = SearchLimit { playouts: None, time: None };

    /// What both limits allow.
    pub fn and(self, other: SearchLimit) -> SearchLimit {
        SearchLimit {
            playouts: self.playouts.into_iter().chain(other.playouts).min(),
            time: self.time.into_iter().chain(other.time).min(),
        }
    }
}

impl From<Budget> for SearchLimit {
    fn from(budget: Budget) -> SearchLimit {
        match budget {
            Budget::Playouts(playouts) => SearchLimit { playouts: Some(playouts), ..SearchLimit::NONE },
            Budget::Time(time) => SearchLimit { time: Some(time), ..SearchLimit::NONE },
        }
    }
}

/// What a search knows at some moment.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchProgress {
    /// How many games it has played out, on all threads together.
    pub playouts: u64,
    /// How many positions it has looked at for that, beside those that were played through at random.
    pub positions: u64,
    pub time: Duration,
    /// What the best move promises to the team that makes it, from 0, a loss, to 1, a win.
    pub win_rate: f32,
    /// Whether that is for certain.
    pub is_proven: bool,
    /// The best move, the best answer to it and so on.
    pub line: Vec<Move>,
}

impl SearchProgress {
    /// What is known of a move that nobody has thought about.
    pub fn of(mv: Move) -> SearchProgress {
        SearchProgress {
            playouts: 0,
            positions: 0,
            time: Duration::ZERO,
            win_rate: 0.5,
            is_proven: false,
            line: vec![mv],
        }
    }
}

/// Somebody who looks on while a bot searches, on the thread that asked for the search.
pub trait SearchObserver {
    /// Asked every millisecond or so; `so_far` tells what is known, and `Break` ends the search with that.
    fn look(&mut self, so_far: &dyn Fn() -> SearchProgress) -> ControlFlow<()>;

    /// Whether it is to find out what the best move is worth, also where no other is left to choose.
    fn wants_worth(&self) -> bool {
        false
    }

    /// Told once, when the search is over, what it has found.
    fn learn(&mut self, _found: SearchProgress) {}
}

/// Nobody looks on.
pub struct NoObserver;

impl SearchObserver for NoObserver {
    fn look(&mut self, _: &dyn Fn() -> SearchProgress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
