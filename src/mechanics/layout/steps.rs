//! What a move of a puzzle does, and how it is packed.

use crate::geometry::At;
use crate::mechanics::Move;

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Put { at: At, lie: u16 },
    Turn { at: At, lie: u16 },
    Take { at: At, lie: u16 },
    Swap { at: At, other: At },
}

/// The packing of moves: what is done in the top bits, then a lie or a second place, then the place.
const PLACE: u32 = 12;

fn pack_place(at: At) -> u64 {
    let half = |v: i32| (v + (1 << (PLACE - 1))) as u64;
    half(at.x) | half(at.y) << PLACE
}

fn unpack_place(word: u64) -> At {
    let half = |v: u64| (v & ((1 << PLACE) - 1)) as i32 - (1 << (PLACE - 1));
    At { x: half(word), y: half(word >> PLACE) }
}

impl Step {
    pub(super) fn pack(self) -> Move {
        let (kind, rest, at) = match self {
            Step::Put { at, lie } => (0, lie as u64, at),
            Step::Turn { at, lie } => (1, lie as u64, at),
            Step::Take { at, lie } => (2, lie as u64, at),
            Step::Swap { at, other } => (3, pack_place(other), at),
        };
        Move(kind << 62 | rest << (2 * PLACE) | pack_place(at))
    }

    pub(super) fn unpack(Move(word): Move) -> Step {
        let (at, rest) = (unpack_place(word), (word & !(3 << 62)) >> (2 * PLACE));
        match word >> 62 {
            0 => Step::Put { at, lie: rest as u16 },
            1 => Step::Turn { at, lie: rest as u16 },
            2 => Step::Take { at, lie: rest as u16 },
            _ => Step::Swap { at, other: unpack_place(rest) },
        }
    }
}
