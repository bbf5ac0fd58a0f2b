//! Puzzles: tiles that are placed, rotated, swapped and removed until they meet a goal. No move is forced, and edges
//! may clash on the way; only the final arrangement is judged.
//!
//! | module | contents |
//! |---|---|
//! | `definition` | puzzles and their solutions |
//! | `values`, `areas` | the rule values: tiles, moves and solving times; boards |
//! | `rules` | rule values compiled into a puzzle and its moves |
//! | `parse` | cells, tiles and colours as scripts write them |
//! | `position`, `steps` | a position, and the effect of a move |
//! | `traits` | implementation of the [`Position`] trait |
//! | `describe` | a puzzle described in words |
//! | `why` | the rules that an action violates |
//! | `judge` | validation of arrangements, independent of the code that places tiles |

mod areas;
mod definition;
mod describe;
mod judge;
mod parse;
mod position;
mod rules;
mod steps;
mod traits;
mod values;
mod why;

pub use areas::{CellsArea, Hexagon, MAX_SHAPE_SIDE, Triangle};
pub use definition::{Area, GivenTile, PlacedTile, Puzzle, PuzzleAim, PuzzleGoal, Solution, TrackForm};
pub use judge::{Judgement, SolutionFault, Strand, TileMap, judge, longest};
pub use position::PuzzlePosition;
pub use rules::{Moves, PuzzleEnd, PuzzleRules};
pub use values::{Givens, MAX_PUZZLE_TILES, OpenEnded, Pool, Put, Swap, Take, Times, Turn, format_duration};

use std::sync::Arc;

use super::board_rules::Compiled;
use super::tile_equipment::tile_sentences;
use super::{BoardRules, EndIndex, GameDef, NamedRule, Position, Setup, StuckResult};
use crate::error::SetupError;
use crate::rules_text::RulesSection;
use crate::tiles::TileSet;

/// Compiles a puzzle: a game with tiles that can be moved again.
pub(super) fn compile(def: &GameDef) -> Option<Compiled> {
    let set = def.tiles.as_ref().filter(|_| PuzzleRules::is_puzzle(def))?;
    Some(PuzzleRules::compile(def, set).map(|rules| Arc::new(Arc::new(rules)) as _))
}

impl BoardRules for Arc<PuzzleRules> {
    fn position(&self, setup: Option<&Setup>, _: u64) -> Result<Box<dyn Position>, SetupError> {
        Ok(Box::new(PuzzlePosition::new(self.clone(), setup.map(Setup::tiles).transpose()?)?))
    }

    fn end_id(&self, end: EndIndex) -> Option<&str> {
        self.ends.get(end).map(|(id, _)| id.as_str())
    }

    fn stuck(&self) -> Option<&(String, StuckResult)> {
        self.stuck.as_ref()
    }

    fn may_be_stuck(&self) -> bool {
        false
    }

    fn equipment(&self, _: &[NamedRule]) -> RulesSection {
        let mut tiles = self.puzzle.tiles.clone();
        tiles.sort_unstable();
        tiles.dedup();
        let sentences = tile_sentences(&self.puzzle.set, &tiles, &self.lattice.side_names, "");
        RulesSection { heading: "Tiles", sentences }
    }

    fn playout_limit(&self) -> Option<u32> {
        self.open_ended
    }

    fn tile_set(&self) -> Option<&Arc<TileSet>> {
        Some(&self.puzzle.set)
    }

    fn puzzle(&self) -> Option<&Arc<PuzzleRules>> {
        Some(self)
    }
}
