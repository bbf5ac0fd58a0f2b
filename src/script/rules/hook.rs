//! Hooks: functions of a script, and when they are called.

use super::decl::{DeclNode, DeclValue};
use super::options::unknown_key;
use super::source::{Diagnostic, SourcePlace};
use houserule_core::mechanics::BoardRules;

/// Kinds of hooks, by when they are called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HookKind {
    /// Before a move: whether it is allowed.
    Allow,
    /// After a move was tried: whether it is rejected.
    Reject,
    /// After a move: effects.
    AfterMove,
    /// After a move: whether the game is over.
    Finish,
    /// At the end: points.
    Points,
    /// When moves are listed: additional named actions.
    Moves,
    /// After a move: who moves next.
    Next,
    /// Before the first move: effects.
    Setup,
    /// Before the first move: order of the tiles.
    Deal,
}

impl HookKind {
    pub(super) fn bit(self) -> u16 {
        1 << self as u8
    }

    /// All kinds.
    pub const ALL: [HookKind; 9] = [
        HookKind::Allow,
        HookKind::Reject,
        HookKind::AfterMove,
        HookKind::Finish,
        HookKind::Points,
        HookKind::Moves,
        HookKind::Next,
        HookKind::Setup,
        HookKind::Deal,
    ];

    /// Whether such a function may also replace the rules part of the same name.
    pub fn can_replace_part(self) -> bool {
        matches!(self, HookKind::Finish | HookKind::Points)
    }

    /// Lua key.
    pub fn key(self) -> &'static str {
        match self {
            HookKind::Allow => "allow",
            HookKind::Reject => "reject",
            HookKind::AfterMove => "after_move",
            HookKind::Finish => "finish",
            HookKind::Points => "points",
            HookKind::Moves => "moves",
            HookKind::Next => "next",
            HookKind::Setup => "setup",
            HookKind::Deal => "deal",
        }
    }
}

/// Declared hook.
#[derive(Clone, Debug)]
pub struct HookDecl {
    /// When it is called.
    pub kind: HookKind,
    /// Script that it belongs to; violations carry this name.
    pub script: String,
    /// Number in the script host.
    pub function: usize,
    /// Where it is declared.
    pub place: SourcePlace,
}

impl HookDecl {
    /// Key path by which violations cite a hook.
    pub fn key_path(kind: HookKind, script: &str) -> String {
        format!("hooks.{}.{script}", kind.key())
    }
}

impl HookKind {
    /// Whether a hook of this kind is ever called in a game.
    pub fn supports(self, mechanic: &dyn BoardRules) -> bool {
        match self {
            HookKind::Moves => mechanic.puzzle().is_none() && !mechanic.is_race(),
            HookKind::Deal => mechanic.dealing().is_some(),
            _ => true,
        }
    }
}

/// Extracts the functions of a layer's rules: those under `hooks`, and `points` or `finish` where a function replaces
/// them.
pub(super) fn take_hooks(script: &str, rules: &mut DeclNode, hooks: &mut Vec<HookDecl>, faults: &mut Vec<Diagnostic>) {
    let DeclValue::Map(map) = &mut rules.value else { return };
    for kind in HookKind::ALL.into_iter().filter(|kind| kind.can_replace_part()) {
        if let Some(DeclNode { value: DeclValue::Function(function), place }) = map.get(kind.key()) {
            hooks.push(HookDecl { kind, script: script.to_string(), function: *function, place: place.clone() });
            map.remove(kind.key());
        }
    }
    let Some(node) = map.remove("hooks") else { return };
    let Some(table) = node.as_map() else {
        faults.push(Diagnostic::new(
            &node.place,
            "hooks",
            format!("expected a table of functions, not {}", node.describe()),
        ));
        return;
    };
    for (key, node) in table {
        let Some(kind) = HookKind::ALL.into_iter().find(|kind| kind.key() == key) else {
            faults.push(unknown_key(&node.place, "hooks", key, HookKind::ALL.map(HookKind::key)));
            continue;
        };
        match node.value {
            DeclValue::Function(function) => {
                hooks.push(HookDecl { kind, script: script.to_string(), function, place: node.place.clone() });
            }
            _ => {
                let message = format!("expected a function, not {}", node.describe());
                faults.push(Diagnostic::new(&node.place, format!("hooks.{key}"), message));
            }
        }
    }
}
