//! What a script says about itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::decl::{Node, Value};
use super::expect::Expectation;
use super::keys;
use super::options::{OptionDecls, unknown_key};
use super::source::{Fault, Place, Source};
use crate::vocabulary::{is_script_name, one_line};

/// What a script says about itself, before its options are chosen.
#[derive(Clone, Debug)]
pub struct Head {
    pub role: Role,
    pub name: String,
    pub title: String,
    pub author: Option<String>,
    pub version: Option<String>,
    pub options: OptionDecls,
    /// What its author expects of the rules.
    pub tests: Vec<Expectation>,
    pub source: Arc<Source>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
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

impl Head {
    /// Whether its name alone is the name of a game.
    pub fn is_game(&self) -> bool {
        matches!(self.role, Role::Game | Role::Variant { game: true, .. })
    }

    /// The name by which it is played: `tak`, `tak+late-walls`.
    pub fn reference(&self) -> String {
        match &self.role {
            Role::Variant { base, game: false } => format!("{base}+{}", self.name),
            _ => self.name.clone(),
        }
    }

    /// Reads the outer table of a script called `name`: what it says of itself, and what is wrong with that.
    pub fn read(is_game: bool, name: &str, node: &Node, source: &Arc<Source>) -> (Head, Vec<Fault>) {
        let mut faults = Vec::new();
        let root = Place::root(source);
        let no_keys = BTreeMap::new();
        let map = node.as_map().unwrap_or(&no_keys);
        for (key, node) in map {
            if !keys::is_known(keys::HEAD, key) {
                faults.push(unknown_key(&node.place, "", key, keys::names(keys::HEAD)));
            }
        }
        let mut text = |key: &str| match map.get(key) {
            Some(node) if node.as_text().is_none() => {
                faults.push(Fault::new(
                    &node.place,
                    key,
                    format!("expected a text, not {}", node.describe()),
                ));
                None
            }
            node => node.and_then(Node::as_text).map(str::to_string),
        };
        let (title, base) = (text("title"), text("base"));
        let (author, version) = (text("author"), text("version"));
        if !is_script_name(name) {
            let says = format!("`{name}` is no name: letters, digits and hyphens make one");
            faults.push(Fault::new(&root, "", says));
        }
        let role = match (is_game, base) {
            (true, None) => Role::Game,
            (true, Some(_)) => {
                faults.push(Fault::new(
                    &root.key("base"),
                    "base",
                    "a game has no base; write `variant` instead of `game`",
                ));
                Role::Game
            }
            (false, Some(base)) if !is_script_name(&base) => {
                let says = "expected the name of a game: letters, digits and hyphens";
                faults.push(Fault::new(&root.key("base"), "base", says));
                Role::Variant { base: String::new(), game: false }
            }
            (false, Some(base)) => {
                let game = map.get("game");
                if let Some(node) = game.filter(|node| !matches!(node.value, Value::Flag(_))) {
                    let says = format!("expected true or false, not {}", node.describe());
                    faults.push(Fault::new(&node.place, "game", says));
                }
                Role::Variant { base, game: matches!(game, Some(Node { value: Value::Flag(true), .. })) }
            }
            (false, None) => {
                faults.push(Fault::missing(
                    &root,
                    "base",
                    "missing: a variant names the game it changes, `base = \"...\"`",
                ));
                Role::Game
            }
        };
        match map.get("rules") {
            None => faults.push(Fault::missing(
                &root,
                "rules",
                "missing: `rules = { ... }` or `rules = function(o) return { ... } end`",
            )),
            Some(node) if !matches!(node.value, Value::Map(_) | Value::Function(_)) => {
                let says =
                    format!("expected a table or a function that returns one, not {}", node.describe());
                faults.push(Fault::new(&node.place, "rules", says));
            }
            Some(_) => {}
        }
        let options =
            map.get("options").map(|node| super::options::read(node, &mut faults)).unwrap_or_default();
        let tests = map.get("tests").map(|node| super::expect::read(node, &mut faults)).unwrap_or_default();
        let title = one_line(title.as_deref().unwrap_or(name), 80);
        let source = source.clone();
        (Head { role, name: name.to_string(), title, author, version, options, tests, source }, faults)
    }
}
