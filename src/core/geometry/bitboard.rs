//! Bitboards: sets of cells as machine words. A board uses the narrowest type that fits its cells, chosen when its
//! rules are compiled; all other code is generic over [`Bitboard`].

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::Cell;

/// Set of cells with one bit per cell.
pub trait Bitboard:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + 'static
{
    /// The empty set.
    const EMPTY: Self;
    /// Number of cells that fit.
    const CAPACITY: usize;

    /// Set of one cell.
    fn only(cell: Cell) -> Self;
    /// Whether the set contains a cell.
    fn has(self, cell: Cell) -> bool;
    /// Whether the set has no cells.
    fn is_empty(self) -> bool;
    /// Number of cells.
    fn len(self) -> u32;
    /// Lowest cell of a set that is not empty.
    fn first(self) -> Cell;
    /// Highest cell of a set that is not empty.
    fn last(self) -> Cell;
    /// The set without its lowest cell.
    fn without_first(self) -> Self;
    /// Moves every cell up by `by` indices; cells that leave the word are lost.
    fn shifted_up(self, by: u32) -> Self;
    /// Moves every cell down by `by` indices; cells that leave the word are lost.
    fn shifted_down(self, by: u32) -> Self;

    /// Moves every cell up or down; one of the two is 0.
    fn moved(self, up: u32, down: u32) -> Self {
        match (up, down) {
            (0, 0) => self,
            (0, down) => self.shifted_down(down),
            (up, _) => self.shifted_up(up),
        }
    }

    /// The cell with `index` lower ones in the set.
    fn nth(self, index: u32) -> Cell {
        (0..index).fold(self, |set, _| set.without_first()).first()
    }

    /// Adds a cell.
    fn insert(&mut self, cell: Cell) {
        *self |= Self::only(cell);
    }

    /// Removes a cell.
    fn remove(&mut self, cell: Cell) {
        *self &= !Self::only(cell);
    }

    /// The cells, lowest first.
    fn cells(self) -> CellIter<Self> {
        CellIter(self)
    }

    /// Set of some cells.
    fn from_cells(cells: impl IntoIterator<Item = Cell>) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::only(cell))
    }
}

/// Iterator over the cells of a set, lowest first.
pub struct CellIter<S>(S);

impl<S: Bitboard> Iterator for CellIter<S> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.first();
        self.0 = self.0.without_first();
        Some(cell)
    }
}

macro_rules! word_set {
    ($word:ty) => {
        impl Bitboard for $word {
            const EMPTY: Self = 0;
            const CAPACITY: usize = <$word>::BITS as usize;

            fn only(cell: Cell) -> Self {
                1 << cell.0
            }
            fn has(self, cell: Cell) -> bool {
                self >> cell.0 & 1 != 0
            }
            fn is_empty(self) -> bool {
                self == 0
            }
            fn len(self) -> u32 {
                self.count_ones()
            }
            fn first(self) -> Cell {
                Cell(self.trailing_zeros() as u8)
            }
            fn last(self) -> Cell {
                Cell((Self::BITS - 1 - self.leading_zeros()) as u8)
            }
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            fn shifted_up(self, by: u32) -> Self {
                self << by
            }
            fn shifted_down(self, by: u32) -> Self {
                self >> by
            }
            // Two shifts, one of them by 0, are cheaper than a branch.
            fn moved(self, up: u32, down: u32) -> Self {
                self << up >> down
            }
        }
    };
}

word_set!(u64);
word_set!(u128);

/// Set of 256 cells: boards up to 16 by 16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits256([u128; 2]);

impl Bits256 {
    fn zip(self, other: Self, f: impl Fn(u128, u128) -> u128) -> Self {
        Bits256([f(self.0[0], other.0[0]), f(self.0[1], other.0[1])])
    }
}

impl BitAnd for Bits256 {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Bits256 {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Bits256 {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Bits256 {
    type Output = Self;
    fn not(self) -> Self {
        Bits256(self.0.map(|word| !word))
    }
}

impl BitAndAssign for Bits256 {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bits256 {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Bitboard for Bits256 {
    const EMPTY: Self = Bits256([0; 2]);
    const CAPACITY: usize = 256;

    fn only(cell: Cell) -> Self {
        let mut words = [0; 2];
        words[cell.index() / 128] = 1 << (cell.0 % 128);
        Bits256(words)
    }
    fn has(self, cell: Cell) -> bool {
        self.0[cell.index() / 128] >> (cell.0 % 128) & 1 != 0
    }
    fn is_empty(self) -> bool {
        self.0 == [0; 2]
    }
    fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }
    fn first(self) -> Cell {
        match self.0 {
            [0, high] => Cell(128 + high.trailing_zeros() as u8),
            [low, _] => Cell(low.trailing_zeros() as u8),
        }
    }
    fn last(self) -> Cell {
        match self.0 {
            [low, 0] => low.last(),
            [_, high] => Cell(128 + high.last().0),
        }
    }
    fn without_first(self) -> Self {
        match self.0 {
            [0, high] => Bits256([0, high & high.wrapping_sub(1)]),
            [low, high] => Bits256([low & (low - 1), high]),
        }
    }
    fn shifted_up(self, by: u32) -> Self {
        debug_assert!((1..128).contains(&by), "a step is shorter than half the set");
        let [low, high] = self.0;
        Bits256([low << by, high << by | low >> (128 - by)])
    }
    fn shifted_down(self, by: u32) -> Self {
        debug_assert!((1..128).contains(&by), "a step is shorter than half the set");
        let [low, high] = self.0;
        Bits256([low >> by | high << (128 - by), high >> by])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_set_shifts_across_its_middle() {
        let set = Bits256::from_cells([0, 127, 130].map(Cell));
        assert_eq!(set.shifted_up(3).cells().collect::<Vec<_>>(), [3, 130, 133].map(Cell));
        assert_eq!(set.shifted_up(3).shifted_down(3), set);
        assert_eq!(set.shifted_down(5).cells().collect::<Vec<_>>(), [122, 125].map(Cell));
    }

    #[test]
    fn cells_come_lowest_first_in_every_width() {
        fn check<S: Bitboard>() {
            let top = Cell::new(S::CAPACITY - 1);
            let set = S::from_cells([top, Cell::new(0), Cell::new(17)]);
            assert_eq!(set.cells().collect::<Vec<_>>(), [Cell(0), Cell(17), top]);
            assert_eq!((set.len(), set.has(Cell::new(17)), set.has(Cell::new(18))), (3, true, false));
            assert_eq!((set.last(), S::only(Cell::new(17)).last()), (top, Cell(17)));
            assert_eq!([0, 1, 2].map(|index| set.nth(index)), [Cell(0), Cell(17), top]);
            assert_eq!(S::only(Cell::new(17)).moved(5, 0).moved(0, 3).moved(0, 0), S::only(Cell::new(19)));
        }
        check::<u64>();
        check::<u128>();
        check::<Bits256>();
    }
}
