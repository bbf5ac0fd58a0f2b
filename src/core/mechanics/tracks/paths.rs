//! Ends of tracks. An end is an empty cell and the side through which the track would enter it; each end stores the
//! other end and the number of tiles between them. Joining two tracks updates two ends, no matter how long they are,
//! and a loop is detected when it closes.
//!
//! Between two empty cells runs a track without tiles, so that no side needs a test for a neighbouring tile. Undo needs
//! no record: the slots of a linked cell still hold what the link joined, because no track ends at a cell with a tile,
//! so nothing is written there.

use super::tables::TrackLink;
use crate::tiles::ColourIndex;

/// End of a track, stored at the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PathEnd {
    /// The empty cell and the side through which the track would enter it, as one number.
    slot: u32,
    /// Number of tiles of the track.
    pub length: u32,
}

/// Closed track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClosedPath {
    pub colour: ColourIndex,
    pub length: u32,
}

/// Every end, by its cell and side.
#[derive(Clone, Debug)]
pub struct Paths<const SIDES: usize> {
    ends: Vec<PathEnd>,
    strides: [i32; SIDES],
    pub closed: Vec<ClosedPath>,
}

impl<const SIDES: usize> Paths<SIDES> {
    const STEP: u32 = SIDES as u32;

    pub fn new(cells: usize, strides: [i32; SIDES]) -> Self {
        let mut paths = Paths { ends: Vec::new(), strides, closed: Vec::new() };
        let sides = (0..cells as u32).flat_map(|cell| (0..SIDES).map(move |side| (cell, side)));
        paths.ends = sides.map(|(cell, side)| PathEnd { slot: paths.opposite_slot(cell, side), length: 0 }).collect();
        paths
    }

    fn slot(cell: u32, side: u8) -> u32 {
        cell.wrapping_mul(Self::STEP).wrapping_add(side as u32)
    }

    /// Slot of the same edge as seen from the neighbouring cell.
    fn opposite_slot(&self, cell: u32, side: usize) -> u32 {
        let next = cell.wrapping_add_signed(self.strides[side]);
        Self::slot(next, ((side + SIDES / 2) % SIDES) as u8)
    }

    /// Cell and side of an end.
    pub fn cell_and_side(&self, end: PathEnd) -> (u32, u8) {
        (end.slot / Self::STEP, (end.slot % Self::STEP) as u8)
    }

    /// The other end of the track that would enter `cell` through `side`.
    pub fn other_end(&self, cell: u32, side: u8) -> PathEnd {
        self.ends[Self::slot(cell, side) as usize]
    }

    /// Far ends of the two tracks that a link joins; `Err` with the track if both are one track, which the link closes.
    fn far_ends(&self, cell: u32, link: &TrackLink) -> Result<(PathEnd, PathEnd), PathEnd> {
        let (a, b) = (self.other_end(cell, link.a), self.other_end(cell, link.b));
        if a.slot == Self::slot(cell, link.b) { Err(a) } else { Ok((a, b)) }
    }

    /// Links two tracks across a tile on `cell`.
    pub fn link(&mut self, cell: u32, link: &TrackLink) {
        match self.far_ends(cell, link) {
            Ok((a, b)) => {
                let length = a.length + b.length + 1;
                self.ends[a.slot as usize] = PathEnd { slot: b.slot, length };
                self.ends[b.slot as usize] = PathEnd { slot: a.slot, length };
            }
            Err(track) => self.closed.push(ClosedPath { colour: link.colour, length: track.length + 1 }),
        }
    }

    /// Undoes a link; later links must have been undone before.
    pub fn unlink(&mut self, cell: u32, link: &TrackLink) {
        match self.far_ends(cell, link) {
            Ok((a, b)) => {
                self.ends[a.slot as usize] = PathEnd { slot: Self::slot(cell, link.a), length: a.length };
                self.ends[b.slot as usize] = PathEnd { slot: Self::slot(cell, link.b), length: b.length };
            }
            Err(_) => {
                self.closed.pop();
            }
        }
    }

    /// Cells where the tracks that a tile's link joins ended when it was placed.
    pub fn ends_of(&self, cell: u32, link: &TrackLink) -> [u32; 2] {
        [link.a, link.b].map(|side| self.other_end(cell, side).slot / Self::STEP)
    }

    /// Clears every track that ends at these cells or at their neighbours.
    pub fn clear(&mut self, cells: impl Iterator<Item = u32>) {
        for cell in cells {
            for side in 0..SIDES {
                let (slot, opposite) = (Self::slot(cell, side as u8), self.opposite_slot(cell, side));
                self.ends[slot as usize] = PathEnd { slot: opposite, length: 0 };
                self.ends[opposite as usize] = PathEnd { slot, length: 0 };
            }
        }
        self.closed.clear();
    }

    /// The same ends after a renumbering of the cells.
    pub fn renumbered(&self, cells: usize, strides: [i32; SIDES], renumber: impl Fn(u32) -> u32) -> Self {
        let new_slot = |slot: u32| renumber(slot / Self::STEP) * Self::STEP + slot % Self::STEP;
        let mut paths = Paths::new(cells, strides);
        for (slot, end) in self.ends.iter().enumerate().filter(|(_, end)| end.length > 0) {
            paths.ends[new_slot(slot as u32) as usize] = PathEnd { slot: new_slot(end.slot), ..*end };
        }
        paths.closed = self.closed.clone();
        paths
    }
}
