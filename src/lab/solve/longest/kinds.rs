//! Bitsets of tile kinds.

use houserule_core::index::index_type;

index_type! {
    /// Kind of tiles.
    KindIndex(u16)
}

/// Set of kinds, 64 per word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindSet<const W: usize>([u64; W]);

impl<const W: usize> KindSet<W> {
    pub const NONE: KindSet<W> = KindSet([0; W]);

    pub fn single(kind: KindIndex) -> KindSet<W> {
        let mut kinds = KindSet::NONE;
        kinds.insert(kind);
        kinds
    }

    #[inline]
    pub fn insert(&mut self, kind: KindIndex) {
        self.0[kind.index() / 64] |= 1 << (kind.index() % 64);
    }

    #[inline]
    pub fn remove(&mut self, kind: KindIndex) {
        self.0[kind.index() / 64] &= !(1 << (kind.index() % 64));
    }

    #[inline]
    pub fn contains(&self, kind: KindIndex) -> bool {
        self.0[kind.index() / 64] >> (kind.index() % 64) & 1 == 1
    }

    #[inline]
    pub fn first(&self) -> Option<KindIndex> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(KindIndex::new(word * 64 + self.0[word].trailing_zeros() as usize))
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Returns whether the set has two or more members.
    #[inline]
    pub fn has_several(&self) -> bool {
        self.0.iter().map(|word| word.count_ones()).sum::<u32>() > 1
    }

    #[inline]
    pub fn intersects(&self, other: &KindSet<W>) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    #[inline]
    pub fn and(mut self, other: &KindSet<W>) -> KindSet<W> {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
        self
    }

    pub fn or(mut self, other: &KindSet<W>) -> KindSet<W> {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
        self
    }

    #[inline]
    pub fn without(mut self, other: &KindSet<W>) -> KindSet<W> {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
        self
    }
}
