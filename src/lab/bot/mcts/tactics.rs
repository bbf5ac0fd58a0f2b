//! Full-width search before MCTS for a move that wins by the mover's next turn, whatever the reply. Playouts find most
//! of these wins; a bot with a long search must find all.

use crate::bot::SearchLimit;

/// Depth of the win search in the mover's own turns.
pub const MAX_WIN_TURNS: u32 = 2;

/// Moves tried per playout of the search, and the number of playouts below which this search is skipped.
const MOVES_PER_PLAYOUT: u64 = 60;
const MIN_PLAYOUTS: u64 = 1_000;

/// Maximum number of moves to try, which takes a few hundredths of a second.
const MAX_WIN_SEARCH_MOVES: u64 = 250_000;

/// Returns the number of moves that may be tried within a limit; 0 if the search is too short.
pub fn move_budget(limit: SearchLimit) -> u64 {
    match (limit.playouts, limit.time) {
        (Some(playouts), _) if playouts < MIN_PLAYOUTS => 0,
        (_, Some(time)) if time.as_millis() < 500 => 0,
        (Some(playouts), _) => MAX_WIN_SEARCH_MOVES.min(playouts * MOVES_PER_PLAYOUT),
        (None, _) => MAX_WIN_SEARCH_MOVES,
    }
}
