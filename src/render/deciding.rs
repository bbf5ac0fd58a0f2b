//! What decided a game that is over: the road, the row or the tracks by which it was won.

use std::collections::BTreeSet;

use super::pointed::{Deciding, Pointed};
use super::screen::Screen;
use crate::game::Game;
use crate::geometry::At;
use crate::mechanics::{Laid, Look, tracks};

/// What decided a game, where it was something on the board.
pub(super) fn of(game: &Game) -> Deciding {
    let Some(verdict) = game.board().verdict().filter(|_| game.ended()) else {
        return Deciding::default();
    };
    match game.board().look() {
        Look::Stones(board) => Deciding { cells: board.deciding(), ..Deciding::default() },
        Look::Tiles(board) => Deciding { tracks: tracks::deciding(board, verdict), ..Deciding::default() },
        Look::Layout(_) => Deciding::default(),
    }
}

/// The sides at which the tracks that decided a game enter and leave their tiles, where the screen marks them.
pub(super) fn won(board: &dyn Laid, pointed: &Pointed, screen: &Screen) -> BTreeSet<(At, u8)> {
    let mut sides = BTreeSet::new();
    for &(at, side) in pointed.deciding.tracks.iter().filter(|_| screen.marks) {
        let lie = board.lie_at(at).map(|lie| &board.set().lies[lie as usize]);
        sides.insert((at, side));
        sides.extend(lie.map(|lie| (at, lie.mates[side as usize])));
    }
    sides
}
