//! Moves that fill cells.

use super::{GoalResult, Judge, JudgeError, after};
use houserule_core::mechanics::Move;
use houserule_script::game::Game;

impl Judge {
    /// Whether cells that were empty are not after a move.
    pub(super) fn fills(&mut self, cells: &[String], game: &mut Game, mv: Move) -> GoalResult {
        let mut places = Vec::new();
        for name in cells {
            let at = self.place(name, game);
            let no_such = || JudgeError::Senseless(format!("`{name}` is neither a label of this step nor a cell"));
            places.push(at.ok_or_else(no_such)?);
        }
        if places.iter().any(|at| game.board().view().is_taken(*at)) {
            return Ok(false);
        }
        after(game, mv, |game| Ok(places.iter().all(|at| game.board().view().is_taken(*at))))
    }
}
