//! Edge-matched tiles on an open board: matching, forced fills that follow a declared rule, illegal chains, loops and
//! lines. Nothing here knows how many sides a tile has, which colours there are or what the game is called.
//!
//! | room | what lives there |
//! |---|---|
//! | `values` | the rule values: constraints, what follows a move, ends |
//! | `plan` | rule values folded into plain data |
//! | `needs` | what an empty cell asks of a tile, as one number with look-up tables |
//! | `paths` | the two ends of every track, kept as tiles are laid |
//! | `field` | tiles on the board and the frontier around them: lay and take back |
//! | `laid` | a position: legal moves, play and undo |
//! | `why` | legality of one deed, explained |

mod field;
mod laid;
mod needs;
mod paths;
mod plan;
#[cfg(test)]
mod tests;
mod values;
mod why;

pub use laid::Tracks;
pub use plan::TrackPlan;
pub use values::{
    AutoFill, First, Lay, Line, Loop, NoTriple, OpenHex, OpenSquare, TilesPlayed, Touch, Within,
};
