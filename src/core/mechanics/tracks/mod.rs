//! Edge-matched tiles on an open board: matching, forced fills by a declared rule, illegal chains, loops and lines. The
//! code does not depend on the number of sides, the colours or the game.
//!
//! | module | contents |
//! |---|---|
//! | `values`, `restrictions`, `scoring` | the rule values: moves, ends, restrictions on empty spaces, points of tracks |
//! | `draft`, `rules` | rule values collected, and compiled into plain data |
//! | `constraints` | edge constraints of an empty cell, as one number with lookup tables |
//! | `tables` | the orientations of a set, prepared for placing |
//! | `paths` | the two ends of every track, updated as tiles are placed |
//! | `grid`, `frontier` | tiles on the board and the empty cells around them: place and undo |
//! | `preview_fill` | consequences of a tile for its neighbours, without placing it |
//! | `queries` | the extent of the tiles, the tracks |
//! | `closure` | the result of filling every crowded space |
//! | `forced_cells` | the empty cells that must be filled first |
//! | `movegen` | the legal moves |
//! | `sample` | random moves, sampled without a full list |
//! | `deal` | the start of a game: hands, tiles in the middle |
//! | `position` | a position: play and undo, turns and their steps |
//! | `setup` | positions that were set up by hand |
//! | `ends`, `goal` | the end rules and the points |
//! | `decisive_cells` | the tracks that ended a game |
//! | `offboard` | races, gifts, discards, rewards |
//! | `evaluate` | static evaluation |
//! | `survey` | summary of a position for a player |
//! | `describe`, `equipment` | positions and tiles in words |
//! | `why` | the rules that an action violates |

mod closure;
mod constraints;
mod deal;
mod decisive_cells;
mod describe;
mod draft;
mod ends;
mod equipment;
mod evaluate;
mod forced_cells;
mod frontier;
mod goal;
mod grid;
mod movegen;
mod offboard;
mod paths;
mod position;
mod preview_fill;
mod queries;
mod restrictions;
mod rules;
mod sample;
mod scoring;
mod setup;
mod survey;
mod tables;
#[cfg(test)]
mod tests;
mod values;
mod why;

pub use offboard::OffboardRules;
pub use position::TrackPosition;
pub use restrictions::{ControlledSide, FillFirst, Fillable, NoFourth, NoTriple};
pub use rules::{TrackEnd, TrackRules};
pub use scoring::{AllPlayed, LongestTrack};
pub use values::{AutoFill, First, Lay, LineRule, LoopRule, OpenHex, OpenSquare, TilesPlayed, Touch, Within};

use std::sync::Arc;

use super::board_rules::Compiled;
use super::{
    BoardRules, Dealing, EndIndex, GameDef, NamedRule, Position, Setup, StuckResult, TileGame, TileSetup, TurnState,
};
use crate::error::SetupError;
use crate::rules_text::RulesSection;
use crate::tiles::{TileIndex, TileSet};
use offboard::OffboardPosition;

/// Compiles a game of tiles.
pub(super) fn compile(def: &GameDef) -> Option<Compiled> {
    def.tiles.as_ref().map(|set| Ok(Arc::new(Arc::new(TrackRules::compile(def, set)?)) as _))
}

impl BoardRules for Arc<TrackRules> {
    fn position(&self, setup: Option<&Setup>, seed: u64) -> Result<Box<dyn Position>, SetupError> {
        let origin = setup.map(Setup::tiles).transpose()?.map_or(PositionOrigin::Dealt(None), PositionOrigin::SetUp);
        position(self, origin, seed)
    }

    fn end_id(&self, end: EndIndex) -> Option<&str> {
        self.ends.get(end).map(|(id, _)| id.as_str())
    }

    fn stuck(&self) -> Option<&(String, StuckResult)> {
        self.stuck.as_ref()
    }

    fn may_be_stuck(&self) -> bool {
        true
    }

    fn equipment(&self, rules: &[NamedRule]) -> RulesSection {
        self.describe_equipment(rules)
    }

    fn dealing(&self) -> Option<&Dealing> {
        self.dealing.as_ref()
    }

    fn position_from_order(&self, order: &[TileIndex], seed: u64) -> Result<Box<dyn Position>, SetupError> {
        position(self, PositionOrigin::Dealt(Some(order)), seed)
    }

    fn is_race(&self) -> bool {
        self.game.is_race()
    }

    fn first_step(&self, turns: u32) -> u8 {
        TurnState::first_step(turns, self.opening_step)
    }

    fn is_partial(&self, end: EndIndex) -> bool {
        matches!(self.ends.get(end), Some((_, TrackEnd::SmallerLoop(_))))
    }

    fn counts_points(&self, end: EndIndex) -> bool {
        matches!(self.ends.get(end), Some((_, TrackEnd::AllPlayed)))
    }

    fn tile_game(&self) -> Option<&TileGame> {
        Some(&self.game)
    }

    fn ambiguous_sign(&self) -> Option<&str> {
        TrackRules::ambiguous_sign(self)
    }

    fn tile_set(&self) -> Option<&Arc<TileSet>> {
        Some(&self.set)
    }
}

/// Origin of a position.
#[derive(Clone, Copy)]
enum PositionOrigin<'a> {
    /// Start of a game; the tiles are drawn in this order, or by default in the order that the seed determines.
    Dealt(Option<&'a [TileIndex]>),
    /// Position that was set up by hand.
    SetUp(&'a TileSetup),
}

/// Initial position, or one that was set up. Selects the number of sides of a cell, once per position.
fn position(rules: &Arc<TrackRules>, origin: PositionOrigin, seed: u64) -> Result<Box<dyn Position>, SetupError> {
    fn build<const SIDES: usize>(
        rules: &Arc<TrackRules>,
        origin: PositionOrigin,
        seed: u64,
    ) -> Result<Box<dyn Position>, SetupError> {
        let (tracks, setup) = match origin {
            PositionOrigin::SetUp(setup) => (TrackPosition::<SIDES>::set_up(rules.clone(), setup, seed)?, Some(setup)),
            PositionOrigin::Dealt(order) => (TrackPosition::<SIDES>::with_order(rules.clone(), order, seed), None),
        };
        Ok(match &rules.offboard_rules {
            Some(_) => Box::new(OffboardPosition::new(tracks, setup)?),
            None => Box::new(tracks),
        })
    }
    match rules.lattice.sides() {
        4 => build::<4>(rules, origin, seed),
        _ => build::<6>(rules, origin, seed),
    }
}
