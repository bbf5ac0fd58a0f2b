//! Bots that scripts describe: those that choose their moves. Those that judge positions are searches.

use std::sync::Arc;

use super::mcts::Mcts;
use super::{Bot, Budget, own_moves};
use houserule_core::mechanics::{Move, Seat};
use houserule_core::rng::Rng;
use houserule_script::game::{BotError, BotScript, BotScriptKind, BotScripts, Game, HookFault};

/// A script's bot by its name, before and after it was found.
#[derive(Clone, Debug)]
pub struct ScriptBotRef {
    /// As somebody wrote it.
    pub name: String,
    bot_script: Option<Arc<dyn BotScript>>,
}

impl PartialEq for ScriptBotRef {
    fn eq(&self, other: &ScriptBotRef) -> bool {
        self.name == other.name
    }
}

/// What may stand before a name to say that it is a script's.
pub const PREFIX: &str = "lua:";

impl ScriptBotRef {
    pub fn new(name: &str) -> ScriptBotRef {
        ScriptBotRef { name: name.to_string(), bot_script: None }
    }

    /// The same with its script, which must play these rules. None if there is no such script.
    pub fn found(&self, rules: &dyn BotScripts) -> Result<Option<ScriptBotRef>, BotError> {
        let name = self.name.strip_prefix(PREFIX).unwrap_or(&self.name);
        let bot_script = rules.bot_script(name)?;
        Ok(bot_script
            .map(|bot_script| ScriptBotRef { name: self.name.clone(), bot_script: Some(bot_script) }))
    }

    pub fn bot(&self) -> Box<dyn Bot> {
        match &self.bot_script {
            None => Box::new(UnresolvedBot(self.name.clone())),
            Some(bot_script) => match bot_script.kind() {
                BotScriptKind::Chooses => Box::new(ChoosingBot(bot_script.clone())),
                BotScriptKind::Judges { playouts, .. } => {
                    Box::new(Mcts::judged_by(bot_script.clone(), Budget::Playouts(playouts)))
                }
            },
        }
    }
}

/// Somebody nobody has looked for.
struct UnresolvedBot(String);

impl Bot for UnresolvedBot {
    fn choose(&mut self, _: &mut Game, _: Seat, _: &mut Rng) -> Result<Option<Move>, HookFault> {
        Err(HookFault::new(format!("nobody knows the bot `{}`", self.0)))
    }
}

/// A script that chooses. It is woken for every move: what it kept to itself could not be repeated.
struct ChoosingBot(Arc<dyn BotScript>);

impl Bot for ChoosingBot {
    fn choose(&mut self, game: &mut Game, seat: Seat, rng: &mut Rng) -> Result<Option<Move>, HookFault> {
        let mut moves = own_moves(game, seat)?;
        if moves.len() < 2 {
            return Ok(moves.pop());
        }
        let mut bot = self.0.instantiate(game.plan())?;
        let mut world = game.fork();
        world.determinise(seat, rng);
        let own = Rng::new(rng.below(usize::MAX) as u64);
        let chosen = bot.choose(world, seat, own)?;
        Ok(Some(chosen))
    }
}
