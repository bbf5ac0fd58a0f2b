//! Tiles of a puzzle as a search or a person arranged them, drawn without a game.

use super::screen::Screen;
use super::{Annotations, hexes, squares};
use houserule_core::geometry::{CellNaming, Coord, Lattice};
use houserule_core::mechanics::TilesView;
use houserule_core::mechanics::puzzle::{PlacedTile, Puzzle};
use houserule_core::tiles::{OrientationIndex, TileSet};

/// Some or all tiles of a puzzle, placed.
pub struct Arrangement<'a> {
    set: &'a TileSet,
    lattice: Lattice,
    placed: Vec<(Coord, OrientationIndex)>,
}

impl<'a> Arrangement<'a> {
    pub fn of(puzzle: &'a Puzzle, pieces: &[PlacedTile]) -> Arrangement<'a> {
        let set = &*puzzle.set;
        let orientation = |piece: &PlacedTile| {
            let orientation = set.orientation_of(puzzle.tiles[piece.tile], piece.rotation);
            orientation.map(|orientation| (piece.at, orientation))
        };
        let lattice = if set.sides == 6 { Lattice::hex() } else { Lattice::square() };
        Arrangement { set, lattice, placed: pieces.iter().filter_map(orientation).collect() }
    }

    /// Renders the tiles as text.
    pub fn to_text(&self) -> String {
        match self.set.sides {
            6 => hexes::board(self, &Annotations::default(), &Screen::current()).text,
            _ => squares::board(self, &Annotations::default(), &Screen::current()).text,
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

    fn orientation_at(&self, at: Coord) -> Option<OrientationIndex> {
        self.placed.iter().find(|(cell, _)| *cell == at).map(|(_, orientation)| *orientation)
    }

    fn tiles(&self) -> Vec<Coord> {
        self.placed.iter().map(|(at, _)| *at).collect()
    }

    fn tile_count(&self) -> usize {
        self.placed.len()
    }

    fn last_laid(&self) -> Vec<Coord> {
        Vec::new()
    }

    fn corners(&self) -> Option<(Coord, Coord)> {
        let cells = || self.placed.iter().map(|(at, _)| *at);
        let min = Coord { x: cells().map(|at| at.x).min()?, y: cells().map(|at| at.y).min()? };
        let max = Coord { x: cells().map(|at| at.x).max()?, y: cells().map(|at| at.y).max()? };
        Some((min, max))
    }
}
