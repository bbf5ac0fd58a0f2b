//! Functions that may keep what they are given beyond their call: in a variable, in a table, in a function of theirs, or by
//! way of a function that they hand it to.

use super::Script;
use crate::rules::Source;
use crate::syntax::{Binding, Field, Kind};

/// Whether the function that begins on a line may keep one of its arguments. What cannot be read off the text may.
pub fn may_keep_arguments(source: &Source, line: u32) -> bool {
    let Some(script) = Script::of(source).filter(|script| !script.scopes.speaks_of_env) else { return true };
    let begins = |at: usize| source.layout().line_at(script.tree.span(at).start);
    let functions: Vec<usize> =
        script.tree.all().filter(|&at| script.tree.is_function(at) && begins(at) == line).collect();
    // Of several on one line any may be the one.
    functions.is_empty() || functions.iter().any(|&function| may_keep(&script, function))
}

fn may_keep(script: &Script, function: usize) -> bool {
    let tree = script.tree;
    let Some(list) = tree.child(function, Field::Parameters) else { return true };
    let is_method = tree.child(function, Field::Name).is_some_and(|name| tree.kind(name) == Kind::Colon);
    let mut names = tree.children(list);
    // `...` and `self` have no names that could be followed.
    if is_method || !names.all(|name| tree.kind(name) == Kind::Identifier) {
        return true;
    }
    let parameters = || (0..).map_while(|index| script.scopes.parameter(function, index));
    parameters().any(|given| {
        given.uses.iter().any(|&used| {
            let is_inside = script.scopes.function_around(used) == Some(function);
            !(is_inside && (is_looked_at(script, used) || is_handed_back(script, used, parameters())))
        })
    })
}

/// `view.turn`, `view:top(...)`, `base(...)`: nothing of these gives the value itself away.
fn is_looked_at(script: &Script, used: usize) -> bool {
    let tree = script.tree;
    let Some(parent) = tree.parent(used) else { return false };
    match tree.kind(parent) {
        Kind::Dot | Kind::Colon => tree.field(used) == Field::Table,
        Kind::Call => tree.field(used) == Field::Name,
        _ => false,
    }
}

/// `base(view)`: what is given is ours, and so is a function among it, which keeps nothing.
fn is_handed_back<'s>(script: &Script, used: usize, mut given: impl Iterator<Item = &'s Binding>) -> bool {
    let tree = script.tree;
    let arguments = tree.parent(used).filter(|&list| tree.kind(list) == Kind::Arguments);
    let call = arguments.and_then(|list| tree.parent(list)).filter(|&call| tree.kind(call) == Kind::Call);
    let callee = call.and_then(|call| tree.child(call, Field::Name));
    let Some(callee) = callee.filter(|&callee| tree.kind(callee) == Kind::Identifier) else { return false };
    given.any(|given| given.assigned.is_empty() && given.uses.contains(&callee))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_only_looked_at_is_not_kept() {
        for body in [
            "return true",
            "return view.turn > 3 and move.piece == 'wall'",
            "for _, cell in ipairs(view.cells) do if view:top(cell) then return false end end return true",
            "local turn = view.turn keep = function() return turn end return true",
            "local points = move(view) points.white = 1 return points",
            "local seen = { view.turn, top = view:top(move.cell) } return seen",
        ] {
            let text = format!("local keep\nreturn function(view, move)\n{body} end");
            assert!(!may_keep_arguments(&Source::new("x.lua", text), 2), "{body}");
        }
        let lines = "return function(view)\nlocal turn = view.turn\nreturn function()\nreturn turn\nend end";
        assert!(!may_keep_arguments(&Source::new("x.lua", lines), 1));
    }

    #[test]
    fn what_may_be_kept_is_taken_for_kept() {
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
            "function(...) keep = ... end",
            "function(view, ...) return view.turn end",
        ] {
            let source = Source::new("x.lua", format!("local keep = {{}}\nreturn\n{function}"));
            assert!(may_keep_arguments(&source, 3), "{function}");
        }
        let method = Source::new("x.lua", "local t = {}\nfunction t:allow(move) return self.turn end");
        assert!(may_keep_arguments(&method, 2));
        let env = Source::new("x.lua", "return function(_ENV) return turn end");
        assert!(may_keep_arguments(&env, 1));
        assert!(may_keep_arguments(&Source::new("x.lua", "return function(view) end"), 7));
    }
}
