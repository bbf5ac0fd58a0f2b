//! Random games.

use crate::game::{Game, HookFault, Outcome};
use houserule_core::rng::Rng;

/// Random playout to the end of the game, or until `most` moves were played: then there is no outcome.
pub fn playout(game: &mut Game, rng: &mut Rng, most: usize) -> Result<Option<Outcome>, HookFault> {
    game.playout(most, |bound| rng.below(bound))?;
    game.outcome()
}
