//! Games played by chance alone.

use crate::chance::Dice;
use crate::game::{Game, HookFault, Outcome};

/// Plays random moves to the end of the game, or until `most` moves were played: then there is no outcome.
pub fn playout(game: &mut Game, dice: &mut Dice, most: usize) -> Result<Option<Outcome>, HookFault> {
    game.wander(most, |bound| dice.below(bound))?;
    game.outcome()
}
