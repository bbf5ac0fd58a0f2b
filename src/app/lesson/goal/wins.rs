//! The goals `wins_in` and `threatens`.

use super::{GoalResult, Judge, after_move, proof_result, require_provable};
use crate::lesson::winning_cells::WinningCells;
use houserule_core::mechanics::{Move, Team};
use houserule_script::game::Game;

impl Judge {
    /// Returns whether a move forces a win within `turns`.
    pub(super) fn wins(&mut self, game: &mut Game, mv: Move, turns: u32, by: Option<&str>) -> GoalResult {
        require_provable(game)?;
        let team = game.mover_team(mv);
        proof_result(self.prover(team, by).wins_with(game, mv, turns)?)
    }

    /// Returns whether the team could win in `places` separate places after a move if the opponents passed (null
    /// moves).
    pub(super) fn threatens(
        &mut self,
        game: &mut Game,
        mv: Move,
        turns: u32,
        by: Option<&str>,
        places: u32,
    ) -> GoalResult {
        require_provable(game)?;
        let team = game.mover_team(mv);
        after_move(game, mv, |game| {
            let played = game.move_count();
            let mut can_pass = true;
            while !game.is_over() && game.team_of(game.seat()) != team && can_pass {
                can_pass = game.null_move();
            }
            let result = match game.is_over() || !can_pass {
                true => Ok(false),
                false => self.has_winning_cells(game, team, turns, by, places),
            };
            while game.move_count() > played {
                game.undo();
            }
            result
        })
    }

    /// Returns whether a team has winning moves in at least `count` separate places.
    fn has_winning_cells(
        &mut self,
        game: &mut Game,
        team: Team,
        turns: u32,
        by: Option<&str>,
        count: u32,
    ) -> GoalResult {
        let mut cells = WinningCells::default();
        for mv in game.legal_moves()? {
            if proof_result(self.prover(team, by).wins_with(game, mv, turns)?)? {
                cells.add(game, mv)?;
                if count == 1 {
                    return Ok(true);
                }
            }
        }
        Ok(cells.has_disjoint(count))
    }
}
