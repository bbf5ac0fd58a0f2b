//! Effects of moves in a puzzle, and their packing.

use crate::geometry::Coord;
use crate::mechanics::Move;
use crate::tiles::OrientationIndex;

/// Effect of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PuzzleStep {
    Put { at: Coord, orientation: OrientationIndex },
    Turn { at: Coord, orientation: OrientationIndex },
    Take { at: Coord, orientation: OrientationIndex },
    Swap { at: Coord, other: Coord },
}

/// Number of bits per axis of a packed coordinate. A packed move has the kind in the top two bits, then an orientation
/// or a second cell, then the cell.
const COORD_BITS: u32 = 12;

fn pack_coord(at: Coord) -> u64 {
    let half = |v: i32| (v + (1 << (COORD_BITS - 1))) as u64;
    half(at.x) | half(at.y) << COORD_BITS
}

fn unpack_coord(word: u64) -> Coord {
    let half = |v: u64| (v & ((1 << COORD_BITS) - 1)) as i32 - (1 << (COORD_BITS - 1));
    Coord { x: half(word), y: half(word >> COORD_BITS) }
}

impl PuzzleStep {
    pub(super) fn pack(self) -> Move {
        let (kind, rest, at) = match self {
            PuzzleStep::Put { at, orientation } => (0, orientation.index() as u64, at),
            PuzzleStep::Turn { at, orientation } => (1, orientation.index() as u64, at),
            PuzzleStep::Take { at, orientation } => (2, orientation.index() as u64, at),
            PuzzleStep::Swap { at, other } => (3, pack_coord(other), at),
        };
        Move(kind << 62 | rest << (2 * COORD_BITS) | pack_coord(at))
    }

    pub(super) fn unpack(Move(word): Move) -> PuzzleStep {
        let (at, rest) = (unpack_coord(word), (word & !(3 << 62)) >> (2 * COORD_BITS));
        match word >> 62 {
            0 => PuzzleStep::Put { at, orientation: OrientationIndex::new(rest as usize) },
            1 => PuzzleStep::Turn { at, orientation: OrientationIndex::new(rest as usize) },
            2 => PuzzleStep::Take { at, orientation: OrientationIndex::new(rest as usize) },
            _ => PuzzleStep::Swap { at, other: unpack_coord(rest) },
        }
    }
}
