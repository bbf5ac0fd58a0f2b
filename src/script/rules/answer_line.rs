//! Location of a function's answer that a message is about. The caller only knows where the function begins.

use super::source::Source;
use crate::syntax::{Field, Kind, SyntaxTree, quoted_span};

/// Type of a returned value, as far as a `return` in the source can show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReturnType {
    /// `nil`, or no value.
    Nothing,
    /// Boolean.
    Flag,
    /// Number.
    Number,
    /// String.
    Text,
    /// Table.
    Table,
    /// A value without a literal, or of unknown type.
    Other,
}

impl ReturnType {
    /// Node kinds of the syntax tree that produce such a value.
    fn kinds(self) -> &'static [Kind] {
        match self {
            ReturnType::Nothing => &[Kind::Nil],
            ReturnType::Flag => &[Kind::True, Kind::False],
            ReturnType::Number => &[Kind::Number],
            ReturnType::Text => &[Kind::Text],
            ReturnType::Table => &[Kind::Table],
            ReturnType::Other => &[],
        }
    }
}

/// Line that a message about a function's answer concerns; the function begins at `first_line`. It is the line with a
/// name that the message quotes, otherwise the only `return` of such a value.
pub fn answer_line(source: &Source, first_line: u32, returned: ReturnType, message: &str) -> Option<u32> {
    let (tree, line_index) = (source.tree()?, source.line_index());
    let line = |node: usize| line_index.line_at(tree.span(node).start);
    let function = tree.all().find(|&node| tree.is_function(node) && line(node) == first_line)?;
    let last = line_index.line_at(tree.span(function).end.saturating_sub(1));
    let returns: Vec<usize> = tree.returns(function).collect();
    let is_quoted = |line: &u32| quoted_span(&source.text, *line, message).is_some();
    if let Some(line) =
        returns.iter().map(|&node| line(node)).find(is_quoted).or_else(|| (first_line..=last).find(is_quoted))
    {
        return Some(line);
    }
    let kinds = returned.kinds();
    let has_kind = |node: &usize| match tree.return_values(*node).next() {
        Some(value) => kinds.contains(&tree.kind(value)),
        None => kinds.contains(&Kind::Nil),
    };
    let matching: Vec<usize> = returns.iter().copied().filter(has_kind).collect();
    // A literal of another type, or the answer of the rules below, is not at fault.
    let can_be_wrong = |node: &usize| {
        let value = tree.return_values(*node).next();
        value.is_some_and(|value| {
            let is_plain = matches!(
                tree.kind(value),
                Kind::Text | Kind::Number | Kind::Table | Kind::Nil | Kind::True | Kind::False
            );
            (!is_plain || kinds.is_empty()) && !is_base_call(source, tree, function, value)
        })
    };
    let others: Vec<usize> = returns.iter().copied().filter(can_be_wrong).collect();
    match (matching.as_slice(), others.as_slice()) {
        ([only], _) => Some(line(*only)),
        ([], _) if kinds == [Kind::Nil] && !always_returns(tree, function) => Some(last),
        ([], [only]) => Some(line(*only)),
        _ => None,
    }
}

/// Last statement of a block, or of the block in a node.
fn last_statement(tree: &SyntaxTree, node: usize) -> Option<usize> {
    let block = match tree.kind(node) {
        Kind::Block => Some(node),
        _ => tree.children(node).find(|&child| tree.kind(child) == Kind::Block),
    };
    tree.children(block?).last()
}

/// Whether a function, or the block that a node is or has, always ends in a `return`.
fn always_returns(tree: &SyntaxTree, mut node: usize) -> bool {
    loop {
        let Some(last) = last_statement(tree, node) else { return false };
        match tree.kind(last) {
            Kind::Return => return true,
            Kind::Do => node = last,
            Kind::If => {
                let branches = tree
                    .children(last)
                    .filter(|&child| matches!(tree.kind(child), Kind::Block | Kind::ElseIf | Kind::Else));
                let has_else = tree.children(last).any(|child| tree.kind(child) == Kind::Else);
                // Nested branches are not examined.
                let returns =
                    |node: usize| last_statement(tree, node).is_some_and(|last| tree.kind(last) == Kind::Return);
                return has_else && branches.into_iter().all(returns);
            }
            _ => return false,
        }
    }
}

/// Whether a value is a call of the function's second parameter: `base(view)`.
fn is_base_call(source: &Source, tree: &SyntaxTree, function: usize, value: usize) -> bool {
    let callee = tree.child(value, Field::Name).filter(|_| tree.kind(value) == Kind::Call);
    let base = source.scopes().and_then(|scopes| scopes.parameter(function, 1));
    callee.zip(base).is_some_and(|(callee, base)| base.uses.contains(&callee))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_an_answer_is_that_of_its_return() {
        let source = Source::new(
            "x.lua",
            "return { allow = function(view, move)
  if view.turn > 3 then
    return 'yes'
  end
  return true
end, next = function(view)
  local seat = 'wihte'
  return seat
end, none = function(view)
  local x = 1
end, after = function(view)
  if view.turn > 3 then return skip() end
  return give { peice = 1 }
end }",
        );
        for (begins, returned, message, expected) in [
            (1, ReturnType::Text, "not true or false", Some(3)),
            (1, ReturnType::Nothing, "not true or false", None),
            (1, ReturnType::Flag, "whatever the words are: a text, a table", Some(5)),
            (6, ReturnType::Text, "unknown seat `wihte`; did you mean `white`?", Some(7)),
            (6, ReturnType::Number, "not the name of a seat", Some(8)),
            (9, ReturnType::Nothing, "not true or false", Some(11)),
            (11, ReturnType::Other, "`give` has no `peice`; did you mean `piece`?", Some(13)),
            (2, ReturnType::Text, "", None),
        ] {
            let line = answer_line(&source, begins, returned, message);
            assert_eq!(line, expected, "{begins}: {returned:?}, {message}");
        }
    }
}
