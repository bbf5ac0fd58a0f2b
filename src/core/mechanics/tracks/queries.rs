//! Queries about the tiles on the board: their extent, the tracks and their ends.

use super::grid::{JournalMark, TileGrid};
use crate::geometry::{Coord, Lattice};

/// Extent of the tiles along every axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    pub least: [i32; Lattice::MAX_AXES],
    pub most: [i32; Lattice::MAX_AXES],
}

impl Extent {
    pub const EMPTY: Extent = Extent { least: [i32::MAX; Lattice::MAX_AXES], most: [i32::MIN; Lattice::MAX_AXES] };

    /// The extent with one more tile. There is one axis per pair of opposite sides.
    pub fn with<const SIDES: usize>(mut self, at: Coord) -> Extent {
        for axis in 0..SIDES / 2 {
            let along = Lattice::along(axis, at);
            self.least[axis] = self.least[axis].min(along);
            self.most[axis] = self.most[axis].max(along);
        }
        self
    }

    /// Number of cells that the tiles span along an axis.
    pub fn span(&self, axis: usize) -> i32 {
        if self.least[axis] > self.most[axis] { 0 } else { self.most[axis] - self.least[axis] + 1 }
    }
}

/// Two touching sides of different colours: the neighbour's coordinate, and both colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EdgeClash {
    pub there: Coord,
    pub own: u8,
    pub theirs: u8,
}

impl<const SIDES: usize> TileGrid<SIDES> {
    /// Colours, as bits, of the tracks touched since a mark whose ends leave the area of the tiles on opposite sides,
    /// if the tiles span at least `across` between them. The ends are those at the time each tile was placed: ends
    /// outside the area are still there.
    pub fn lines_since(&self, mark: JournalMark, across: i32) -> u32 {
        let extent = &self.extent;
        if (0..SIDES / 2).all(|axis| extent.span(axis) < across) {
            return 0;
        }
        let mut colours = 0;
        for cell in self.cells_since(mark) {
            for link in self.links(cell) {
                let ends = self.paths.ends_of(cell, link).map(|end| self.at(end));
                // Where tracks end is unpredictable: no branches.
                for axis in 0..SIDES / 2 {
                    let [here, there] = ends.map(|end| Lattice::along(axis, end));
                    let leaves = (here.min(there) < extent.least[axis]) & (here.max(there) > extent.most[axis]);
                    colours |= ((leaves & (extent.span(axis) >= across)) as u32) << link.colour;
                }
            }
        }
        colours
    }

    /// Number of tiles in the longest line and the longest loop of every colour.
    pub fn longest(&self) -> Vec<(u32, u32)> {
        let mut longest = vec![(0, 0); self.plan.set.colours.len()];
        for (cell, side, colour) in self.open_ends() {
            let line = &mut longest[colour as usize].0;
            *line = (*line).max(self.paths.from(cell, side).length);
        }
        for closed in &self.paths.closed {
            let closed_before = &mut longest[closed.colour as usize].1;
            *closed_before = (*closed_before).max(closed.length);
        }
        longest
    }

    /// Every end of a track: the empty cell it would enter, the side and the colour.
    pub fn open_ends(&self) -> impl Iterator<Item = (u32, u8, u8)> + '_ {
        let around = |&cell: &u32| self.pattern(cell).sides().map(move |(side, colour)| (cell, side, colour));
        self.frontier().iter().flat_map(around)
    }

    /// Edges in which an orientation would differ from the tiles around a cell.
    pub fn clashes(&self, at: Coord, orientation: u16) -> impl Iterator<Item = EdgeClash> + '_ {
        let (orientations, lattice) = (&self.plan.set.orientations, &self.plan.lattice);
        let clash = move |side: usize| {
            let there = at.plus(lattice.steps[side], 1);
            let theirs = orientations[self.orientation_at(there)? as usize].colours[lattice.opposite(side)];
            let own = orientations[orientation as usize].colours[side];
            (own != theirs).then_some(EdgeClash { there, own, theirs })
        };
        self.sides().filter_map(clash)
    }

    /// The colour that enters an empty cell from the most sides, and their number; the last one if several are tied.
    pub fn presses(&self, cell: u32) -> Option<(u8, usize)> {
        let entering: Vec<u8> = self.sides().filter_map(|side| self.colour_into(cell, side)).collect();
        let count = |colour: u8| entering.iter().filter(|entered| **entered == colour).count();
        entering.iter().map(|&colour| (colour, count(colour))).max_by_key(|&(colour, sides)| (sides, colour))
    }

    /// Colour of the track that would enter an empty cell through a side.
    fn colour_into(&self, cell: u32, side: usize) -> Option<u8> {
        self.pattern(cell).colour(side)
    }
}
