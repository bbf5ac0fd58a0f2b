//! Boards as pictures: lines of text, in colour where the reader's terminal wants it.

mod hands;
mod hexes;
mod look;
mod stones;
mod tiles;

use crate::game::Game;
use crate::geometry::{At, Naming};
use crate::mechanics::{Look, TileBoard};
use crate::notation;

pub use hexes::{Mark, Marks, board as hex_board};
pub use look::look;
pub use tiles::forced;

/// The board with its coordinates, and the hands below it. Styled text: print it through `anstream`, or strip it where
/// colours are not wanted.
pub fn board(game: &mut Game) -> String {
    let labels = labels(game);
    match game.board().look() {
        Look::Stones(board) => stones::board(game, board),
        Look::Tiles(board) => {
            let marks = marks(board, labels);
            let picture = match board.plan().lattice.sides() {
                6 => hexes::board(board, &marks),
                _ => tiles::board(board, &marks),
            };
            picture + &hands::hands(board) + &hands::legend(&marks)
        }
    }
}

/// The letters of the cells that people may lay on. Where a script fails there are none: whoever asks for the outcome is
/// told why.
fn labels(game: &mut Game) -> Vec<(At, String)> {
    let notation = notation::by_name(game.plan().notation);
    // Listing takes its time, and only these boards show letters.
    if notation.naming() != Naming::Axial {
        return Vec::new();
    }
    notation.labels(&game.legal_deeds().unwrap_or_default())
}

/// The empty cells that people should see: those they may lay on, with a letter to call them by, those that are filled
/// first and those that are controlled.
fn marks(board: &dyn TileBoard, labels: Vec<(At, String)>) -> Marks {
    let mut marks = Marks::new();
    if board.plan().naming != Naming::Axial || board.tile_count() == 0 {
        return marks;
    }
    let survey = board.survey();
    survey.spaces.iter().for_each(|space| marks.entry(space.at).or_default().forced = true);
    survey.controlled.iter().for_each(|at| marks.entry(*at).or_default().controlled = true);
    for (at, label) in labels {
        marks.entry(at).or_default().label = Some(label);
    }
    marks
}
