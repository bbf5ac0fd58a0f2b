//! Moves that win, and moves that threaten to.

use super::{GoalResult, Judge, after, provable, proved};
use crate::lesson::winning_cells::WinningCells;
use houserule_core::mechanics::{Move, Team};
use houserule_script::game::Game;

impl Judge {
    /// Whether a move wins within so many turns, whatever the others do.
    pub(super) fn wins(&mut self, game: &mut Game, mv: Move, turns: u32, by: Option<&str>) -> GoalResult {
        provable(game)?;
        let team = game.mover_team(mv);
        proved(self.prover(team, by).wins_with(game, mv, turns)?)
    }

    /// Whether after a move there are so many places to win at if the others passed.
    pub(super) fn threatens(
        &mut self,
        game: &mut Game,
        mv: Move,
        turns: u32,
        by: Option<&str>,
        places: u32,
    ) -> GoalResult {
        provable(game)?;
        let team = game.mover_team(mv);
        after(game, mv, |game| {
            let played = game.played();
            let mut is_own = true;
            while !game.ended() && game.team_of(game.seat()) != team && is_own {
                is_own = game.null_move();
            }
            let found = match game.ended() || !is_own {
                true => Ok(false),
                false => self.has_places(game, team, turns, by, places),
            };
            while game.played() > played {
                game.undo();
            }
            found
        })
    }

    /// Whether a team wins in at least so many places.
    fn has_places(&mut self, game: &mut Game, team: Team, turns: u32, by: Option<&str>, places: u32) -> GoalResult {
        let mut found = WinningCells::default();
        for mv in game.legal_moves()? {
            if proved(self.prover(team, by).wins_with(game, mv, turns)?)? {
                found.add(game, mv)?;
                if places == 1 {
                    return Ok(true);
                }
            }
        }
        Ok(found.are_at_least(places))
    }
}
