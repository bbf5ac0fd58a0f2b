//! Bots written in Lua: lookup, loading and calls of their functions.

use std::fmt;
use std::sync::Arc;

use mlua::{Function, Value};

use super::api::{kind_of, returned_type};
use super::hooks::told;
use super::host::{Host, Loaded};
use super::library::Library;
use super::name_lookup::{find, open};
use super::ruleset::{LoadError, Ruleset, is_path};
use super::view::{InternedNames, OwnedArguments, ScopedContext, SearchView, View};
use crate::game::{BotError, BotScript, BotScriptKind, BotScripts, Game, HookFault, ScriptBot};
use crate::rules::bot::BotFunction;
use crate::rules::{BotDecl, Manifest, RulePlan, ScriptKind, Source, line_of_answer};
use houserule_core::index::IndexArray;
use houserule_core::mechanics::{MAX_SEATS, Move, Seat, Team};
use houserule_core::rng::Rng;
use houserule_core::text::one_line;

/// Script of a bot, loaded without errors.
pub struct LoadedBot {
    /// Manifest.
    pub head: Manifest,
    decl: BotDecl,
    source: Arc<Source>,
    library: Library,
}

impl fmt::Debug for LoadedBot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the bot {} of {}", self.head.name, self.source.file)
    }
}

impl Library {
    /// Bot with a name, or in a file; `None` if there is no such bot.
    pub fn bot(&self, name: &str) -> Result<Option<LoadedBot>, LoadError> {
        let is_bot = |head: &Manifest| head.role == ScriptKind::Bot;
        let mut host = Host::new(self)?;
        let found = match is_path(name) {
            true => Some(open(self, &mut host, name)?),
            false => find(self, &mut host, name, |head| is_bot(head) && head.name == name)?,
        };
        let Some((_, loaded)) = found else { return Ok(None) };
        if !is_bot(&loaded.head) {
            return Err(LoadError::Usage(format!("`{}` is no bot", one_line(name, 60))));
        }
        let Loaded { head, bot, faults, .. } = host.looked_at(loaded);
        match bot {
            Some(decl) if faults.is_empty() => {
                let source = head.source.clone();
                Ok(Some(LoadedBot { head, decl, source, library: self.clone() }))
            }
            _ => Err(faults.into()),
        }
    }
}

impl Ruleset {
    /// Bot with a name, or in a file, if it plays these rules; `None` if there is no such bot.
    pub fn bot(&self, name: &str) -> Result<Option<LoadedBot>, LoadError> {
        let Some(bot) = self.library().bot(name)? else { return Ok(None) };
        match &bot.decl.game {
            Some(game) if !self.heads.iter().any(|head| head.name == *game) => {
                bail!("the bot `{}` plays {game}, not {}", bot.head.name, self.reference)
            }
            _ => Ok(Some(bot)),
        }
    }
}

impl BotScripts for Ruleset {
    fn bot_script(&self, name: &str) -> Result<Option<Arc<dyn BotScript>>, BotError> {
        let bot = self.bot(name).map_err(|error| error.to_string())?;
        Ok(bot.map(|bot| -> Arc<dyn BotScript> { Arc::new(bot) }))
    }
}

impl LoadedBot {
    /// Source of the script.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Game that it is for; `None` means any.
    pub fn game(&self) -> Option<&str> {
        self.decl.game.as_deref()
    }
}

impl BotScript for LoadedBot {
    fn name(&self) -> &str {
        &self.head.name
    }

    fn kind(&self) -> BotScriptKind {
        match self.decl.does {
            BotFunction::Choose(_) => BotScriptKind::Chooses,
            BotFunction::Evaluate { playouts, plies, .. } => BotScriptKind::Judges { playouts, plies },
        }
    }

