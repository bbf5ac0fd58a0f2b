//! Reserves: pieces that each seat has left to place.

use crate::index::IndexArray;
use crate::mechanics::{PieceKind, Seat};

/// Maximum number of kinds of pieces.
pub const MAX_KINDS: usize = 6;

/// Maximum number of seats with pieces: fewer than the maximum number of seats, because states with pieces are copied
/// whole.
pub const MAX_OWNERS: usize = 4;

/// Number of pieces of each kind that every seat has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reserve(IndexArray<Seat, IndexArray<PieceKind, u8, MAX_KINDS>, MAX_OWNERS>);

impl Reserve {
    /// Maximum number of pieces of one kind that a seat may start with.
    pub const MAX: i64 = 250;

    /// Number of pieces of a kind that a seat has left.
    pub fn get(&self, seat: Seat, kind: PieceKind) -> u16 {
        self.0[seat][kind].into()
    }

    /// Sets a count. A seat or kind beyond the maximum is ignored, because compiling the rules reports it.
    pub fn set(&mut self, seat: Seat, kind: PieceKind, count: u16) {
        if let Some(held) = self.0.get_mut(seat).and_then(|kinds| kinds.get_mut(kind)) {
            *held = count.min(Self::MAX as u16) as u8;
        }
    }

    /// Removes pieces from the reserve.
    pub fn take(&mut self, seat: Seat, kind: PieceKind, count: u16) {
        self.0[seat][kind] -= count as u8;
    }

    /// Number of all pieces of a seat.
    pub fn total(&self, seat: Seat) -> u32 {
        self.0[seat].iter().map(|&count| count as u32).sum()
    }

    /// Counts of all seats and kinds, for hashing.
    pub fn counts(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().flatten().map(|&count| count.into())
    }
}
