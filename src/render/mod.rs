//! Boards as pictures: lines of text, in colour where the reader's terminal wants it.

mod hexes;
mod stones;
mod tiles;

use crate::game::Game;
use crate::mechanics::Look;

/// The board with its coordinates. Styled text: print it through `anstream`, or strip it where colours are not wanted.
pub fn board(game: &Game) -> String {
    match game.board().look() {
        Look::Stones(board) => stones::board(game, board),
        Look::Tiles(board) if board.plan().lattice.sides() == 6 => hexes::board(board, &Marks::new()),
        Look::Tiles(board) => tiles::board(board),
    }
}

pub use hexes::{Mark, Marks, board as hex_board};
pub use tiles::forced;
