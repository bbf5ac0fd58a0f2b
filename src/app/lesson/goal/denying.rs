//! Moves that keep others from something.

use super::{GoalResult, Judge, after, provable, proved};
use houserule_core::mechanics::Move;
use houserule_script::game::Game;
use houserule_script::rules::lesson::LessonGoal;

impl Judge {
    /// Whether after a move the next seat has none that reaches a goal. A move that ends the game prevents all but defeat.
    pub(super) fn prevents(&mut self, goal: &LessonGoal, game: &mut Game, mv: Move) -> GoalResult {
        Ok(self.still(goal, game, mv)?.is_none() && !lost_by(game, mv)?)
    }

    /// The move with which the next seat reaches a goal all the same.
    pub fn still(&mut self, goal: &LessonGoal, game: &mut Game, mv: Move) -> Result<Option<Move>, super::JudgeError> {
        // Names of cells mean what they mean here, not after the move.
        self.resolve(goal, game);
        after(game, mv, |game| {
            for answer in game.legal_moves()? {
                if self.reaches(goal, game, answer)? {
                    return Ok(Some(answer));
                }
            }
            Ok(None)
        })
    }

    fn resolve(&mut self, goal: &LessonGoal, game: &Game) {
        match goal {
            LessonGoal::Fills(cells) => cells.iter().for_each(|cell| {
                self.place(cell, game);
            }),
            LessonGoal::Prevents(goal) | LessonGoal::Avoids(goal) => self.resolve(goal, game),
            LessonGoal::AllOf(goals) => goals.iter().for_each(|goal| self.resolve(goal, game)),
            _ => {}
        }
    }

    /// Whether after a move nobody else can force a win within so many turns; alone, whether it can still be won.
    pub(super) fn keeps_alive(&mut self, game: &mut Game, mv: Move, turns: u32) -> GoalResult {
        provable(game)?;
        let team = game.mover_team(mv);
        let teams = game.plan().names.teams.len();
        if lost_by(game, mv)? {
            return Ok(false);
        }
        if teams == 1 {
            return proved(self.prover(team, None).wins_with(game, mv, turns + 1)?);
        }
        after(game, mv, |game| {
            if game.ended() {
                return Ok(true);
            }
            let next = game.team_of(game.seat());
            if next == team {
                return Ok(true);
            }
            Ok(!proved(self.prover(next, None).wins(game, turns)?)?)
        })
    }
}

/// Whether a move ends the game for others.
pub(super) fn lost_by(game: &mut Game, mv: Move) -> GoalResult {
    let team = game.mover_team(mv);
    after(game, mv, |game| Ok(game.outcome()?.is_some_and(|outcome| !outcome.winners.contains(&team))))
}
