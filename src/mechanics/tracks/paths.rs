//! The two ends of every track. An end stands at an empty cell and a side of it, where the track would go on; each end
//! knows the other and the number of tiles between. Joining two tracks touches two ends, however long they are, and
//! a loop is seen the moment it closes.

/// An end of a track, seen from the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct End {
    /// The empty cell and the side through which the track would enter it.
    pub cell: u32,
    pub side: u8,
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
pub struct Paths {
    sides: usize,
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

impl Paths {
    pub fn new(cells: usize, sides: usize) -> Paths {
        Paths { sides, ends: vec![End::default(); cells * sides], journal: Vec::new(), closed: Vec::new() }
    }

    /// The other end of the track that would enter `cell` through `side`.
    pub fn from(&self, cell: u32, side: u8) -> End {
        self.ends[cell as usize * self.sides + side as usize]
    }

    fn set(&mut self, cell: u32, side: u8, end: End) {
        let slot = cell as usize * self.sides + side as usize;
        self.journal.push((slot as u32, self.ends[slot]));
        self.ends[slot] = end;
    }

    /// Links two tracks across one tile. `a` and `b` are where each track ends on the far side: an old end, or a
    /// new one just beyond the tile. `tiles` counts them all, the new one included.
    pub fn join(&mut self, a: (u32, u8), b: (u32, u8), tiles: u32) {
        self.set(a.0, a.1, End { cell: b.0, side: b.1, length: tiles });
        self.set(b.0, b.1, End { cell: a.0, side: a.1, length: tiles });
    }

    pub fn mark(&self) -> Mark {
        Mark { journal: self.journal.len() as u32, closed: self.closed.len() as u32 }
    }

    pub fn rewind(&mut self, mark: Mark) {
        while self.journal.len() > mark.journal as usize {
            if let Some((slot, end)) = self.journal.pop() {
                self.ends[slot as usize] = end;
            }
        }
        self.closed.truncate(mark.closed as usize);
    }

    /// The ends that were set since a mark: where each stands.
    pub fn set_since(&self, mark: Mark) -> impl Iterator<Item = (u32, u8)> + '_ {
        let sides = self.sides as u32;
        self.journal[mark.journal as usize..]
            .iter()
            .map(move |(slot, _)| (slot / sides, (slot % sides) as u8))
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
    pub fn renumbered(&self, cells: usize, renumber: impl Fn(u32) -> u32) -> Paths {
        let sides = self.sides;
        let moved = |end: End| End { cell: renumber(end.cell), ..end };
        let slot_of = |slot: usize| renumber((slot / sides) as u32) as usize * sides + slot % sides;
        let mut paths = Paths::new(cells, sides);
        for (slot, end) in self.ends.iter().enumerate().filter(|(_, end)| end.length > 0) {
            paths.ends[slot_of(slot)] = moved(*end);
        }
        paths.journal = self
            .journal
            .iter()
            .map(|&(slot, end)| {
                let end = if end.length > 0 { moved(end) } else { end };
                (slot_of(slot as usize) as u32, end)
            })
            .collect();
        paths.closed = self.closed.clone();
        paths
    }
}
