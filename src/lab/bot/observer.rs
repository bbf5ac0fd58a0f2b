//! Limits of a search, and the observer that watches and stops it.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::time::Deadline;
use super::{Budget, GameTime, SeatTime};
use houserule_core::mechanics::{Move, Seat};

/// Upper limits of a search. Without a limit it runs until the observer stops it or the position is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchLimit {
    pub playouts: Option<u64>,
    pub time: Option<Duration>,
}

impl SearchLimit {
    pub const NONE: SearchLimit = SearchLimit { playouts: None, time: None };

    /// Returns the stricter of each limit.
    pub fn stricter(self, other: SearchLimit) -> SearchLimit {
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

/// State of a search at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchProgress {
    /// Playouts so far, on all threads.
    pub playouts: u64,
    /// Positions evaluated to expand nodes, not counting those passed in playouts.
    pub positions: u64,
    pub time: Duration,
    /// Expected result of the best move for the team that plays it, from 0 (loss) to 1 (win).
    pub win_rate: f32,
    /// Whether `win_rate` is proven.
    pub is_proven: bool,
    /// Principal variation: the best move, the best reply and so on.
    pub pv: Vec<Move>,
}

impl SearchProgress {
    /// Returns the progress for a move that was not searched.
    pub fn unsearched(mv: Move) -> SearchProgress {
        SearchProgress {
            playouts: 0,
            positions: 0,
            time: Duration::ZERO,
            win_rate: 0.5,
            is_proven: false,
            pv: vec![mv],
        }
    }
}

/// Observer of a search. It is called on the thread that started the search.
pub trait SearchObserver {
    /// Called about once per millisecond. `progress` returns the current state; `Break` ends the search.
    fn on_progress(&mut self, progress: &dyn Fn() -> SearchProgress) -> ControlFlow<()>;

    /// Returns whether the search must determine the value of the best move even if it is the only candidate.
    fn wants_value(&self) -> bool {
        false
    }

    /// Called once with the result when the search ends.
    fn on_result(&mut self, _result: SearchProgress) {}
}

/// Request for a move: the seat, limits in addition to the bot's own, the clock of the game, and an observer.
pub struct SearchRequest<'a> {
    pub seat: Seat,
    pub limit: SearchLimit,
    /// The clock, if the game has one.
    pub time: Option<&'a GameTime>,
    pub observer: &'a mut dyn SearchObserver,
}

impl<'a> SearchRequest<'a> {
    /// Creates a request with no limit but the bot's own.
    pub fn new(seat: Seat, observer: &'a mut dyn SearchObserver) -> SearchRequest<'a> {
        SearchRequest { seat, limit: SearchLimit::NONE, time: None, observer }
    }

    /// Returns the time of the seat on the clock.
    pub fn own_time(&self) -> Option<SeatTime> {
        self.time?.of(self.seat)
    }

    /// Returns the deadline of a bot that has no budget of its own and starts now.
    pub(super) fn deadline(&self) -> Deadline {
        let on_clock = self.own_time().map(|time| time.next_move(Duration::ZERO).limit);
        let limit = self.limit.time.into_iter().chain(on_clock).min();
        Deadline(limit.and_then(|limit| Instant::now().checked_add(limit)))
    }
}

/// Observer that ignores everything.
pub struct NoObserver;

impl SearchObserver for NoObserver {
    fn on_progress(&mut self, _: &dyn Fn() -> SearchProgress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
