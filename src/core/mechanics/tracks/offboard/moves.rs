//! Packing of moves: a placement is packed as in [`TrackPosition`](super::TrackPosition); the free bits above it hold
//! other kinds of moves and the seat.

use crate::mechanics::{Move, Seat};
use crate::tiles::TileIndex;

/// Unpacked move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OffboardMove {
    /// Placement, packed without a seat.
    Lay(Move),
    Give {
        tile: TileIndex,
        to: Seat,
    },
    Discard(TileIndex),
    TakeBack,
}

const KIND_SHIFT: u32 = 48;
const SEAT_SHIFT: u32 = 56;
const GIVE: u64 = 1;
const DISCARD: u64 = 2;
const TAKE: u64 = 3;

pub const TAKE_BACK: Move = Move(TAKE << KIND_SHIFT);

pub fn give(tile: TileIndex, to: Seat) -> Move {
    Move(GIVE << KIND_SHIFT | (to.index() as u64) << 16 | tile.index() as u64)
}

pub fn discard(tile: TileIndex) -> Move {
    Move(DISCARD << KIND_SHIFT | tile.index() as u64)
}

/// The same move with the seat that makes it.
pub fn with_seat(seat: Seat, Move(word): Move) -> Move {
    Move(word | (seat.index() as u64) << SEAT_SHIFT)
}

pub fn seat(Move(word): Move) -> Seat {
    Seat::new((word >> SEAT_SHIFT) as usize)
}

pub fn unpack(Move(word): Move) -> OffboardMove {
    match word >> KIND_SHIFT & 0xff {
        GIVE => OffboardMove::Give { tile: TileIndex::new(word as usize), to: Seat::new((word >> 16) as usize) },
        DISCARD => OffboardMove::Discard(TileIndex::new(word as usize)),
        TAKE => OffboardMove::TakeBack,
        _ => OffboardMove::Lay(Move(word & ((1 << KIND_SHIFT) - 1))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offboard_move_has_its_action_and_seat() {
        let gift = OffboardMove::Give { tile: TileIndex::new(301), to: Seat::new(5) };
        for unpacked in [gift, OffboardMove::Lay(Move(0xffff_fffe_0123))] {
            let packed = match unpacked {
                OffboardMove::Give { tile, to } => give(tile, to),
                OffboardMove::Lay(mv) => mv,
                OffboardMove::Discard(_) | OffboardMove::TakeBack => {
                    unreachable!("these moves name no seat")
                }
            };
            assert_eq!(
                (seat(with_seat(Seat::new(3), packed)), unpack(with_seat(Seat::new(3), packed))),
                (Seat::new(3), unpacked)
            );
        }
        let tile = TileIndex::new(55);
        assert_eq!([unpack(discard(tile)), unpack(TAKE_BACK)], [OffboardMove::Discard(tile), OffboardMove::TakeBack]);
    }
}
