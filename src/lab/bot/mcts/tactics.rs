//! Full-width search before MCTS for a move that wins by the mover's next turn, whatever the reply. Playouts find most
//! of these in time; a bot with a long search must not miss any.

use crate::bot::SearchLimit;

/// Depth of the win search in the mover's own turns.
pub const TURNS: u32 = 2;

/// Moves tried per playout of the search, and the number of playouts below which this search is skipped.
const PER_PLAYOUT: u64 = 60;
const LEAST_PLAYOUTS: u64 = 1_000;

/// Maximum number of tried moves, which take some hundredths of a second.
const MAX_WIN_SEARCH_MOVES: u64 = 250_000;

/// Number of moves that may be tried within a limit; 0 if the search is too short for it.
pub fn looks(limit: SearchLimit) -> u64 {
    match (limit.playouts, limit.time) {
        (Some(playouts), _) if playouts < LEAST_PLAYOUTS => 0,
        (_, Some(time)) if time.as_millis() < 500 => 0,
        (Some(playouts), _) => MAX_WIN_SEARCH_MOVES.min(playouts * PER_PLAYOUT),
        (None, _) => MAX_WIN_SEARCH_MOVES,
    }
}
