//! Interface of bots that are written as scripts. It does not depend on the scripting language.

use std::fmt;
use std::sync::Arc;

use super::{Game, HookFault};
use crate::rules::RulePlan;
use houserule_core::index::IndexArray;
use houserule_core::mechanics::{MAX_SEATS, Move, Seat, Team};
use houserule_core::rng::Rng;

/// Error when a bot is looked up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub enum BotError {
    /// No bot has this name or a similar one.
    Unknown(String),
    /// The bot cannot play these rules.
    Unfit(String),
}

impl<T: Into<String>> From<T> for BotError {
    fn from(message: T) -> BotError {
        BotError::Unfit(message.into())
    }
}

/// Lookup of bots written as scripts, beside the rules that they play.
pub trait BotScripts {
    /// Bot with a name, or in a file, if it plays these rules; `None` if there is no such bot.
    fn bot_script(&self, name: &str) -> Result<Option<Arc<dyn BotScript>>, BotError>;
}

/// Bot described by a script. Any thread may instantiate it.
pub trait BotScript: Send + Sync + fmt::Debug {
    /// Name of the script.
    fn name(&self) -> &str;
    /// Kind of bot.
    fn kind(&self) -> BotScriptKind;
    /// New instance for games under a plan, without any memory of earlier ones.
    fn instantiate(&self, plan: &RulePlan) -> Result<Box<dyn ScriptBot>, HookFault>;
}

/// Kind of script bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the comment of a one-line variant names its fields")]
pub enum BotScriptKind {
    /// Chooses moves itself.
    Chooser,
    /// Evaluates positions for an MCTS of `playouts` playouts, each after at most `plies` random moves.
    Evaluator { playouts: u64, plies: usize },
}

/// Instance of a script bot.
pub trait ScriptBot {
    /// Chooses a move for a seat. The game is a fork without any information that the seat may not see.
    fn choose(&mut self, game: Game, seat: Seat, rng: Rng) -> Result<Move, HookFault>;
    /// Evaluates a position: the value for each team, from 0 to 1.
    fn evaluate(&mut self, game: &Game) -> Result<IndexArray<Team, f32, MAX_SEATS>, HookFault>;
}
