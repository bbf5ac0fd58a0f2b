//! Table of all ways to drop pieces along a line, computed when rules are compiled. Spreads are listed and counted by
//! how many pieces may be taken, how many cells are open, and whether a standing piece just beyond them may be
//! flattened.

/// Largest carry limit: one digit in notation.
pub const MAX_CARRY: usize = 9;

/// Drops of one spread as a bit mask: bit `i` is set when the `i`-th piece, from the bottom of the hand, is the last
/// one dropped on its cell. The highest set bit is the top piece, so the mask also encodes the count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Drops(pub u16);

impl Drops {
    /// One piece on the next cell.
    pub const ONE: Drops = Drops(1);

    pub fn new(drops: &[u32]) -> Drops {
        let mut end = 0;
        Drops(drops.iter().fold(0, |mask, drop| {
            end += drop;
            mask | 1 << (end - 1)
        }))
    }

    /// Drops of a typed action; `None` if no spread can have these drops.
    pub fn try_new(drops: &[u32]) -> Option<Drops> {
        let is_valid = !drops.is_empty() && !drops.contains(&0) && drops.iter().all(|&drop| drop <= 9);
        (is_valid && drops.iter().sum::<u32>() <= MAX_CARRY as u32).then(|| Drops::new(drops))
    }

    /// Number of pieces taken.
    pub fn taken(self) -> u32 {
        u16::BITS - self.0.leading_zeros()
    }

    /// Whether the top piece is dropped alone on the last cell.
    pub fn ends_alone(self) -> bool {
        // The piece under it, if any, is the last one dropped on the cell before.
        self.0 == 1 || self.0 >> (self.taken() - 2) == 0b11
    }

    /// Number of cells entered.
    pub fn cells(self) -> u32 {
        self.0.count_ones()
    }
}

impl Iterator for Drops {
    type Item = u32;

    /// Number of pieces dropped on the next cell.
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let drop = self.0.trailing_zeros() + 1;
        self.0 = (u32::from(self.0) >> drop) as u16;
        Some(drop)
    }
}

/// Reach of a spread in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpreadReach {
    /// Consecutive cells that may be entered freely.
    pub open: usize,
    /// Whether the cell after them holds a standing piece that the moving top may flatten.
    pub crush: bool,
}

/// All spreads for every number of pieces and reach, in one vector.
#[derive(Clone, PartialEq, Debug)]
pub struct Spreads {
    ways: Vec<Drops>,
    /// Spreads of 1 to `take` pieces that end within `open` cells.
    plain: SpreadOffsets,
    /// Spreads over `open` cells that drop exactly the top piece on the next one.
    crushing: SpreadOffsets,
}

/// Positions in the vector, by `take`, then by `open`.
type SpreadOffsets = [[SpreadRun; MAX_CARRY + 1]; MAX_CARRY + 1];

#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct SpreadRun {
    start: u32,
    len: u32,
}

impl Spreads {
    pub fn new(carry: usize) -> Spreads {
        let mut ways = Vec::new();
        let mut table = |fits: &dyn Fn(Drops, usize) -> bool| {
            let mut table = SpreadOffsets::default();
            for (take, runs) in table.iter_mut().enumerate().take(carry + 1) {
                for (open, run) in runs.iter_mut().enumerate().take(carry + 1) {
                    let start = ways.len();
                    ways.extend((1..1 << take).map(Drops).filter(|&drops| fits(drops, open)));
                    *run = SpreadRun { start: start as u32, len: (ways.len() - start) as u32 };
                }
            }
            table
        };
        let plain = table(&|drops, open| drops.cells() as usize <= open);
        let crushing = table(&|drops, open| drops.cells() as usize == open + 1 && drops.ends_alone());
        Spreads { ways, plain, crushing }
    }

    /// Lists the spreads of up to `take` pieces.
    pub fn list(&self, take: usize, reach: SpreadReach) -> impl Iterator<Item = Drops> + '_ {
        let (plain, crushing) = self.runs(take, reach);
        let ways = |run: SpreadRun| self.ways[run.start as usize..][..run.len as usize].iter();
        ways(plain).chain(ways(crushing)).copied()
    }

    /// Number of spreads: a table lookup.
    pub fn count(&self, take: usize, reach: SpreadReach) -> u32 {
        let (plain, crushing) = self.runs(take, reach);
        plain.len + crushing.len
    }

    /// The spread at an index in the order of [`Spreads::list`].
    pub fn nth(&self, take: usize, reach: SpreadReach, index: u32) -> Drops {
        let (plain, crushing) = self.runs(take, reach);
        let index_in_table = if index < plain.len { plain.start + index } else { crushing.start + (index - plain.len) };
        self.ways[index_in_table as usize]
    }

    fn runs(&self, take: usize, reach: SpreadReach) -> (SpreadRun, SpreadRun) {
        let crushing = if reach.crush { self.crushing[take][reach.open] } else { SpreadRun::default() };
        (self.plain[take][reach.open], crushing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_are_read_from_the_bottom_of_the_hand() {
        let drops = Drops::new(&[2, 1, 3]);
        assert_eq!((drops.taken(), drops.cells(), drops.ends_alone()), (6, 3, false));
        assert!(Drops::new(&[1]).ends_alone() && Drops::new(&[2, 1]).ends_alone() && !Drops::new(&[2]).ends_alone());
        assert_eq!(drops.collect::<Vec<_>>(), [2, 1, 3]);
    }

    #[test]
    fn a_hand_of_three_spreads_in_six_ways_over_two_cells() {
        let spreads = Spreads::new(5);
        let reach = SpreadReach { open: 2, crush: false };
        let mut ways: Vec<Vec<u32>> = spreads.list(3, reach).map(Iterator::collect).collect();
        ways.sort();
        assert_eq!(ways, [vec![1], vec![1, 1], vec![1, 2], vec![2], vec![2, 1], vec![3]]);
        assert_eq!(spreads.count(3, reach), 6);
    }

    #[test]
    fn the_count_equals_the_number_of_listed_spreads() {
        let spreads = Spreads::new(4);
        for (take, open, crush) in [(0, 0, false), (1, 1, false), (4, 4, false), (4, 2, true), (4, 0, true)] {
            let reach = SpreadReach { open, crush };
            let listed: Vec<Drops> = spreads.list(take, reach).collect();
            let by_index: Vec<Drops> =
                (0..spreads.count(take, reach)).map(|index| spreads.nth(take, reach, index)).collect();
            assert_eq!(listed, by_index, "{take} pieces, {reach:?}");
        }
    }

    #[test]
    fn a_crush_drops_the_top_piece_alone_just_beyond_the_open_cells() {
        let spreads = Spreads::new(5);
        let ways = |take, open| -> Vec<Vec<u32>> {
            spreads
                .list(take, SpreadReach { open, crush: true })
                .filter(|d| d.cells() as usize == open + 1)
                .map(Iterator::collect)
                .collect()
        };
        assert_eq!(ways(4, 0), [vec![1]]);
        assert_eq!(ways(4, 1), [vec![1, 1], vec![2, 1], vec![3, 1]]);
    }
}
