//! Bitsets of orientations, as wide as the puzzle needs.

use super::tables::PieceIndex;

/// Set of orientations in `W` words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrientationSet<const W: usize>([u64; W]);

impl<const W: usize> OrientationSet<W> {
    pub const NONE: OrientationSet<W> = OrientationSet([0; W]);

    pub fn insert(&mut self, piece: PieceIndex) {
        let index = piece.index();
        self.0[index / 64] |= 1 << (index % 64);
    }

    pub fn and(self, other: OrientationSet<W>) -> OrientationSet<W> {
        OrientationSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub fn or(self, other: OrientationSet<W>) -> OrientationSet<W> {
        OrientationSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub fn without(self, other: OrientationSet<W>) -> OrientationSet<W> {
        OrientationSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Removes and returns the lowest member.
    pub fn pop(&mut self) -> Option<PieceIndex> {
        let word = self.0.iter().position(|word| *word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(PieceIndex::new(word * 64 + bit))
    }
}
