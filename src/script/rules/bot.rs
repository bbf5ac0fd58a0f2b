//! Declaration of a bot: the game it plays, and whether it chooses moves or evaluates positions for a search.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::decl::{DeclNode, DeclValue};
use super::keys;
use super::manifest::{Manifest, ScriptKind};
use super::options::OptionDecls;
use super::source::{Diagnostic, Source, SourcePlace};
use super::table::TableReader;
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
    let (root, mut faults) = (SourcePlace::root(source), Vec::new());
    let map = node.as_map().unwrap_or(&no_keys);
    let mut table = TableReader { path: String::new(), map, faults: &mut faults };
    table.reject_unknown(keys::BOT);
    if !is_script_name(name) {
        let message = format!("`{name}` is not a valid name; use letters, digits and hyphens");
        table.faults.push(Diagnostic::new(&root, "", message));
    }
    let title = one_line(table.text("title").as_deref().unwrap_or(name), 80);
    let (author, version) = (table.text("author"), table.text("version"));
    let game = table.text("game");
    let function = read_function(&mut table, &root);
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
    (manifest, function.map(|function| BotDecl { game, function }), faults)
}

fn function(table: &mut TableReader, key: &str) -> Option<usize> {
    let read = |node: &DeclNode| match node.value {
        DeclValue::Function(number) => Some(number),
        _ => None,
    };
    table.get(key, "a function of the view", read)
}

fn number(table: &mut TableReader, key: &str, default: i64, range: RangeInclusive<i64>) -> i64 {
    let Some(node) = table.map.get(key) else { return default };
    match node.value {
        DeclValue::Int(number) if range.contains(&number) => number,
        _ => {
            table.report(key, node, format!("expected a whole number from {} to {}", range.start(), range.end()));
            default
        }
    }
}

/// Reads the function of a bot, which either chooses or evaluates.
fn read_function(table: &mut TableReader, root: &SourcePlace) -> Option<BotFunction> {
    let (choose, evaluate) = (function(table, "choose"), function(table, "evaluate"));
    let playouts = number(table, "playouts", DEFAULT_PLAYOUTS, 1..=MAX_PLAYOUTS);
    let plies = number(table, "plies", 0, 0..=MAX_PLIES);
    match (choose, evaluate) {
        (Some(_), Some(_)) => {
            let message = "a bot has `choose` or `evaluate`, not both; remove one";
            table.report("evaluate", &table.map["evaluate"], message);
            None
        }
        (Some(function), None) => {
            for (key, node) in ["playouts", "plies"].into_iter().filter_map(|key| Some((key, table.map.get(key)?))) {
                table.report(key, node, "only a bot with `evaluate` uses this key");
            }
            Some(BotFunction::Choose(function))
        }
        (None, Some(function)) => {
            Some(BotFunction::Evaluate { function, playouts: playouts as u64, plies: plies as usize })
        }
        (None, None) => {
            if table.faults.is_empty() {
                let message = "a bot needs `choose = function(view) ... end`, which returns a move, or \
                     `evaluate = function(view) ... end`, which returns a value for every side";
                table.faults.push(Diagnostic::new(root, "", message));
            }
            None
        }
    }
}
