//! Moves of stones packed into a word.

use super::spreads::Drops;
use crate::geometry::Cell;
use crate::mechanics::{Move, PieceKind};

/// Unpacked move. In the word, bits 0 to 7 are the cell, 8 the kind of move, 12 to 15 the piece or the direction, 16 to
/// 31 the count or the drops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StoneMove {
    Place { kind: PieceKind, cell: Cell, count: u32 },
    Spread { from: Cell, direction: usize, drops: Drops },
}

const SPREAD: u64 = 1 << 8;

impl StoneMove {
    pub fn pack(self) -> Move {
        Move(match self {
            StoneMove::Place { kind, cell, count } => {
                cell.index() as u64 | (kind.index() as u64) << 12 | (count as u64) << 16
            }
            StoneMove::Spread { from, direction, drops } => {
                from.index() as u64 | SPREAD | (direction as u64) << 12 | (drops.0 as u64) << 16
            }
        })
    }

    pub fn unpack(Move(word): Move) -> StoneMove {
        let (cell, selector, payload) = (Cell::new(word as u8 as usize), word >> 12 & 15, (word >> 16) as u16);
        if word & SPREAD != 0 {
            StoneMove::Spread { from: cell, direction: selector as usize, drops: Drops(payload) }
        } else {
            StoneMove::Place { kind: PieceKind::new(selector as usize), cell, count: payload as u32 }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_a_move_is_lossless() {
        let moves = [
            StoneMove::Place { kind: PieceKind::new(5), cell: Cell::new(224), count: 2 },
            StoneMove::Spread { from: Cell::new(255), direction: 7, drops: Drops::new(&[4, 1, 4]) },
        ];
        assert_eq!(moves.map(|mv| StoneMove::unpack(mv.pack())), moves);
    }
}
