//! Queries about the tiles on the board: their extent, the tracks and their ends.

use super::grid::{JournalMark, TileGrid};
use crate::geometry::{Coord, Lattice, WindowCell};
use crate::index::IndexVec;
use crate::tiles::{ColourIndex, OrientationIndex};

/// Extent of the tiles along every axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    pub min: [i32; Lattice::MAX_AXES],
    pub max: [i32; Lattice::MAX_AXES],
}

impl Extent {
    pub const EMPTY: Extent = Extent { min: [i32::MAX; Lattice::MAX_AXES], max: [i32::MIN; Lattice::MAX_AXES] };

    /// The extent with one more tile. There is one axis per pair of opposite sides.
    pub fn including<const SIDES: usize>(mut self, at: Coord) -> Extent {
        for axis in 0..SIDES / 2 {
            let coord = Lattice::axis_coord(axis, at);
            self.min[axis] = self.min[axis].min(coord);
            self.max[axis] = self.max[axis].max(coord);
        }
        self
    }

    /// Number of cells that the tiles span along an axis.
    pub fn span(&self, axis: usize) -> i32 {
        if self.min[axis] > self.max[axis] { 0 } else { self.max[axis] - self.min[axis] + 1 }
    }
}

/// Clash of two touching edges: the neighbour's coordinate, and both colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EdgeClash {
    pub at: Coord,
    pub own_colour: ColourIndex,
    pub other_colour: ColourIndex,
}

impl<const SIDES: usize> TileGrid<SIDES> {
    /// Colours, as bits, of the tracks touched since a mark whose ends leave the extent of the tiles on opposite sides,
    /// if the tiles span at least `across` cells between them. The ends are those at the time each tile was placed,
    /// which are current for ends outside the extent.
    pub fn lines_since(&self, mark: JournalMark, across: i32) -> u32 {
        let extent = &self.extent;
        if (0..SIDES / 2).all(|axis| extent.span(axis) < across) {
            return 0;
        }
        let mut colours = 0;
        for cell in self.cells_since(mark) {
            for link in self.links(cell) {
                let ends = self.paths.ends_of(cell, link).map(|end| self.coord(end));
                // Where tracks end is unpredictable, so there are no branches.
                for axis in 0..SIDES / 2 {
                    let [first, second] = ends.map(|end| Lattice::axis_coord(axis, end));
                    let is_line = (first.min(second) < extent.min[axis]) & (first.max(second) > extent.max[axis]);
                    colours |= u32::from(is_line & (extent.span(axis) >= across)) << link.colour.index();
                }
            }
        }
        colours
    }

    /// Number of tiles in the longest line and the longest loop of every colour.
    pub fn longest(&self) -> IndexVec<ColourIndex, (u32, u32)> {
        let mut longest = IndexVec::from(vec![(0, 0); self.rules.set.colours.len()]);
        for (cell, side, colour) in self.open_ends() {
            let line = &mut longest[colour].0;
            *line = (*line).max(self.paths.other_end(cell, side).length);
        }
        for closed in &self.paths.closed {
            let loop_length = &mut longest[closed.colour].1;
            *loop_length = (*loop_length).max(closed.length);
        }
        longest
    }

    /// Every end of a track: the empty cell it would enter, the side and the colour.
    pub fn open_ends(&self) -> impl Iterator<Item = (WindowCell, usize, ColourIndex)> + '_ {
        let ends_at = |&cell: &WindowCell| self.pattern(cell).sides().map(move |(side, colour)| (cell, side, colour));
        self.frontier().iter().flat_map(ends_at)
    }

    /// Edges at which an orientation would clash with the tiles around a cell.
    pub fn clashes(&self, at: Coord, orientation: OrientationIndex) -> impl Iterator<Item = EdgeClash> + '_ {
        let (orientations, lattice) = (&self.rules.set.orientations, &self.rules.lattice);
        let clash = move |side: usize| {
            let neighbour = at.plus(lattice.steps[side], 1);
            let other_colour = orientations[self.orientation_at(neighbour)?].colours[lattice.opposite(side)];
            let own_colour = orientations[orientation].colours[side];
            (own_colour != other_colour).then_some(EdgeClash { at: neighbour, own_colour, other_colour })
        };
        self.sides().filter_map(clash)
    }

    /// The colour that enters an empty cell from the most sides, and their number; the highest colour if several are
    /// tied.
    pub fn dominant_colour(&self, cell: WindowCell) -> Option<(ColourIndex, usize)> {
        let colours: Vec<ColourIndex> = self.sides().filter_map(|side| self.pattern(cell).colour(side)).collect();
        let count = |colour: ColourIndex| colours.iter().filter(|other| **other == colour).count();
        colours.iter().map(|&colour| (colour, count(colour))).max_by_key(|&(colour, sides)| (sides, colour))
    }
}
