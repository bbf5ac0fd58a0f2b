//! Limits and clocks of `go`, as searches take them.

use std::time::Duration;

use super::command::GoCommand;
use houserule_core::mechanics::Seat;
use houserule_lab::bot::{GameTime, LAG, SearchLimit, SeatTime};

/// Default where only the opponent's clock or an unknown limit was sent.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

impl GoCommand {
    /// Returns the search limit of a seat, apart from its clock.
    pub fn limit(&self, seat: Seat) -> SearchLimit {
        if self.is_unlimited() {
            return SearchLimit::NONE;
        }
        let has_clock = self.clocks.get(seat.index()).copied().flatten().is_some();
        let needs_time = !has_clock && (self.is_timed() || !self.is_limited());
        let time = self.movetime.map(|time| time.saturating_sub(LAG).max(time / 2));
        SearchLimit { playouts: self.nodes, time: time.or(needs_time.then_some(DEFAULT_MOVE_TIME)) }
    }

    /// Returns the clock of the game, if there is one and it counts.
    pub fn game_time(&self) -> Option<GameTime> {
        if self.is_unlimited() || self.clocks.iter().all(Option::is_none) {
            return None;
        }
        let clocks = self.clocks.iter().zip(self.increments);
        let seat_time = |(left, increment): (&Option<Duration>, Duration)| {
            left.map(|left| SeatTime { left, increment, moves_to_go: self.moves_to_go })
        };
        Some(GameTime { seats: clocks.map(seat_time).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::tei::command::TeiCommand;

    fn parse(line: &str) -> GoCommand {
        let TeiCommand::Go(go) = TeiCommand::parse(line) else { panic!("{line}") };
        go
    }

    #[test]
    fn a_time_for_the_move_is_a_limit() {
        let millis = |line: &str, seat| parse(line).limit(Seat::new(seat)).time.map(|time| time.as_millis());
        assert_eq!(millis("go movetime 1000", 0), Some(990));
        assert_eq!(millis("go movetime 4", 0), Some(2));
        assert_eq!(millis("go wtime 1000", 0), None, "its clock is not a limit of the move");
        assert_eq!(millis("go wtime 1000", 1), Some(1000), "only the opponent's clock is known");
        assert_eq!(millis("go nodes 100", 1), None);
        assert_eq!(millis("go infinite movetime 5", 1), None);
        assert_eq!(millis("go movetime abc", 0), Some(1000));
        assert_eq!(millis("go nodes 100 mate 2", 0), None);
        assert_eq!(millis("go wtime 5000 movetime 100", 0), Some(90));
    }

    #[test]
    fn clocks_are_those_of_both_seats() {
        let seat = |left, increment, moves_to_go| {
            let [left, increment] = [left, increment].map(Duration::from_millis);
            Some(SeatTime { left, increment, moves_to_go })
        };
        let times = |line: &str| parse(line).game_time().map(|time| time.seats);
        let both = vec![seat(60_000, 1000, None), seat(30_000, 0, None)];
        assert_eq!(times("go wtime 60000 btime 30000 winc 1000 binc 0"), Some(both));
        assert_eq!(times("go btime -30 movestogo 2"), Some(vec![None, seat(0, 0, Some(2))]));
        for line in ["go movetime 5", "go nodes 5", "go infinite wtime 5", "go"] {
            assert_eq!(times(line), None, "{line}");
        }
    }
}
