//! Fields and methods that a script names directly on its arguments: the view, the move. Indirect uses are checked at
//! run time.

use std::collections::HashSet;

use super::AnalysedScript;
use crate::lua::manual::{self, DocEntry, DocGroup};
use crate::lua::view::no_such_field;
use crate::rules::lines::PathPattern;
use crate::rules::{HookKind, SourceProblem};
use crate::syntax::{Binding, Edit, Field, Kind};
use houserule_core::text::nearest;

/// Argument of a hook.
#[derive(Clone, Copy)]
struct HookArgument {
    /// Name in messages.
    what: &'static str,
    groups: &'static [DocGroup],
    /// Whether it can look ahead, as for bots.
    is_ahead: bool,
}

const VIEW: HookArgument = HookArgument { what: "view", groups: manual::VIEW, is_ahead: false };
const MOVE: HookArgument = HookArgument { what: "move", groups: manual::MOVE, is_ahead: false };
const SEARCH_VIEW: HookArgument = HookArgument { is_ahead: true, ..VIEW };

/// Function that the program calls.
struct HookFunction {
    function: usize,
    name: &'static str,
    /// Its arguments, by the names in the manual; the fields of some are not checked.
    takes: Vec<(&'static str, Option<HookArgument>)>,
}

pub(super) fn slips(script: &AnalysedScript) -> Vec<SourceProblem> {
    let mut slips = Vec::new();
    let mut told = HashSet::new();
    for asked in asked(script) {
        let names: Vec<&str> = asked.takes.iter().map(|(name, _)| *name).collect();
        let signature = format!("`{}` is given ({})", asked.name, names.join(", "));
        for index in 0.. {
            let Some(binding) = script.scopes.parameter(asked.function, index) else { break };
            if !told.insert(binding.node) || !binding.assigned.is_empty() {
                continue;
            }
            let name = script.text(binding.node);
            match asked.takes.get(index) {
                None if !binding.uses.is_empty() => {
                    slips.push(script.slip(binding.node, format!("{signature}; `{name}` would always be nil")));
                }
                Some((_, Some(given))) => {
                    let wrong = wrong_fields(script, binding, *given);
                    // `function(move)` where the view comes first: one message about that, not one per field.
                    let meant = names.iter().position(|other| *other == name).filter(|&other| other != index);
                    match meant {
                        Some(_) if !wrong.is_empty() => {
                            let says = format!("{signature}, so `{name}` is the {} here", given.what);
                            slips.push(script.slip(binding.node, says));
                        }
                        _ => slips.extend(wrong),
                    }
                }
                _ => {}
            }
        }
    }
    slips
}

/// Functions of the declaration that are called during a game.
fn asked(script: &AnalysedScript) -> Vec<HookFunction> {
    let lines = script.source.lines();
    let mut asked = Vec::new();
    for kind in HookKind::ALL {
        let hook = manual::hook(kind);
        let given = |form: &str| match form {
            "houserule.View" => Some(VIEW),
            "houserule.Move" => Some(MOVE),
            _ => None,
        };
        let paths: &[&[PathPattern]] = match kind.may_be_part() {
            true => &[
                &[PathPattern::Key("rules"), PathPattern::Key("hooks"), PathPattern::Key(kind.key())],
                &[PathPattern::Key("rules"), PathPattern::Key(kind.key())],
            ],
            false => &[&[PathPattern::Key("rules"), PathPattern::Key("hooks"), PathPattern::Key(kind.key())]],
        };
        for function in paths.iter().flat_map(|path| lines.functions(path)) {
            let takes = hook.takes.iter().map(|taken| (taken.name, given(taken.form))).collect();
            asked.push(HookFunction { function, name: kind.key(), takes });
        }
    }
    for name in ["choose", "evaluate"] {
        for function in lines.functions(&[PathPattern::Key(name)]) {
            asked.push(HookFunction { function, name, takes: vec![("view", Some(SEARCH_VIEW))] });
        }
    }
    // Goals may contain goals.
    for function in
        lines.functions(&[PathPattern::Key("steps"), PathPattern::Any, PathPattern::Key("accept"), PathPattern::Below])
    {
        let takes = vec![("before", Some(SEARCH_VIEW)), ("after", Some(SEARCH_VIEW))];
        asked.push(HookFunction { function, name: "accept", takes });
    }
    asked
}

/// Every field that a function names directly on an argument: the argument, the expression and its key.
pub(super) fn given_fields(script: &AnalysedScript) -> Vec<(&'static str, usize, usize)> {
    let mut fields = Vec::new();
    for asked in asked(script) {
        for (index, (_, given)) in asked.takes.iter().enumerate() {
            let binding = script.scopes.parameter(asked.function, index);
            let (Some(given), Some(binding)) = (given, binding) else { continue };
            let uses = binding.uses.iter().filter(|_| binding.assigned.is_empty());
            fields.extend(uses.filter_map(|&used| {
                let tree = script.tree;
                let index = tree.parent(used).filter(|_| tree.field(used) == Field::Table)?;
                let key = tree.child(index, Field::Key).filter(|_| tree.kind(index) == Kind::Dot)?;
                Some((given.what, index, key))
            }));
        }
    }
    fields
}

/// Every call of `base`, whatever name a function has for it.
pub(super) fn base_calls(script: &AnalysedScript) -> Vec<usize> {
    let tree = script.tree;
    let bases = asked(script).into_iter().filter_map(|asked| {
        let index = asked.takes.iter().position(|(name, _)| *name == "base")?;
        script.scopes.parameter(asked.function, index).filter(|binding| binding.assigned.is_empty())
    });
    let calls = bases.flat_map(|binding| {
        let called = binding.uses.iter().filter(|&&used| tree.field(used) == Field::Name);
        called.filter_map(|&used| tree.parent(used)).filter(|&call| tree.kind(call) == Kind::Call)
    });
    calls.collect()
}

fn entries(given: HookArgument) -> impl Iterator<Item = &'static DocEntry> + Clone {
    let groups = given.groups.iter().filter(move |group| given.is_ahead || group.title != manual::BOTS);
    groups.flat_map(|group| group.entries)
}

