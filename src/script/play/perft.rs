//! Perft: the number of move sequences. Without scripts the board counts alone.

use crate::game::{Game, HookFault};
use houserule_core::mechanics::Move;

/// Number of move sequences of exactly `depth` moves. A finished game has none; the last ply is counted, not played.
pub fn perft(game: &mut Game, depth: u32) -> Result<u64, HookFault> {
    if let Some(board) = game.unscripted_position() {
        return Ok(board.perft(depth));
    }
    if depth == 0 {
        return Ok(1);
    }
    let moves = game.legal_moves()?;
    if depth == 1 {
        return Ok(moves.len() as u64);
    }
    let mut nodes = 0;
    for mv in moves {
        game.play(mv)?;
        nodes += perft(game, depth - 1)?;
        game.undo();
    }
    Ok(nodes)
}

/// Perft by first move.
pub fn divide(game: &mut Game, depth: u32) -> Result<Vec<(Move, u64)>, HookFault> {
    let mut parts = Vec::new();
    if depth == 0 {
        return Ok(parts);
    }
    for mv in game.legal_moves()? {
        game.play(mv)?;
        parts.push((mv, perft(game, depth - 1)?));
        game.undo();
    }
    Ok(parts)
}
