//! Moves that win, and moves that threaten to.

use super::{GoalResult, Judge, after, provable, proved, side_of};
use crate::lesson::winning_cells::WinningCells;
use houserule_core::mechanics::Move;
use houserule_script::game::Game;
use houserule_script::play::Prover;

impl Judge {
    /// Whether a move wins within so many turns, whatever the others do.
    pub(super) fn wins(&mut self, game: &mut Game, mv: Move, turns: u32, by: Option<&str>) -> GoalResult {
        provable(game)?;
        let side = side_of(game, mv);
        proved(self.prover(side, by).wins_with(game, mv, turns)?)
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
        let side = side_of(game, mv);
        after(game, mv, |game| {
            let played = game.played();
            let mut is_own = true;
            while !game.ended() && Prover::side_of(game, game.seat()) != side && is_own {
                is_own = game.null_move();
            }
            let found = match game.ended() || !is_own {
                true => Ok(false),
                false => self.has_places(game, side, turns, by, places),
            };
            while game.played() > played {
                game.undo();
            }
            found
        })
    }

    /// Whether a side wins in at least so many places.
    fn has_places(
        &mut self,
        game: &mut Game,
        side: u8,
        turns: u32,
        by: Option<&str>,
        places: u32,
    ) -> GoalResult {
        let mut found = WinningCells::default();
        for mv in game.legal_moves()? {
            if proved(self.prover(side, by).wins_with(game, mv, turns)?)? {
                found.add(game, mv)?;
                if places == 1 {
                    return Ok(true);
                }
            }
        }
        Ok(found.are_at_least(places))
    }
}
