//! Packing of moves: a placement is packed as in [`TrackPosition`](super::TrackPosition); the free bits above it hold
//! other kinds of moves and the seat.

use crate::mechanics::{Move, Seat};

/// Unpacked move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OffboardMove {
    /// Placement, packed without a seat.
    Lay(Move),
    Give {
        tile: u16,
        to: Seat,
    },
    Discard(u16),
    TakeBack,
}

const KIND_SHIFT: u32 = 48;
const SEAT_SHIFT: u32 = 56;
const GIVE: u64 = 1;
const DISCARD: u64 = 2;
const TAKE: u64 = 3;

pub const TAKE_BACK: Move = Move(TAKE << KIND_SHIFT);

pub fn give(tile: u16, to: Seat) -> Move {
    Move(GIVE << KIND_SHIFT | (to.index() as u64) << 16 | u64::from(tile))
}

pub fn discard(tile: u16) -> Move {
    Move(DISCARD << KIND_SHIFT | u64::from(tile))
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
        GIVE => OffboardMove::Give { tile: word as u16, to: Seat::new((word >> 16) as usize) },
        DISCARD => OffboardMove::Discard(word as u16),
        TAKE => OffboardMove::TakeBack,
        _ => OffboardMove::Lay(Move(word & ((1 << KIND_SHIFT) - 1))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_says_what_is_done_and_by_whom() {
        for unpacked in [OffboardMove::Give { tile: 301, to: Seat::new(5) }, OffboardMove::Lay(Move(0xffff_fffe_0123))]
        {
            let packed = match unpacked {
                OffboardMove::Give { tile, to } => give(tile, to),
                OffboardMove::Lay(mv) => mv,
                OffboardMove::Discard(_) | OffboardMove::TakeBack => {
                    unreachable!("nobody names a seat for these")
                }
            };
            assert_eq!(
                (seat(with_seat(Seat::new(3), packed)), unpack(with_seat(Seat::new(3), packed))),
                (Seat::new(3), unpacked)
            );
        }
        assert_eq!([unpack(discard(55)), unpack(TAKE_BACK)], [OffboardMove::Discard(55), OffboardMove::TakeBack]);
    }
}
