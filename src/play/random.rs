//! Chance, and games played by it. The same seed gives the same game on every machine.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::{Game, HookFault, Outcome};

/// The one source of chance.
#[derive(Clone, Debug)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `bound`, every one as likely as any other.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound as u64) as usize
    }
}

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
