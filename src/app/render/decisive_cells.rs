//! What decided a game that is over: the road, the row or the tracks by which it was won.

use std::collections::BTreeSet;

use super::annotations::{Annotations, DecisiveCells};
use super::screen::Screen;
use houserule_core::geometry::Coord;
use houserule_core::mechanics::{BoardView, TilesView, tracks};
use houserule_script::game::Game;

/// What decided a game, where it was something on the board.
pub(super) fn of(game: &Game) -> DecisiveCells {
    let Some(verdict) = game.board().outcome().filter(|_| game.ended()) else {
        return DecisiveCells::default();
    };
    match game.board().view() {
        BoardView::Stones(board) => DecisiveCells { cells: board.deciding(), ..DecisiveCells::default() },
        BoardView::Tiles(board) => {
            DecisiveCells { tracks: tracks::deciding(board, verdict), ..DecisiveCells::default() }
        }
        BoardView::Layout(_) => DecisiveCells::default(),
    }
}

/// The sides at which the tracks that decided a game enter and leave their tiles, where the screen marks them.
pub(super) fn won(board: &dyn TilesView, pointed: &Annotations, screen: &Screen) -> BTreeSet<(Coord, u8)> {
    let mut sides = BTreeSet::new();
    for &(at, side) in pointed.deciding.tracks.iter().filter(|_| screen.marks) {
        let orientation = board.orientation_at(at).map(|orientation| &board.set().orientations[orientation as usize]);
        sides.insert((at, side));
        sides.extend(orientation.map(|orientation| (at, orientation.mates[side as usize])));
    }
    sides
}
