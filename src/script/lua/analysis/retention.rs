//! Escape analysis: functions that may retain their arguments after the call, in a variable, a table, a closure, or
//! through a function that they pass them to.

use std::collections::HashSet;

use super::AnalysedScript;
use crate::rules::Source;
use crate::syntax::{Field, Kind};

/// Whether the function that begins on a line may retain one of its arguments. Conservative where the text does not
/// show it.
pub fn may_retain_arguments(source: &Source, line: u32) -> bool {
    let Some(script) = AnalysedScript::new(source).filter(|script| !script.scopes.uses_env) else { return true };
    let start_line = |at: usize| source.line_index().line_at(script.tree.span(at).start);
    let functions: Vec<usize> =
        script.tree.all().filter(|&at| script.tree.is_function(at) && start_line(at) == line).collect();
    // If several functions begin on the line, any of them may be the one.
    functions.is_empty() || functions.iter().any(|&function| may_retain(&script, function))
}

/// Parameter: the function and the index.
type ParameterRef = (usize, usize);

/// Whether a function may retain an argument, itself or through functions of the file that it passes it to.
fn may_retain(script: &AnalysedScript, root: usize) -> bool {
    let Some(count) = parameter_count(script, root) else { return true };
    let mut worklist: Vec<ParameterRef> = (0..count).map(|index| (root, index)).collect();
    let mut visited: HashSet<ParameterRef> = worklist.iter().copied().collect();
    while let Some((function, index)) = worklist.pop() {
        let Some(binding) = script.scopes.parameter(function, index) else { return true };
        for &used in &binding.uses {
            if script.scopes.enclosing_function(used) != Some(function) {
                return true;
            }
            if is_access(script, used) || function == root && is_passed_to_base(script, used) {
                continue;
            }
            match argument_fate(script, used) {
                Some(ArgumentFate::Parameter(parameter)) if visited.insert(parameter) => worklist.push(parameter),
                Some(_) => {}
                None => return true,
            }
        }
    }
    false
}

/// Counts the parameters of a function, if all are named, unlike `...` and `self`.
fn parameter_count(script: &AnalysedScript, function: usize) -> Option<usize> {
    let tree = script.tree;
    let list = tree.child(function, Field::Parameters)?;
    let is_method = tree.child(function, Field::Name).is_some_and(|name| tree.kind(name) == Kind::Colon);
    let is_named = tree.children(list).all(|name| tree.kind(name) == Kind::Identifier);
    (is_named && !is_method).then(|| tree.children(list).count())
}

/// Whether a use does not pass on the value itself: `view.turn`, `view:top(...)`, `base(...)`.
fn is_access(script: &AnalysedScript, used: usize) -> bool {
    let tree = script.tree;
    let Some(parent) = tree.parent(used) else { return false };
    match tree.kind(parent) {
        Kind::Dot | Kind::Colon => tree.field(used) == Field::Table,
        Kind::Call => tree.field(used) == Field::Name,
        _ => false,
    }
}

/// Returns the name of the function that a value is passed to, and the argument index.
fn callee(script: &AnalysedScript, used: usize) -> Option<(usize, usize)> {
    let tree = script.tree;
    let arguments = tree.parent(used).filter(|&list| tree.kind(list) == Kind::Arguments)?;
    let call = tree.parent(arguments).filter(|&call| tree.kind(call) == Kind::Call)?;
    let callee = tree.child(call, Field::Name).filter(|&callee| tree.kind(callee) == Kind::Identifier)?;
    Some((callee, tree.children(arguments).position(|argument| argument == used)?))
}

/// Whether a value is passed to `base`, a parameter of the same hook: `base` is ours and retains nothing.
fn is_passed_to_base(script: &AnalysedScript, used: usize) -> bool {
    let binding_of = |name: usize| script.scopes.binding_of(name);
    let base = callee(script, used).and_then(|(callee, _)| binding_of(callee));
    base.is_some_and(|base| {
        let is_same_function = binding_of(used).is_some_and(|binding| binding.function == base.function);
        base.parameter.is_some() && base.assignments.is_empty() && is_same_function
    })
}

/// Fate of an argument passed to a function of the file.
enum ArgumentFate {
    Parameter(ParameterRef),
    /// The function has fewer parameters.
    Dropped,
}

/// Returns the parameter that an argument such as `helper(view)` becomes, if that is certain.
fn argument_fate(script: &AnalysedScript, used: usize) -> Option<ArgumentFate> {
    let (callee, index) = callee(script, used)?;
    let function = script.scopes.resolve_function(script.tree, callee)?;
    let count = parameter_count(script, function)?;
    Some(if index < count { ArgumentFate::Parameter((function, index)) } else { ArgumentFate::Dropped })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_that_is_only_read_is_not_retained() {
        for body in [
            "return true",
            "return view.turn > 3 and move.piece == 'wall'",
            "for _, cell in ipairs(view.cells) do if view:top(cell) then return false end end return true",
            "local turn = view.turn keep = function() return turn end return true",
            "local points = move(view) points.white = 1 return points",
            "local seen = { view.turn, top = view:top(move.cell) } return seen",
            "return turn(view) > 3 and turn(view, move) < again(1, view)",
            "return turn(move, view, view) > 3",
        ] {
            let helpers = "local keep local function turn(v) return v.turn end \
                           local again again = 1 local function again(n, v) return n > v.turn and turn(v) or again(n + 1, v) end";
            let text = format!("{helpers}\nreturn function(view, move)\n{body} end");
            assert!(!may_retain_arguments(&Source::new("x.lua", text), 2), "{body}");
        }
        let lines = "return function(view)\nlocal turn = view.turn\nreturn function()\nreturn turn\nend end";
        assert!(!may_retain_arguments(&Source::new("x.lua", lines), 1));
    }

    #[test]
    fn an_argument_that_may_escape_counts_as_retained() {
        for function in [
            "function(view) keep = view end",
            "function(view) keep[1] = view end",
            "function(view) keep = { view } end",
            "function(view) keep[view] = true end",
            "function(view) local v = view end",
            "function(view) view = nil end",
            "function(view) return view end",
            "function(view) keep(view) end",
            "function(view) return view.top(view, 'a1') end",
            "function(view) return (view or keep).turn end",
            "function(view) keep = function() return view.turn end end",
            "function(view, move) keep = move end",
            "function(view, base) base = keep base(view) end",
            "function(view) hand(view, 1) end",
            "function(view) again(1, view) end",
            "function(view) change(view) end",
            "function(view, move) back(view, keep) end",
            "function(view) (function(v) keep = v end)(view) end",
            "function(...) keep = ... end",
            "function(view, ...) return view.turn end",
        ] {
            let helpers = "local keep = {} local function hand(v) keep = v end \
                           local function again(n, v) if n > 3 then return hand(v) end return again(n + 1, v) end \
                           local change = function(v) end change = hand \
                           local function back(v, f) return f(v) end";
            let source = Source::new("x.lua", format!("{helpers}\nreturn\n{function}"));
            assert!(may_retain_arguments(&source, 3), "{function}");
        }
        let method = Source::new("x.lua", "local t = {}\nfunction t:allow(move) return self.turn end");
        assert!(may_retain_arguments(&method, 2));
        let env = Source::new("x.lua", "return function(_ENV) return turn end");
        assert!(may_retain_arguments(&env, 1));
        assert!(may_retain_arguments(&Source::new("x.lua", "return function(view) end"), 7));
    }
}
