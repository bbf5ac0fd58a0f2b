//! Moves that win, and moves that threaten to.

use super::{Judge, Judged, after, provable, proved, side_of};
use crate::game::Game;
use crate::mechanics::Move;
use crate::play::Prover;

impl Judge {
    /// Whether a move wins within so many turns, whatever the others do.
    pub(super) fn wins(&mut self, game: &mut Game, mv: Move, turns: u32, by: Option<&str>) -> Judged {
        provable(game)?;
        let side = side_of(game, mv);
        proved(self.prover(side, by).wins_with(game, mv, turns)?)
    }

    /// Whether after a move there are so many ways to win if the others passed.
    pub(super) fn threatens(
        &mut self,
        game: &mut Game,
        mv: Move,
        turns: u32,
        by: Option<&str>,
        ways: u32,
    ) -> Judged {
        provable(game)?;
        let side = side_of(game, mv);
        after(game, mv, |game| {
            let played = game.played();
            let mut is_own = true;
            while !game.ended() && Prover::side_of(game, game.seat()) != side && is_own {
                is_own = game.pass_over();
            }
            let found =
                if game.ended() || !is_own { Ok(false) } else { self.has_ways(game, side, turns, by, ways) };
            while game.played() > played {
                game.undo();
            }
            found
        })
    }

    /// Whether at least so many moves of a side win.
    fn has_ways(&mut self, game: &mut Game, side: u8, turns: u32, by: Option<&str>, ways: u32) -> Judged {
        let mut found = 0;
        for mv in game.legal_moves()? {
            if proved(self.prover(side, by).wins_with(game, mv, turns)?)? {
                found += 1;
                if found >= ways {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
