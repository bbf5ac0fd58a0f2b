//! Threats: whether the mover would win with another move in a row.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use houserule_core::mechanics::{Seat, find_threats, teammates};
use houserule_script::game::Game;

/// Time limit of the search, short enough that typing does not lag.
const MAX_THREAT_SEARCH_TIME: Duration = Duration::from_millis(5);

/// Returns whether the last mover could win with a second move in a row. False in scripted games and after the time
/// limit.
pub fn wins_next(game: &mut Game, mover: Seat) -> bool {
    let team = teammates(&game.plan().names, mover);
    let Some(board) = game.unscripted_position() else { return false };
    let (start, mut wins) = (Instant::now(), false);
    find_threats(board, mover, team, |winning| {
        wins = winning.is_some();
        if wins || start.elapsed() >= MAX_THREAT_SEARCH_TIME {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    wins
}
