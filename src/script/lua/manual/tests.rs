//! Comparison of the manual with what is registered for scripts.

use super::page::anchor;
use super::{COLOUR_OF_SET, EFFECTS, EXAMPLE_SET, KeySpec, LIBRARY, TILE_OF_SET, TILE_SET, names, page, stubs};
use crate::lua::effects;
use crate::lua::host::Host;
use crate::lua::library::Library;
use crate::notation;
use crate::rules::keys;
use crate::rules::lesson::GOALS;
use houserule_core::mechanics::Rule;
use houserule_core::tiles::TileSet;

fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort();
    items.dedup();
    items
}

#[test]
fn the_manual_lists_exactly_the_names_scripts_can_read() {
    let host = Host::new(&Library::default()).expect("a sandbox");
    let library = LIBRARY.iter().flat_map(|group| {
        let table = group.table_prefix();
        group.entries.iter().map(move |entry| format!("{table}{}", entry.name))
    });
    let values = Rule::SPECS.iter().map(|spec| spec.name).chain(names(EFFECTS)).map(str::to_string);
    let goals = GOALS.iter().map(|spec| spec.name.to_string());
    let known = host.sandbox.known_names().expect("names");
    let known = known.into_iter().flat_map(|(name, members)| match members.is_empty() {
        true => vec![name],
        false => members.iter().map(|member| format!("{name}.{member}")).collect(),
    });
    assert_eq!(sorted(known), sorted(library.chain(values).chain(goals)));
}

#[test]
fn the_manual_lists_every_effect() {
    let own = effects::NAMES.iter().copied().chain(["place", "give"]);
    assert_eq!(sorted(names(EFFECTS)), sorted(own));
}

#[test]
fn the_manual_lists_every_notation() {
    let words: Vec<String> = notation::NAMES.iter().map(|name| format!("\"{name}\"")).collect();
    let key = keys::RULES.iter().find(|key| key.name == "notation").expect("a key");
    assert_eq!(key.lua_type, words.join("|"));
}

/// Returns the message of the tile set parser about an unknown key, which lists the known ones.
fn unknown_key_message(text: &str) -> String {
    let faults = TileSet::read("test", text).expect_err("an unknown key");
    faults[0].message.clone()
}

#[test]
fn the_manual_lists_every_key_of_tile_sets() {
    TileSet::read("example", EXAMPLE_SET).expect("the example is clean");
    let listed = |keys: &[KeySpec]| keys.iter().map(|key| format!("`{}`", key.name)).collect::<Vec<_>>();
    let cases = [
        (TILE_SET, "nonsense = 1\n".to_string()),
        (COLOUR_OF_SET, "sides = 4\ntile = []\ncolours = [{ nonsense = 1 }]\n".to_string()),
        (TILE_OF_SET, "sides = 4\ncolours = []\n[[tile]]\nnonsense = 1\n".to_string()),
    ];
    for (keys, text) in cases {
        let (message, expected) = (unknown_key_message(&text), sorted(listed(keys)));
        let listed_keys =
            message.split("expected").nth(1).unwrap_or(&message).trim_start_matches(" one of ").to_string();
        let listed_keys = sorted(listed_keys.replace(" or ", ", ").split(", ").map(|word| word.trim().to_string()));
        assert_eq!(listed_keys, expected, "{message}");
    }
}

#[test]
fn links_within_the_page_resolve() {
    let page = page();
    let mut is_code = false;
    let text = page.lines().filter(|line| {
        is_code ^= line.starts_with("```");
        !is_code
    });
    let text: Vec<&str> = text.collect();
    let titles = text.iter().filter(|line| line.starts_with('#'));
    let anchors: Vec<String> = titles.map(|line| anchor(line.trim_start_matches('#').trim())).collect();
    assert_eq!(sorted(anchors.clone()).len(), anchors.len(), "two headings have the same anchor: {anchors:?}");
    let links = text.iter().flat_map(|line| line.split("](#").skip(1)).filter_map(|rest| rest.split(')').next());
    for link in links {
        assert!(anchors.iter().any(|anchor| anchor == link), "#{link}");
    }
}

#[test]
fn stubs_are_lua() {
    for (name, text) in stubs() {
        let host = Host::new(&Library::default()).expect("a sandbox");
        let loaded = host.sandbox.lua().load(&text).into_function();
        assert!(loaded.is_ok(), "{name}: {loaded:?}");
    }
}