/// Wrong uses of a parameter, one problem per name.
fn wrong_fields(script: &AnalysedScript, binding: &Binding, given: HookArgument) -> Vec<SourceProblem> {
    let (tree, mut slips, mut told) = (script.tree, Vec::new(), HashSet::new());
    let parameter = script.text(binding.node);
    for &used in &binding.uses {
        let Some(index) = tree.parent(used).filter(|_| tree.field(used) == Field::Table) else { continue };
        let key = match tree.kind(index) {
            Kind::Dot => tree.child(index, Field::Key),
            Kind::Colon => tree.child(index, Field::Method),
            _ => None,
        };
        let Some(key) = key else { continue };
        let name = script.text(key);
        let around = tree.parent(index);
        let is_assigned = around.is_some_and(|parent| matches!(tree.kind(parent), Kind::Names | Kind::Function));
        let is_called = tree.field(index) == Field::Name && around.is_some_and(|call| tree.kind(call) == Kind::Call);
        let entry = entries(given).find(|entry| entry.name == name);
        let known = entries(given).map(|entry| entry.name);
        let slip = match entry {
            _ if is_assigned => {
                script.slip(key, format!("the {} is read-only; nothing can be assigned to `{name}`", given.what))
            }
            None if manual::names(given.groups).any(|known| known == name) => {
                script.slip(key, format!("`{name}` is there only in the functions of a bot"))
            }
            None => {
                let says = no_such_field(given.what, name, known.clone());
                script.meant(key, says, nearest(name, known))
            }
            Some(entry) if entry.takes.is_some() && is_called && tree.kind(index) == Kind::Dot => {
                let says = format!("`{name}` is called with a colon: `{parameter}:{name}(...)`");
                let dot = tree.span(used).end..tree.span(key).start;
                SourceProblem { mend: Some(Edit { span: dot, text: ":".to_string() }), ..script.slip(key, says) }
            }
            Some(entry) if entry.takes.is_none() && tree.kind(index) == Kind::Colon => {
                script.slip(key, format!("`{name}` is a value, not a function: write `{parameter}.{name}`"))
            }
            Some(_) => continue,
        };
        if told.insert(name) {
            slips.push(slip);
        }
    }
    slips
}
