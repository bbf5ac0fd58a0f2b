//! Goals of defence: `prevents` and `keeps_alive`.

use super::{GoalResult, Judge, after_move, proof_result, require_provable};
use houserule_core::mechanics::Move;
use houserule_script::game::Game;
use houserule_script::rules::lesson::LessonGoal;

impl Judge {
    /// Returns whether the next seat cannot reach a goal after a move. A move that ends the game prevents everything
    /// but a loss.
    pub(super) fn prevents(&mut self, goal: &LessonGoal, game: &mut Game, mv: Move) -> GoalResult {
        Ok(self.reply_reaching(goal, game, mv)?.is_none() && !ends_in_loss(game, mv)?)
    }

    /// Returns a move with which the next seat still reaches a goal, if there is one.
    pub fn reply_reaching(
        &mut self,
        goal: &LessonGoal,
        game: &mut Game,
        mv: Move,
    ) -> Result<Option<Move>, super::JudgeError> {
        // Resolve cell names before the move: on an open board it changes them.
        self.resolve_cells(goal, game);
        after_move(game, mv, |game| {
            for reply in game.legal_moves()? {
                if self.reaches(goal, game, reply)? {
                    return Ok(Some(reply));
                }
            }
            Ok(None)
        })
    }

    fn resolve_cells(&mut self, goal: &LessonGoal, game: &Game) {
        match goal {
            LessonGoal::Fills(cells) => cells.iter().for_each(|cell| {
                self.resolve_cell(cell, game);
            }),
            LessonGoal::Prevents(goal) | LessonGoal::Avoids(goal) => self.resolve_cells(goal, game),
            LessonGoal::AllOf(goals) => goals.iter().for_each(|goal| self.resolve_cells(goal, game)),
            _ => {}
        }
    }

    /// Returns whether no opponent can force a win within `turns` after a move; in a solo game, whether a win is still
    /// possible.
    pub(super) fn keeps_alive(&mut self, game: &mut Game, mv: Move, turns: u32) -> GoalResult {
        require_provable(game)?;
        let team = game.mover_team(mv);
        let teams = game.plan().names.teams.len();
        if ends_in_loss(game, mv)? {
            return Ok(false);
        }
        if teams == 1 {
            return proof_result(self.prover(team, None).wins_with(game, mv, turns + 1)?);
        }
        after_move(game, mv, |game| {
            if game.is_over() {
                return Ok(true);
            }
            let next = game.team_of(game.seat());
            if next == team {
                return Ok(true);
            }
            Ok(!proof_result(self.prover(next, None).wins(game, turns)?)?)
        })
    }
}

/// Returns whether a move ends the game without a win or a shared draw for the mover's team.
pub(super) fn ends_in_loss(game: &mut Game, mv: Move) -> GoalResult {
    let team = game.mover_team(mv);
    after_move(game, mv, |game| Ok(game.outcome()?.is_some_and(|outcome| !outcome.winners.contains(&team))))
}
