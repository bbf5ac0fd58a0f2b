//! Moves that bring points.

use super::{GoalResult, JudgeError, after, side_of};
use houserule_core::mechanics::Move;
use houserule_script::game::Game;

/// Whether the mover's side has at least so many points after a move.
pub fn scores(points: f64, game: &mut Game, mv: Move) -> GoalResult {
    let side = side_of(game, mv);
    after(game, mv, |game| Ok(counted(game, side)? >= points))
}

/// A side's points as things stand.
pub fn counted(game: &mut Game, side: u8) -> Result<f64, JudgeError> {
    Ok(game.score()?.get(side as usize).map_or(0.0, |line| line.points))
}
