//! Strings that a script compares with a field of its arguments, such as `move.piece == "wall"`: with a name that does
//! not exist the comparison is always false.

use std::ops::Range;

use super::AnalysedScript;
use super::fields::argument_fields;
use crate::lua::manual;
use crate::rules::Source;
use crate::syntax::{Field, Kind};

/// Comparison with a literal string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextComparison {
    /// Owner of the field: `view` or `move`.
    pub owner: &'static str,
    /// Name of the field.
    pub field: String,
    /// The string it is compared with.
    pub text: String,
    /// Bytes of the string in the source, with its quotes.
    pub span: Range<usize>,
}

/// Lists the comparisons of a script, in source order.
pub fn text_comparisons(source: &Source) -> Vec<TextComparison> {
    let Some(script) = AnalysedScript::new(source) else { return Vec::new() };
    let tree = script.tree;
    let comparisons = argument_fields(&script).into_iter().filter_map(|(owner, index, key)| {
        let comparison = tree.parent(index).filter(|&around| tree.kind(around) == Kind::Binary)?;
        let (left, right) = (tree.child(comparison, Field::Left)?, tree.child(comparison, Field::Right)?);
        let other = if index == left { right } else { left };
        let operator = source.text.get(tree.span(left).end..tree.span(right).start)?.trim();
        let quoted = script.text(other);
        let text = quoted.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
        let is_text_comparison =
            tree.kind(other) == Kind::Text && matches!(operator, "==" | "~=") && !text.contains('\\');
        let field = script.text(key).to_string();
        is_text_comparison.then(|| TextComparison { owner, field, text: text.to_string(), span: tree.span(other) })
    });
    let mut comparisons: Vec<TextComparison> = comparisons.collect();
    comparisons.sort_by_key(|comparison| comparison.span.start);
    comparisons
}

/// Lists every kind of move.
pub fn move_kinds() -> Vec<&'static str> {
    let entries = manual::MOVE.iter().flat_map(|group| group.entries);
    let forms = entries.filter(|entry| entry.name == "kind").flat_map(|entry| entry.returns);
    forms.flat_map(|form| form.split('|')).map(|kind| kind.trim_matches('"')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_of_given_fields_with_texts_are_found() {
        let source = Source::new(
            "x.lua",
            "return variant \"x\" { rules = { hooks = { allow = function(view, move)
  local other = move
  if other.piece == \"a\" or view.turn == 1 or move.piece .. \"b\" == \"c\" then return true end
  return move.piece ~= 'wall' and \"white\" == view.seat
end } } }",
        );
        let comparisons: Vec<String> =
            text_comparisons(&source).iter().map(|it| format!("{}.{} {}", it.owner, it.field, it.text)).collect();
        assert_eq!(comparisons, ["move.piece wall", "view.seat white"]);
        assert_eq!(move_kinds()[..2], ["place", "spread"]);
    }
}
