//! The goal `fills`.

use super::{GoalResult, Judge, JudgeError, after_move};
use houserule_core::mechanics::Move;
use houserule_script::game::Game;

impl Judge {
    /// Returns whether a move fills all of these cells, which must be empty before it.
    pub(super) fn fills(&mut self, names: &[String], game: &mut Game, mv: Move) -> GoalResult {
        let mut cells = Vec::new();
        for name in names {
            let at = self.resolve_cell(name, game);
            let unknown_cell =
                || JudgeError::NotApplicable(format!("`{name}` is neither a label of this step nor a cell"));
            cells.push(at.ok_or_else(unknown_cell)?);
        }
        if cells.iter().any(|at| game.board().view().is_occupied(*at)) {
            return Ok(false);
        }
        after_move(game, mv, |game| Ok(cells.iter().all(|at| game.board().view().is_occupied(*at))))
    }
}
