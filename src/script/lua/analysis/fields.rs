//! Fields and methods that a script names directly on its arguments: the view, the move. Indirect uses are checked at
//! run time.

use std::collections::HashSet;

use super::AnalysedScript;
use crate::lua::manual::{self, DocEntry, DocGroup};
use crate::lua::view::unknown_field_message;
use crate::rules::source_map::PathPattern;
use crate::rules::{HookKind, SourceProblem};
use crate::syntax::{Binding, Edit, Field, Kind};
use houserule_core::text::nearest;

/// Argument of a hook.
#[derive(Clone, Copy)]
struct HookArgument {
    /// Name in messages.
    name: &'static str,
    groups: &'static [DocGroup],
    /// Whether it offers search, as the view of a bot does.
    can_search: bool,
}

const VIEW: HookArgument = HookArgument { name: "view", groups: manual::VIEW, can_search: false };
const MOVE: HookArgument = HookArgument { name: "move", groups: manual::MOVE, can_search: false };
const SEARCH_VIEW: HookArgument = HookArgument { can_search: true, ..VIEW };

/// Function that the program calls.
struct HookFunction {
    function: usize,
    name: &'static str,
    /// Its parameters, by their names in the manual; the fields of some are not checked.
    parameters: Vec<(&'static str, Option<HookArgument>)>,
}

pub(super) fn problems(script: &AnalysedScript) -> Vec<SourceProblem> {
    let mut problems = Vec::new();
    let mut reported = HashSet::new();
    for hook in hook_functions(script) {
        let names: Vec<&str> = hook.parameters.iter().map(|(name, _)| *name).collect();
        let signature = format!("`{}` takes ({})", hook.name, names.join(", "));
        for index in 0.. {
            let Some(binding) = script.scopes.parameter(hook.function, index) else { break };
            if !reported.insert(binding.node) || !binding.assignments.is_empty() {
                continue;
            }
            let name = script.text(binding.node);
            match hook.parameters.get(index) {
                None if !binding.uses.is_empty() => {
                    problems.push(script.problem(binding.node, format!("{signature}; `{name}` would always be nil")));
                }
                Some((_, Some(argument))) => {
                    let wrong = wrong_fields(script, binding, *argument);
                    // `function(move)` where the view comes first: one message about that, not one per field.
                    let other_position = names.iter().position(|other| *other == name).filter(|&other| other != index);
                    match other_position {
                        Some(_) if !wrong.is_empty() => {
                            let message = format!("{signature}, so `{name}` is the {} here", argument.name);
                            problems.push(script.problem(binding.node, message));
                        }
                        _ => problems.extend(wrong),
                    }
                }
                _ => {}
            }
        }
    }
    problems
}

/// Lists the functions of the declaration that are called during a game.
fn hook_functions(script: &AnalysedScript) -> Vec<HookFunction> {
    let lines = script.source.source_map();
    let mut functions = Vec::new();
    for kind in HookKind::ALL {
        let hook = manual::hook(kind);
        let argument = |form: &str| match form {
            "houserule.View" => Some(VIEW),
            "houserule.Move" => Some(MOVE),
            _ => None,
        };
        let paths: &[&[PathPattern]] = match kind.can_replace_part() {
            true => &[
                &[PathPattern::Key("rules"), PathPattern::Key("hooks"), PathPattern::Key(kind.key())],
                &[PathPattern::Key("rules"), PathPattern::Key(kind.key())],
            ],
            false => &[&[PathPattern::Key("rules"), PathPattern::Key("hooks"), PathPattern::Key(kind.key())]],
        };
        for function in paths.iter().flat_map(|path| lines.functions(path)) {
            let parameters =
                hook.params.iter().map(|parameter| (parameter.name, argument(parameter.lua_type))).collect();
            functions.push(HookFunction { function, name: kind.key(), parameters });
        }
    }
    for (name, parameters) in [("points", vec!["game", "match"]), ("over", vec!["match"])] {
        for function in lines.functions(&[PathPattern::Key("rules"), PathPattern::Key("match"), PathPattern::Key(name)])
        {
            let parameters = parameters.iter().map(|parameter| (*parameter, None)).collect();
            functions.push(HookFunction { function, name, parameters });
        }
    }
    for name in ["choose", "evaluate"] {
        for function in lines.functions(&[PathPattern::Key(name)]) {
            functions.push(HookFunction { function, name, parameters: vec![("view", Some(SEARCH_VIEW))] });
        }
    }
    // Goals may contain goals.
    for function in
        lines.functions(&[PathPattern::Key("steps"), PathPattern::Any, PathPattern::Key("accept"), PathPattern::Below])
    {
        let parameters = vec![("before", Some(SEARCH_VIEW)), ("after", Some(SEARCH_VIEW))];
        functions.push(HookFunction { function, name: "accept", parameters });
    }
    functions
}

/// Lists every field that a function names directly on an argument: the argument, the expression and its key.
pub(super) fn argument_fields(script: &AnalysedScript) -> Vec<(&'static str, usize, usize)> {
    let mut fields = Vec::new();
    for hook in hook_functions(script) {
        for (index, (_, argument)) in hook.parameters.iter().enumerate() {
            let binding = script.scopes.parameter(hook.function, index);
            let (Some(argument), Some(binding)) = (argument, binding) else { continue };
            let uses = binding.uses.iter().filter(|_| binding.assignments.is_empty());
            fields.extend(uses.filter_map(|&used| {
                let tree = script.tree;
                let index = tree.parent(used).filter(|_| tree.field(used) == Field::Table)?;
                let key = tree.child(index, Field::Key).filter(|_| tree.kind(index) == Kind::Dot)?;
                Some((argument.name, index, key))
            }));
        }
    }
    fields
}

/// Lists every call of the parameter `base`, whatever its name in the script.
pub(super) fn base_calls(script: &AnalysedScript) -> Vec<usize> {
    let tree = script.tree;
    let bases = hook_functions(script).into_iter().filter_map(|hook| {
        let index = hook.parameters.iter().position(|(name, _)| *name == "base")?;
        script.scopes.parameter(hook.function, index).filter(|binding| binding.assignments.is_empty())
    });
    let calls = bases.flat_map(|binding| {
        let callees = binding.uses.iter().filter(|&&used| tree.field(used) == Field::Name);
        callees.filter_map(|&used| tree.parent(used)).filter(|&call| tree.kind(call) == Kind::Call)
    });
    calls.collect()
}

fn entries(argument: HookArgument) -> impl Iterator<Item = &'static DocEntry> + Clone {
    let groups = argument.groups.iter().filter(move |group| argument.can_search || group.title != manual::BOTS);
    groups.flat_map(|group| group.entries)
}

