//! Forced cells (empty cells that must be filled first), cached as tiles are placed: there are few of them, and
//! searching the whole frontier would take a large part of a playout. Undo clears the cache, and the next query
//! rebuilds it.

use std::cell::{Cell, RefCell};

use smallvec::SmallVec;

use super::grid::TileGrid;

/// Forced cells of the frontier, in no particular order, while they are known.
#[derive(Clone, Debug, Default)]
pub struct ForcedCells {
    cells: RefCell<Vec<u32>>,
    is_known: Cell<bool>,
}

impl ForcedCells {
    pub fn forget(&self) {
        self.is_known.set(false);
    }

    pub fn join(&mut self, cell: u32) {
        if self.is_known.get() {
            self.cells.get_mut().push(cell);
        }
    }

    pub fn leave(&mut self, cell: u32) {
        let cells = self.cells.get_mut();
        if let Some(place) = cells.iter().position(|other| *other == cell) {
            cells.swap_remove(place);
        }
    }
}

impl<const SIDES: usize> TileGrid<SIDES> {
    /// Positions of the forced cells in the frontier, in its order.
    pub fn forced_ranks(&self) -> SmallVec<[u32; 8]> {
        if self.forced() == 0 {
            return SmallVec::new();
        }
        let mut cells = self.forced_cells.cells.borrow_mut();
        if !self.forced_cells.is_known.replace(true) {
            let forced = |cell: &u32| self.touching(*cell) >= self.plan.forced_sides.into();
            cells.clear();
            // Stops behind the last of them.
            cells.extend(self.frontier().iter().copied().filter(forced).take(self.forced() as usize));
        }
        let mut ranks: SmallVec<[u32; 8]> = cells.iter().map(|&cell| self.rank(cell)).collect();
        ranks.sort_unstable();
        ranks
    }
}

#[cfg(test)]
mod tests {
    use crate::mechanics::tracks::tests::wander_about;

    /// The cache agrees with the frontier while tiles are placed, and after undo.
    #[test]
    fn the_forced_cells_is_those_of_the_frontier_that_touch_enough_tiles() {
        let mut met = 0;
        wander_about(|board, seed| {
            let (field, sides) = (&board.field, u32::from(board.plan.forced_sides));
            let told: Vec<u32> = (0..)
                .zip(field.frontier())
                .filter(|(_, cell)| field.touching(**cell) >= sides)
                .map(|(rank, _)| rank)
                .collect();
            assert_eq!(field.forced_ranks().to_vec(), told, "seed {seed}");
            met += told.len();
        });
        assert!(met > 1000, "only {met} cells were crowded");
    }
}
