//! The two ends of every track. An end stands at an empty cell and a side of it, where the track would go on; each end
//! knows the other and the number of tiles between. Joining two tracks touches two ends, however long they are, and
//! a loop is seen the moment it closes.

use super::kit::Link;

/// An end of a track, seen from the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct End {
    /// The empty cell and the side through which the track would enter it, as one number.
    slot: u32,
    /// How many tiles the track has.
    pub length: u32,
}

/// A closed track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closed {
    pub colour: u8,
    pub length: u32,
}

/// Every end, by the cell and side where it stands.
#[derive(Clone, Debug)]
pub struct Paths<const SIDES: usize> {
    ends: Vec<End>,
    /// Ends as they were, newest last.
    journal: Vec<(u32, End)>,
    pub closed: Vec<Closed>,
}

/// How far the journal had come at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    journal: u32,
    closed: u32,
}

impl<const SIDES: usize> Paths<SIDES> {
    const STEP: u32 = SIDES as u32;

    pub fn new(cells: usize) -> Self {
        let ends = vec![End::default(); cells * SIDES];
        Paths { ends, journal: Vec::new(), closed: Vec::new() }
    }

    fn slot(&self, cell: u32, side: u8) -> u32 {
        cell * Self::STEP + side as u32
    }

    /// The cell and the side at which an end stands.
    pub fn place(&self, end: End) -> (u32, u8) {
        (end.slot / Self::STEP, (end.slot % Self::STEP) as u8)
    }

    /// The other end of the track that would enter `cell` through `side`.
    pub fn from(&self, cell: u32, side: u8) -> End {
        self.ends[self.slot(cell, side) as usize]
    }

    /// The end of a track that has no tile yet, just beyond a side.
    pub fn beyond(&self, cell: u32, side: u8) -> End {
        End { slot: self.slot(cell, side), length: 0 }
    }

    /// Links two tracks across one tile on `cell`. `a` and `b` are where each track ends on the far side: an old end,
    /// or a new one just beyond the tile.
    pub fn link(&mut self, cell: u32, link: &Link, a: End, b: End) {
        if a.length > 0 && a.slot == self.slot(cell, link.b) {
            self.closed.push(Closed { colour: link.colour, length: a.length + 1 });
            return;
        }
        let length = a.length + b.length + 1;
        let (old_a, old_b) = (self.ends[a.slot as usize], self.ends[b.slot as usize]);
        self.journal.extend_from_slice(&[(a.slot, old_a), (b.slot, old_b)]);
        self.ends[a.slot as usize] = End { slot: b.slot, length };
        self.ends[b.slot as usize] = End { slot: a.slot, length };
    }

    pub fn mark(&self) -> Mark {
        Mark { journal: self.journal.len() as u32, closed: self.closed.len() as u32 }
    }

    pub fn rewind(&mut self, mark: Mark) {
        for (slot, end) in self.journal.drain(mark.journal as usize..).rev() {
            self.ends[slot as usize] = end;
        }
        self.closed.truncate(mark.closed as usize);
    }

    /// Forgets every track. What stands at an end is read only where a tile lies beside it, so it may stay.
    pub fn clear(&mut self) {
        self.journal.clear();
        self.closed.clear();
    }

    /// The ends that were set since a mark: where each stands.
    pub fn set_since(&self, mark: Mark) -> impl Iterator<Item = (u32, u8)> + '_ {
        let slots = self.journal[mark.journal as usize..].iter();
        slots.map(|(slot, _)| (slot / Self::STEP, (slot % Self::STEP) as u8))
    }

    /// How much was written down so that it can be taken back.
    #[cfg(test)]
    pub fn journal_len(&self) -> usize {
        self.journal.len()
    }

    pub fn closed_since(&self, mark: Mark) -> &[Closed] {
        &self.closed[mark.closed as usize..]
    }

    /// The same ends after every cell got a new number.
    pub fn renumbered(&self, cells: usize, renumber: impl Fn(u32) -> u32) -> Self {
        let slot_of = |slot: u32| renumber(slot / Self::STEP) * Self::STEP + slot % Self::STEP;
        // An end of length 0 was never set, and stands nowhere.
        let moved = |end: End| if end.length > 0 { End { slot: slot_of(end.slot), ..end } } else { end };
        let mut paths = Paths::new(cells);
        for (slot, end) in self.ends.iter().enumerate().filter(|(_, end)| end.length > 0) {
            paths.ends[slot_of(slot as u32) as usize] = moved(*end);
        }
        paths.journal = self.journal.iter().map(|&(slot, end)| (slot_of(slot), moved(end))).collect();
        paths.closed = self.closed.clone();
        paths
    }
}
