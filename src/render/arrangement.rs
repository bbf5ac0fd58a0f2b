//! Tiles of a puzzle as a search or a person arranged them, to be drawn without a game around them.

use super::screen::Screen;
use super::{Pointed, hexes, squares};
use crate::geometry::{At, Lattice, Naming};
use crate::mechanics::Laid;
use crate::mechanics::layout::{Piece, Puzzle};
use crate::tiles::TileSet;

/// Some or all tiles of a puzzle, laid.
pub struct Arrangement<'a> {
    set: &'a TileSet,
    lattice: Lattice,
    laid: Vec<(At, u16)>,
}

impl<'a> Arrangement<'a> {
    pub fn of(puzzle: &'a Puzzle, pieces: &[Piece]) -> Arrangement<'a> {
        let set = &*puzzle.set;
        let lie = |piece: &Piece| {
            let lie = set.lie_of(puzzle.tiles[piece.tile], piece.rotation as usize);
            lie.map(|lie| (piece.at, lie))
        };
        let lattice = if set.sides == 6 { Lattice::hex() } else { Lattice::square() };
        Arrangement { set, lattice, laid: pieces.iter().filter_map(lie).collect() }
    }

    /// The picture as lines of text.
    pub fn picture(&self) -> String {
        match self.set.sides {
            6 => hexes::board(self, &Pointed::default(), &Screen::current()),
            _ => squares::board(self, &Pointed::default(), &Screen::current()),
        }
    }
}

impl Laid for Arrangement<'_> {
    fn set(&self) -> &TileSet {
        self.set
    }

    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn naming(&self) -> Naming {
        Naming::Axial
    }

    fn lie_at(&self, at: At) -> Option<u16> {
        self.laid.iter().find(|(cell, _)| *cell == at).map(|(_, lie)| *lie)
    }

    fn tiles(&self) -> Vec<At> {
        self.laid.iter().map(|(at, _)| *at).collect()
    }

    fn tile_count(&self) -> usize {
        self.laid.len()
    }

    fn last_laid(&self) -> Vec<At> {
        Vec::new()
    }

    fn corners(&self) -> Option<(At, At)> {
        let cells = || self.laid.iter().map(|(at, _)| *at);
        let least = At { x: cells().map(|at| at.x).min()?, y: cells().map(|at| at.y).min()? };
        let most = At { x: cells().map(|at| at.x).max()?, y: cells().map(|at| at.y).max()? };
        Some((least, most))
    }
}
