//! Time of bots: how long to search for a move on a clock, and when a search has decided before or goes on longer.
//! Pure functions; searches read the time.

use std::time::{Duration, Instant};

use super::SearchLimit;
use houserule_core::mechanics::{Move, Seat};

/// Time lost between a bot and its clock: switching threads, sending a move.
pub const LAG: Duration = Duration::from_millis(10);

/// Part of every clock that is never planned with, for a machine that is busy with something else.
const RESERVE: Duration = Duration::from_millis(100);

/// Part of a clock that long games do not use up: below it a move takes less than its increment, so the clock recovers
/// from a machine that stops a program for a moment.
const BUFFER: Duration = Duration::from_secs(1);

/// Moves that a clock must last for, if nothing else is known.
const MOVES_TO_GO: u32 = 20;

/// How many times its target a search may take where the best move is unclear.
const MAX_STRETCH: u32 = 3;

/// Time of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatTime {
    pub left: Duration,
    /// Time that each turn adds.
    pub increment: Duration,
    /// Number of moves for which the time has to last; then there is more.
    pub moves_to_go: Option<u32>,
}

/// Clock of a game as its bots see it: the times by seat, `None` without a limit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameTime {
    pub seats: Vec<Option<SeatTime>>,
}

impl GameTime {
    pub fn of(&self, seat: Seat) -> Option<SeatTime> {
        self.seats.get(seat.index()).copied().flatten()
    }
}

/// Time of one move: what a search plans with, and what it never exceeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTime {
    pub target: Duration,
    pub limit: Duration,
}

impl SeatTime {
    /// Returns the time that may be used at all; the rest is for a machine that is busy with something else.
    pub fn usable(&self) -> Duration {
        self.usable_after(Duration::ZERO)
    }

    fn usable_after(&self, overrun: Duration) -> Duration {
        let left = self.left;
        let reserve = (RESERVE + left / 20 + overrun * 2).min(left / 2 + left / 4).max(overrun.min(left));
        left.saturating_sub(reserve)
    }

    /// Returns the time of the next move, by a bot that has exceeded a limit by `overrun` before.
    pub fn next_move(&self, overrun: Duration) -> MoveTime {
        let SeatTime { left, increment, moves_to_go } = *self;
        let moves = moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
        let usable = self.usable_after(overrun);
        let share = match moves_to_go {
            Some(1) => usable,
            // All of the time is for these moves.
            Some(_) => left / moves + increment * 3 / 4,
            // A small increment may be lost to lag entirely, so not all of it is used.
            None => {
                let full = left.min(BUFFER).as_secs_f64() / BUFFER.as_secs_f64();
                left.saturating_sub(BUFFER) / moves + (increment * 3 / 4).mul_f64(full)
            }
        };
        let share = share.saturating_sub(LAG + overrun).max(left / 50).min(usable);
        // One long move must not use up what the later ones need.
        let most = if moves == 1 { usable } else { (left / 4 + increment / 2).min(usable) };
        MoveTime { target: share, limit: (share * MAX_STRETCH).min(most).max(share) }
    }
}

/// How much a search does: a target, and a limit that is not exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    pub target: SearchLimit,
    pub limit: SearchLimit,
    /// Whether the search may end before its target where the best move is certain, and go on where it is not.
    pub is_flexible: bool,
}

impl Effort {
    /// Exactly as much as a limit allows.
    pub fn exact(limit: SearchLimit) -> Effort {
        Effort { target: limit, limit, is_flexible: false }
    }

    /// Returns how much of its target a search has done, if it has one.
    fn share_done(&self, playouts: u64, time: Duration) -> Option<f64> {
        let by_playouts = self.target.playouts.map(|target| playouts as f64 / target.max(1) as f64);
        let by_time = self.target.time.map(|target| time.as_secs_f64() / target.as_secs_f64().max(1e-6));
        by_playouts.into_iter().chain(by_time).reduce(f64::max)
    }
}

/// Statistics of the moves at the root of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootStats {
    /// The most visited move.
    pub best: Move,
    pub visits: u64,
    /// Visits of the second.
    pub second_visits: u64,
    /// Whether the most visited move has the best average result, too.
    pub is_best_on_average: bool,
}

/// Below this share of its target, a search does not know its speed.
const MIN_SHARE: f64 = 0.05;

/// Share of the visits of the best move from which the second is close.
const CLOSE_SHARE: f64 = 0.75;

/// Share of its playouts within which a change of the best move counts as recent.
const RECENT_SHARE: f64 = 0.2;

/// Decides during a search whether it is over. It follows the best move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decision {
    best: Option<Move>,
    /// Playouts at which the best move last changed.
    changed_at: u64,
}

impl Decision {
    /// Returns whether a search may end: the best move cannot be overtaken until the target is reached, or the target is
    /// reached and the best move is clear.
    pub fn is_over(&mut self, effort: &Effort, playouts: u64, time: Duration, stats: &RootStats) -> bool {
        if self.best.replace(stats.best) != Some(stats.best) {
            self.changed_at = playouts;
        }
        let Some(done) = effort.share_done(playouts, time).filter(|done| *done >= MIN_SHARE) else { return false };
        if done < 1.0 {
            let further = playouts as f64 * (1.0 - done) / done;
            return (stats.visits - stats.second_visits.min(stats.visits)) as f64 > further;
        }
        let is_close = stats.second_visits as f64 > CLOSE_SHARE * stats.visits as f64;
        let is_new = (playouts - self.changed_at) as f64 <= RECENT_SHARE * playouts as f64;
        !(is_close || is_new || !stats.is_best_on_average)
    }
}

