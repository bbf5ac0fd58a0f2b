//! Rules hash: a digest of everything that affects play, and of nothing else.

use sha2::{Digest, Sha256};

use super::decl::{DeclNode, DeclValue};
use super::hook::HookDecl;
use super::match_rules::MATCH;
use super::options::Settings;
use super::source::{Source, SourcePlace};
use super::source_map::PathStep;
use crate::syntax::{Kind, SyntaxTree};
use houserule_core::mechanics::PaceRule;
use houserule_core::spec::{RulePart, RuleValue};
use houserule_core::tiles::TileSet;
use std::ops::Range;

/// Version of the rules hash, incremented whenever the same declaration changes its meaning.
const RULES_VERSION: u32 = 2;

/// Rules hash. A function is represented by its file's text, with normalized line ends, and its key path; a tile set by
/// its content.
pub(super) fn rules_hash(rules: &DeclNode, hooks: &[HookDecl], settings: &Settings, tiles: Option<&TileSet>) -> String {
    let text_of = |place: &SourcePlace| text_of_play(&place.source).replace("\r\n", "\n");
    let mut canonical = format!("houserule {RULES_VERSION}\n");
    let rules = of_play(rules);
    rules.canonical(&mut canonical, "", &|node, path| format!("function {path} {:?}", text_of(&node.place)));
    for hook in hooks {
        canonical.push_str(&format!("\nhook {} {} {:?}", hook.script, hook.kind.key(), text_of(&hook.place)));
    }
    for (key, value) in settings {
        canonical.push_str(&format!("\nset {key}={value}"));
    }
    if let Some(set) = tiles {
        canonical.push_str(&format!("\ntiles {}", set.canonical()));
    }
    Sha256::digest(canonical.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Rules without `pace`, which only affects simulations, and without the rules of a match.
fn of_play(rules: &DeclNode) -> DeclNode {
    let mut rules = rules.clone();
    let DeclValue::Map(map) = &mut rules.value else { return rules };
    map.remove(MATCH);
    if let Some(DeclNode { value: DeclValue::List(list), .. }) = map.get_mut(RulePart::Turn.key()) {
        list.retain(|node| !matches!(&node.value, DeclValue::Rule(rule) if rule.name == PaceRule::SPEC.name));
    }
    rules
}

/// Text of a script without the entry `match` of its rules.
fn text_of_play(source: &Source) -> String {
    let mut text = source.text.clone();
    let Some(tree) = source.tree() else { return text };
    let path = ["rules", MATCH].map(|key| PathStep::Key(key.to_string()));
    let starts = source.source_map().all_starts(&path);
    let mut cuts: Vec<Range<usize>> = starts.into_iter().filter_map(|start| entry_to_cut(&text, tree, start)).collect();
    cuts.sort_by_key(|cut| cut.start);
    for cut in cuts.into_iter().rev() {
        text.replace_range(cut, "");
    }
    text
}

/// Bytes to remove with the table entry at `start`: the blanks before it, and the separator after it. The last entry may
/// have none; then it is the one before it.
fn entry_to_cut(text: &str, tree: &SyntaxTree, start: usize) -> Option<Range<usize>> {
    let entry = tree.all().find(|&node| tree.kind(node) == Kind::Entry && tree.span(node).start == start)?;
    let span = tree.span(entry);
    let is_separator = |letter: char| matches!(letter, ',' | ';');
    let before = text[..span.start].trim_end();
    let after = text[span.end..].trim_start();
    if after.starts_with(is_separator) {
        return Some(before.len()..text.len() - after.len() + 1);
    }
    Some(before.strip_suffix(is_separator).unwrap_or(before).len()..span.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_play_does_not_contain_the_rules_of_a_match() {
        let script = |rules: &str| format!("return variant 'x' {{ base = 'tak', rules = {{{rules}}} }}");
        let added = "match = { games = 2, over = function(match) return #match.games > 1 end }";
        for (without, with) in [
            ("\n  hooks = {},\n", format!("\n  hooks = {{}},\n  {added},\n")),
            ("\n  hooks = {},\n", format!("\n  {added},\n  hooks = {{}},\n")),
            (" hooks = {} ", format!(" hooks = {{}}, {added} ")),
            (" hooks = {} ", format!(" {added}; hooks = {{}} ")),
            (" ", format!(" {added} ")),
        ] {
            let source = Source::new("x.lua", script(&with));
            assert_eq!(text_of_play(&source), script(without), "{with}");
        }
    }

    #[test]
    fn every_table_that_the_rules_may_be_loses_its_match() {
        let text = "return game 'x' { rules = function(o)
  if o.short then return { vars = {}, match = { games = 1 } } end
  return { match = { games = 2 }, vars = {} }
end }";
        let expected = "return game 'x' { rules = function(o)
  if o.short then return { vars = {} } end
  return { vars = {} }
end }";
        assert_eq!(text_of_play(&Source::new("x.lua", text)), expected);
    }
}
