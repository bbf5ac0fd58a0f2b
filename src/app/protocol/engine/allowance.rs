//! Thinking time of an engine: on the clock of the game; else per move, or per game on a clock of its own, the only form
//! that some engines know.

use std::str::FromStr;
use std::time::{Duration, Instant};

use houserule_core::mechanics::Seat;
use houserule_core::text::one_line;
use houserule_lab::bot::{Budget, GameTime};
use houserule_script::game::BotError;

/// Minimum time limit of a move with a node count, and the time limit per node where there are many.
const MIN_NODES_TIME: Duration = Duration::from_secs(25);
const TIME_PER_NODE: Duration = Duration::from_millis(1);
const MAX_ALLOWANCE: Duration = Duration::from_secs(3600);

/// Tolerated delay of a move: two programs on a busy machine.
const LATE_TOLERANCE: Duration = Duration::from_millis(250);

/// Minimum time on a clock; games are not lost on time here.
const MIN_CLOCK: Duration = Duration::from_millis(50);

/// Thinking time, written after the `@`: `2s` or `1000` (nodes) per move, or `60s+1s` for a game with an increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowance {
    PerMove(Budget),
    PerGame { time: Duration, increment: Duration },
}

impl FromStr for Allowance {
    type Err = BotError;

    fn from_str(text: &str) -> Result<Allowance, BotError> {
        let invalid = || -> BotError {
            let text = one_line(text, 40);
            format!("invalid engine time `{text}`; write 2s or 1000 (nodes) per move, or 60s+1s per game").into()
        };
        let Some((time, increment)) = text.split_once('+') else {
            return text.parse().map(Allowance::PerMove).map_err(|_: BotError| invalid());
        };
        let parse_time = |text: &str| match text.parse() {
            Ok(Budget::Time(time)) => Ok(time),
            _ => Err(invalid()),
        };
        let increment = if increment == "0s" { Duration::ZERO } else { parse_time(increment)? };
        Ok(Allowance::PerGame { time: parse_time(time)?, increment })
    }
}

/// Clock of one game.
pub struct GameClock {
    allowance: Allowance,
    remaining: Duration,
}

/// Time limit of one move.
pub struct MoveTime {
    /// The `go` command for the engine.
    pub go: String,
    /// Time that the engine may take.
    pub time: Duration,
    started: Instant,
}

impl MoveTime {
    /// Returns the time of a move on the clock of the game; `None` if the seat has no limit. Time for a move or a number
    /// of nodes that was asked for stays, as far as the clock allows.
    pub fn on_clock(allowance: Option<Allowance>, times: &GameTime, seat: Seat) -> Option<MoveTime> {
        let own = times.of(seat)?;
        let usable = own.usable();
        let per_move = |time: Duration| (format!("go movetime {}", time.as_millis().max(1)), time);
        let (go, time) = match (allowance, own.moves_to_go) {
            (Some(Allowance::PerMove(Budget::Playouts(nodes))), _) => (format!("go nodes {nodes}"), usable),
            (Some(Allowance::PerMove(Budget::Time(time))), _) => per_move(time.min(usable)),
            // The whole time is for this move, and what is left of it is lost.
            (_, Some(1)) => per_move(usable),
            _ => {
                // A seat without a limit has as much as we have.
                let [white, black] = [0, 1].map(|seat| times.of(Seat::new(seat)).unwrap_or(own));
                let [wtime, winc, btime, binc] =
                    [white.left, white.increment, black.left, black.increment].map(|time| time.as_millis());
                (format!("go wtime {wtime} btime {btime} winc {winc} binc {binc}"), own.left)
            }
        };
        Some(MoveTime { go, time, started: Instant::now() })
    }
}

impl GameClock {
    pub fn new(allowance: Allowance) -> GameClock {
        let remaining = match allowance {
            Allowance::PerMove(_) => Duration::ZERO,
            Allowance::PerGame { time, .. } => time,
        };
        GameClock { allowance, remaining }
    }

    pub fn start_turn(&self) -> MoveTime {
        let (go, time) = match self.allowance {
            Allowance::PerMove(Budget::Playouts(nodes)) => {
                let time = TIME_PER_NODE.saturating_mul(nodes.try_into().unwrap_or(u32::MAX));
                (format!("go nodes {nodes}"), time.clamp(MIN_NODES_TIME, MAX_ALLOWANCE))
            }
            Allowance::PerMove(Budget::Time(time)) => (format!("go movetime {}", time.as_millis().max(1)), time),
            Allowance::PerGame { increment, .. } => {
                let (remaining, increment) = (self.remaining.max(MIN_CLOCK), increment.as_millis());
                // The opponent's clock is unknown: both get the engine's own time.
                let millis = remaining.as_millis();
                (format!("go wtime {millis} btime {millis} winc {increment} binc {increment}"), remaining)
            }
        };
        MoveTime { go, time, started: Instant::now() }
    }

