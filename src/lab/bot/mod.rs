//! Bots that play any game without help from its author: they know a game only by its legal moves, its end and its
//! static evaluation.
//!
//! | module | contents |
//! |---|---|
//! | `name` | bot names and their parser |
//! | `random`, `greedy` | bots that do not search |
//! | `mcts` | Monte Carlo tree search |
//! | `scripted` | bots written in Lua |
//! | `level` | difficulty levels |
//! | `observer` | limits and observers of a search |
//! | `players` | teams, seats and the value of a result |

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
pub use observer::{NoObserver, SearchLimit, SearchObserver, SearchProgress, SearchRequest};
pub use scripted::ScriptBotRef;

/// Computer player. One bot plays one seat of one game.
pub trait Bot: Send {
    /// A legal move for the requested seat, which must be allowed to move now, or `None` if it has no move. The game is
    /// left unchanged. Bots that do not search ignore the limit and report nothing.
    fn search(&mut self, game: &mut Game, rng: &mut Rng, request: SearchRequest) -> Result<Option<Move>, HookFault>;

    /// Like [`search`](Bot::search), without an observer.
    fn choose(&mut self, game: &mut Game, seat: Seat, rng: &mut Rng) -> Result<Option<Move>, HookFault> {
        self.search(game, rng, SearchRequest::observed(seat, &mut NoObserver))
    }
}

impl BotName {
    /// Creates the bot on one thread.
    pub fn bot(&self) -> Box<dyn Bot> {
        self.bot_on(1)
    }

    /// Creates the bot for a game in which it searches alone: it may use up to `threads` threads if its limit is a
    /// time.
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

/// Legal moves of one seat. (In a race, the game lists the moves of all seats.)
fn own_moves(game: &mut Game, seat: Seat) -> Result<Vec<Move>, HookFault> {
    let mut moves = game.legal_moves()?;
    moves.retain(|mv| game.mover_of(*mv) == seat);
    Ok(moves)
}