/// Deadline of a bot that does not search but tries moves one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deadline(pub Option<Instant>);

impl Deadline {
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn next_move(left: u64, increment: u64, moves_to_go: Option<u32>) -> (u128, u128) {
        let time = SeatTime { left: millis(left), increment: millis(increment), moves_to_go };
        let MoveTime { target, limit } = time.next_move(Duration::ZERO);
        (target.as_millis(), limit.as_millis())
    }

    #[test]
    fn a_move_takes_a_share_of_the_clock_and_never_more_than_is_left() {
        assert_eq!(next_move(600_000, 5_000, None), (33_690, 101_070));
        assert_eq!(next_move(60_000, 0, None), (2_940, 8_820));
        assert_eq!(next_move(10_000, 100, None), (515, 1_545));
        assert_eq!(next_move(30_000, 0, Some(1)), (28_390, 28_400));
        assert_eq!(next_move(30_000, 0, Some(2)), (14_990, 14_990));
        assert_eq!(next_move(1_000, 60_000, None), (850, 850));
        assert_eq!(next_move(300, 100, None), (12, 37));
        assert_eq!(next_move(40, 0, None), (0, 2));
        assert_eq!(next_move(0, 0, None), (0, 0));
    }

    #[test]
    fn whatever_is_left_a_reserve_stays() {
        for left in (0..2_000).step_by(7).chain([10_000, 600_000, 86_400_000]) {
            for increment in [0, 5, 100, 5_000, 3_600_000] {
                for moves_to_go in [None, Some(1), Some(7), Some(1000)] {
                    for overrun in [0, 30, 400, 10_000] {
                        let time = SeatTime { left: millis(left), increment: millis(increment), moves_to_go };
                        let MoveTime { target, limit } = time.next_move(millis(overrun));
                        assert!(target <= limit, "{time:?}: {target:?} of {limit:?}");
                        let needed = millis(left.min(100 + overrun).min(left * 3 / 4));
                        assert!(limit + needed <= time.left, "{time:?} after {overrun}: {limit:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_simulated_game_never_runs_out_of_time() {
        // Every move takes its limit and is late by up to 80 ms, on 10 s and 0.1 s.
        for late in [0, 20, 60, 80] {
            let mut left = millis(10_000);
            for number in 0..500 {
                let time = SeatTime { left, increment: millis(100), moves_to_go: None };
                let took = time.next_move(Duration::ZERO).limit + millis(late);
                assert!(took < left, "move {number}: {took:?} of {left:?}");
                left = left - took + millis(100);
            }
        }
    }

    fn effort(playouts: u64) -> Effort {
        let limit = |playouts| SearchLimit { playouts: Some(playouts), ..SearchLimit::NONE };
        Effort { target: limit(playouts), limit: limit(4 * playouts), is_flexible: true }
    }

    fn stats(best: u64, visits: u64, second_visits: u64) -> RootStats {
        RootStats { best: Move(best), visits, second_visits, is_best_on_average: true }
    }

    #[test]
    fn a_search_ends_early_only_if_its_move_cannot_be_overtaken() {
        let mut decision = Decision::default();
        assert!(!decision.is_over(&effort(1000), 500, Duration::ZERO, &stats(1, 450, 0)), "500 playouts remain");
        assert!(!decision.is_over(&effort(1000), 600, Duration::ZERO, &stats(1, 490, 90)));
        assert!(decision.is_over(&effort(1000), 600, Duration::ZERO, &stats(1, 500, 90)));
        let mut decision = Decision::default();
        assert!(!decision.is_over(&effort(1000), 40, Duration::ZERO, &stats(1, 4_000, 0)), "too early to know");
        // By time the speed so far is used.
        let by_time = SearchLimit { time: Some(millis(1000)), ..SearchLimit::NONE };
        let effort = Effort { target: by_time, limit: by_time, is_flexible: true };
        assert!(!decision.is_over(&effort, 700, millis(500), &stats(1, 690, 10)));
        assert!(decision.is_over(&effort, 800, millis(600), &stats(1, 700, 10)));
    }

    #[test]
    fn a_search_goes_on_past_its_target_while_the_move_is_unclear() {
        let at = |visits, second, is_best_on_average, changed_at| {
            let mut decision = Decision { best: Some(Move(1)), changed_at };
            let stats = RootStats { is_best_on_average, ..stats(1, visits, second) };
            decision.is_over(&effort(1000), 1000, Duration::ZERO, &stats)
        };
        assert!(at(600, 100, true, 0), "clear");
        assert!(!at(400, 390, true, 0), "two moves are close");
        assert!(!at(600, 100, false, 0), "another move has better results");
        assert!(!at(600, 100, true, 900), "the best move has just changed");
        let mut decision = Decision { best: Some(Move(2)), changed_at: 0 };
        assert!(!decision.is_over(&effort(1000), 1000, Duration::ZERO, &stats(1, 600, 100)), "it changes now");
    }
}
