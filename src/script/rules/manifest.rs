//! What a script says about itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::author_tests::TestCase;
use super::decl::{DeclNode, DeclValue};
use super::keys;
use super::options::{OptionDecls, unknown_key};
use super::source::{Diagnostic, Source, SourcePlace};
use houserule_core::text::{is_script_name, one_line};

/// What a script says about itself, before its options are chosen.
#[derive(Clone, Debug)]
pub struct Manifest {
    pub role: ScriptKind,
    pub name: String,
    pub title: String,
    pub author: Option<String>,
    pub version: Option<String>,
    pub options: OptionDecls,
    /// What its author expects of the rules.
    pub tests: Vec<TestCase>,
    pub source: Arc<Source>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptKind {
    Game,
    /// A difference from `base`; with `game` its name is a game's name too.
    Variant {
        base: String,
        game: bool,
    },
    /// Somebody who plays, not something to play.
    Bot,
    /// Something to learn, listed under a game or another name.
    Lesson {
        course: String,
        level: u32,
    },
}

impl Manifest {
    /// Whether its name alone is the name of a game.
    pub fn is_game(&self) -> bool {
        matches!(self.role, ScriptKind::Game | ScriptKind::Variant { game: true, .. })
    }

    /// The name by which it is played: `tak`, `tak+late-walls`.
    pub fn reference(&self) -> String {
        match &self.role {
            ScriptKind::Variant { base, game: false } => format!("{base}+{}", self.name),
            _ => self.name.clone(),
        }
    }

    /// Reads the outer table of a script called `name`: what it says of itself, and what is wrong with that.
    pub fn read(
        is_game: bool,
        name: &str,
        node: &DeclNode,
        source: &Arc<Source>,
    ) -> (Manifest, Vec<Diagnostic>) {
        let mut faults = Vec::new();
        let root = SourcePlace::root(source);
        let no_keys = BTreeMap::new();
        let map = node.as_map().unwrap_or(&no_keys);
        for (key, node) in map {
            if !keys::is_known(keys::HEAD, key) {
                faults.push(unknown_key(&node.place, "", key, keys::names(keys::HEAD)));
            }
        }
        let mut text = |key: &str| match map.get(key) {
            Some(node) if node.as_text().is_none() => {
                faults.push(Diagnostic::new(
                    &node.place,
                    key,
                    format!("expected a text, not {}", node.describe()),
                ));
                None
            }
            node => node.and_then(DeclNode::as_text).map(str::to_string),
        };
        let (title, base) = (text("title"), text("base"));
        let (author, version) = (text("author"), text("version"));
        if !is_script_name(name) {
            let says = format!("`{name}` is no name: letters, digits and hyphens make one");
            faults.push(Diagnostic::new(&root, "", says));
        }
        let role = match (is_game, base) {
            (true, None) => ScriptKind::Game,
            (true, Some(_)) => {
                faults.push(Diagnostic::new(
                    &root.key("base"),
                    "base",
                    "a game has no base; write `variant` instead of `game`",
                ));
                ScriptKind::Game
            }
            (false, Some(base)) if !is_script_name(&base) => {
                let says = "expected the name of a game: letters, digits and hyphens";
                faults.push(Diagnostic::new(&root.key("base"), "base", says));
                ScriptKind::Variant { base: String::new(), game: false }
            }
            (false, Some(base)) => {
                let game = map.get("game");
                if let Some(node) = game.filter(|node| !matches!(node.value, DeclValue::Flag(_))) {
                    let says = format!("expected true or false, not {}", node.describe());
                    faults.push(Diagnostic::new(&node.place, "game", says));
                }
                ScriptKind::Variant {
                    base,
                    game: matches!(game, Some(DeclNode { value: DeclValue::Flag(true), .. })),
                }
            }
            (false, None) => {
                faults.push(Diagnostic::missing(
                    &root,
                    "base",
                    "missing: a variant names the game it changes, `base = \"...\"`",
                ));
                ScriptKind::Game
            }
        };
        match map.get("rules") {
            None => faults.push(Diagnostic::missing(
                &root,
                "rules",
                "missing: `rules = { ... }` or `rules = function(o) return { ... } end`",
            )),
            Some(node) if !matches!(node.value, DeclValue::Map(_) | DeclValue::Function(_)) => {
                let says =
                    format!("expected a table or a function that returns one, not {}", node.describe());
                faults.push(Diagnostic::new(&node.place, "rules", says));
            }
            Some(_) => {}
        }
        let options =
            map.get("options").map(|node| super::options::read(node, &mut faults)).unwrap_or_default();
        let tests =
            map.get("tests").map(|node| super::author_tests::read(node, &mut faults)).unwrap_or_default();
        let title = one_line(title.as_deref().unwrap_or(name), 80);
        let source = source.clone();
        (Manifest { role, name: name.to_string(), title, author, version, options, tests, source }, faults)
    }
}
