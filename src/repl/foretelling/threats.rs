//! Whether somebody who has moved would win with another move.

use crate::game::Game;
use crate::mechanics::{Move, Seat, side_of};

/// The most moves that are tried. A key press should not be felt.
const MOST: usize = 10_000;

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
    let wins = moves.len() <= MOST
        && moves.iter().any(|mv| {
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
