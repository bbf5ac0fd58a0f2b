//! Assignment of tile kinds to cells where several fit: a bipartite matching, updated by augmenting paths as cells are
//! filled.

use super::kinds::KindSet;

pub struct TileAssignment<const W: usize> {
    /// Unused tiles of each kind, and the kinds that have any.
    spare: Vec<u16>,
    free: KindSet<W>,
    /// Cells that hold each kind.
    holders: Vec<Vec<u16>>,
    /// Kind held by each filled cell, and the kinds it could hold.
    held: Vec<u16>,
    could: Vec<KindSet<W>>,
    /// Cells that could hold another kind.
    undecided: Vec<u16>,
    /// Kinds of which a tile is unused or can be freed.
    within_reach: KindSet<W>,
    kept: Vec<KindSet<W>>,
}

impl<const W: usize> TileAssignment<W> {
    pub fn new(counts: &[u16], cells: usize) -> TileAssignment<W> {
        let mut free = KindSet::NONE;
        (0..counts.len()).filter(|&kind| counts[kind] > 0).for_each(|kind| free.insert(kind));
        TileAssignment {
            spare: counts.to_vec(),
            free,
            holders: vec![Vec::new(); counts.len()],
            held: vec![0; cells],
            could: vec![KindSet::NONE; cells],
            undecided: Vec::new(),
            within_reach: free,
            kept: Vec::new(),
        }
    }

    #[inline]
    pub fn within_reach(&self) -> &KindSet<W> {
        &self.within_reach
    }

    pub fn held(&self, cell: usize) -> usize {
        self.held[cell] as usize
    }

    /// Assigns one of some kinds to a cell, reassigning other cells if necessary.
    pub fn seat(&mut self, cell: usize, kinds: KindSet<W>) -> bool {
        let mut seen = KindSet::NONE;
        if !self.place(cell, kinds, &mut seen) {
            return false;
        }
        self.could[cell] = kinds;
        if kinds.is_choice() {
            self.undecided.push(cell as u16);
        }
        self.kept.push(self.within_reach);
        self.reach();
        true
    }

    /// Undoes the last assignment. Reassigned cells keep their new kinds.
    pub fn unseat(&mut self, cell: usize) {
        let kind = self.held[cell] as usize;
        let holders = &mut self.holders[kind];
        if let Some(place) = holders.iter().position(|&holder| holder as usize == cell) {
            holders.swap_remove(place);
        }
        self.spare[kind] += 1;
        self.free.insert(kind);
        if self.could[cell].is_choice() {
            self.undecided.pop();
        }
        if let Some(kept) = self.kept.pop() {
            self.within_reach = kept;
        }
    }

    fn place(&mut self, cell: usize, kinds: KindSet<W>, seen: &mut KindSet<W>) -> bool {
        if let Some(kind) = kinds.and(&self.free).first() {
            self.spare[kind] -= 1;
            if self.spare[kind] == 0 {
                self.free.remove(kind);
            }
            self.holders[kind].push(cell as u16);
            self.held[cell] = kind as u16;
            return true;
        }
        while let Some(kind) = kinds.without(seen).first() {
            seen.insert(kind);
            for place in 0..self.holders[kind].len() {
                let holder = self.holders[kind][place] as usize;
                let others = self.could[holder].without(&KindSet::of(kind));
                if !others.is_empty() && self.place(holder, others, seen) {
                    self.holders[kind][place] = cell as u16;
                    self.held[cell] = kind as u16;
                    return true;
                }
            }
        }
        false
    }

    fn reach(&mut self) {
        let mut within = self.free;
        loop {
            let mut grew = false;
            for &cell in &self.undecided {
                let kind = self.held[cell as usize] as usize;
                if !within.contains(kind) && self.could[cell as usize].meets(&within) {
                    within.insert(kind);
                    grew = true;
                }
            }
            if !grew {
                break;
            }
        }
        self.within_reach = within;
    }
}