    fn instantiate(&self, plan: &RulePlan) -> Result<Box<dyn ScriptBot>, HookFault> {
        let mut host = Host::new(&self.library).map_err(|fault| HookFault::new(fault.to_string()))?;
        host.load(&self.source)?;
        let (BotFunction::Choose(number) | BotFunction::Evaluate { function: number, .. }) = self.decl.does;
        let made = LuaBot::build(host, number, plan, &self.head);
        Ok(Box::new(made.map_err(|error| HookFault::new(error.to_string()))?))
    }
}

/// Function of a bot in its own Lua state.
struct LuaBot {
    host: Host,
    function: Function,
    name: String,
    source: Arc<Source>,
    stage: ScopedContext,
    /// Arguments of `evaluate` that it cannot retain.
    given: Option<OwnedArguments>,
}

impl LuaBot {
    fn build(host: Host, function: usize, plan: &RulePlan, head: &Manifest) -> mlua::Result<LuaBot> {
        let lua = host.sandbox.lua();
        let stage = ScopedContext::new(host.sandbox.meter(), InternedNames::new(lua, &plan.names)?);
        let function = host.functions.get(function).cloned();
        let function = function.ok_or_else(|| mlua::Error::runtime("the script has changed"))?;
        let may_keep = host.may_keep_arguments(&function, &head.source);
        let given = (!may_keep).then(|| OwnedArguments::new(lua, &stage)).transpose()?;
        Ok(LuaBot { host, function, name: head.name.clone(), source: head.source.clone(), stage, given })
    }

    /// Fault in a return value, at the `return` if it is known, otherwise where the function begins.
    fn returned(&self, key: &str, value: &Value, says: &str) -> HookFault {
        let returned = returned_type(value);
        let answer = |line: u32| line_of_answer(&self.source, line, returned, says).unwrap_or(line);
        let begins = self.host.sandbox.definition(&self.function);
        let says = format!("{key} of {} {says}", self.name);
        HookFault { at: begins.map(|(file, line)| (file, answer(line))), ..HookFault::new(says) }
    }
}

impl ScriptBot for LuaBot {
    fn choose(&mut self, game: Game, seat: Seat, rng: Rng) -> Result<Move, HookFault> {
        self.host.sandbox.begin_span();
        self.stage.think(SearchView::new(self.host.sandbox.meter(), game, seat, rng), |start| {
            let value: Value = self.host.sandbox.call(&self.function, View(start.clone())).map_err(told)?;
            let chosen = start.chosen(&value);
            chosen.map_err(|error| {
                let says = self.host.sandbox.fault(&error).message;
                self.returned("choose", &value, &format!("returned no move: {says}"))
            })
        })
    }

    fn judge(&mut self, game: &Game) -> Result<IndexArray<Team, f32, MAX_SEATS>, HookFault> {
        self.host.sandbox.begin_span();
        let context = game.context(game.seat());
        let anew;
        let given = match &self.given {
            Some(given) => given,
            None => {
                let made = OwnedArguments::new(self.host.sandbox.lua(), &self.stage);
                anew = made.map_err(|error| HookFault::new(error.to_string()))?;
                &anew
            }
        };
        let called = given.stage.show(&context, None, || self.host.sandbox.call(&self.function, &given.view));
        let value: Value = called.map_err(told)?;
        let Value::Table(table) = &value else {
            let says = format!("returned {}, not a table with a number for every side", kind_of(&value));
            return Err(self.returned("evaluate", &value, &says));
        };
        let mut hopes = IndexArray::default();
        for (team, word) in self.stage.team_words().iter_enumerated() {
            let hope = match table.raw_get(word) {
                Ok(Value::Integer(number)) => number as f64,
                Ok(Value::Number(number)) => number,
                _ => f64::NAN,
            };
            if !(0.0..=1.0).contains(&hope) {
                let team = &context.plan.names.teams[team];
                let says = format!("returned no number from 0 to 1 for {team}");
                return Err(self.returned("evaluate", &value, &says));
            }
            hopes[team] = hope as f32;
        }
        Ok(hopes)
    }
}
