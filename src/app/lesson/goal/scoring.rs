//! Moves that bring points.

use super::{GoalResult, JudgeError, after};
use houserule_core::mechanics::{Move, Team};
use houserule_script::game::Game;

/// Whether the mover's team has at least so many points after a move.
pub fn scores(points: f64, game: &mut Game, mv: Move) -> GoalResult {
    let team = game.mover_team(mv);
    after(game, mv, |game| Ok(counted(game, team)? >= points))
}

/// A team's points as things stand.
pub fn counted(game: &mut Game, team: Team) -> Result<f64, JudgeError> {
    Ok(game.score()?.get(team.index()).map_or(0.0, |line| line.points))
}
