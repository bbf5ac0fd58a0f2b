//! Questions about what lies on the board: how far it reaches, which tracks there are and where they end.

use super::grid::{JournalMark, TileGrid};
use crate::geometry::{Coord, Lattice};

/// The extent of the tiles along every axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    pub least: [i32; Lattice::MAX_AXES],
    pub most: [i32; Lattice::MAX_AXES],
}

impl Extent {
    pub const EMPTY: Extent =
        Extent { least: [i32::MAX; Lattice::MAX_AXES], most: [i32::MIN; Lattice::MAX_AXES] };

    /// Sides come in opposite pairs, and there is an axis for each.
    pub fn with<const SIDES: usize>(mut self, at: Coord) -> Extent {
        for axis in 0..SIDES / 2 {
            let along = Lattice::along(axis, at);
            self.least[axis] = self.least[axis].min(along);
            self.most[axis] = self.most[axis].max(along);
        }
        self
    }

    /// How many cells the tiles span along an axis.
    pub fn span(&self, axis: usize) -> i32 {
        if self.least[axis] > self.most[axis] { 0 } else { self.most[axis] - self.least[axis] + 1 }
    }
}

/// Two sides that meet and differ: the neighbour's place, and both colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EdgeClash {
    pub there: Coord,
    pub own: u8,
    pub theirs: u8,
}

impl<const SIDES: usize> TileGrid<SIDES> {
    /// The colours, as bits, of the tracks touched since a mark whose ends leave the tiles in play on opposite sides, where
    /// the tiles span at least `across` from one to the other. The ends are those a tile's tracks had when it was laid:
    /// where they stand outside of all tiles they still do.
    pub fn lines_since(&self, mark: JournalMark, across: i32) -> u32 {
        let extent = &self.extent;
        if (0..SIDES / 2).all(|axis| extent.span(axis) < across) {
            return 0;
        }
        let mut colours = 0;
        for cell in self.cells_since(mark) {
            for link in self.links(cell) {
                let ends = self.paths.ends_of(cell, link).map(|end| self.at(end));
                // Where tracks end is a matter of chance: no branches.
                for axis in 0..SIDES / 2 {
                    let [here, there] = ends.map(|end| Lattice::along(axis, end));
                    let leaves =
                        (here.min(there) < extent.least[axis]) & (here.max(there) > extent.most[axis]);
                    colours |= ((leaves & (extent.span(axis) >= across)) as u32) << link.colour;
                }
            }
        }
        colours
    }

    /// The number of tiles of the longest line and of the longest loop of every colour.
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

    /// Every end of a track: the empty cell it would enter, through which side, and its colour.
    pub fn open_ends(&self) -> impl Iterator<Item = (u32, u8, u8)> + '_ {
        let around = |&cell: &u32| self.pattern(cell).sides().map(move |(side, colour)| (cell, side, colour));
        self.frontier().iter().flat_map(around)
    }

    /// Where a lie would differ from the tiles around a place.
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

    /// The colour that enters an empty cell from the most sides, and from how many; of several the last.
    pub fn presses(&self, cell: u32) -> Option<(u8, usize)> {
        let entering: Vec<u8> = self.sides().filter_map(|side| self.colour_into(cell, side)).collect();
        let count = |colour: u8| entering.iter().filter(|entered| **entered == colour).count();
        entering.iter().map(|&colour| (colour, count(colour))).max_by_key(|&(colour, sides)| (sides, colour))
    }

    /// The colour of the track that would enter an empty cell through a side.
    fn colour_into(&self, cell: u32, side: usize) -> Option<u8> {
        self.pattern(cell).colour(side)
    }
}
