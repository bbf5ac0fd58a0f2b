//! Strings that a script compares with a field of its arguments, such as `move.piece == "wall"`: with a name that does
//! not exist the comparison is always false.

use std::ops::Range;

use super::AnalysedScript;
use super::fields::given_fields;
use crate::lua::manual;
use crate::rules::Source;
use crate::syntax::{Field, Kind};

/// Comparison with a literal string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextComparison {
    /// Owner of the field: `view` or `move`.
    pub of: &'static str,
    /// Name of the field.
    pub field: String,
    /// The string it is compared with.
    pub text: String,
    /// Bytes of the string in the source, with its quotes.
    pub span: Range<usize>,
}

/// Comparisons of a script, in source order.
pub fn compared(source: &Source) -> Vec<TextComparison> {
    let Some(script) = AnalysedScript::of(source) else { return Vec::new() };
    let tree = script.tree;
    let compared = given_fields(&script).into_iter().filter_map(|(of, index, key)| {
        let around = tree.parent(index).filter(|&around| tree.kind(around) == Kind::Binary)?;
        let (left, right) = (tree.child(around, Field::Left)?, tree.child(around, Field::Right)?);
        let other = if index == left { right } else { left };
        let sign = source.text.get(tree.span(left).end..tree.span(right).start)?.trim();
        let quoted = script.text(other);
        let text = quoted.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
        let is_meant = tree.kind(other) == Kind::Text && matches!(sign, "==" | "~=") && !text.contains('\\');
        let field = script.text(key).to_string();
        is_meant.then(|| TextComparison { of, field, text: text.to_string(), span: tree.span(other) })
    });
    let mut compared: Vec<TextComparison> = compared.collect();
    compared.sort_by_key(|compared| compared.span.start);
    compared
}

/// Every kind of move.
pub fn move_kinds() -> Vec<&'static str> {
    let entries = manual::MOVE.iter().flat_map(|group| group.entries);
    let forms = entries.filter(|entry| entry.name == "kind").flat_map(|entry| entry.gives);
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
        let found: Vec<String> =
            compared(&source).iter().map(|it| format!("{}.{} {}", it.of, it.field, it.text)).collect();
        assert_eq!(found, ["move.piece wall", "view.seat white"]);
        assert_eq!(move_kinds()[..2], ["place", "spread"]);
    }
}
