//! How long an engine may think: about each move, or in a whole game as on a clock, which some engines know alone.

use std::str::FromStr;
use std::time::{Duration, Instant};

use houserule_core::text::one_line;
use houserule_lab::bot::Budget;
use houserule_script::game::BotError;

/// So long an engine thinks that counts nodes; where there are many, so long about each.
const DEFAULT_NODE_TIME: Duration = Duration::from_secs(25);
const NODE: Duration = Duration::from_millis(1);
const MAX_ALLOWANCE: Duration = Duration::from_secs(3600);

/// A move late by less is nothing to speak of: two programs on a busy machine.
const LATE: Duration = Duration::from_millis(250);

/// On a clock that has run out there is always so much: nobody loses by time here.
const LAST: Duration = Duration::from_millis(50);

/// What was said after the `@`: `2s` or `1000` for each move, `60s+1s` for a game and more with every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowance {
    Each(Budget),
    Game { time: Duration, increment: Duration },
}

impl FromStr for Allowance {
    type Err = BotError;

    fn from_str(text: &str) -> Result<Allowance, BotError> {
        let says = || -> BotError {
            let text = one_line(text, 40);
            format!("`{text}` is no time for an engine; write 2s or 1000 (nodes) for a move, or 60s+1s for a game")
                .into()
        };
        let Some((time, increment)) = text.split_once('+') else {
            return text.parse().map(Allowance::Each).map_err(|_: BotError| says());
        };
        let time_of = |text: &str| match text.parse() {
            Ok(Budget::Time(time)) => Ok(time),
            _ => Err(says()),
        };
        let increment = if increment == "0s" { Duration::ZERO } else { time_of(increment)? };
        Ok(Allowance::Game { time: time_of(time)?, increment })
    }
}

/// The time of one game, of which every move takes some.
pub struct GameClock {
    allowance: Allowance,
    left: Duration,
}

/// One move's worth of thinking.
pub struct MoveTime {
    /// As the engine is told.
    pub go: String,
    /// So long it may take.
    pub time: Duration,
    since: Instant,
}

impl GameClock {
    pub fn new(allowance: Allowance) -> GameClock {
        let left = match allowance {
            Allowance::Each(_) => Duration::ZERO,
            Allowance::Game { time, .. } => time,
        };
        GameClock { allowance, left }
    }

    pub fn begin(&self) -> MoveTime {
        let (go, time) = match self.allowance {
            Allowance::Each(Budget::Playouts(nodes)) => {
                let time = NODE.saturating_mul(nodes.try_into().unwrap_or(u32::MAX));
                (format!("go nodes {nodes}"), time.clamp(DEFAULT_NODE_TIME, MAX_ALLOWANCE))
            }
            Allowance::Each(Budget::Time(time)) => (format!("go movetime {}", time.as_millis().max(1)), time),
            Allowance::Game { increment, .. } => {
                let (left, more) = (self.left.max(LAST), increment.as_millis());
                // What the others have left nobody measures: as much as the engine itself.
                let both = left.as_millis();
                (format!("go wtime {both} btime {both} winc {more} binc {more}"), left)
            }
        };
        MoveTime { go, time, since: Instant::now() }
    }

    /// Ends a turn. Gives what is to be said of one that took far longer than it might.
    pub fn end(&mut self, turn: &MoveTime) -> Option<String> {
        let took = turn.since.elapsed();
        let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f32());
        match self.allowance {
            Allowance::Each(Budget::Time(time)) if took > 2 * time + LATE => {
                Some(format!("took {} for a move of {}", seconds(took), seconds(time)))
            }
            Allowance::Each(_) => None,
            Allowance::Game { increment, .. } => {
                let left = self.left;
                self.left = left.saturating_sub(took) + increment;
                (took > left.max(LAST) + LATE)
                    .then(|| format!("took {} for a move with {} left on its clock", seconds(took), seconds(left)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_or_a_game_has_its_time() {
        let go = |text: &str| GameClock::new(text.parse().expect(text)).begin().go;
        assert_eq!(go("2s"), "go movetime 2000");
        assert_eq!(go("500"), "go nodes 500");
        assert_eq!(go("60s+500ms"), "go wtime 60000 btime 60000 winc 500 binc 500");
        assert_eq!(go("1s+0s"), "go wtime 1000 btime 1000 winc 0 binc 0");
        for no in ["", "x", "60+1", "60s+", "+1s", "0s+1s", "60s+1s+1s"] {
            assert!(no.parse::<Allowance>().is_err(), "{no}");
        }
    }

    #[test]
    fn a_clock_goes_down_and_never_below_a_little() {
        let mut clock = GameClock::new("1s+10ms".parse().expect("a clock"));
        let mut turn = clock.begin();
        let before = turn.since.checked_sub(Duration::from_millis(400));
        turn.since = before.expect("the machine has run for longer than that");
        assert_eq!(clock.end(&turn), None);
        assert!(clock.left <= Duration::from_millis(610), "{:?}", clock.left);
        clock.left = Duration::ZERO;
        assert_eq!(clock.begin().go, "go wtime 50 btime 50 winc 10 binc 10");
    }

    #[test]
    fn whoever_takes_far_longer_than_they_may_is_named() {
        let took = |allowance: &str, millis: u64| {
            let mut clock = GameClock::new(allowance.parse().expect(allowance));
            let mut turn = clock.begin();
            let before = turn.since.checked_sub(Duration::from_millis(millis));
            turn.since = before.expect("the machine has run for longer than that");
            clock.end(&turn)
        };
        assert_eq!(took("100ms", 1500).as_deref(), Some("took 1.5 s for a move of 0.1 s"));
        assert_eq!(took("100ms", 150), None);
        let late = "took 3.0 s for a move with 1.0 s left on its clock";
        assert_eq!(took("1s+1s", 3000).as_deref(), Some(late));
        assert_eq!(took("1s+1s", 900), None);
        assert_eq!(took("500", 3000), None);
    }
}
