//! Puzzles: placing, turning, taking and swapping tiles to reach a goal.
//!
//! | module | tests |
//! |---|---|
//! | `declared` | the built-in puzzles |
//! | `undoing` | random play: undo at every ply, records, positions, legality |
//! | `writing` | exact output of commands |
//! | `prompt` | input at the prompt |

mod declared;
mod prompt;
mod undoing;
mod writing;

use crate::common::GameSetup;
use houserule_core::mechanics::puzzle::PuzzlePosition;
use houserule_script::play::Session;

/// Puzzles of every kind: free board, shape, equal tiles, tiles that only rotate, sum.
const GAME_SETUPS: [GameSetup; 6] = [
    ("discovery-5", &[]),
    ("rainbow-blue", &[]),
    ("discovery-13", &[("combined", "true")]),
    ("rotate", &[]),
    ("four-lines", &[]),
    ("puzzle", &[("tiles", "1,2,3"), ("goal", "yellow:loop"), ("shape", "triangle"), ("holes", "false")]),
];

fn puzzle_position(session: &Session) -> &PuzzlePosition {
    session.game.board().view().puzzle().expect("a puzzle has a layout")
}
