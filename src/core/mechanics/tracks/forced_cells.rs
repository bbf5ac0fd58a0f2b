//! Forced cells (empty cells that must be filled first), cached as tiles are placed: they are few, and searching the
//! whole frontier would take a large part of a playout. Undo invalidates the cache, and the next query rebuilds it.

use std::cell::{Cell, RefCell};

use smallvec::SmallVec;

use super::frontier::FrontierRank;
use super::grid::TileGrid;
use crate::geometry::WindowCell;

/// Forced cells of the frontier, in no particular order, while the cache is valid.
#[derive(Clone, Debug, Default)]
pub struct ForcedCells {
    cells: RefCell<Vec<WindowCell>>,
    is_known: Cell<bool>,
}

impl ForcedCells {
    pub fn invalidate(&self) {
        self.is_known.set(false);
    }

    pub fn insert(&mut self, cell: WindowCell) {
        if self.is_known.get() {
            self.cells.get_mut().push(cell);
        }
    }

    pub fn remove(&mut self, cell: WindowCell) {
        let cells = self.cells.get_mut();
        if let Some(index) = cells.iter().position(|other| *other == cell) {
            cells.swap_remove(index);
        }
    }
}

impl<const SIDES: usize> TileGrid<SIDES> {
    /// Positions of the forced cells in the frontier, in its order.
    pub fn forced_ranks(&self) -> SmallVec<[FrontierRank; 8]> {
        if self.forced_count() == 0 {
            return SmallVec::new();
        }
        let mut cells = self.forced_cells.cells.borrow_mut();
        if !self.forced_cells.is_known.replace(true) {
            let is_forced = |cell: &WindowCell| self.touching(*cell) >= self.rules.forced_sides.into();
            cells.clear();
            // Stops after the last one.
            cells.extend(self.frontier().iter().copied().filter(is_forced).take(self.forced_count() as usize));
        }
        let mut ranks: SmallVec<[FrontierRank; 8]> = cells.iter().map(|&cell| self.rank(cell)).collect();
        ranks.sort_unstable();
        ranks
    }
}

#[cfg(test)]
mod tests {
    use super::FrontierRank;
    use crate::mechanics::tracks::tests::random_walks;

    /// The cache agrees with the frontier while tiles are placed, and after undo.
    #[test]
    fn the_forced_cells_are_those_of_the_frontier_that_touch_enough_tiles() {
        let mut total = 0;
        random_walks(|board, seed| {
            let (grid, sides) = (&board.grid, u32::from(board.rules.forced_sides));
            let expected: Vec<FrontierRank> = FrontierRank::all(grid.frontier().len())
                .zip(grid.frontier())
                .filter(|(_, cell)| grid.touching(**cell) >= sides)
                .map(|(rank, _)| rank)
                .collect();
            assert_eq!(grid.forced_ranks().to_vec(), expected, "seed {seed}");
            total += expected.len();
        });
        assert!(total > 1000, "only {total} cells were crowded");
    }
}
