//! Stones on a bounded board: placing, spreading, flattening, roads and top counts, for any number of directions.
//!
//! | module | contents |
//! |---|---|
//! | `piece` | kinds of pieces and the values `place` and `spread` |
//! | `rules` | rule values compiled into plain data |
//! | `tower` | a stack as one number |
//! | `spreads` | the ways to drop pieces along a line |
//! | `tops` | the top of every cell, as bitboards |
//! | `position` | a position |
//! | `make` | making moves |
//! | `evaluate` | static evaluation |
//! | `forcing` | forcing moves |
//! | `packed` | a move as one word |
//! | `movegen` | legal moves, listed and counted |
//! | `sample` | a random move without a list |
//! | `why` | the rules that an action violates |
//! | `ends` | roads, counts and draws |
//! | `decisive_cells` | the cells that ended a game |
//! | `describe` | a position described in words |
//! | `traits` | implementation of the [`Position`] trait |
//! | `equipment` | pieces described in sentences |

mod decisive_cells;
mod describe;
#[macro_use]
mod ends;
mod equipment;
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
mod tops;
mod tower;
mod traits;
mod why;

use std::sync::Arc;

use super::board_rules::Compiled;
use super::{BoardRules, EndIndex, GameDef, NamedRule, Position, Setup, StoneGame, StoneSetup, StuckResult};
use crate::error::SetupError;
use crate::geometry::{Bitboard, Bits256};
use crate::rules_text::RulesSection;

pub use ends::*;
pub use piece::{PieceDef, PieceOwner, PlaceRule, SpreadRule, Uses};
pub use position::StackPosition;
pub use rules::StackRules;
pub use spreads::MAX_CARRY;
pub use tower::{Tall, Tower};

/// Widest tower.
type WidestTower = Tall<16>;
/// Number of bits of the widest tower.
pub const WIDEST_TOWER_BITS: u32 = WidestTower::BITS;

/// Compiles a game of pieces: any game without tiles.
pub(super) fn compile(def: &GameDef) -> Option<Compiled> {
    def.tiles.is_none().then(|| Ok(Arc::new(Arc::new(StackRules::compile(def)?)) as _))
}

impl BoardRules for Arc<StackRules> {
    fn position(&self, setup: Option<&Setup>, _: u64) -> Result<Box<dyn Position>, SetupError> {
        match setup {
            None => position(self, None),
            Some(Setup::Stones(setup)) => position(self, Some(setup)),
            Some(Setup::Tiles(_)) => Err(SetupError(vec!["this game has pieces, so tiles cannot be set up".into()])),
        }
    }

    fn end_id(&self, end: EndIndex) -> Option<&str> {
        self.ends.get(end).map(|(id, _)| id.as_str())
    }

    fn stuck(&self) -> Option<&(String, StuckResult)> {
        self.stuck.as_ref()
    }

    fn may_be_stuck(&self) -> bool {
        StackRules::may_be_stuck(self)
    }

    fn equipment(&self, rules: &[NamedRule]) -> RulesSection {
        self.describe_pieces(rules)
    }

    fn first_step(&self, turns: u32) -> u8 {
        self.game.first_step(turns)
    }

    fn moves_per_turn(&self) -> Option<u8> {
        Some(self.steps)
    }

    fn stone_game(&self) -> Option<&StoneGame> {
        Some(&self.game)
    }
}

/// Initial position, or one that was set up. Selects the narrowest types of bitboards and towers that fit, once per
/// position.
fn position(rules: &Arc<StackRules>, setup: Option<&StoneSetup>) -> Result<Box<dyn Position>, SetupError> {
    let bits = rules.tower_bits(setup);
    fn fits<S: Bitboard, T: Tower>(rules: &StackRules, bits: u32) -> bool {
        rules.grid.span() <= S::CAPACITY && bits <= T::BITS
    }
    fn build<S: Bitboard, T: Tower>(
        rules: &Arc<StackRules>,
        setup: Option<&StoneSetup>,
    ) -> Result<Box<dyn Position>, SetupError> {
        let mut stones = StackPosition::<S, T>::new(rules.clone());
        if let Some(setup) = setup {
            stones.set_up(setup)?;
        }
        Ok(Box::new(stones))
    }
    match rules {
        rules if fits::<u64, u64>(rules, bits) => build::<u64, u64>(rules, setup),
        rules if fits::<u64, u128>(rules, bits) => build::<u64, u128>(rules, setup),
        rules if fits::<u64, Tall<4>>(rules, bits) => build::<u64, Tall<4>>(rules, setup),
        rules if fits::<u128, u64>(rules, bits) => build::<u128, u64>(rules, setup),
        rules if fits::<u128, u128>(rules, bits) => build::<u128, u128>(rules, setup),
        rules if fits::<Bits256, u64>(rules, bits) => build::<Bits256, u64>(rules, setup),
        rules if fits::<Bits256, Tall<4>>(rules, bits) => build::<Bits256, Tall<4>>(rules, setup),
        rules => build::<Bits256, WidestTower>(rules, setup),
    }
}
