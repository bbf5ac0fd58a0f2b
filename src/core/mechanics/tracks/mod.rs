//! Edge-matched tiles on an open board: matching, forced fills that follow a declared rule, illegal chains, loops and
//! lines. Nothing here knows how many sides a tile has, which colours there are or what the game is called.
//!
//! | room | what lives there |
//! |---|---|
//! | `values`, `restrictions`, `worth` | the rule values: moves and ends, what empty spaces forbid, what tracks count |
//! | `draft`, `plan` | rule values taken up, and folded into plain data |
//! | `needs` | what an empty cell asks of a tile, as one number with look-up tables |
//! | `kit` | the lies of a set as they are laid |
//! | `paths` | the two ends of every track, kept as tiles are laid |
//! | `field`, `frontier` | tiles on the board and the empty cells around them: lay and take back |
//! | `foresee` | what would become of the neighbours if a tile were laid |
//! | `asked` | how far the tiles reach, which tracks there are |
//! | `closure` | what filling every crowded space would lead to |
//! | `crowd` | which empty cells are filled first |
//! | `list` | which tiles may be laid where |
//! | `chance` | random moves, drawn without listing all |
//! | `deal` | the start of a game: hands, tiles in the middle |
//! | `laid` | a position: play and undo, turns and their steps |
//! | `setup` | positions set up by hand |
//! | `ends`, `goal` | what the end rules say, and the points |
//! | `deciding` | the tracks that ended a game |
//! | `aside` | what goes on beside the board: races, gifts, discards, bonus tiles |
//! | `measure` | how well a side stands |
//! | `survey` | what a player would want to know |
//! | `why` | legality of one action, explained |

mod chance;
mod closure;
mod constraints;
mod deal;
mod decisive_cells;
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

pub use decisive_cells::deciding;
pub use offboard::OffboardRules;
pub use position::TrackPosition;
pub use restrictions::{ControlledSide, FillFirst, Fillable, NoFourth, NoTriple};
pub use rules::{TrackEnd, TrackRules};
pub use scoring::{AllPlayed, LongestTrack};
pub use values::{AutoFill, First, Lay, LineRule, LoopRule, OpenHex, OpenSquare, TilesPlayed, Touch, Within};

use std::sync::Arc;

use super::supply::TileIndex;
use super::{Position, TileSetup};
use crate::error::SetupError;
use offboard::OffboardPosition;

/// How a position comes about.
#[derive(Clone, Copy)]
pub enum PositionOrigin<'a> {
    /// At the start of a game; the tiles are drawn in this order, or in the one that the seed gives.
    Dealt(Option<&'a [TileIndex]>),
    SetUp(&'a TileSetup),
}

/// A position of a plan: its start, or one set up by hand. How many sides a cell has is chosen here, once.
pub fn position(
    plan: &Arc<TrackRules>,
    origin: PositionOrigin,
    seed: u64,
) -> Result<Box<dyn Position>, SetupError> {
    fn at<const SIDES: usize>(
        plan: &Arc<TrackRules>,
        origin: PositionOrigin,
        seed: u64,
    ) -> Result<Box<dyn Position>, SetupError> {
        let (tracks, setup) = match origin {
            PositionOrigin::SetUp(setup) => {
                (TrackPosition::<SIDES>::set_up(plan.clone(), setup, seed)?, Some(setup))
            }
            PositionOrigin::Dealt(order) => {
                (TrackPosition::<SIDES>::drawn_in(plan.clone(), order, seed), None)
            }
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
