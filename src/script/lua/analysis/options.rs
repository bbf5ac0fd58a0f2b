//! Options that a script reads without declaring them.

use std::collections::HashSet;

use super::AnalysedScript;
use crate::rules::source_map::PathPattern;
use crate::rules::{Source, SourceProblem};
use crate::syntax::{Field, Kind};
use houserule_core::text::{nearest, one_line};

/// Message about an option that does not exist.
pub fn unknown_option<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let name = one_line(name, 40);
    let all: Vec<&str> = known.clone().into_iter().collect();
    match nearest(&name, known) {
        Some(near) => format!("unknown option `{name}`; did you mean `{near}`?"),
        None if all.is_empty() => format!("unknown option `{name}`; there are no options"),
        None => format!("unknown option `{name}`; the options are {}", all.join(", ")),
    }
}

/// Reports options that `rules` reads directly from its parameter and that are not among `known`, one problem per name.
pub fn unknown_options(source: &Source, known: &[&str]) -> Vec<SourceProblem> {
    let Some(script) = AnalysedScript::new(source) else { return Vec::new() };
    let (tree, mut problems, mut reported) = (script.tree, Vec::new(), HashSet::new());
    for function in source.source_map().functions(&[PathPattern::Key("rules")]) {
        let Some(options) = script.scopes.parameter(function, 0).filter(|it| it.assignments.is_empty()) else {
            continue;
        };
        let access = |used: &usize| {
            let index = tree.parent(*used).filter(|_| tree.field(*used) == Field::Table)?;
            let is_assigned = tree.parent(index).is_some_and(|parent| tree.kind(parent) == Kind::Names);
            (tree.kind(index) == Kind::Dot).then_some((tree.child(index, Field::Key)?, is_assigned))
        };
        let accesses: Vec<(usize, bool)> = options.uses.iter().filter_map(access).collect();
        // A script may store values of its own there.
        let own: HashSet<&str> =
            accesses.iter().filter(|(_, is_assigned)| *is_assigned).map(|(key, _)| script.text(*key)).collect();
        for (key, _) in accesses {
            let name = script.text(key);
            if !known.contains(&name) && !own.contains(name) && reported.insert(name) {
                let near = nearest(name, known.iter().copied());
                problems.push(script.problem_with_fix(key, unknown_option(name, known.iter().copied()), near));
            }
        }
    }
    problems
}
