//! Frontier: the empty cells that touch a tile, in an order that undo restores.

/// List of cells with a separate length. Whether a cell joins the list is unpredictable, so a branch would be slow:
/// the cell is always written after the last one, and then counted or not.
#[derive(Clone, Debug, Default)]
pub struct Frontier {
    cells: Vec<u32>,
    len: u32,
}

impl Frontier {
    pub fn cells(&self) -> &[u32] {
        &self.cells[..self.len as usize]
    }

    pub fn len(&self) -> u32 {
        self.len
    }

    /// Reserves memory for `more` cells.
    pub fn reserve(&mut self, more: usize) {
        let needed = self.len as usize + more;
        if self.cells.len() < needed {
            self.cells.resize(2 * needed, 0);
        }
    }

    /// Adds a cell if `condition` holds; space must be reserved either way.
    pub fn push_if(&mut self, condition: bool, cell: u32) {
        self.cells[self.len as usize] = cell;
        self.len += condition as u32;
    }

    pub fn pop_if(&mut self, condition: bool) {
        self.len -= condition as u32;
    }

    /// Removes the cell at a rank. The last cell takes its place and is returned, unless it was that cell.
    pub fn swap_remove(&mut self, rank: u32) -> Option<u32> {
        self.len -= 1;
        let last = self.cells[self.len as usize];
        self.cells[rank as usize] = last;
        (rank < self.len).then_some(last)
    }

    /// Restores the cell that was removed last. The cell that took its place becomes the last again and is returned
    /// with its rank.
    pub fn restore(&mut self, rank: u32, cell: u32) -> Option<(u32, u32)> {
        self.reserve(1);
        let last_rank = self.len;
        self.len += 1;
        let moved = std::mem::replace(&mut self.cells[rank as usize], cell);
        if rank == last_rank {
            return None;
        }
        self.cells[last_rank as usize] = moved;
        Some((moved, last_rank))
    }

    pub fn clear(&mut self) {
        self.len = 0;
    }

    pub fn renumber(&mut self, renumber: impl Fn(u32) -> u32) {
        self.cells[..self.len as usize].iter_mut().for_each(|cell| *cell = renumber(*cell));
    }
}
