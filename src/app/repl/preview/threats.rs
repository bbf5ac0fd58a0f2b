//! Whether somebody who has moved would win with another move.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use houserule_core::mechanics::{Seat, teammates, wins_again};
use houserule_script::game::Game;

/// How long moves are tried at most: a key press should not be felt, on slow machines neither.
const MAX_THREAT_SEARCH_TIME: Duration = Duration::from_millis(5);

/// Whether the one who made the last move would win at once if it were that seat's turn again. Where scripts have a say it is
/// not told, nor what would take too long to find.
pub fn wins_next(game: &mut Game, mover: Seat) -> bool {
    let friends = teammates(&game.plan().names, mover);
    let Some(board) = game.unscripted_position() else { return false };
    let (start, mut wins) = (Instant::now(), false);
    wins_again(board, mover, friends, |winning| {
        wins = winning.is_some();
        if wins || start.elapsed() >= MAX_THREAT_SEARCH_TIME {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    wins
}
