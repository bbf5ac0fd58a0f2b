//! Bots written in Lua: lookup, loading and calls of their functions.

use std::fmt;
use std::sync::Arc;

use mlua::{Function, Value};

use super::api::{describe_type, returned_type};
use super::hooks::to_hook_fault;
use super::host::{Host, LoadedScript};
use super::library::Library;
use super::name_lookup::{find_script, open_script};
use super::ruleset::{LoadError, Ruleset, is_path};
use super::view::{InternedNames, OwnedArguments, ScopedContext, SearchView, View};
use crate::game::{BotError, BotScript, BotScriptKind, BotScripts, Game, HookFault, ScriptBot};
use crate::rules::bot::BotFunction;
use crate::rules::{BotDecl, Manifest, RulePlan, ScriptKind, Source, answer_line};
use houserule_core::index::IndexArray;
use houserule_core::mechanics::{MAX_SEATS, Move, Seat, Team};
use houserule_core::rng::Rng;
use houserule_core::text::one_line;

/// Script of a bot, loaded without errors.
pub struct LoadedBot {
    /// Manifest.
    pub manifest: Manifest,
    decl: BotDecl,
    source: Arc<Source>,
    library: Library,
}

impl fmt::Debug for LoadedBot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the bot {} of {}", self.manifest.name, self.source.file)
    }
}

impl Library {
    /// Loads a bot by name or path; `None` if there is no such bot.
    pub fn bot(&self, name: &str) -> Result<Option<LoadedBot>, LoadError> {
        let is_bot = |manifest: &Manifest| manifest.kind == ScriptKind::Bot;
        let mut host = Host::new(self)?;
        let found = match is_path(name) {
            true => Some(open_script(self, &mut host, name)?),
            false => find_script(self, &mut host, name, |manifest| is_bot(manifest) && manifest.name == name)?,
        };
        let Some((_, loaded)) = found else { return Ok(None) };
        if !is_bot(&loaded.manifest) {
            return Err(LoadError::Usage(format!("`{}` is not a bot", one_line(name, 60))));
        }
        let LoadedScript { manifest, bot, faults, .. } = host.analyse(loaded);
        match bot {
            Some(decl) if faults.is_empty() => {
                let source = manifest.source.clone();
                Ok(Some(LoadedBot { manifest, decl, source, library: self.clone() }))
            }
            _ => Err(faults.into()),
        }
    }
}

