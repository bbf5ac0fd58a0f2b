//! Long list literals. Lua allocates such a list in one block, and for some numbers of items the block has the size of
//! a table of keys ([`looks_like_keys`]), which is rejected beyond a limit. Such a list is compiled with a `nil` after
//! its last item, which only makes the block one slot larger.

use super::memory::{ITEM_SIZE, MAX_KEYS, looks_like_keys};
use crate::syntax::{Field, Kind, SyntaxTree};

/// Minimum number of items of a list that can be mistaken for keys.
const MIN_AMBIGUOUS_ITEMS: usize = 3 * MAX_KEYS;

/// Pads list literals that would be mistaken for keys; `None` if there are none.
pub(super) fn pad_lists(text: &str) -> Option<String> {
    // All items but one are followed by a separator.
    if text.bytes().filter(|byte| matches!(byte, b',' | b';')).count() < MIN_AMBIGUOUS_ITEMS - 1 {
        return None;
    }
    let tree = SyntaxTree::parse(text)?;
    let lists = tree.all().filter(|&at| tree.kind(at) == Kind::Table);
    let mut ends: Vec<usize> = lists.filter_map(|list| end_of_items(text, &tree, list)).collect();
    ends.sort_unstable();
    let mut out = String::with_capacity(text.len() + ends.len() * 5);
    let mut copied = 0;
    for end in &ends {
        out.push_str(&text[copied..*end]);
        out.push_str(",nil");
        copied = *end;
    }
    out.push_str(&text[copied..]);
    (!ends.is_empty()).then_some(out)
}

/// Returns the end of the last item of a list that would be mistaken for keys.
fn end_of_items(text: &str, tree: &SyntaxTree, list: usize) -> Option<usize> {
    let entries = tree.children(list).filter(|&at| tree.kind(at) == Kind::Entry);
    let (mut items, mut last) = (0, None);
    for entry in entries {
        items += usize::from(tree.child(entry, Field::Name).is_none());
        last = Some(entry);
    }
    let last = last?;
    // A call at the end yields any number of items, and nothing can follow it.
    let value = tree.child(last, Field::Value)?;
    let is_open_ended = tree.kind(value) == Kind::Call || tree.text(text, value) == "...";
    let is_open_ended = is_open_ended && tree.child(last, Field::Name).is_none();
    (!is_open_ended && items >= MIN_AMBIGUOUS_ITEMS && looks_like_keys(items * ITEM_SIZE)).then(|| tree.span(last).end)
}

#[cfg(test)]
mod tests {
    use super::super::Sandbox;
    use super::*;

    #[test]
    fn list_literals_can_have_any_number_of_items() {
        for items in [
            MIN_AMBIGUOUS_ITEMS - 1,
            MIN_AMBIGUOUS_ITEMS,
            MIN_AMBIGUOUS_ITEMS + 1,
            2 * MIN_AMBIGUOUS_ITEMS,
            4 * MIN_AMBIGUOUS_ITEMS,
        ] {
            let list = vec!["1"; items].join(",");
            for (literal, case) in [
                (format!("{{{list}}}"), "plain"),
                (format!("{{ {list}, }}"), "with a comma at the end"),
                (format!("{{ {list} -- the end, at last\n }}"), "with a comment"),
                (format!("{{ {list}; x = 2 }}"), "with a key behind"),
                (format!("{{ [0] = 2, y = 3, {list} }}"), "with keys before"),
                (format!("({{ {{ {list} }}, {{ {list} }} }})[2]"), "in a list"),
                (format!("(function() return {{ {list} }} end)()"), "in a function"),
            ] {
                let sandbox = Sandbox::new().expect("a sandbox");
                let source = format!("local t = {literal} return #t");
                let length = sandbox.run("list.lua", &source);
                let length = length.unwrap_or_else(|fault| panic!("{items} items, {case}: {fault}"));
                assert_eq!(length.as_usize(), Some(items), "{case}");
            }
        }
    }

    #[test]
    fn only_lists_mistaken_for_keys_are_changed() {
        let list = |items: usize| vec!["1"; items].join(",");
        assert_eq!(pad_lists(&format!("return {{{}}}", list(MIN_AMBIGUOUS_ITEMS - 1))), None);
        assert_eq!(pad_lists(&format!("return {{{}}}", list(MIN_AMBIGUOUS_ITEMS + 1))), None);
        assert_eq!(pad_lists(&format!("return {{{}, f()}}", list(MIN_AMBIGUOUS_ITEMS))), None);
        let keys: String = (0..MIN_AMBIGUOUS_ITEMS).map(|key| format!("[{key}]=1,")).collect();
        assert_eq!(pad_lists(&format!("return {{{keys}}}")), None);
        let text = format!("return {{{}}}", list(MIN_AMBIGUOUS_ITEMS));
        assert_eq!(pad_lists(&text), Some(text.replace('}', ",nil}")));
    }
}
