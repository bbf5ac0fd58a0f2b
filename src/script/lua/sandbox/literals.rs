//! Long list literals. Lua allocates such a list in one block, and for some numbers of items the block has the size of
//! a table of keys ([`are_keys`]), which is rejected beyond a limit. Such a list is compiled with a `nil` after its
//! last item, which only makes the block one slot larger.

use super::memory::{ITEM, MAX_KEYS, are_keys};
use crate::syntax::{Field, Kind, SyntaxTree};

/// Minimum number of items of a list that can be mistaken for keys.
const MIN_ITEMS: usize = 3 * MAX_KEYS;

/// The text without lists that are mistaken for keys; `None` if there are none.
pub(super) fn widened(text: &str) -> Option<String> {
    // All items but one are followed by a separator.
    if text.bytes().filter(|byte| matches!(byte, b',' | b';')).count() < MIN_ITEMS - 1 {
        return None;
    }
    let tree = SyntaxTree::of(text)?;
    let lists = tree.all().filter(|&at| tree.kind(at) == Kind::Table);
    let mut ends: Vec<usize> = lists.filter_map(|list| end_of_items(text, &tree, list)).collect();
    ends.sort_unstable();
    let mut out = String::with_capacity(text.len() + ends.len() * 5);
    let mut kept = 0;
    for end in &ends {
        out.push_str(&text[kept..*end]);
        out.push_str(",nil");
        kept = *end;
    }
    out.push_str(&text[kept..]);
    (!ends.is_empty()).then_some(out)
}

/// End of the last item of a list that is mistaken for keys.
fn end_of_items(text: &str, tree: &SyntaxTree, list: usize) -> Option<usize> {
    let entries = tree.children(list).filter(|&at| tree.kind(at) == Kind::Entry);
    let (mut items, mut last) = (0, None);
    for entry in entries {
        items += usize::from(tree.child(entry, Field::Name).is_none());
        last = Some(entry);
    }
    let last = last?;
    // A call at the end gives any number of items, and nothing can follow it.
    let value = tree.child(last, Field::Value)?;
    let is_open = tree.kind(value) == Kind::Call || tree.text(text, value) == "...";
    let is_open = is_open && tree.child(last, Field::Name).is_none();
    (!is_open && items >= MIN_ITEMS && are_keys(items * ITEM)).then(|| tree.span(last).end)
}

#[cfg(test)]
mod tests {
    use super::super::Sandbox;
    use super::*;

    #[test]
    fn a_list_of_any_number_of_items_can_be_written_out() {
        for items in [MIN_ITEMS - 1, MIN_ITEMS, MIN_ITEMS + 1, 2 * MIN_ITEMS, 4 * MIN_ITEMS] {
            let list = vec!["1"; items].join(",");
            for (written, what) in [
                (format!("{{{list}}}"), "plain"),
                (format!("{{ {list}, }}"), "with a comma at the end"),
                (format!("{{ {list} -- the end, at last\n }}"), "with a comment"),
                (format!("{{ {list}; x = 2 }}"), "with a key behind"),
                (format!("{{ [0] = 2, y = 3, {list} }}"), "with keys before"),
                (format!("({{ {{ {list} }}, {{ {list} }} }})[2]"), "in a list"),
                (format!("(function() return {{ {list} }} end)()"), "in a function"),
            ] {
                let sandbox = Sandbox::new().expect("a sandbox");
                let source = format!("local t = {written} return #t");
                let length = sandbox.run("list.lua", &source);
                let length = length.unwrap_or_else(|fault| panic!("{items} items, {what}: {fault}"));
                assert_eq!(length.as_usize(), Some(items), "{what}");
            }
        }
    }

    #[test]
    fn only_what_is_taken_for_keys_is_changed() {
        let list = |items: usize| vec!["1"; items].join(",");
        assert_eq!(widened(&format!("return {{{}}}", list(MIN_ITEMS - 1))), None);
        assert_eq!(widened(&format!("return {{{}}}", list(MIN_ITEMS + 1))), None);
        assert_eq!(widened(&format!("return {{{}, f()}}", list(MIN_ITEMS))), None);
        let keys: String = (0..MIN_ITEMS).map(|key| format!("[{key}]=1,")).collect();
        assert_eq!(widened(&format!("return {{{keys}}}")), None);
        let text = format!("return {{{}}}", list(MIN_ITEMS));
        assert_eq!(widened(&text), Some(text.replace('}', ",nil}")));
    }
}
