//! Random games.

use crate::game::{Game, HookFault, Outcome};
use houserule_core::rng::Rng;

/// Plays random moves to the end of the game, or until `max_moves` moves were played: then there is no outcome.
pub fn playout(game: &mut Game, rng: &mut Rng, max_moves: usize) -> Result<Option<Outcome>, HookFault> {
    game.playout(max_moves, |bound| rng.below(bound))?;
    game.outcome()
}
