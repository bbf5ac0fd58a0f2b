//! Undeclared names. In a branch that never runs they would stay unnoticed.

use std::collections::HashSet;

use super::{AnalysedScript, KnownNames};
use crate::lua::sandbox::{meant_name, unknown_name, unwritable_name};
use crate::rules::SourceProblem;
use crate::syntax::{Field, Kind};

/// Reports undeclared names, one problem per name, at its first use.
pub(super) fn problems(script: &AnalysedScript, known: &KnownNames) -> Vec<SourceProblem> {
    if script.scopes.uses_env {
        return Vec::new();
    }
    let (tree, mut problems, mut reported) = (script.tree, Vec::new(), HashSet::new());
    // An assignment is the best explanation of a name that does not exist when it is read.
    for free in script.scopes.free.iter().filter(|free| free.is_assigned) {
        let name = script.text(free.node);
        if reported.insert(name.to_owned()) {
            problems.push(script.problem(free.node, unwritable_name("", name, known.contains_key(name))));
        }
    }
    for free in &script.scopes.free {
        let name = script.text(free.node);
        let Some(members) = known.get(name) else {
            if reported.insert(name.to_owned()) {
                let visible = script.scopes.bindings.iter().filter(|binding| binding.scope.contains(&free.node));
                let own = visible.map(|binding| match tree.is_function(binding.node) {
                    true => "self".to_owned(),
                    false => script.text(binding.node).to_owned(),
                });
                let all: Vec<String> = own.chain(known.keys().cloned()).collect();
                let message = unknown_name("", name, all.iter().cloned());
                problems.push(script.problem_with_fix(free.node, message, meant_name("", name, all.into_iter())));
            }
            continue;
        };
        let Some(index) = tree.parent(free.node).filter(|&parent| {
            tree.kind(parent) == Kind::Dot && tree.field(free.node) == Field::Table && !members.is_empty()
        }) else {
            continue;
        };
        let Some(key) = tree.child(index, Field::Key) else { continue };
        let (member, prefix) = (script.text(key), format!("{name}."));
        let is_assigned =
            tree.parent(index).is_some_and(|parent| matches!(tree.kind(parent), Kind::Names | Kind::Function));
        let is_known = members.iter().any(|known| known == member);
        if (is_assigned || !is_known) && reported.insert(format!("{prefix}{member}")) {
            problems.push(match is_assigned {
                true => script.problem(key, unwritable_name(&prefix, member, is_known)),
                false => {
                    let suggestion = meant_name(&prefix, member, members.iter().cloned());
                    let suggestion = suggestion.as_deref().and_then(|meant| meant.strip_prefix(&prefix));
                    script.problem_with_fix(key, unknown_name(&prefix, member, members.iter().cloned()), suggestion)
                }
            });
        }
    }
    problems
}
