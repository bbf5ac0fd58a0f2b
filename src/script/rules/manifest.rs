//! Manifest of a script: its kind, name, author, options and tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::author_tests::TestCase;
use super::decl::{DeclNode, DeclValue};
use super::keys;
use super::options::{OptionDecls, unknown_key};
use super::source::{Diagnostic, Source, SourcePlace};
use houserule_core::text::{is_script_name, one_line};

/// Manifest of a script, before its options are chosen.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// Kind of script.
    pub kind: ScriptKind,
    /// Name.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Author.
    pub author: Option<String>,
    /// Version.
    pub version: Option<String>,
    /// Options.
    pub options: OptionDecls,
    /// Tests by its author.
    pub tests: Vec<TestCase>,
    /// Source text.
    pub source: Arc<Source>,
}

/// Constructor that a script returns the result of: `return game "name" { ... }`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeclarationKind {
    /// `game`.
    Game,
    /// `variant`.
    Variant,
    /// `bot`.
    Bot,
    /// `lesson`.
    Lesson,
}

impl DeclarationKind {
    /// Name of the constructor.
    pub(crate) fn word(self) -> &'static str {
        match self {
            DeclarationKind::Game => "game",
            DeclarationKind::Variant => "variant",
            DeclarationKind::Bot => "bot",
            DeclarationKind::Lesson => "lesson",
        }
    }
}

/// Kind of script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptKind {
    /// Game.
    Game,
    /// Difference from `base`; with `game` its name is also the name of a game.
    Variant {
        /// Name of the base game.
        base: String,
        /// Whether it counts as a game of its own.
        game: bool,
    },
    /// Bot.
    Bot,
    /// Lesson, listed under a game or another course.
    Lesson {
        /// Course.
        course: String,
        /// Difficulty.
        level: u32,
    },
}

impl Manifest {
    /// Whether its name alone is the name of a game.
    pub fn is_game(&self) -> bool {
        matches!(self.kind, ScriptKind::Game | ScriptKind::Variant { game: true, .. })
    }

    /// Reference by which it is played: `tak`, `tak+late-walls`.
    pub fn reference(&self) -> String {
        match &self.kind {
            ScriptKind::Variant { base, game: false } => format!("{base}+{}", self.name),
            _ => self.name.clone(),
        }
    }

    /// Parses the outer table of a game or variant called `name`: its manifest, and the errors.
    pub fn read(
        declared: DeclarationKind,
        name: &str,
        node: &DeclNode,
        source: &Arc<Source>,
    ) -> (Manifest, Vec<Diagnostic>) {
        let mut faults = Vec::new();
        let root = SourcePlace::root(source);
        let no_keys = BTreeMap::new();
        let map = node.as_map().unwrap_or(&no_keys);
        for (key, node) in map {
            if !keys::is_known(keys::MANIFEST, key) {
                faults.push(unknown_key(&node.place, "", key, keys::names(keys::MANIFEST)));
            }
        }
        let mut text = |key: &str| match map.get(key) {
            Some(node) if node.as_text().is_none() => {
                faults.push(Diagnostic::new(&node.place, key, format!("expected a text, not {}", node.describe())));
                None
            }
            node => node.and_then(DeclNode::as_text).map(str::to_string),
        };
        let (title, base) = (text("title"), text("base"));
        let (author, version) = (text("author"), text("version"));
        if !is_script_name(name) {
            let message = format!("`{name}` is not a valid name; use letters, digits and hyphens");
            faults.push(Diagnostic::new(&root, "", message));
        }
        let kind = match declared {
            DeclarationKind::Variant => read_variant(base, map.get("game"), &root, &mut faults),
            _ => {
                if base.is_some() {
                    let message = "a game has no base; write `variant` instead of `game`";
                    faults.push(Diagnostic::new(&root.key("base"), "base", message));
                }
                ScriptKind::Game
            }
        };
        match map.get("rules") {
            None => faults.push(Diagnostic::missing(
                &root,
                "rules",
                "missing `rules`; write `rules = { ... }` or `rules = function(o) return { ... } end`",
            )),
            Some(node) if !matches!(node.value, DeclValue::Map(_) | DeclValue::Function(_)) => {
                let message = format!("expected a table or a function that returns one, not {}", node.describe());
                faults.push(Diagnostic::new(&node.place, "rules", message));
            }
            Some(_) => {}
        }
        let options = map.get("options").map(|node| super::options::read(node, &mut faults)).unwrap_or_default();
        let tests = map.get("tests").map(|node| super::author_tests::read(node, &mut faults)).unwrap_or_default();
        let title = one_line(title.as_deref().unwrap_or(name), 80);
        let source = source.clone();
        (Manifest { kind, name: name.to_string(), title, author, version, options, tests, source }, faults)
    }
}

/// Kind of a variant: what it changes, and whether it counts as a game.
fn read_variant(
    base: Option<String>,
    game: Option<&DeclNode>,
    root: &SourcePlace,
    faults: &mut Vec<Diagnostic>,
) -> ScriptKind {
    let Some(base) = base else {
        let message = "missing `base`; write `base = \"...\"` with the game that the variant changes";
        faults.push(Diagnostic::missing(root, "base", message));
        return ScriptKind::Game;
    };
    if !is_script_name(&base) {
        let message = "expected the name of a game: letters, digits and hyphens";
        faults.push(Diagnostic::new(&root.key("base"), "base", message));
        return ScriptKind::Variant { base: String::new(), game: false };
    }
    if let Some(node) = game.filter(|node| node.as_flag().is_none()) {
        let message = format!("expected true or false, not {}", node.describe());
        faults.push(Diagnostic::new(&node.place, "game", message));
    }
    ScriptKind::Variant { base, game: game.and_then(DeclNode::as_flag).unwrap_or(false) }
}
