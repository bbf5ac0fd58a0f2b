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
//! | `time` | how long to search on a clock |
//! | `players` | teams, seats and the value of a result |

mod game_traits;
mod greedy;
mod level;
mod mcts;
mod name;
mod observer;
mod random;
mod scripted;
#[cfg(test)]
mod tests;
mod time;

use houserule_core::mechanics::{Move, Seat};
use houserule_core::rng::Rng;
use houserule_script::game::{Game, HookFault};

pub use level::Level;
pub use mcts::Mcts;
pub use name::{BotName, Budget, ExternalBot};
pub use observer::{NoObserver, SearchLimit, SearchObserver, SearchProgress, SearchRequest};
pub use scripted::ScriptBotRef;
pub use time::{GameTime, LAG, SeatTime};

/// Computer player. One bot plays one seat of one game.
pub trait Bot: Send {
    /// Gets ready for its first move, such as by starting a program. This is not part of its thinking time.
    fn prepare(&mut self, _game: &Game, _observer: &mut dyn SearchObserver) -> Result<(), HookFault> {
        Ok(())
    }

    /// Returns a legal move for the requested seat, which must be to move, or `None` if it has no move. Leaves the game
    /// unchanged. Bots that do not search ignore the limit and report nothing.
    fn search(&mut self, game: &mut Game, rng: &mut Rng, request: SearchRequest) -> Result<Option<Move>, HookFault>;

    /// Searches without an observer; see [`search`](Bot::search).
    fn choose(&mut self, game: &mut Game, seat: Seat, rng: &mut Rng) -> Result<Option<Move>, HookFault> {
        self.search(game, rng, SearchRequest::new(seat, &mut NoObserver))
    }
}

impl BotName {
    /// Creates the bot on one thread.
    pub fn create(&self) -> Box<dyn Bot> {
        self.create_with_threads(1)
    }

    /// Creates the bot for a game in which it searches alone. It may use up to `threads` threads if its limit is a
    /// time.
    pub fn create_with_threads(&self, threads: usize) -> Box<dyn Bot> {
        match self {
            BotName::Random => Box::new(random::Random),
            BotName::Greedy => Box::new(greedy::Greedy),
            BotName::Mcts(budget) => Box::new(Mcts::with_budget(*budget).with_threads(threads)),
            BotName::Level(level) => Box::new(level::LevelBot::new(*level)),
            BotName::External(external) => external.create(),
            BotName::Script(script) => script.create(),
        }
    }
}

/// Lists the legal moves of one seat. (In a race, the game lists the moves of all seats.)
fn own_moves(game: &mut Game, seat: Seat) -> Result<Vec<Move>, HookFault> {
    let mut moves = game.legal_moves()?;
    moves.retain(|mv| game.mover_of(*mv) == seat);
    Ok(moves)
}