    /// Ends a turn; returns a warning if it took far too long.
    pub fn end_turn(&mut self, turn: &MoveTime) -> Option<String> {
        let took = turn.started.elapsed();
        let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f32());
        match self.allowance {
            Allowance::PerMove(Budget::Time(time)) if took > 2 * time + LATE_TOLERANCE => {
                Some(format!("took {} for a move limited to {}", seconds(took), seconds(time)))
            }
            Allowance::PerMove(_) => None,
            Allowance::PerGame { increment, .. } => {
                let remaining = self.remaining;
                self.remaining = remaining.saturating_sub(took) + increment;
                (took > remaining.max(MIN_CLOCK) + LATE_TOLERANCE)
                    .then(|| format!("took {} for a move with {} left on its clock", seconds(took), seconds(remaining)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserule_lab::bot::SeatTime;

    #[test]
    fn time_is_limited_per_move_or_per_game() {
        let go = |text: &str| GameClock::new(text.parse().expect(text)).start_turn().go;
        assert_eq!(go("2s"), "go movetime 2000");
        assert_eq!(go("500"), "go nodes 500");
        assert_eq!(go("60s+500ms"), "go wtime 60000 btime 60000 winc 500 binc 500");
        assert_eq!(go("1s+0s"), "go wtime 1000 btime 1000 winc 0 binc 0");
        for invalid in ["", "x", "60+1", "60s+", "+1s", "0s+1s", "60s+1s+1s"] {
            assert!(invalid.parse::<Allowance>().is_err(), "{invalid}");
        }
    }

    #[test]
    fn on_a_clock_the_true_times_of_all_seats_are_sent() {
        let seat = |seconds, increment, moves_to_go| {
            let [left, increment] = [seconds, increment].map(Duration::from_secs);
            Some(SeatTime { left, increment, moves_to_go })
        };
        let both = vec![seat(60, 2, None), seat(45, 1, None)];
        let go = |allowance: &str, seats: &[Option<SeatTime>]| {
            let allowance = (!allowance.is_empty()).then(|| allowance.parse().expect(allowance));
            let times = GameTime { seats: seats.to_vec() };
            MoveTime::on_clock(allowance, &times, Seat::new(1)).map(|turn| turn.go)
        };
        let all = "go wtime 60000 btime 45000 winc 2000 binc 1000";
        assert_eq!(go("", &both).as_deref(), Some(all));
        assert_eq!(go("600s+5s", &both).as_deref(), Some(all), "not its own clock");
        assert_eq!(go("2s", &both).as_deref(), Some("go movetime 2000"));
        assert_eq!(go("100s", &both).as_deref(), Some("go movetime 42650"), "no more than it has");
        assert_eq!(go("500", &both).as_deref(), Some("go nodes 500"));
        assert_eq!(go("", &[None, seat(45, 0, None)]).as_deref(), Some("go wtime 45000 btime 45000 winc 0 binc 0"));
        assert_eq!(go("", &[seat(60, 0, None), None]), None);
        let per_move = [seat(30, 0, Some(1)), seat(30, 0, Some(1))];
        assert_eq!(go("", &per_move).as_deref(), Some("go movetime 28400"));
    }

    #[test]
    fn a_clock_decreases_to_a_minimum() {
        let mut clock = GameClock::new("1s+10ms".parse().expect("a clock"));
        let mut turn = clock.start_turn();
        let before = turn.started.checked_sub(Duration::from_millis(400));
        turn.started = before.expect("the machine has run for longer than that");
        assert_eq!(clock.end_turn(&turn), None);
        assert!(clock.remaining <= Duration::from_millis(610), "{:?}", clock.remaining);
        clock.remaining = Duration::ZERO;
        assert_eq!(clock.start_turn().go, "go wtime 50 btime 50 winc 10 binc 10");
    }

    #[test]
    fn an_engine_that_takes_far_too_long_is_reported() {
        let took = |allowance: &str, millis: u64| {
            let mut clock = GameClock::new(allowance.parse().expect(allowance));
            let mut turn = clock.start_turn();
            let before = turn.started.checked_sub(Duration::from_millis(millis));
            turn.started = before.expect("the machine has run for longer than that");
            clock.end_turn(&turn)
        };
        assert_eq!(took("100ms", 1500).as_deref(), Some("took 1.5 s for a move limited to 0.1 s"));
        assert_eq!(took("100ms", 150), None);
        let late = "took 3.0 s for a move with 1.0 s left on its clock";
        assert_eq!(took("1s+1s", 3000).as_deref(), Some(late));
        assert_eq!(took("1s+1s", 900), None);
        assert_eq!(took("500", 3000), None);
    }
}
