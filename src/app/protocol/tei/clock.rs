//! Time management: how long to search for a move.

use std::time::Duration;

use super::command::GoCommand;
use houserule_lab::bot::SearchLimit;

/// Time lost in communication.
const LAG: Duration = Duration::from_millis(10);

/// Default where only the opponent's clock or an unknown limit was sent.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Moves that a clock must last for: the default, and the maximum.
const MAX_MOVES_TO_GO: u32 = 15;

impl GoCommand {
    /// Returns the search limit of a seat.
    pub fn limit(&self, seat: usize) -> SearchLimit {
        if self.is_unlimited() {
            return SearchLimit::NONE;
        }
        let clock = self.clocks.get(seat).copied().flatten();
        let increment = self.increments.get(seat).copied().unwrap_or_default();
        let share = clock.map(|left| {
            let moves = self.moves_to_go.unwrap_or(MAX_MOVES_TO_GO).min(MAX_MOVES_TO_GO);
            let max = left.saturating_sub(5 * LAG).max(left / 4);
            // A small increment may be lost to lag entirely, so not all of it is used.
            (left / moves + increment * 3 / 4).saturating_sub(LAG).max(left / 50).min(max)
        });
        let is_timed = self.is_timed() || !self.is_limited();
        let time = self.movetime.map(|time| time.saturating_sub(LAG).max(time / 2)).or(share);
        SearchLimit { playouts: self.nodes, time: time.or(is_timed.then_some(DEFAULT_MOVE_TIME)) }
    }
}

#[cfg(test)]
mod tests {
    use crate::protocol::tei::command::TeiCommand;

    fn millis(line: &str, seat: usize) -> Option<u128> {
        let TeiCommand::Go(go) = TeiCommand::parse(line) else { panic!("{line}") };
        go.limit(seat).time.map(|time| time.as_millis())
    }

    #[test]
    fn a_move_takes_a_share_of_the_clock_and_never_more_than_is_left() {
        assert_eq!(millis("go movetime 1000", 0), Some(990));
        assert_eq!(millis("go movetime 4", 0), Some(2));
        assert_eq!(millis("go wtime 60000 btime 30000 winc 1000 binc 0", 0), Some(4740));
        assert_eq!(millis("go wtime 60000 btime 30000 winc 1000 binc 0", 1), Some(1990));
        assert_eq!(millis("go wtime 60000 btime 30000 movestogo 2", 1), Some(14990));
        assert_eq!(millis("go wtime 1000 winc 60000", 0), Some(950));
        assert_eq!(millis("go wtime 0 btime 0", 0), Some(0));
        assert_eq!(millis("go wtime 300 btime 300 winc 5 binc 5", 0), Some(13));
        assert_eq!(millis("go wtime 50 btime 50 winc 5 binc 5", 0), Some(1));
        assert_eq!(millis("go wtime 1000", 1), Some(1000));
        assert_eq!(millis("go nodes 100", 1), None);
        assert_eq!(millis("go infinite movetime 5", 1), None);
        assert_eq!(millis("go movetime abc", 0), Some(1000));
        assert_eq!(millis("go nodes 100 mate 2", 0), None);
    }
}
