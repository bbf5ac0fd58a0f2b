//! Boards as pictures: lines of text, in colour where the reader's terminal wants it.

mod arrangement;
mod colours;
mod fold;
mod hands;
mod hexes;
mod layouts;
mod look;
mod marks;
mod squares;
mod stones;
mod svg;

use crate::game::Game;
use crate::geometry::At;
use crate::mechanics::{Look, TileBoard};

pub use arrangement::Arrangement;
pub use fold::{folded, folded_at};
pub use hexes::board as hex_board;
pub use look::look;
pub use marks::{Mark, Marks};
pub use svg::svg;

/// The board with its coordinates, and the hands below it. Styled text: print it through `anstream`, or strip it where
/// colours are not wanted.
pub fn board(game: &mut Game) -> String {
    let labels = marks::labels(game);
    drawn(game, labels, false)
}

/// The board for all to see: where hands are hidden, without any, and without the letters that would tell of them.
pub fn public_board(game: &mut Game) -> String {
    match hides_hands(game) {
        true => drawn(game, Vec::new(), true),
        false => board(game),
    }
}

/// Whether seats do not see the hands of the others.
pub fn hides_hands(game: &Game) -> bool {
    let dealing = game.board().look().tiles().and_then(|board| board.plan().dealing.as_ref());
    dealing.is_some_and(|dealing| !dealing.open)
}

fn drawn(game: &Game, labels: Vec<(At, String)>, covered: bool) -> String {
    match game.board().look() {
        Look::Stones(board) => stones::board(game, board),
        Look::Tiles(board) => {
            let marks = marks::marks(board, labels);
            let picture = match board.plan().lattice.sides() {
                6 => hexes::board(board, &marks),
                _ => squares::board(board, &marks),
            };
            picture + &hands::hands(board, covered) + &hands::legend(&marks)
        }
        Look::Layout(layout) => layouts::board(layout, labels),
    }
}

/// The tiles that the last move forced, by their names as they are now.
pub fn forced(board: &dyn TileBoard) -> Vec<String> {
    let corner = board.corner();
    board.last_laid().into_iter().skip(1).map(|at| board.plan().naming.write(at, corner)).collect()
}
