//! Interface of bots that are written as scripts. It does not depend on the scripting language.

use std::fmt;
use std::sync::Arc;

use super::{Game, HookFault};
use crate::rules::RulePlan;
use houserule_core::mechanics::{MAX_SEATS, Move, Seat};
use houserule_core::rng::Rng;

/// Lookup of script bots, beside the rules that they play.
pub trait BotScripts {
    /// Bot with a name, or in a file, if it plays these rules; `None` if there is no such bot.
    fn bot_script(&self, name: &str) -> Result<Option<Arc<dyn BotScript>>, String>;
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
    /// It chooses the move.
    Chooses,
    /// It evaluates positions for an MCTS of `playouts` playouts, each preceded by at most `plies` random moves.
    Judges { playouts: u64, plies: usize },
}

/// Instance of a script bot.
pub trait ScriptBot {
    /// Move for a seat. The game is a fork without any information that the seat may not see.
    fn choose(&mut self, game: Game, seat: Seat, rng: Rng) -> Result<Move, HookFault>;
    /// Expected result of every team, from 0 to 1.
    fn judge(&mut self, game: &Game) -> Result<[f32; MAX_SEATS], HookFault>;
}
