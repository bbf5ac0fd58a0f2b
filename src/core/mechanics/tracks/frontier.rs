//! Frontier: the empty cells that touch a tile, in an order that undo restores.

use crate::geometry::WindowCell;
use crate::index::{IndexVec, index_type};

index_type! {
    /// Position in the frontier.
    FrontierRank(u32)
}

/// List of cells with a separate length. Whether a cell joins the list is unpredictable, so a branch would be slow:
/// the cell is always written after the last one, and then counted or not.
#[derive(Clone, Debug, Default)]
pub struct Frontier {
    cells: IndexVec<FrontierRank, WindowCell>,
    len: usize,
}

impl Frontier {
    pub fn cells(&self) -> &[WindowCell] {
        &self.cells.as_slice()[..self.len]
    }

    /// Rank of the next cell that is added.
    pub fn next_rank(&self) -> FrontierRank {
        FrontierRank::new(self.len)
    }

    /// Reserves memory for `more` cells.
    pub fn reserve(&mut self, more: usize) {
        let needed = self.len + more;
        if self.cells.len() < needed {
            self.cells.resize(2 * needed, WindowCell::default());
        }
    }

    /// Adds a cell if `condition` holds; space must be reserved either way.
    pub fn push_if(&mut self, condition: bool, cell: WindowCell) {
        let rank = self.next_rank();
        self.cells[rank] = cell;
        self.len += usize::from(condition);
    }

    pub fn pop_if(&mut self, condition: bool) {
        self.len -= usize::from(condition);
    }

    /// Removes the cell at a rank. The last cell takes its place and is returned, unless it was that cell.
    pub fn swap_remove(&mut self, rank: FrontierRank) -> Option<WindowCell> {
        self.len -= 1;
        let last_rank = self.next_rank();
        let last = self.cells[last_rank];
        self.cells[rank] = last;
        (rank < last_rank).then_some(last)
    }

    /// Restores the cell that was removed last. The cell that took its place becomes the last again and is returned
    /// with its rank.
    pub fn restore(&mut self, rank: FrontierRank, cell: WindowCell) -> Option<(WindowCell, FrontierRank)> {
        self.reserve(1);
        let last_rank = self.next_rank();
        self.len += 1;
        let moved = std::mem::replace(&mut self.cells[rank], cell);
        if rank == last_rank {
            return None;
        }
        self.cells[last_rank] = moved;
        Some((moved, last_rank))
    }

    pub fn clear(&mut self) {
        self.len = 0;
    }

    pub fn renumber(&mut self, renumber: impl Fn(WindowCell) -> WindowCell) {
        self.cells.iter_mut().take(self.len).for_each(|cell| *cell = renumber(*cell));
    }
}
