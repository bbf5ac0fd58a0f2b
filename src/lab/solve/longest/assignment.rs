//! Assignment of tile kinds to cells where several fit: a bipartite matching, updated by augmenting paths as cells are
//! filled.

use super::board::BoardCell;
use super::kinds::{KindIndex, KindSet};
use houserule_core::index::IndexVec;

pub struct TileAssignment<const W: usize> {
    /// Unused tiles of each kind, and the kinds that have any.
    unused: IndexVec<KindIndex, u16>,
    free: KindSet<W>,
    /// Cells assigned to each kind.
    holders: IndexVec<KindIndex, Vec<BoardCell>>,
    /// Kind assigned to each filled cell, and the kinds that fit it.
    kind_at: IndexVec<BoardCell, KindIndex>,
    candidates: IndexVec<BoardCell, KindSet<W>>,
    /// Cells that several kinds fit.
    undecided: Vec<BoardCell>,
    /// Kinds of which a tile is unused or can be freed.
    available: KindSet<W>,
    saved_available: Vec<KindSet<W>>,
}

impl<const W: usize> TileAssignment<W> {
    pub fn new(counts: &IndexVec<KindIndex, u16>, cells: usize) -> TileAssignment<W> {
        let mut free = KindSet::NONE;
        counts.indices().filter(|&kind| counts[kind] > 0).for_each(|kind| free.insert(kind));
        TileAssignment {
            unused: counts.clone(),
            free,
            holders: vec![Vec::new(); counts.len()].into(),
            kind_at: vec![KindIndex::default(); cells].into(),
            candidates: vec![KindSet::NONE; cells].into(),
            undecided: Vec::new(),
            available: free,
            saved_available: Vec::new(),
        }
    }

    #[inline]
    pub fn available(&self) -> &KindSet<W> {
        &self.available
    }

    pub fn kind_at(&self, cell: BoardCell) -> KindIndex {
        self.kind_at[cell]
    }

    /// Assigns one of some kinds to a cell, reassigning other cells if necessary.
    pub fn assign(&mut self, cell: BoardCell, kinds: KindSet<W>) -> bool {
        let mut visited = KindSet::NONE;
        if !self.augment(cell, kinds, &mut visited) {
            return false;
        }
        self.candidates[cell] = kinds;
        if kinds.has_several() {
            self.undecided.push(cell);
        }
        self.saved_available.push(self.available);
        self.update_available();
        true
    }

    /// Undoes the last assignment. Reassigned cells keep their new kinds.
    pub fn unassign(&mut self, cell: BoardCell) {
        let kind = self.kind_at[cell];
        let holders = &mut self.holders[kind];
        if let Some(index) = holders.iter().position(|&holder| holder == cell) {
            holders.swap_remove(index);
        }
        self.unused[kind] += 1;
        self.free.insert(kind);
        if self.candidates[cell].has_several() {
            self.undecided.pop();
        }
        if let Some(saved) = self.saved_available.pop() {
            self.available = saved;
        }
    }

    fn augment(&mut self, cell: BoardCell, kinds: KindSet<W>, visited: &mut KindSet<W>) -> bool {
        if let Some(kind) = kinds.and(&self.free).first() {
            self.unused[kind] -= 1;
            if self.unused[kind] == 0 {
                self.free.remove(kind);
            }
            self.holders[kind].push(cell);
            self.kind_at[cell] = kind;
            return true;
        }
        while let Some(kind) = kinds.without(visited).first() {
            visited.insert(kind);
            for index in 0..self.holders[kind].len() {
                let holder = self.holders[kind][index];
                let others = self.candidates[holder].without(&KindSet::single(kind));
                if !others.is_empty() && self.augment(holder, others, visited) {
                    self.holders[kind][index] = cell;
                    self.kind_at[cell] = kind;
                    return true;
                }
            }
        }
        false
    }

    fn update_available(&mut self) {
        let mut available = self.free;
        loop {
            let mut grew = false;
            for &cell in &self.undecided {
                let kind = self.kind_at[cell];
                if !available.contains(kind) && self.candidates[cell].intersects(&available) {
                    available.insert(kind);
                    grew = true;
                }
            }
            if !grew {
                break;
            }
        }
        self.available = available;
    }
}
