//! Boards as pictures: lines of text, in colour where the reader's terminal wants it, and drawings.

mod arrangement;
mod colours;
mod deciding;
mod fold;
mod hands;
mod hexes;
mod layouts;
mod look;
mod palette;
mod pointed;
mod squares;
mod stones;
mod svg;

use crate::game::Game;
use crate::mechanics::{Look, TileBoard};

pub use arrangement::Arrangement;
pub use fold::{folded, folded_at, wrapped};
pub use hexes::board as hex_board;
pub use look::look;
pub use palette::Palette;
pub use pointed::{Deciding, Pointed};
pub use svg::{Sheet, svg, svg_of_tiles};

/// The board with its coordinates, and the hands below it. Styled text: print it through `anstream`, or strip it where
/// colours are not wanted.
pub fn board(game: &mut Game) -> String {
    let pointed = Pointed::of(game);
    board_with(game, &pointed, Hands::Seen)
}

/// The board for all to see: where hands are hidden, without any, and without the letters that would tell of them.
pub fn public_board(game: &mut Game) -> String {
    let pointed = Pointed::public(game);
    let hands = if hides_hands(game) { Hands::Covered } else { Hands::Seen };
    board_with(game, &pointed, hands)
}

/// Whether the hand of the seat to move is shown where hands are hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hands {
    Seen,
    Covered,
}

/// Whether seats do not see the hands of the others.
pub fn hides_hands(game: &Game) -> bool {
    let dealing = game.board().look().tiles().and_then(|board| board.plan().dealing.as_ref());
    dealing.is_some_and(|dealing| !dealing.open)
}

/// The board in text with whatever is to be pointed out on it.
pub fn board_with(game: &Game, pointed: &Pointed, hands: Hands) -> String {
    match game.board().look() {
        Look::Stones(board) => stones::board(game, board, pointed),
        Look::Tiles(board) => {
            let picture = match board.plan().lattice.sides() {
                6 => hexes::board(board, pointed),
                _ => squares::board(board, pointed),
            };
            picture + &hands::hands(board, hands == Hands::Covered) + &hands::legend(board, pointed)
        }
        Look::Layout(layout) => layouts::board(layout, pointed),
    }
}

/// The tiles that the last move forced, by their names as they are now.
pub fn forced(board: &dyn TileBoard) -> Vec<String> {
    let corner = board.corner();
    board.last_laid().into_iter().skip(1).map(|at| board.plan().naming.write(at, corner)).collect()
}
