//! Opponents for every game, with nothing for its author to write: they know a game only by what it lists, what it says
//! of its end and how it measures who stands better.
//!
//! | room | what lives there |
//! |---|---|
//! | `name` | what bots are called |
//! | `random`, `greedy` | those that do not search |
//! | `mcts` | the one that plays many games out |
//! | `scripted` | those that scripts describe |
//! | `level` | the levels that every game has |
//! | `table` | what a bot must know of sides and seats |

mod greedy;
mod level;
mod mcts;
mod name;
mod random;
mod scripted;
mod table;
#[cfg(test)]
mod tests;

use crate::chance::Dice;
use crate::game::{Game, HookFault};
use crate::mechanics::{Move, Seat};

pub use level::Level;
pub use name::{BotName, Budget};
pub use scripted::Called;

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
            BotName::Greedy => Box::new(greedy::Greedy),
            BotName::Mcts(budget) => Box::new(mcts::Mcts::new(*budget)),
            BotName::Level(level) => Box::new(level::Levelled::new(*level)),
            BotName::Script(called) => called.bot(),
        }
    }
}

/// The legal moves of one seat: in a race those of all are listed.
fn own_moves(game: &mut Game, seat: Seat) -> Result<Vec<Move>, HookFault> {
    let mut moves = game.legal_moves()?;
    moves.retain(|mv| game.board().mover(*mv) == seat);
    Ok(moves)
}
