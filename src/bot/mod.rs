//! Opponents for every game, with nothing for its author to write: they know a game only by what it lists and what it says
//! of its end.

mod name;
mod random;

use crate::chance::Dice;
use crate::game::{Game, HookFault};
use crate::mechanics::{Move, Seat};

pub use name::{BotName, Budget};

/// Somebody who plays by themselves. One bot sits at one seat of one game.
pub trait Bot: Send {
    /// A legal move for `seat`, which may move now; none where it has none. The game comes back as it was.
    fn choose(&mut self, game: &mut Game, seat: Seat, dice: &mut Dice) -> Result<Option<Move>, HookFault>;
}

impl BotName {
    /// The bot of this name.
    pub fn bot(&self) -> Box<dyn Bot> {
        match self {
            BotName::Random => Box::new(random::Random),
        }
    }
}
