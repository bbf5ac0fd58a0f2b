//! Bot names: `random`, `greedy`, `mcts:1000`, `mcts:2s`, `easy` and the names of scripts.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use super::scripted::SCRIPT_PREFIX;
use super::{Bot, Level, ScriptBotRef};
use houserule_core::text::{is_script_name, nearest, one_line};
use houserule_script::game::BotError;
use houserule_script::game::BotScripts;
use houserule_script::rules::RulePlan;

/// Parsed name of a bot.
#[derive(Clone, PartialEq, Debug)]
pub enum BotName {
    Random,
    Greedy,
    /// Monte Carlo tree search with a budget, or as long as its clock allows.
    Mcts(Option<Budget>),
    Level(Level),
    External(ExternalBot),
    /// Bot written in Lua.
    Script(ScriptBotRef),
}

/// Bot provided from outside this crate, such as a TEI engine; only the program knows how to start it.
#[derive(Clone)]
pub struct ExternalBot {
    pub name: String,
    /// Notation of the bot; it cannot play games that use another one.
    pub notation: &'static str,
    pub factory: Arc<dyn Fn() -> Box<dyn Bot> + Send + Sync>,
}

impl ExternalBot {
    pub fn create(&self) -> Box<dyn Bot> {
        (self.factory)()
    }
}

impl PartialEq for ExternalBot {
    fn eq(&self, other: &ExternalBot) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for ExternalBot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Search budget per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Fixed number of playouts: reproducible.
    Playouts(u64),
    Time(Duration),
}

impl BotName {
    /// Bot names, for messages.
    pub const KNOWN: &'static str = "`easy`, `medium`, `hard`, `random`, `greedy`, `mcts:1000` (playouts) or `mcts:2s`";

    /// Whether a text can only be meant as a bot: it has a search limit, or names a script's file.
    pub fn has_syntax_of_bot(text: &str) -> bool {
        text.starts_with("mcts:") || text.starts_with(SCRIPT_PREFIX) || text.ends_with(".lua")
    }

    /// Checks that the bot can play the game. Built-in bots play any game.
    pub fn supports(&self, plan: &RulePlan) -> Result<(), BotError> {
        match self {
            BotName::External(external) if external.notation != plan.notation.name() => bail!(
                "{} plays games written in {}, but {} is written in {}; choose another bot",
                external.name,
                external.notation,
                plan.title,
                plan.notation.name()
            ),
            _ => Ok(()),
        }
    }

    /// Looks a script bot up among the rules' scripts; other names are returned unchanged.
    pub fn resolve(&self, rules: &dyn BotScripts) -> Result<BotName, BotError> {
        let BotName::Script(script) = self else { return Ok(self.clone()) };
        let resolved = script.resolve(rules)?.map(BotName::Script);
        resolved.ok_or_else(|| unknown_bot(&script.name))
    }
}

fn unknown_bot(name: &str) -> BotError {
    let name = one_line(name, 60);
    match nearest(&name, ["easy", "medium", "hard", "random", "greedy", "mcts:1000"]) {
        Some(near) => format!("unknown bot `{name}`; did you mean `{near}`?").into(),
        None => BotError::Unknown(format!("unknown bot `{name}`; write {}", BotName::KNOWN)),
    }
}

impl FromStr for Budget {
    type Err = BotError;

    fn from_str(text: &str) -> Result<Budget, BotError> {
        const MAX_SECONDS: f64 = 86_400.0;
        let (number, unit) = match text.strip_suffix("ms") {
            Some(number) => (number, 0.001),
            None => (text.strip_suffix('s').unwrap_or(text), 1.0),
        };
        let error = || format!("invalid search limit `{text}`; write mcts:1000 (playouts) or mcts:2s (time)");
        if number.len() == text.len() {
            return match number.parse() {
                Ok(playouts) if playouts > 0 => Ok(Budget::Playouts(playouts)),
                _ => Err(error().into()),
            };
        }
        let is_decimal = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        match number.parse::<f64>() {
            Ok(number) if is_decimal && number * unit > 0.0 && number * unit <= MAX_SECONDS => {
                Ok(Budget::Time(Duration::from_secs_f64(number * unit)))
            }
            _ => Err(error().into()),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Budget::Playouts(playouts) => write!(f, "{playouts}"),
            Budget::Time(time) => write!(f, "{}s", time.as_secs_f64()),
        }
    }
}

impl FromStr for BotName {
    type Err = BotError;

    fn from_str(text: &str) -> Result<BotName, BotError> {
        let level = Level::ALL.into_iter().find(|level| level.to_string() == text);
        match (text, level, text.strip_prefix("mcts:")) {
            ("random", ..) => Ok(BotName::Random),
            ("greedy", ..) => Ok(BotName::Greedy),
            ("mcts", ..) => Ok(BotName::Mcts(None)),
            (_, Some(level), _) => Ok(BotName::Level(level)),
            (.., Some(budget)) => Ok(BotName::Mcts(Some(budget.parse()?))),
            // Whether the script exists is only known once the rules are loaded.
            _ if is_script_name(text.strip_prefix(SCRIPT_PREFIX).unwrap_or(text)) || text.ends_with(".lua") => {
                Ok(BotName::Script(ScriptBotRef::new(text)))
            }
            _ => Err(unknown_bot(text)),
        }
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BotName::Random => f.write_str("random"),
            BotName::Greedy => f.write_str("greedy"),
            BotName::Mcts(Some(budget)) => write!(f, "mcts:{budget}"),
            BotName::Mcts(None) => f.write_str("mcts"),
            BotName::Level(level) => write!(f, "{level}"),
            BotName::External(external) => f.write_str(&external.name),
            BotName::Script(script) => f.write_str(&script.name),
        }
    }
}
