//! The empty cells that touch a tile, in an order that taking back restores.

/// Cells in a list that is longer than it says: whether a cell joins it is a matter of chance, so that asking with a
/// branch is slow; it is always written behind the last one, and then counted or not.
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

    /// Makes room for so many cells more.
    pub fn make_room(&mut self, more: usize) {
        let least = self.len as usize + more;
        if self.cells.len() < least {
            self.cells.resize(2 * least, 0);
        }
    }

    /// Adds a cell where told to; there must be room either way.
    pub fn push_if(&mut self, joins: bool, cell: u32) {
        self.cells[self.len as usize] = cell;
        self.len += joins as u32;
    }

    pub fn drop_last_if(&mut self, leaves: bool) {
        self.len -= leaves as u32;
    }

    /// Takes out the cell at a rank; the last one takes its place and is given, if that is another.
    pub fn take(&mut self, rank: u32) -> Option<u32> {
        self.len -= 1;
        let last = self.cells[self.len as usize];
        self.cells[rank as usize] = last;
        (rank < self.len).then_some(last)
    }

    /// Puts back a cell that was taken out last; the one that took its place is the last again and is given, with its rank.
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
