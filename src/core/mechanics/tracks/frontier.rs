//! Frontier: the empty cells that touch a tile, in an order that undo restores.

/// List of cells with a separate length. Whether a cell joins the list is unpredictable, so a branch would be slow; it
/// is always written behind the last one, and then counted or not.
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
    pub fn make_room(&mut self, more: usize) {
        let least = self.len as usize + more;
        if self.cells.len() < least {
            self.cells.resize(2 * least, 0);
        }
    }

    /// Adds a cell if `joins`; there must be room either way.
    pub fn push_if(&mut self, joins: bool, cell: u32) {
        self.cells[self.len as usize] = cell;
        self.len += joins as u32;
    }

    pub fn drop_last_if(&mut self, leaves: bool) {
        self.len -= leaves as u32;
    }

    /// Removes the cell at a rank; the last one takes its place and is returned, if it is another.
    pub fn take(&mut self, rank: u32) -> Option<u32> {
        self.len -= 1;
        let last = self.cells[self.len as usize];
        self.cells[rank as usize] = last;
        (rank < self.len).then_some(last)
    }

    /// Restores the cell that was removed last; the one that took its place becomes the last again and is returned with
    /// its rank.
    pub fn put_back(&mut self, rank: u32, cell: u32) -> Option<(u32, u32)> {
        self.make_room(1);
        let end = self.len;
        self.len += 1;
        let moved = std::mem::replace(&mut self.cells[rank as usize], cell);
        if rank == end {
            return None;
        }
        self.cells[end as usize] = moved;
        Some((moved, end))
    }

    pub fn clear(&mut self) {
        self.len = 0;
    }

    pub fn renumber(&mut self, renumber: impl Fn(u32) -> u32) {
        self.cells[..self.len as usize].iter_mut().for_each(|cell| *cell = renumber(*cell));
    }
}
