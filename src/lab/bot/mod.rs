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
//! | `watch` | how a search is limited, watched and ended |
//! | `table` | what a bot must know of teams and seats |

mod greedy;
mod level;
mod mcts;
mod name;
mod observer;
mod players;
mod random;
mod scripted;
#[cfg(test)]
mod tests;

use houserule_core::mechanics::{Move, Seat};
use houserule_core::rng::Rng;
use houserule_script::game::{Game, HookFault};

pub use level::Level;
pub use mcts::Mcts;
pub use name::{BotName, Budget, ExternalBot};
pub use observer::{NoObserver, SearchLimit, SearchObserver, SearchProgress};
pub use scripted::ScriptBotRef;

/// Somebody who plays by themselves. One bot sits at one seat of one game.
pub trait Bot: Send {
    /// A legal move for `seat`, which may move now; none where it has none. The game comes back as it was.
    fn choose(&mut self, game: &mut Game, seat: Seat, rng: &mut Rng) -> Result<Option<Move>, HookFault>;

    /// The same within a limit and before somebody's eyes. Those who do not search have nothing to show.
    fn choose_observed(
        &mut self,
        game: &mut Game,
        seat: Seat,
        rng: &mut Rng,
        _limit: SearchLimit,
        _watch: &mut dyn SearchObserver,
    ) -> Result<Option<Move>, HookFault> {
        self.choose(game, seat, rng)
    }
}

impl BotName {
    /// The bot of this name, which thinks on one thread.
    pub fn bot(&self) -> Box<dyn Bot> {
        self.bot_on(1)
    }

    /// The bot of this name for a table where nobody else thinks: it may use so many threads if its time is limited.
    pub fn bot_on(&self, threads: usize) -> Box<dyn Bot> {
        match self {
            BotName::Random => Box::new(random::Random),
            BotName::Greedy => Box::new(greedy::Greedy),
            BotName::Mcts(budget) => Box::new(Mcts::new(*budget).on(threads)),
            BotName::Level(level) => Box::new(level::LevelBot::new(*level)),
            BotName::Guest(guest) => guest.bot(),
            BotName::Script(called) => called.bot(),
        }
    }
}

/// The legal moves of one seat: in a race those of all are listed.
fn own_moves(game: &mut Game, seat: Seat) -> Result<Vec<Move>, HookFault> {
    let mut moves = game.legal_moves()?;
    moves.retain(|mv| game.mover_of(*mv) == seat);
    Ok(moves)
}
