//! Puzzles: tiles that are placed, rotated, swapped and removed again until they meet a goal. Nothing is forced, and
//! edges may clash on the way; only the final arrangement is judged.
//!
//! | module | contents |
//! |---|---|
//! | `definition` | puzzles and their solutions |
//! | `values`, `areas` | the rule values: tiles, moves and times; boards |
//! | `rules` | rule values compiled into a puzzle and its moves |
//! | `reading` | cells, tiles and colours as scripts write them |
//! | `position`, `steps` | a position, and the effect of a move |
//! | `surface` | implementation of the [`Position`] trait |
//! | `why` | legality of one action, explained |
//! | `judge` | validation of arrangements, independent of the code that places tiles |

mod areas;
mod definition;
mod judge;
mod position;
mod reading;
mod rules;
mod steps;
mod surface;
mod values;
mod why;

pub use areas::{CellsArea, Hexagon, MAX_SHAPE_SIDE, Triangle};
pub use definition::{Area, GivenTile, PlacedTile, Puzzle, PuzzleAim, PuzzleGoal, Solution, TrackForm};
pub use judge::{Judgement, SolutionFault, Strand, TileMap, judge, longest};
pub use position::PuzzlePosition;
pub use rules::{Moves, PuzzleEnd, PuzzleRules};
pub use values::{Givens, MAX_PUZZLE_TILES, OpenEnded, Pool, Put, Swap, Take, Times, Turn, duration};

use std::sync::Arc;

use super::{Position, TileSetup};
use crate::error::SetupError;

/// Initial position, or one that was set up.
pub fn position(plan: &Arc<PuzzleRules>, setup: Option<&TileSetup>) -> Result<Box<dyn Position>, SetupError> {
    Ok(Box::new(PuzzlePosition::new(plan.clone(), setup)?))
}
