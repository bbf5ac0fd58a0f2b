//! The goal `scores`.

use super::{GoalResult, JudgeError, after_move};
use houserule_core::mechanics::{Move, Team};
use houserule_script::game::Game;

/// Returns whether the mover's team has at least `points` after a move.
pub fn scores(points: f64, game: &mut Game, mv: Move) -> GoalResult {
    let team = game.mover_team(mv);
    after_move(game, mv, |game| Ok(team_points(game, team)? >= points))
}

/// Returns a team's present points.
pub fn team_points(game: &mut Game, team: Team) -> Result<f64, JudgeError> {
    Ok(game.score()?.get(team.index()).map_or(0.0, |score| score.points))
}
