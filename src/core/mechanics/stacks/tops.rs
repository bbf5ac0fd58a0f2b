//! Top pieces as bitboards: the basis of roads, counts and most of legality.

use crate::geometry::{Bitboard, Cell};
use crate::index::IndexArray;
use crate::mechanics::supply::{MAX_KINDS, MAX_OWNERS};
use crate::mechanics::{PieceKind, Seat, Stone};

/// Top piece of every cell, by owner and by kind; an empty cell is in no set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TopSets<S> {
    pub owner: IndexArray<Seat, S, MAX_OWNERS>,
    pub kind: IndexArray<PieceKind, S, MAX_KINDS>,
    /// Cells with more than one piece.
    pub stacked: S,
}

/// Set of kinds, as a mask over the bitboards by kind, to avoid branches.
#[derive(Clone, Copy, Debug)]
pub(super) struct KindMask<S>(IndexArray<PieceKind, S, MAX_KINDS>);

impl<S: Bitboard> KindMask<S> {
    pub fn from_kinds(kinds: impl Iterator<Item = PieceKind>) -> KindMask<S> {
        let mut masks = IndexArray::new([S::EMPTY; MAX_KINDS]);
        kinds.for_each(|kind| masks[kind] = !S::EMPTY);
        KindMask(masks)
    }
}

impl<S: Bitboard> TopSets<S> {
    pub const EMPTY: Self = TopSets {
        owner: IndexArray::new([S::EMPTY; MAX_OWNERS]),
        kind: IndexArray::new([S::EMPTY; MAX_KINDS]),
        stacked: S::EMPTY,
    };

    /// Occupied cells.
    pub fn occupied(&self) -> S {
        self.owner.iter().fold(S::EMPTY, |taken, &own| taken | own)
    }

    /// Cells topped by a piece of one of the kinds.
    pub fn of_kinds(&self, kinds: &KindMask<S>) -> S {
        self.kind.iter().zip(&kinds.0).fold(S::EMPTY, |set, (&tops, &mask)| set | tops & mask)
    }

    pub fn top_at(&self, cell: Cell) -> Option<Stone> {
        let seat = self.owner.position(|set| set.has(cell))?;
        let kind = self.kind.position(|set| set.has(cell))?;
        Some(Stone { seat, kind })
    }

    /// Clears some cells.
    pub fn clear(&mut self, cells: S) {
        self.owner.iter_mut().for_each(|set| *set &= !cells);
        self.kind.iter_mut().for_each(|set| *set &= !cells);
        self.stacked &= !cells;
    }

    /// Sets the top and height of a cell that is clear.
    #[inline]
    pub fn set_top(&mut self, cell: Cell, stone: Stone, height: u16) {
        let bit = S::only(cell);
        self.owner[stone.seat] |= bit;
        self.kind[stone.kind] |= bit;
        if height > 1 {
            self.stacked |= bit;
        }
    }
}
