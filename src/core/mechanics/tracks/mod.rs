//! Edge-matched tiles on an open board: matching, forced fills by a declared rule, illegal chains, loops and lines. The
//! code does not depend on the number of sides, the colours or the game.
//!
//! | module | contents |
//! |---|---|
//! | `values`, `restrictions`, `scoring` | the rule values: moves and ends, what empty spaces forbid, points of tracks
//! |
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
//! | `chance` | random moves, sampled without a full list |
//! | `deal` | the start of a game: hands, tiles in the middle |
//! | `position` | a position: play and undo, turns and their steps |
//! | `setup` | positions that were set up by hand |
//! | `ends`, `goal` | the end rules and the points |
//! | `decisive_cells` | the tracks that ended a game |
//! | `offboard` | races, gifts, discards, bonus tiles |
//! | `evaluate` | static evaluation |
//! | `survey` | summary of a position for a player |
//! | `why` | legality of one action, explained |

mod chance;
mod closure;
mod constraints;
mod deal;
mod decisive_cells;
mod describe;
mod draft;
mod ends;
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
mod scoring;
mod setup;
mod survey;
mod tables;
#[cfg(test)]
mod tests;
mod values;
mod why;
mod words;

pub use offboard::OffboardRules;
pub use position::TrackPosition;
pub use restrictions::{ControlledSide, FillFirst, Fillable, NoFourth, NoTriple};
pub use rules::{TrackEnd, TrackRules};
pub use scoring::{AllPlayed, LongestTrack};
pub use values::{AutoFill, First, Lay, LineRule, LoopRule, OpenHex, OpenSquare, TilesPlayed, Touch, Within};

use std::sync::Arc;

use super::board_rules::Compiled;
use super::supply::TileIndex;
use super::{BoardRules, Dealing, EndIndex, GameDef, NamedRule, Position, Setup, StuckResult, TileSetup, TurnState};
use crate::error::SetupError;
use crate::rules_text::RulesSection;
use crate::tiles::TileSet;
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
        self.tiles_in_words(rules)
    }

    fn dealing(&self) -> Option<&Dealing> {
        self.dealing.as_ref()
    }

    fn dealt_in(&self, order: &[TileIndex], seed: u64) -> Result<Box<dyn Position>, SetupError> {
        position(self, PositionOrigin::Dealt(Some(order)), seed)
    }

    fn is_race(&self) -> bool {
        self.game.is_race()
    }

    fn first_step(&self, turns: u32) -> u8 {
        TurnState::first_step(turns, self.begins_at)
    }

    fn is_partial(&self, end: EndIndex) -> bool {
        matches!(self.ends.get(end), Some((_, TrackEnd::SmallerLoop(_))))
    }

    fn counts_points(&self, end: EndIndex) -> bool {
        matches!(self.ends.get(end), Some((_, TrackEnd::AllPlayed)))
    }

    fn tile_set(&self) -> Option<&Arc<TileSet>> {
        Some(&self.set)
    }
}

/// Origin of a position.
#[derive(Clone, Copy)]
enum PositionOrigin<'a> {
    /// Start of a game; the tiles are drawn in this order, or in the one that the seed gives.
    Dealt(Option<&'a [TileIndex]>),
    /// Position that was set up by hand.
    SetUp(&'a TileSetup),
}

/// Initial position, or one that was set up. The number of sides of a cell is chosen here, once.
fn position(plan: &Arc<TrackRules>, origin: PositionOrigin, seed: u64) -> Result<Box<dyn Position>, SetupError> {
    fn at<const SIDES: usize>(
        plan: &Arc<TrackRules>,
        origin: PositionOrigin,
        seed: u64,
    ) -> Result<Box<dyn Position>, SetupError> {
        let (tracks, setup) = match origin {
            PositionOrigin::SetUp(setup) => (TrackPosition::<SIDES>::set_up(plan.clone(), setup, seed)?, Some(setup)),
            PositionOrigin::Dealt(order) => (TrackPosition::<SIDES>::drawn_in(plan.clone(), order, seed), None),
        };
        Ok(match &plan.aside {
            Some(_) => Box::new(OffboardPosition::new(tracks, setup)?),
            None => Box::new(tracks),
        })
    }
    match plan.lattice.sides() {
        4 => at::<4>(plan, origin, seed),
        _ => at::<6>(plan, origin, seed),
    }
}
