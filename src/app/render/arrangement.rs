//! Tiles of a puzzle as a search or a person arranged them, to be drawn without a game around them.

use super::screen::Screen;
use super::{Annotations, hexes, squares};
use houserule_core::geometry::{CellNaming, Coord, Lattice};
use houserule_core::mechanics::TilesView;
use houserule_core::mechanics::puzzle::{PlacedTile, Puzzle};
use houserule_core::tiles::TileSet;

/// Some or all tiles of a puzzle, laid.
pub struct Arrangement<'a> {
    set: &'a TileSet,
    lattice: Lattice,
    laid: Vec<(Coord, u16)>,
}

impl<'a> Arrangement<'a> {
    pub fn of(puzzle: &'a Puzzle, pieces: &[PlacedTile]) -> Arrangement<'a> {
        let set = &*puzzle.set;
        let orientation = |piece: &PlacedTile| {
            let orientation = set.orientation_of(puzzle.tiles[piece.tile], piece.rotation as usize);
            orientation.map(|orientation| (piece.at, orientation))
        };
        let lattice = if set.sides == 6 { Lattice::hex() } else { Lattice::square() };
        Arrangement { set, lattice, laid: pieces.iter().filter_map(orientation).collect() }
    }

    /// The picture as lines of text.
    pub fn picture(&self) -> String {
        match self.set.sides {
            6 => hexes::board(self, &Annotations::default(), &Screen::current()),
            _ => squares::board(self, &Annotations::default(), &Screen::current()),
        }
    }
}

impl TilesView for Arrangement<'_> {
    fn set(&self) -> &TileSet {
        self.set
    }

    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn naming(&self) -> CellNaming {
        CellNaming::Axial
    }

    fn orientation_at(&self, at: Coord) -> Option<u16> {
        self.laid.iter().find(|(cell, _)| *cell == at).map(|(_, orientation)| *orientation)
    }

    fn tiles(&self) -> Vec<Coord> {
        self.laid.iter().map(|(at, _)| *at).collect()
    }

    fn tile_count(&self) -> usize {
        self.laid.len()
    }

    fn last_laid(&self) -> Vec<Coord> {
        Vec::new()
    }

    fn corners(&self) -> Option<(Coord, Coord)> {
        let cells = || self.laid.iter().map(|(at, _)| *at);
        let least = Coord { x: cells().map(|at| at.x).min()?, y: cells().map(|at| at.y).min()? };
        let most = Coord { x: cells().map(|at| at.x).max()?, y: cells().map(|at| at.y).max()? };
        Some((least, most))
    }
}
