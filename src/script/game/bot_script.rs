//! The door through which scripts play: a bot that a script describes, and what it is asked. What a script is made of is
//! not known here.

use std::fmt;
use std::sync::Arc;

use super::{Game, HookFault};
use crate::rules::RulePlan;
use houserule_core::index::IndexArray;
use houserule_core::mechanics::{MAX_SEATS, Move, Seat, Team};
use houserule_core::rng::Rng;

/// Why there is no bot to play with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub enum BotError {
    /// No bot has the name, nor one like it.
    Unknown(String),
    Unfit(String),
}

impl<T: Into<String>> From<T> for BotError {
    fn from(says: T) -> BotError {
        BotError::Unfit(says.into())
    }
}

/// Where the bots are looked for that scripts describe: beside the rules that they play.
pub trait BotScripts {
    /// The bot of a name, or in a file, if it plays these rules; none if there is no such bot.
    fn bot_script(&self, name: &str) -> Result<Option<Arc<dyn BotScript>>, BotError>;
}

/// A bot that a script describes. Any thread may have it think.
pub trait BotScript: Send + Sync + fmt::Debug {
    /// The script's own name.
    fn name(&self) -> &str;
    fn kind(&self) -> BotScriptKind;
    /// Somebody who thinks about games under a plan, and remembers nothing of those before.
    fn instantiate(&self, plan: &RulePlan) -> Result<Box<dyn ScriptBot>, HookFault>;
}

/// What a bot's script does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotScriptKind {
    /// It chooses the move.
    Chooses,
    /// It judges positions for a search of so many games, each played on for so many random moves at most.
    Judges { playouts: u64, plies: usize },
}

/// A bot's script at work.
pub trait ScriptBot {
    /// A move for a seat. The game is a fork in which nothing is known that the seat may not see.
    fn choose(&mut self, game: Game, seat: Seat, rng: Rng) -> Result<Move, HookFault>;
    /// What a position promises every team, from 0 to 1.
    fn judge(&mut self, game: &Game) -> Result<IndexArray<Team, f32, MAX_SEATS>, HookFault>;
}
