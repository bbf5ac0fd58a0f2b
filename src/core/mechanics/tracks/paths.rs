//! Ends of tracks. An end is an empty cell and the side through which the track would enter it; each end stores the
//! other end and the number of tiles between them. Joining two tracks updates two ends, no matter how long they are,
//! and a loop is detected when it closes.
//!
//! Between two empty cells runs a track without tiles, so that no side needs a test for a neighbouring tile. Undo needs
//! no record: the slots of a linked cell still hold what the link joined, because no track ends at a cell with a tile,
//! so nothing is written there.

use super::tables::TrackLink;
use crate::geometry::WindowCell;
use crate::index::{IndexVec, index_type};
use crate::tiles::ColourIndex;

index_type! {
    /// An empty cell and the side through which a track would enter it, as one number.
    PathSlot(u32)
}

/// End of a track, stored at the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PathEnd {
    /// The empty cell and the side through which the track would enter it.
    slot: PathSlot,
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
    ends: IndexVec<PathSlot, PathEnd>,
    strides: [i32; SIDES],
    pub closed: Vec<ClosedPath>,
}

impl<const SIDES: usize> Paths<SIDES> {
    const STEP: u32 = SIDES as u32;

    pub fn new(cells: usize, strides: [i32; SIDES]) -> Self {
        let mut paths = Paths { ends: IndexVec::default(), strides, closed: Vec::new() };
        let sides = WindowCell::all(cells).flat_map(|cell| (0..SIDES).map(move |side| (cell, side)));
        paths.ends = sides.map(|(cell, side)| PathEnd { slot: paths.opposite_slot(cell, side), length: 0 }).collect();
        paths
    }

    fn slot(cell: WindowCell, side: impl Into<usize>) -> PathSlot {
        PathSlot::new(cell.index().wrapping_mul(SIDES).wrapping_add(side.into()))
    }

    fn cell_of(slot: PathSlot) -> WindowCell {
        WindowCell::new((slot.0 / Self::STEP) as usize)
    }

    fn side_of(slot: PathSlot) -> usize {
        (slot.0 % Self::STEP) as usize
    }

    /// Slot of the same edge as seen from the neighbouring cell.
    fn opposite_slot(&self, cell: WindowCell, side: usize) -> PathSlot {
        Self::slot(cell.step(self.strides[side]), (side + SIDES / 2) % SIDES)
    }

    /// Cell and side of an end.
    pub fn cell_and_side(&self, end: PathEnd) -> (WindowCell, usize) {
        (Self::cell_of(end.slot), Self::side_of(end.slot))
    }

    /// The other end of the track that would enter `cell` through `side`.
    pub fn other_end(&self, cell: WindowCell, side: impl Into<usize>) -> PathEnd {
        self.ends[Self::slot(cell, side)]
    }

    /// Far ends of the two tracks that a link joins; `Err` with the track if both are one track, which the link closes.
    fn far_ends(&self, cell: WindowCell, link: &TrackLink) -> Result<(PathEnd, PathEnd), PathEnd> {
        let (a, b) = (self.other_end(cell, link.a), self.other_end(cell, link.b));
        if a.slot == Self::slot(cell, link.b) { Err(a) } else { Ok((a, b)) }
    }

    /// Links two tracks across a tile on `cell`.
    pub fn link(&mut self, cell: WindowCell, link: &TrackLink) {
        match self.far_ends(cell, link) {
            Ok((a, b)) => {
                let length = a.length + b.length + 1;
                self.ends[a.slot] = PathEnd { slot: b.slot, length };
                self.ends[b.slot] = PathEnd { slot: a.slot, length };
            }
            Err(track) => self.closed.push(ClosedPath { colour: link.colour, length: track.length + 1 }),
        }
    }

    /// Undoes a link; later links must have been undone before.
    pub fn unlink(&mut self, cell: WindowCell, link: &TrackLink) {
        match self.far_ends(cell, link) {
            Ok((a, b)) => {
                self.ends[a.slot] = PathEnd { slot: Self::slot(cell, link.a), length: a.length };
                self.ends[b.slot] = PathEnd { slot: Self::slot(cell, link.b), length: b.length };
            }
            Err(_) => {
                self.closed.pop();
            }
        }
    }

    /// Cells where the tracks that a tile's link joins ended when it was placed.
    pub fn ends_of(&self, cell: WindowCell, link: &TrackLink) -> [WindowCell; 2] {
        [link.a, link.b].map(|side| Self::cell_of(self.other_end(cell, side).slot))
    }

    /// Clears every track that ends at these cells or at their neighbours.
    pub fn clear(&mut self, cells: impl Iterator<Item = WindowCell>) {
        for cell in cells {
            for side in 0..SIDES {
                let (slot, opposite) = (Self::slot(cell, side), self.opposite_slot(cell, side));
                self.ends[slot] = PathEnd { slot: opposite, length: 0 };
                self.ends[opposite] = PathEnd { slot, length: 0 };
            }
        }
        self.closed.clear();
    }

    /// The same ends after a renumbering of the cells.
    pub fn renumbered(&self, cells: usize, strides: [i32; SIDES], renumber: impl Fn(WindowCell) -> WindowCell) -> Self {
        let new_slot = |slot: PathSlot| Self::slot(renumber(Self::cell_of(slot)), Self::side_of(slot));
        let mut paths = Paths::new(cells, strides);
        for (slot, end) in self.ends.iter_enumerated().filter(|(_, end)| end.length > 0) {
            paths.ends[new_slot(slot)] = PathEnd { slot: new_slot(end.slot), ..*end };
        }
        paths.closed = self.closed.clone();
        paths
    }
}
