//! Declaration of a bot: the game it plays, and whether it chooses moves or evaluates positions for a search.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::decl::{DeclNode, DeclValue};
use super::keys;
use super::manifest::{Manifest, ScriptKind};
use super::options::{OptionDecls, unknown_key};
use super::source::{Diagnostic, Source, SourcePlace};
use houserule_core::text::{is_script_name, one_line};

/// Declared bot. Functions are numbers in the script host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotDecl {
    /// Game that it plays with all its variants; `None` means any.
    pub game: Option<String>,
    /// Function that it plays by.
    pub function: BotFunction,
}

/// Function of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the comment of a one-line variant names its fields")]
pub enum BotFunction {
    /// Chooses a move, with this function.
    Choose(usize),
    /// Evaluates positions with `function` for an MCTS of `playouts` playouts, after at most `plies` random moves.
    Evaluate { function: usize, playouts: u64, plies: usize },
}

/// Default number of playouts, and the maximum a script may set.
const DEFAULT_PLAYOUTS: i64 = 1_000;
const MAX_PLAYOUTS: i64 = 1_000_000;
const MAX_PLIES: i64 = 1_000;

/// Parses the table of a bot called `name`: its manifest, its function, and the errors.
pub fn read(name: &str, node: &DeclNode, source: &Arc<Source>) -> (Manifest, Option<BotDecl>, Vec<Diagnostic>) {
    let no_keys = BTreeMap::new();
    let mut table =
        BotTable { map: node.as_map().unwrap_or(&no_keys), root: SourcePlace::root(source), faults: Vec::new() };
    for (key, node) in table.map.iter().filter(|(key, _)| !keys::is_known(keys::BOT, key)) {
        table.faults.push(unknown_key(&node.place, "", key, keys::names(keys::BOT)));
    }
    if !is_script_name(name) {
        table.report("", format!("`{name}` is no name: letters, digits and hyphens make one"));
    }
    let title = one_line(table.text("title").as_deref().unwrap_or(name), 80);
    let (author, version) = (table.text("author"), table.text("version"));
    let game = table.text("game");
    let function = table.read_function();
    let manifest = Manifest {
        kind: ScriptKind::Bot,
        name: name.to_string(),
        title,
        author,
        version,
        options: OptionDecls::default(),
        tests: Vec::new(),
        source: source.clone(),
    };
    (manifest, function.map(|function| BotDecl { game, function }), table.faults)
}

struct BotTable<'a> {
    map: &'a BTreeMap<String, DeclNode>,
    root: SourcePlace,
    faults: Vec<Diagnostic>,
}

impl BotTable<'_> {
    fn report(&mut self, key: &str, message: impl Into<String>) {
        let place = self.map.get(key).map_or(&self.root, |node| &node.place);
        self.faults.push(Diagnostic::new(place, key, message));
    }

    fn text(&mut self, key: &str) -> Option<String> {
        let node = self.map.get(key)?;
        if node.as_text().is_none() {
            self.report(key, format!("expected a text, not {}", node.describe()));
        }
        node.as_text().map(str::to_string)
    }

    fn function(&mut self, key: &str) -> Option<usize> {
        let node = self.map.get(key)?;
        match node.value {
            DeclValue::Function(number) => Some(number),
            _ => {
                self.report(key, format!("expected a function of the view, not {}", node.describe()));
                None
            }
        }
    }

    fn number(&mut self, key: &str, default: i64, min: i64, max: i64) -> i64 {
        match self.map.get(key).map(|node| &node.value) {
            None => default,
            Some(DeclValue::Int(number)) if (min..=max).contains(number) => *number,
            Some(_) => {
                self.report(key, format!("expected a whole number from {min} to {max}"));
                default
            }
        }
    }

    /// Reads the function of a bot, which either chooses or evaluates.
    fn read_function(&mut self) -> Option<BotFunction> {
        let (choose, evaluate) = (self.function("choose"), self.function("evaluate"));
        let playouts = self.number("playouts", DEFAULT_PLAYOUTS, 1, MAX_PLAYOUTS);
        let plies = self.number("plies", 0, 0, MAX_PLIES);
        match (choose, evaluate) {
            (Some(_), Some(_)) => {
                self.report("evaluate", "a bot that chooses its moves has nothing to evaluate; leave one out");
                None
            }
            (Some(function), None) => {
                for key in ["playouts", "plies"].into_iter().filter(|key| self.map.contains_key(*key)) {
                    self.report(key, "only a bot with `evaluate` searches");
                }
                Some(BotFunction::Choose(function))
            }
            (None, Some(function)) => {
                Some(BotFunction::Evaluate { function, playouts: playouts as u64, plies: plies as usize })
            }
            (None, None) => {
                if self.faults.is_empty() {
                    self.report(
                        "",
                        "a bot has `choose = function(view) ... end`, which returns a move, or \
                         `evaluate = function(view) ... end`, which returns what every side may hope for",
                    );
                }
                None
            }
        }
    }
}
