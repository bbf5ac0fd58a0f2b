//! Reserves: pieces that each seat has left to place.

use crate::index::IndexArray;
use crate::mechanics::{PieceKind, Seat};

/// The largest number of kinds of pieces in a game.
pub const MAX_KINDS: usize = 6;

/// The most seats that can have pieces: fewer than may sit at a table, because positions of pieces are copied whole.
pub const MAX_OWNERS: usize = 4;

/// How many pieces of each kind every seat has left to place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reserve(IndexArray<Seat, IndexArray<PieceKind, u8, MAX_KINDS>, MAX_OWNERS>);

impl Reserve {
    /// The largest number of pieces of one kind that a seat may start with.
    pub const MAX: i64 = 250;

    pub fn get(&self, seat: Seat, kind: PieceKind) -> u16 {
        self.0[seat][kind].into()
    }

    /// A seat or kind beyond the largest is left out: whoever folds the reserve into a plan complains about it.
    pub fn set(&mut self, seat: Seat, kind: PieceKind, count: u16) {
        if let Some(held) = self.0.get_mut(seat).and_then(|kinds| kinds.get_mut(kind)) {
            *held = count.min(Self::MAX as u16) as u8;
        }
    }

    pub fn take(&mut self, seat: Seat, kind: PieceKind, count: u16) {
        self.0[seat][kind] -= count as u8;
    }

    /// All pieces of a seat together.
    pub fn total(&self, seat: Seat) -> u32 {
        self.0[seat].iter().map(|&count| count as u32).sum()
    }

    /// The counts of all seats and kinds, for telling positions apart.
    pub fn counts(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().flatten().map(|&count| count.into())
    }
}
