//! How long to think.

use std::time::Duration;

use super::command::GoCommand;
use houserule_lab::bot::SearchLimit;

/// What is lost between two programs.
const LAG: Duration = Duration::from_millis(10);

/// Where a clock is spoken of, but not ours, or something that nobody knows.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// A game is played as if it had so many moves more.
const MOVES_LEFT: u32 = 15;

impl GoCommand {
    /// How far a seat may search.
    pub fn limit(&self, seat: usize) -> SearchLimit {
        if self.is_endless() {
            return SearchLimit::NONE;
        }
        let clock = self.clocks.get(seat).copied().flatten();
        let increment = self.increments.get(seat).copied().unwrap_or_default();
        let share = clock.map(|left| {
            let moves = self.moves_to_go.unwrap_or(MOVES_LEFT).min(MOVES_LEFT);
            let most = left.saturating_sub(5 * LAG).max(left / 4);
            // A small increment may be lost between two programs whole; whoever thinks it away runs out of time.
            (left / moves + increment * 3 / 4).saturating_sub(LAG).max(left / 50).min(most)
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
