//! Stones on a bounded board: placing, spreading, crushing, roads and top counts, for any number of directions.
//!
//! | room | what lives there |
//! |---|---|
//! | `piece` | kinds of pieces and the values `place` and `spread` |
//! | `plan` | rule values folded into plain data |
//! | `tower` | a stack as one number |
//! | `spreads` | the ways to drop a hand along a line |
//! | `tops` | the top of every cell, as sets |
//! | `stones` | a position |
//! | `making` | moves made and taken back |
//! | `measure` | how well a side stands |
//! | `pressing` | what cannot wait |
//! | `packed` | a move as one word |
//! | `list` | legal moves, listed and counted |
//! | `draw` | a random move, without a list |
//! | `why` | legality of one action, explained |
//! | `ends` | roads, counts and draws |
//! | `deciding` | the cells that ended a game |
//! | `surface` | the position as the rest of the program sees it |

mod decisive_cells;
mod ends;
mod evaluate;
mod forcing;
mod make;
mod movegen;
mod packed;
mod piece;
mod position;
mod rules;
mod sample;
mod spreads;
mod surface;
mod tops;
mod tower;
mod why;

use std::sync::Arc;

use super::{Position, StoneSetup};
use crate::error::SetupError;
use crate::geometry::{Bitboard, Bits256};

pub use ends::{InARow, NoProgress, Repetition, Road, Tops, halves};
pub use piece::{PieceDef, PieceOwner, PlaceRule, SpreadRule, Uses};
pub use position::StackPosition;
pub use rules::StackRules;
pub use spreads::MAX_CARRY;
pub use tower::{Tall, Tower};

/// The widest tower, and its bits.
type WidestTower = Tall<16>;
pub const WIDEST_TOWER_BITS: u32 = WidestTower::BITS;

/// A position of a plan: its start, or one set up by hand. The widths of cell sets and towers are chosen here,
/// once, as the narrowest rung of a short ladder that fits.
pub fn position(plan: &Arc<StackRules>, setup: Option<&StoneSetup>) -> Result<Box<dyn Position>, SetupError> {
    let bits = plan.tower_bits(setup);
    fn fits<S: Bitboard, T: Tower>(plan: &StackRules, bits: u32) -> bool {
        plan.grid.len() <= S::CAPACITY && bits <= T::BITS
    }
    fn at<S: Bitboard, T: Tower>(
        plan: &Arc<StackRules>,
        setup: Option<&StoneSetup>,
    ) -> Result<Box<dyn Position>, SetupError> {
        let mut stones = StackPosition::<S, T>::new(plan.clone());
        if let Some(setup) = setup {
            stones.set_up(setup)?;
        }
        Ok(Box::new(stones))
    }
    match plan {
        plan if fits::<u64, u64>(plan, bits) => at::<u64, u64>(plan, setup),
        plan if fits::<u64, u128>(plan, bits) => at::<u64, u128>(plan, setup),
        plan if fits::<u64, Tall<4>>(plan, bits) => at::<u64, Tall<4>>(plan, setup),
        plan if fits::<u128, u64>(plan, bits) => at::<u128, u64>(plan, setup),
        plan if fits::<u128, u128>(plan, bits) => at::<u128, u128>(plan, setup),
        plan if fits::<Bits256, u64>(plan, bits) => at::<Bits256, u64>(plan, setup),
        plan if fits::<Bits256, Tall<4>>(plan, bits) => at::<Bits256, Tall<4>>(plan, setup),
        plan => at::<Bits256, WidestTower>(plan, setup),
    }
}
