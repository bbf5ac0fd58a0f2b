//! Puzzles: tiles put, turned, taken and swapped until they form what was asked.
//!
//! | room | what is tried there |
//! |---|---|
//! | `declared` | the puzzles that are built in, and one of somebody's own |
//! | `undoing` | random play: undo at every ply, records, positions, what is listed and what is refused |
//! | `writing` | what the program says, word for word |
//! | `prompt` | what people type with the tiles in sight |

mod declared;
mod prompt;
mod undoing;
mod writing;

use crate::common::{Sets, step};
use houserule_core::mechanics::puzzle::PuzzlePosition;
use houserule_script::play::Session;

/// Rules and options.
type PuzzleTable<'a> = (&'a str, Sets<'a>);

/// Puzzles of every kind: a free board, a shape, equal tiles, tiles that only turn, a sum.
const TABLES: [PuzzleTable; 6] = [
    ("discovery-5", &[]),
    ("rainbow-blue", &[]),
    ("discovery-13", &[("combined", "true")]),
    ("rotate", &[]),
    ("four-lines", &[]),
    ("puzzle", &[("tiles", "1,2,3"), ("goal", "yellow:loop"), ("shape", "triangle"), ("holes", "false")]),
];

fn layout(session: &Session) -> &PuzzlePosition {
    session.game.board().view().puzzle().expect("a puzzle has a layout")
}
