//! Whether somebody who has moved would win with another move.

use std::time::{Duration, Instant};

use crate::game::Game;
use crate::mechanics::{Move, Seat, side_of};

/// The most moves that are tried, and how long at most: a key press should not be felt, on slow machines neither.
const MOST: usize = 10_000;
const LONGEST: Duration = Duration::from_millis(5);

/// Whether the one who made the last move would win at once if it were that seat's turn again. Where scripts have a say, or
/// there is more to try than can be tried, it is not told.
pub fn wins_next(game: &mut Game, mover: Seat) -> bool {
    let friends = side_of(&game.plan().names, mover);
    let Some(board) = game.bare_board() else { return false };
    if board.movers().has(mover) || board.rest(Some(mover)).is_err() {
        return false;
    }
    let mut moves: Vec<Move> = Vec::new();
    board.list(&mut moves);
    let start = Instant::now();
    let mut tried = moves.iter().take_while(|_| start.elapsed() < LONGEST);
    let wins = moves.len() <= MOST
        && tried.any(|mv| {
            board.play(*mv);
            let won = board.verdict().is_some_and(|verdict| {
                verdict.winners.meets(friends) && verdict.winners.without(friends).is_empty()
            });
            board.undo();
            won
        });
    board.undo();
    wins
}
