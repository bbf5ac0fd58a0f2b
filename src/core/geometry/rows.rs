//! Straight lines of cells: rows, and segments that may still become rows. All cells of a board are processed at once
//! (bit-sliced).

use super::{Bitboard, BitboardTables, Cell, Shift};

/// Maximum length of a segment whose cells are counted.
const MAX_SEGMENT: usize = 15;

/// Segments of one length in one direction, each identified by its last cell: those that may still be filled, and the
/// number of occupied cells of each, as a bit-sliced counter.
struct RowSegments<S> {
    open: S,
    digits: [S; 4],
}

impl<S: Bitboard> RowSegments<S> {
    fn along(line: &Shift<S>, own: S, free: S, length: u32) -> RowSegments<S> {
        let (mut open, mut moved) = (own | free, own);
        let mut digits = [own, S::EMPTY, S::EMPTY, S::EMPTY];
        for _ in 1..length {
            open = line.apply(open) & (own | free);
            moved = line.apply(moved);
            let mut carry = moved;
            for digit in &mut digits {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
        RowSegments { open, digits }
    }

    /// Last cells of the segments with `occupied` occupied cells.
    fn ends(&self, occupied: u32) -> S {
        let digits = self.digits.iter().enumerate();
        digits.fold(self.open, |ends, (bit, digit)| ends & if occupied >> bit & 1 == 1 { *digit } else { !*digit })
    }
}

impl<S: Bitboard> BitboardTables<S> {
    /// Whether `cells` contains `count` adjacent cells in a straight line or, if `exactly`, `count` and no more.
    pub fn in_a_row(&self, cells: S, count: u32, exactly: bool) -> bool {
        self.lines.iter().any(|line| {
            // Last cells of the rows of `count` cells.
            let ends = (1..count).fold(cells, |ends, _| line.apply(ends) & cells);
            if !exactly || ends.is_empty() {
                return !ends.is_empty();
            }
            let longer = line.apply(ends) & cells;
            !(ends & !longer & !line.sources(cells)).is_empty()
        })
    }

    /// Counts the straight segments of `length` cells that `own` may still fill by taking `free` cells, by the number
    /// of own cells in each.
    pub fn count_segments(&self, own: S, free: S, length: u32) -> [u32; MAX_SEGMENT + 1] {
        let mut counts = [0; MAX_SEGMENT + 1];
        let length = length.min(MAX_SEGMENT as u32);
        for line in &self.lines {
            let segments = RowSegments::along(line, own, free, length);
            for count in 1..=length {
                let ends = segments.ends(count);
                // Most boards have none, and a population count is expensive.
                if !ends.is_empty() {
                    counts[count as usize] += ends.len();
                }
            }
        }
        counts
    }

    /// Missing cells of every such segment that lacks at most `max_missing` cells.
    pub fn nearly_filled(&self, own: S, free: S, length: u32, max_missing: u32) -> Vec<S> {
        let mut missing = Vec::new();
        for line in &self.lines {
            let segments = RowSegments::along(line, own, free, length);
            let segment = |end: Cell| {
                let back = std::iter::successors(Some(S::only(end)), |cell| Some(line.sources(*cell)));
                back.take(length as usize).fold(S::EMPTY, |cells, cell| cells | cell)
            };
            for count in length.saturating_sub(max_missing)..length {
                missing.extend(segments.ends(count).cells().map(|end| segment(end) & free));
            }
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use super::super::Grid;
    use super::super::bitboard_tables::tests::set;
    use super::*;

    #[test]
    fn rows_are_found_in_every_direction_within_the_board() {
        let grid = Grid::squares(5, 5);
        let tables = BitboardTables::<u64>::new(&grid);
        let row = |names: &str, count, exactly| tables.in_a_row(set(&grid, names), count, exactly);
        for names in ["b2 c2 d2", "c1 c2 c3", "a1 b2 c3", "e2 d3 c4"] {
            assert_eq!([row(names, 2, false), row(names, 3, false), row(names, 4, false)], [true, true, false]);
            assert_eq!([row(names, 2, true), row(names, 3, true)], [false, true], "{names}");
        }
        assert!(!row("d1 e1 a2 b2", 3, false), "a row does not go on at the other side");
        assert!(row("a1 b1 c1 d1 a3 b3 c3", 3, true), "the longer row does not hide the other");
        let hexes = Grid::hexagons(4, 4);
        let tables = BitboardTables::<u64>::new(&hexes);
        assert!(tables.in_a_row(set(&hexes, "d1 c2 b3"), 3, true), "hexagons lie in a row along their third axis");
        assert!(!tables.in_a_row(set(&hexes, "a1 b2 c3"), 2, false), "and these do not touch");
    }

    #[test]
    fn stretches_are_counted_by_content() {
        let grid = Grid::squares(5, 5);
        let tables = BitboardTables::<u64>::new(&grid);
        let counts = |own: &str, theirs: &str, length: u32| {
            let [own, theirs] = [own, theirs].map(|names| set::<u64>(&grid, names));
            tables.count_segments(own, tables.all & !(own | theirs), length)[1..=length as usize].to_vec()
        };
        assert_eq!(counts("", "", 3), [0, 0, 0]);
        assert_eq!(counts("a1", "", 3), [3, 0, 0], "along both edges and across");
        assert_eq!(counts("a1 b1", "", 3), [5, 1, 0], "one has both; b1-d1, two upwards and two across have one");
        assert_eq!(counts("a1 b1 d1", "c1", 3), [6, 0, 0], "along the edge nothing is left");
        assert_eq!(counts("a1 b1 c1 d1 e1", "a2 b2 c2 d2 e2", 5), [0, 0, 0, 0, 1]);
    }

    #[test]
    fn nearly_full_stretches_list_their_missing_cells() {
        let grid = Grid::squares(5, 5);
        let tables = BitboardTables::<u64>::new(&grid);
        let missing = |own: &str, theirs: &str, max_missing: u32| {
            let [own, theirs] = [own, theirs].map(|names| set(&grid, names));
            let mut found = tables.nearly_filled(own, tables.all & !(own | theirs), 4, max_missing);
            found.sort_unstable();
            found
        };
        let cells = |names: &[&str]| names.iter().map(|names| set(&grid, names)).collect::<Vec<u64>>();
        assert_eq!(missing("b2 c3 d4", "", 1), cells(&["a1", "e5"]));
        assert_eq!(missing("b2 c3 d4", "e5", 1), cells(&["a1"]));
        assert_eq!(missing("b1 c1", "", 2), cells(&["a1 d1", "d1 e1"]));
        assert_eq!(missing("b1 c1", "", 1), cells(&[]));
        assert_eq!(missing("a1 b1 c1 d1", "e1", 1), cells(&[]), "a full one lacks nothing");
    }
}
