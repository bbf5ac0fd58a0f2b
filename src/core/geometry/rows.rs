//! Straight lines of cells: rows, and segments that may still become rows. All cells of a board are processed at once
//! (bit-sliced).

use super::{Bitboard, BitboardTables, Cell, Shift};

/// Longest segment whose cells are counted.
const MAX_STRETCH: usize = 15;

/// Segments of one length in one direction, each identified by its last cell: those that may still be filled, and the
/// number of occupied cells of each, as the binary digits of one counter per cell.
struct RowSegments<S> {
    open: S,
    digits: [S; 4],
}

impl<S: Bitboard> RowSegments<S> {
    fn along(line: &Shift<S>, own: S, free: S, length: u32) -> RowSegments<S> {
        let (mut open, mut moved) = (own | free, own);
        let mut digits = [own, S::EMPTY, S::EMPTY, S::EMPTY];
        for _ in 1..length {
            open = line.of(open) & (own | free);
            moved = line.of(moved);
            let mut carry = moved;
            for digit in &mut digits {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
        RowSegments { open, digits }
    }

    /// Last cells of the segments with `taken` occupied cells.
    fn ends(&self, taken: u32) -> S {
        let digits = self.digits.iter().enumerate();
        digits.fold(self.open, |ends, (place, digit)| ends & if taken >> place & 1 == 1 { *digit } else { !*digit })
    }
}

impl<S: Bitboard> BitboardTables<S> {
    /// Whether `cells` contains `count` adjacent cells in a straight line or, if `exactly`, `count` and no more.
    pub fn in_a_row(&self, cells: S, count: u32, exactly: bool) -> bool {
        self.lines.iter().any(|line| {
            // Cells at which that many end.
            let ends = (1..count).fold(cells, |ends, _| line.of(ends) & cells);
            if !exactly || ends.is_empty() {
                return !ends.is_empty();
            }
            let more = line.of(ends) & cells;
            !(ends & !more & !line.sources(cells)).is_empty()
        })
    }

    /// Straight segments of `length` cells that `own` may still fill by taking `free` cells: their number, by the
    /// number of own cells in each.
    pub fn stretches(&self, own: S, free: S, length: u32) -> [u32; MAX_STRETCH + 1] {
        let mut found = [0; MAX_STRETCH + 1];
        let length = length.min(MAX_STRETCH as u32);
        for line in &self.lines {
            let taken = RowSegments::along(line, own, free, length);
            for count in 1..=length {
                let ends = taken.ends(count);
                // Usually there are none, and counting is expensive.
                if !ends.is_empty() {
                    found[count as usize] += ends.len();
                }
            }
        }
        found
    }

    /// Of these segments, those that lack `most` cells or fewer: the cells that each of them lacks.
    pub fn nearly_filled(&self, own: S, free: S, length: u32, most: u32) -> Vec<S> {
        let mut found = Vec::new();
        for line in &self.lines {
            let taken = RowSegments::along(line, own, free, length);
            let whole = |end: Cell| {
                let back = std::iter::successors(Some(S::only(end)), |cell| Some(line.sources(*cell)));
                back.take(length as usize).fold(S::EMPTY, |whole, cell| whole | cell)
            };
            for count in length.saturating_sub(most)..length {
                found.extend(taken.ends(count).cells().map(|end| whole(end) & free));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::Grid;
    use super::super::bitboard_tables::tests::set;
    use super::*;

    #[test]
    fn cells_in_a_row_are_seen_in_every_direction_and_never_across_the_rim() {
        let grid = Grid::squares(5, 5);
        let field = BitboardTables::<u64>::new(&grid);
        let row = |names: &str, count, exactly| field.in_a_row(set(&grid, names), count, exactly);
        for names in ["b2 c2 d2", "c1 c2 c3", "a1 b2 c3", "e2 d3 c4"] {
            assert_eq!([row(names, 2, false), row(names, 3, false), row(names, 4, false)], [true, true, false]);
            assert_eq!([row(names, 2, true), row(names, 3, true)], [false, true], "{names}");
        }
        assert!(!row("d1 e1 a2 b2", 3, false), "a row does not go on at the other side");
        assert!(row("a1 b1 c1 d1 a3 b3 c3", 3, true), "the longer row does not hide the other");
        let hexes = Grid::hexagons(4, 4);
        let field = BitboardTables::<u64>::new(&hexes);
        assert!(field.in_a_row(set(&hexes, "d1 c2 b3"), 3, true), "hexagons lie in a row along their third axis");
        assert!(!field.in_a_row(set(&hexes, "a1 b2 c3"), 2, false), "and these do not touch");
    }

    #[test]
    fn stretches_are_counted_by_what_they_hold() {
        let grid = Grid::squares(5, 5);
        let field = BitboardTables::<u64>::new(&grid);
        let counts = |own: &str, theirs: &str, length: u32| {
            let [own, theirs] = [own, theirs].map(|names| set::<u64>(&grid, names));
            field.stretches(own, field.all & !(own | theirs), length)[1..=length as usize].to_vec()
        };
        assert_eq!(counts("", "", 3), [0, 0, 0]);
        assert_eq!(counts("a1", "", 3), [3, 0, 0], "along both edges and across");
        assert_eq!(counts("a1 b1", "", 3), [5, 1, 0], "one has both; b1-d1, two upwards and two across have one");
        assert_eq!(counts("a1 b1 d1", "c1", 3), [6, 0, 0], "along the edge nothing is left");
        assert_eq!(counts("a1 b1 c1 d1 e1", "a2 b2 c2 d2 e2", 5), [0, 0, 0, 0, 1]);
    }

    #[test]
    fn stretches_that_are_nearly_filled_tell_what_they_lack() {
        let grid = Grid::squares(5, 5);
        let field = BitboardTables::<u64>::new(&grid);
        let lack = |own: &str, theirs: &str, most: u32| {
            let [own, theirs] = [own, theirs].map(|names| set(&grid, names));
            let mut found = field.nearly_filled(own, field.all & !(own | theirs), 4, most);
            found.sort_unstable();
            found
        };
        let cells = |names: &[&str]| names.iter().map(|names| set(&grid, names)).collect::<Vec<u64>>();
        assert_eq!(lack("b2 c3 d4", "", 1), cells(&["a1", "e5"]));
        assert_eq!(lack("b2 c3 d4", "e5", 1), cells(&["a1"]));
        assert_eq!(lack("b1 c1", "", 2), cells(&["a1 d1", "d1 e1"]));
        assert_eq!(lack("b1 c1", "", 1), cells(&[]));
        assert_eq!(lack("a1 b1 c1 d1", "e1", 1), cells(&[]), "a full one lacks nothing");
    }
}
