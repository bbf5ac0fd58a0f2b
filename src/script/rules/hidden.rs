//! Static analysis for hidden state: variables that a script's functions keep from one call to the next.

use std::collections::HashSet;
use std::sync::Arc;

use super::source::{Source, SourcePlace};
use super::source_map::PathPattern;
use crate::syntax::{Field, Kind, Scopes, SyntaxTree, is_assignment_target};

/// Functions of `table` that mutate their argument.
const MUTATORS: &[&str] = &["insert", "remove", "sort"];

/// Names that functions of a script assign to, or whose tables they change, although they are declared outside: each
/// with the places of the changes, in source order. Local variables of a hook are created in every call and not
/// reported.
pub fn hidden_state(source: &Arc<Source>) -> Vec<(String, SourcePlace)> {
    let (Some(tree), Some(scopes)) = (source.tree(), source.scopes()) else { return Vec::new() };
    let lines = source.source_map();
    let hooks: HashSet<usize> = [
        &[PathPattern::Key("rules"), PathPattern::Key("hooks"), PathPattern::Any][..],
        &[PathPattern::Key("rules"), PathPattern::Key("finish")],
        &[PathPattern::Key("rules"), PathPattern::Key("points")],
        &[PathPattern::Key("rules"), PathPattern::Key("match"), PathPattern::Any],
        &[PathPattern::Key("choose")],
        &[PathPattern::Key("evaluate")],
        &[PathPattern::Key("steps"), PathPattern::Any, PathPattern::Key("accept"), PathPattern::Below],
    ]
    .into_iter()
    .flat_map(|pattern| lines.functions(pattern))
    .collect();
    let is_per_call =
        |function: usize| hooks.iter().any(|&hook| hook == function || tree.descendants(hook).contains(&function));
    let mut mutations: Vec<(usize, String)> = Vec::new();
    for binding in scopes.bindings.iter().filter(|binding| !tree.is_function(binding.node)) {
        let is_outside_use = |used: &&usize| scopes.enclosing_function(**used) != Some(binding.function);
        let mut changed = binding
            .uses
            .iter()
            .filter(is_outside_use)
            .filter(|used| binding.assignments.contains(used) || is_mutated(source, tree, scopes, **used));
        if let Some(first) = changed.next()
            && !is_per_call(binding.function)
        {
            let name = tree.text(&source.text, binding.node).to_owned();
            mutations.extend([first].into_iter().chain(changed).map(|&used| (used, name.clone())));
        }
    }
    mutations.sort_unstable();
    mutations.into_iter().map(|(used, name)| (name, SourcePlace::part(source, tree.span(used)))).collect()
}

/// Whether the table is changed where a name is used: `x.k = ..`, `table.insert(x, ..)`.
fn is_mutated(source: &Source, tree: &SyntaxTree, scopes: &Scopes, name: usize) -> bool {
    let mut node = name;
    while let Some(index) = tree.parent(node).filter(|&parent| {
        matches!(tree.kind(parent), Kind::Dot | Kind::Bracket | Kind::Colon) && tree.field(node) == Field::Table
    }) {
        node = index;
    }
    let Some(parent) = tree.parent(node) else { return false };
    match tree.kind(parent) {
        Kind::Names => node != name && is_assignment_target(tree, parent),
        Kind::Function => node != name && tree.field(node) == Field::Name,
        Kind::Arguments => {
            let is_first = tree.children(parent).next() == Some(node);
            let callee = tree.parent(parent).and_then(|call| tree.child(call, Field::Name));
            is_first && callee.is_some_and(|callee| is_mutator(source, tree, scopes, callee))
        }
        _ => false,
    }
}

/// Whether a called function is `table.insert` or another of [`MUTATORS`].
fn is_mutator(source: &Source, tree: &SyntaxTree, scopes: &Scopes, callee: usize) -> bool {
    let (Kind::Dot, Some(table), Some(key)) =
        (tree.kind(callee), tree.child(callee, Field::Table), tree.child(callee, Field::Key))
    else {
        return false;
    };
    tree.text(&source.text, table) == "table"
        && scopes.binding_of(table).is_none()
        && MUTATORS.contains(&tree.text(&source.text, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe_hidden_state(text: &str) -> String {
        let source = Arc::new(Source::new("x.lua", text));
        assert!(source.tree().is_some(), "{text}");
        let hidden = hidden_state(&source);
        let texts = hidden.iter().map(|(name, place)| {
            let (column, _) = place.columns().expect("a place");
            format!("{name} {}:{column}", place.line().expect("a line"))
        });
        texts.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn assignments_to_outer_variables_are_kept() {
        for (text, expected) in [
            ("local n = 0\nlocal f = function() n = n + 1 end", "n 2:22"),
            ("local t = {}\nfunction t.f() t.k = 1 end", "t 2:16"),
            ("local t = {}\nlocal function f(i) t[i] = 1 t.a.b[i] = 2 end", "t 2:21, t 2:30"),
            (
                "local t = {}\nlocal function f(i) table.insert(t, i) table.remove(t.a) return #t, t[1] end",
                "t 2:34, t 2:53",
            ),
            ("local t = {}\nlocal function f(i) table.concat(t, i) table.insert(i, t) return t end", ""),
            ("local n = 0 n = 1 local function f() return n end", ""),
            ("local function f() local n = 0 n = 1 end", ""),
            ("local function make() local n = 0 return function() n = n + 1 return n end end", "n 1:53"),
            ("local a, b local function f() a, b = b, a end", "a 1:31, b 1:34"),
            ("local table = {} local function f() table.insert(table, 1) end", ""),
        ] {
            assert_eq!(describe_hidden_state(text), expected, "{text}");
        }
    }

    #[test]
    fn local_variables_of_a_hook_are_new_with_every_call() {
        let text = "local seen = {}
return variant 'x' { base = 'tak', rules = function(o)
  local count = 0
  return { hooks = { allow = function(view, move)
    local n = 0
    local function add() n = n + 1 count = count + 1 end
    add() seen[move.text] = true
    return n > 0
  end } }
end }";
        assert_eq!(describe_hidden_state(text), "count 6:36, seen 7:11");
    }
}
