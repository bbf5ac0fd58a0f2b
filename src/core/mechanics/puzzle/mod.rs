//! Tiles put down, turned, exchanged and taken up again until they form what was asked: puzzles. Nothing is forced here and
//! edges may clash on the way; only what lies in the end is judged.
//!
//! | room | what lives there |
//! |---|---|
//! | `puzzle` | what a puzzle and its solution are |
//! | `values`, `areas` | the rule values: tiles, moves and times; boards |
//! | `plan` | rule values folded into a puzzle and its moves |
//! | `reading` | cells, tiles and colours as scripts write them |
//! | `arranged`, `steps` | a position, and what a move does to it |
//! | `surface` | what the rest of the program sees: moves, play and undo, tiles that lie |
//! | `why` | legality of one action, explained |
//! | `judge` | whether an arrangement is a solution, apart from all that lays tiles |

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

/// A position of a plan: its start, or one set up by hand.
pub fn position(plan: &Arc<PuzzleRules>, setup: Option<&TileSetup>) -> Result<Box<dyn Position>, SetupError> {
    Ok(Box::new(PuzzlePosition::new(plan.clone(), setup)?))
}