impl Ruleset {
    /// Loads a bot by name or path, if it plays these rules; `None` if there is no such bot.
    pub fn bot(&self, name: &str) -> Result<Option<LoadedBot>, LoadError> {
        let Some(bot) = self.library().bot(name)? else { return Ok(None) };
        match &bot.decl.game {
            Some(game) if !self.manifests.iter().any(|manifest| manifest.name == *game) => {
                bail!("the bot `{}` plays {game}, not {}", bot.manifest.name, self.reference)
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

    /// Returns the game that it is for; `None` means any.
    pub fn game(&self) -> Option<&str> {
        self.decl.game.as_deref()
    }
}

impl BotScript for LoadedBot {
    fn name(&self) -> &str {
        &self.manifest.name
    }

    fn kind(&self) -> BotScriptKind {
        match self.decl.function {
            BotFunction::Choose(_) => BotScriptKind::Chooser,
            BotFunction::Evaluate { playouts, plies, .. } => BotScriptKind::Evaluator { playouts, plies },
        }
    }

    fn instantiate(&self, plan: &RulePlan) -> Result<Box<dyn ScriptBot>, HookFault> {
        let mut host = Host::new(&self.library).map_err(|fault| HookFault::new(fault.to_string()))?;
        host.load(&self.source)?;
        let (BotFunction::Choose(number) | BotFunction::Evaluate { function: number, .. }) = self.decl.function;
        let bot = LuaBot::build(host, number, plan, &self.manifest);
        Ok(Box::new(bot.map_err(|error| HookFault::new(error.to_string()))?))
    }
}

/// Function of a bot in its own Lua state.
struct LuaBot {
    host: Host,
    function: Function,
    name: String,
    source: Arc<Source>,
    scope: ScopedContext,
    /// Arguments shared by all calls of `evaluate`, if it cannot retain them.
    shared_arguments: Option<OwnedArguments>,
}

impl LuaBot {
    fn build(host: Host, function: usize, plan: &RulePlan, manifest: &Manifest) -> mlua::Result<LuaBot> {
        let lua = host.sandbox.lua();
        let scope = ScopedContext::new(host.sandbox.meter(), InternedNames::new(lua, &plan.names)?);
        let function = host.functions.get(function).cloned();
        let function = function.ok_or_else(|| mlua::Error::runtime("the script has changed"))?;
        let may_retain = host.may_retain_arguments(&function, &manifest.source);
        let shared_arguments = (!may_retain).then(|| OwnedArguments::new(lua, &scope)).transpose()?;
        Ok(LuaBot {
            host,
            function,
            name: manifest.name.clone(),
            source: manifest.source.clone(),
            scope,
            shared_arguments,
        })
    }

    /// Makes a fault about a return value, at the `return` if it is known, otherwise where the function begins.
    fn return_fault(&self, key: &str, value: &Value, problem: &str) -> HookFault {
        let kind = returned_type(value);
        let return_line = |line: u32| answer_line(&self.source, line, kind, problem).unwrap_or(line);
        let definition = self.host.sandbox.definition(&self.function);
        let message = format!("{key} of {} {problem}", self.name);
        HookFault { location: definition.map(|(file, line)| (file, return_line(line))), ..HookFault::new(message) }
    }
}

impl ScriptBot for LuaBot {
    fn choose(&mut self, game: Game, seat: Seat, rng: Rng) -> Result<Move, HookFault> {
        self.host.sandbox.begin_span();
        self.scope.with_search(SearchView::new(self.host.sandbox.meter(), game, seat, rng), |start| {
            let value: Value = self.host.sandbox.call(&self.function, View(start.clone())).map_err(to_hook_fault)?;
            let chosen = start.parse_move(&value);
            chosen.map_err(|error| {
                let message = self.host.sandbox.fault(&error).message;
                self.return_fault("choose", &value, &format!("did not return a move: {message}"))
            })
        })
    }

    fn evaluate(&mut self, game: &Game) -> Result<IndexArray<Team, f32, MAX_SEATS>, HookFault> {
        self.host.sandbox.begin_span();
        let context = game.context(game.seat());
        let fresh;
        let arguments = match &self.shared_arguments {
            Some(shared) => shared,
            None => {
                let created = OwnedArguments::new(self.host.sandbox.lua(), &self.scope);
                fresh = created.map_err(|error| HookFault::new(error.to_string()))?;
                &fresh
            }
        };
        let result =
            arguments.scope.with_context(&context, None, || self.host.sandbox.call(&self.function, &arguments.view));
        let value: Value = result.map_err(to_hook_fault)?;
        let Value::Table(table) = &value else {
            let message = format!("returned {}, not a table with a number for every side", describe_type(&value));
            return Err(self.return_fault("evaluate", &value, &message));
        };
        let mut win_rates = IndexArray::default();
        for (team, word) in self.scope.team_names().iter_enumerated() {
            let win_rate = match table.raw_get(word) {
                Ok(Value::Integer(number)) => number as f64,
                Ok(Value::Number(number)) => number,
                _ => f64::NAN,
            };
            if !(0.0..=1.0).contains(&win_rate) {
                let team = &context.plan.names.teams[team];
                let message = format!("did not return a number from 0 to 1 for {team}");
                return Err(self.return_fault("evaluate", &value, &message));
            }
            win_rates[team] = win_rate as f32;
        }
        Ok(win_rates)
    }
}
