//! Boards as pictures: lines of text, in colour where the reader's terminal wants it.

mod look;
mod stones;
mod tiles;

use crate::game::Game;
use crate::mechanics::Look;

/// The board with its coordinates. Styled text: print it through `anstream`, or strip it where colours are not wanted.
pub fn board(game: &Game) -> String {
    match game.board().look() {
        Look::Stones(board) => stones::board(game, board),
        Look::Tiles(board) => tiles::board(board),
    }
}

pub use look::look;
pub use tiles::forced;
