//! Static analysis of whether a script may read the history of moves, which is kept only if one does.

use super::source::Source;
use crate::syntax::{Binding, Field, Kind, Scopes, SyntaxTree};

const KEY: &str = "history";

/// Whether some index in a script names the history, or is computed and may do so. A false positive only costs memory;
/// a false negative would give a script an empty history.
pub(super) fn may_be_read(source: &Source) -> bool {
    let (Some(tree), Some(scopes)) = (source.tree(), source.scopes()) else { return source.text.contains(KEY) };
    let text = |node: usize| tree.text(&source.text, node);
    tree.all().any(|node| match tree.kind(node) {
        Kind::Dot => tree.child(node, Field::Key).is_some_and(|key| text(key) == KEY),
        Kind::Bracket => match (tree.child(node, Field::Table), tree.child(node, Field::Key)) {
            (Some(table), Some(key)) => match tree.kind(key) {
                // With escapes a string may spell anything.
                Kind::Text => text(key).contains(KEY) || text(key).contains('\\'),
                _ => may_be_text(source, tree, scopes, key) && may_be_view(tree, scopes, table),
            },
            _ => false,
        },
        _ => false,
    })
}

/// Whether a computed index may be a string, and not only a number.
fn may_be_text(source: &Source, tree: &SyntaxTree, scopes: &Scopes, key: usize) -> bool {
    match tree.kind(key) {
        Kind::Number | Kind::Unary | Kind::True | Kind::False | Kind::Nil => false,
        // Arithmetic gives numbers; a concatenation with `..` contains a string or another name.
        Kind::Binary => source.text[tree.span(key)].contains(".."),
        Kind::Identifier => scopes.binding_of(key).is_none_or(|binding| !is_loop_counter(source, tree, binding)),
        _ => true,
    }
}

/// Whether a name is a loop counter: of `for i = 1, n` or `for i, _ in ipairs(..)`.
fn is_loop_counter(source: &Source, tree: &SyntaxTree, binding: &Binding) -> bool {
    let Some(parent) = tree.parent(binding.node).filter(|_| binding.assignments.is_empty()) else { return false };
    if tree.kind(parent) == Kind::ForRange {
        return true;
    }
    let is_first = tree.children(parent).next() == Some(binding.node);
    let clause = tree.parent(parent).filter(|&clause| is_first && tree.kind(clause) == Kind::ForEach);
    clause.is_some_and(|clause| {
        let values = tree.children(clause).find(|&node| tree.kind(node) == Kind::Values);
        let call = values.and_then(|values| tree.children(values).next());
        let callee = call.and_then(|call| tree.child(call, Field::Name));
        callee.is_some_and(|callee| tree.text(&source.text, callee) == "ipairs")
    })
}

/// Whether an expression may be a view: anything but a name for a literal table.
fn may_be_view(tree: &SyntaxTree, scopes: &Scopes, table: usize) -> bool {
    let table = match tree.kind(table) {
        Kind::Parenthesis => tree.children(table).next().unwrap_or(table),
        _ => table,
    };
    match tree.kind(table) {
        Kind::Table => false,
        Kind::Identifier => match scopes.binding_of(table) {
            Some(binding) if binding.assignments.is_empty() => {
                binding.value.is_none_or(|value| tree.kind(value) != Kind::Table)
            }
            Some(_) => true,
            None => false,
        },
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_scripts_that_may_read_the_history_count() {
        for (text, expected) in [
            ("return function(view) return #view.history end", true),
            ("return function(view) return view['history'] end", true),
            ("return function(view) return view['\\104istory'] end", true),
            ("return function(view, key) return view[key] end", true),
            ("local k = 'his' .. 'tory' return function(view) local v = view return v[k] end", true),
            ("return function(view) return view['his' .. 'tory'] end", true),
            ("return function(view) return ({ view })[1][f()] end", true),
            ("-- history\nreturn function(view) return 'the history' end", false),
            ("local history = {} return function(view) return #history end", false),
            ("return { history = 1 }", false),
            ("local t = { a = 1 } return function(view) return t[view.seat] end", false),
            ("return function(view) for i = 1, 3 do f(view.cells[i]) end return view.seats[1] end", false),
            ("return function(view) for i, c in ipairs(view.cells) do f(view.cells[i + 1]) end end", false),
            ("return function(view) return view.seats[#view.seats] end", false),
        ] {
            assert_eq!(may_be_read(&Source::new("x.lua", text)), expected, "{text}");
        }
    }
}
