//! Games played by chance alone.

use crate::chance::Dice;
use crate::game::{Game, HookFault, Outcome};

/// Plays random moves to the end of the game, or until `most` moves were played: then there is no outcome.
pub fn playout(game: &mut Game, dice: &mut Dice, most: usize) -> Result<Option<Outcome>, HookFault> {
    for _ in 0..most {
        match game.random_move(|bound| dice.below(bound))? {
            Some(mv) => game.play(mv)?,
            None => return game.outcome(),
        }
    }
    game.outcome()
}
