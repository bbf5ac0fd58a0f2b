//! Files to begin with: they pass as they are, and what they tell about their base is true.

use crate::common::desk::Desk;
use crate::common::transcript;
use houserule_core::rules_text::RulesSection;
use houserule_script::lua::{Library, Ruleset};
use houserule_script::play::{FailedAssertion, Workspace, run_test};
use houserule_script::rules;

fn told(ruleset: &Ruleset) -> Vec<RulesSection> {
    rules::rules_text(&ruleset.plan, &ruleset.manifests, &ruleset.options).sections
}

/// Takes the dashes away before the rules of the base.
fn uncommented(text: &str) -> String {
    let (head, rest) = text.split_once("    return {\n").expect("rules");
    let (listed, tail) = rest.split_once("      -- Functions that are asked").expect("hooks");
    let line = |line: &str| match line.trim_start().strip_prefix("-- ") {
        Some(code) if code.ends_with([',', '{']) => format!("{code}\n"),
        _ => String::new(),
    };
    let rules: String = listed.lines().map(line).collect();
    format!("{head}    return {{\n{rules}      -- {tail}")
}

#[test]
fn a_new_variant_of_every_game_passes_and_lists_its_rules_as_they_are() {
    let desk = Desk::new();
    let table = Workspace { library: Library::default(), seed: 1 };
    let heads = table.library.manifests();
    for game in heads.games() {
        let name = &game.name;
        let said = desk.run(["new", "variant", "mine", "--base", name, "-o", "-"]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{name}");
        let path = |file: &str| desk.path(file).to_str().expect("a plain path").to_string();
        desk.write("mine.lua", &said.out);
        let ruleset = table.load(&path("mine.lua"), &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let base = table.load(name, &[]).expect("a game");
        assert_eq!(told(&ruleset), told(&base), "{name} as it is");
        let tests = &ruleset.manifests.last().expect("a script").tests;
        let wrong: Vec<FailedAssertion> =
            tests.iter().flat_map(|test| run_test(&table, &path("mine.lua"), &[], test)).collect();
        assert_eq!((tests.len(), wrong), (1, Vec::new()), "{name}");
        desk.write("listed.lua", uncommented(&said.out));
        let listed =
            table.load(&path("listed.lua"), &[]).unwrap_or_else(|error| panic!("{name}: {error}\n{}", said.out));
        assert_eq!(told(&listed), told(&base), "{name} with everything said again");
    }
}

#[test]
fn a_new_variant_lists_only_hooks_that_its_base_can_ask() {
    let asks = |base: &str, hook: &str| {
        let said = Desk::new().run(["new", "variant", "mine", "--base", base, "-o", "-"]);
        said.out.contains(&format!("--   {hook} = function("))
    };
    assert!(asks("tak", "moves") && !asks("tak", "deal"));
    assert!(asks("tantrix", "moves") && asks("tantrix", "deal"));
    assert!(!asks("gobble", "moves") && asks("gobble", "deal"));
    assert!(!asks("junior", "moves") && asks("junior", "allow"));
}

#[test]
fn files_to_begin_with_are_written_as_the_transcript_says() {
    let desk = Desk::new();
    desk.write("signed.lua", "--- Nothing changes.\nreturn variant \"signed\" { base = \"tak\", author = \"Ann\", version = \"1.2\", rules = {} }\n");
    transcript::follow("writing-cli.txt", 16, |typed| {
        let mut said = desk.run(transcript::words(typed));
        // How many games are played in the time there is depends on the machine.
        if typed.starts_with("check ") {
            said.out = said.out.split(" (").next().unwrap_or_default().to_string() + "\n";
        }
        said
    });
    let said = desk.run(["games", "--scripts", "."]);
    let signed: Vec<&str> = said.out.lines().filter(|line| line.contains("signed")).collect();
    let columns: Vec<&str> = signed[0].split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
    assert_eq!(columns, ["tak+signed", "signed (1.2 by Ann)", "./signed.lua"]);
    assert!(desk.read("meta/houserule.lua").starts_with("---@meta\n"));
    assert_eq!(desk.read("meta/.luarc.json"), include_str!("../../scripts/meta/.luarc.json"));
}
