//! Where a function gave the answer that a message complains about. Who asked knows only where the function begins.

use super::source::Source;
use crate::syntax::{Kind, quoted_in};

/// The type of a returned value, as far as a `return` in the source can show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returned {
    Nothing,
    Flag,
    Number,
    Text,
    Table,
    /// A value that no literal makes, or one that is not known.
    Other,
}

impl Returned {
    /// The nodes of the syntax tree that make such a value.
    fn kinds(self) -> &'static [Kind] {
        match self {
            Returned::Nothing => &[Kind::Nil],
            Returned::Flag => &[Kind::True, Kind::False],
            Returned::Number => &[Kind::Number],
            Returned::Text => &[Kind::Text],
            Returned::Table => &[Kind::Table],
            Returned::Other => &[],
        }
    }
}

/// The line of a function that begins at line `begins` which a message about its answer is about: the one that has a name
/// that the message quotes, else the only `return` of such a value.
pub fn line_of_answer(source: &Source, begins: u32, returned: Returned, message: &str) -> Option<u32> {
    let (tree, layout) = (source.tree()?, source.layout());
    let line = |at: usize| layout.line_at(tree.span(at).start);
    let function = tree.all().find(|&at| tree.is_function(at) && line(at) == begins)?;
    let last = layout.line_at(tree.span(function).end.saturating_sub(1));
    let returns: Vec<usize> = tree.returns(function).collect();
    let quotes = |line: &u32| quoted_in(&source.text, *line, message).is_some();
    if let Some(line) =
        returns.iter().map(|&at| line(at)).find(quotes).or_else(|| (begins..=last).find(quotes))
    {
        return Some(line);
    }
    let kinds = returned.kinds();
    let is_such = |at: &usize| match tree.returned(*at).next() {
        Some(value) => kinds.contains(&tree.kind(value)),
        None => kinds.contains(&Kind::Nil),
    };
    let such: Vec<usize> = returns.iter().copied().filter(is_such).collect();
    match (such.as_slice(), returns.as_slice()) {
        ([only], _) | ([], [only]) => Some(line(*only)),
        _ => None,
    }
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
            (1, Returned::Text, "not true or false", Some(3)),
            (1, Returned::Nothing, "not true or false", None),
            (1, Returned::Flag, "whatever the words are: a text, a table", Some(5)),
            (6, Returned::Text, "there is no seat `wihte`; did you mean `white`?", Some(7)),
            (6, Returned::Number, "not the name of a seat", Some(8)),
            (9, Returned::Nothing, "not true or false", None),
            (11, Returned::Other, "`give` has no `peice`; did you mean `piece`?", Some(13)),
            (2, Returned::Text, "", None),
        ] {
            let line = line_of_answer(&source, begins, returned, message);
            assert_eq!(line, expected, "{begins}: {returned:?}, {message}");
        }
    }
}