/// Reports wrong uses of a parameter, one problem per name.
fn wrong_fields(script: &AnalysedScript, binding: &Binding, argument: HookArgument) -> Vec<SourceProblem> {
    let (tree, mut problems, mut reported) = (script.tree, Vec::new(), HashSet::new());
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
        let parent = tree.parent(index);
        let is_assigned = parent.is_some_and(|parent| matches!(tree.kind(parent), Kind::Names | Kind::Function));
        let is_called = tree.field(index) == Field::Name && parent.is_some_and(|call| tree.kind(call) == Kind::Call);
        let entry = entries(argument).find(|entry| entry.name == name);
        let known = entries(argument).map(|entry| entry.name);
        let problem = match entry {
            _ if is_assigned => {
                script.problem(key, format!("the {} is read-only; `{name}` cannot be assigned", argument.name))
            }
            None if manual::names(argument.groups).any(|known| known == name) => {
                script.problem(key, format!("`{name}` is available only in the functions of a bot"))
            }
            None => {
                let message = unknown_field_message(argument.name, name, known.clone());
                script.problem_with_fix(key, message, nearest(name, known))
            }
            Some(entry) if entry.params.is_some() && is_called && tree.kind(index) == Kind::Dot => {
                let message = format!("`{name}` is a method; write `{parameter}:{name}(...)`");
                let dot = tree.span(used).end..tree.span(key).start;
                SourceProblem { fix: Some(Edit { span: dot, text: ":".to_string() }), ..script.problem(key, message) }
            }
            Some(entry) if entry.params.is_none() && tree.kind(index) == Kind::Colon => {
                script.problem(key, format!("`{name}` is a value, not a function; write `{parameter}.{name}`"))
            }
            Some(_) => continue,
        };
        if reported.insert(name) {
            problems.push(problem);
        }
    }
    problems
}
