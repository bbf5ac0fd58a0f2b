//! Lua bots that choose moves themselves. (Lua bots that evaluate positions are run by MCTS.)

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::mcts::Mcts;
use super::{Bot, Budget, LAG, SearchRequest, own_moves};
use houserule_core::mechanics::Move;
use houserule_core::rng::Rng;
use houserule_script::game::{BotError, BotScript, BotScriptKind, BotScripts, Game, HookFault};

/// Reference to a Lua bot by name, resolved or not.
#[derive(Clone, Debug)]
pub struct ScriptBotRef {
    /// Name as the user typed it.
    pub name: String,
    bot_script: Option<Arc<dyn BotScript>>,
}

impl PartialEq for ScriptBotRef {
    fn eq(&self, other: &ScriptBotRef) -> bool {
        self.name == other.name
    }
}

/// Prefix that marks the name of a script.
pub const SCRIPT_PREFIX: &str = "lua:";

impl ScriptBotRef {
    pub fn new(name: &str) -> ScriptBotRef {
        ScriptBotRef { name: name.to_string(), bot_script: None }
    }

    /// Resolves the name among the rules' scripts. Returns `None` if there is no such script, and an error if it cannot
    /// play these rules.
    pub fn resolve(&self, rules: &dyn BotScripts) -> Result<Option<ScriptBotRef>, BotError> {
        let name = self.name.strip_prefix(SCRIPT_PREFIX).unwrap_or(&self.name);
        let bot_script = rules.bot_script(name)?;
        Ok(bot_script.map(|bot_script| ScriptBotRef { name: self.name.clone(), bot_script: Some(bot_script) }))
    }

    pub fn create(&self) -> Box<dyn Bot> {
        match &self.bot_script {
            None => Box::new(UnresolvedBot(self.name.clone())),
            Some(bot_script) => match bot_script.kind() {
                BotScriptKind::Chooser => Box::new(ChoosingBot { script: bot_script.clone(), slowest: Duration::ZERO }),
                BotScriptKind::Evaluator { playouts, .. } => {
                    Box::new(Mcts::with_evaluator(bot_script.clone(), Budget::Playouts(playouts)))
                }
            },
        }
    }
}

/// Placeholder for a bot whose script was never resolved.
struct UnresolvedBot(String);

impl Bot for UnresolvedBot {
    fn search(&mut self, _: &mut Game, _: &mut Rng, _: SearchRequest) -> Result<Option<Move>, HookFault> {
        Err(HookFault::new(format!("unknown bot `{}`", self.0)))
    }
}

/// Lua bot that chooses its moves. The script is instantiated for every move, because hidden state would not be
/// reproducible. A script cannot be stopped, so on a clock it is not asked when it may be too slow.
struct ChoosingBot {
    script: Arc<dyn BotScript>,
    /// Longest time of a move so far.
    slowest: Duration,
}

impl Bot for ChoosingBot {
    fn search(&mut self, game: &mut Game, rng: &mut Rng, request: SearchRequest) -> Result<Option<Move>, HookFault> {
        let seat = request.seat;
        let mut moves = own_moves(game, seat)?;
        if moves.len() < 2 {
            return Ok(moves.pop());
        }
        if request.own_time().is_some_and(|time| time.left < 2 * self.slowest + 2 * LAG) {
            return Ok(Some(moves[rng.below(moves.len())]));
        }
        let started = Instant::now();
        let mut bot = self.script.instantiate(game.plan())?;
        let mut world = game.fork();
        world.determinise(seat, rng);
        let script_rng = Rng::new(rng.below(usize::MAX) as u64);
        let chosen = bot.choose(world, seat, script_rng)?;
        self.slowest = self.slowest.max(started.elapsed());
        Ok(Some(chosen))
    }
}
