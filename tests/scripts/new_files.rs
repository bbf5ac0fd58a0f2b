//! New files: they pass unchanged, and they describe their base correctly.

use crate::common::test_dir::TestDir;
use crate::common::{shipped_scripts, transcript};
use houserule_core::rules_text::RulesSection;
use houserule_script::lua::Ruleset;
use houserule_script::play::{FailedAssertion, run_test};
use houserule_script::rules;

fn rules_sections(ruleset: &Ruleset) -> Vec<RulesSection> {
    rules::rules_text(&ruleset.plan, &ruleset.manifests, &ruleset.options).sections
}

/// Uncomments the rules of the base.
fn uncommented(text: &str) -> String {
    let (manifest, rest) = text.split_once("    return {\n").expect("rules");
    let (listed, tail) = rest.split_once("      -- Functions that are called").expect("hooks");
    let line = |line: &str| match line.trim_start().strip_prefix("-- ") {
        Some(code) if code.ends_with([',', '{']) => format!("{code}\n"),
        _ => String::new(),
    };
    let rules: String = listed.lines().map(line).collect();
    format!("{manifest}    return {{\n{rules}      -- {tail}")
}

#[test]
fn a_new_variant_of_every_game_passes_and_lists_the_same_rules() {
    let dir = TestDir::new();
    let workspace = shipped_scripts();
    let manifests = workspace.library.manifests();
    for game in manifests.games() {
        let name = &game.name;
        let output = dir.run(["new", "variant", "mine", "--base", name, "-o", "-"]);
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{name}");
        let path = |file: &str| dir.path(file).to_str().expect("a plain path").to_string();
        dir.write("mine.lua", &output.stdout);
        let ruleset = workspace.load(&path("mine.lua"), &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let base = workspace.load(name, &[]).expect("a game");
        assert_eq!(rules_sections(&ruleset), rules_sections(&base), "{name} unchanged");
        let tests = &ruleset.manifests.last().expect("a script").tests;
        let wrong: Vec<FailedAssertion> =
            tests.iter().flat_map(|test| run_test(&workspace, &path("mine.lua"), &[], test)).collect();
        assert_eq!((tests.len(), wrong), (1, Vec::new()), "{name}");
        dir.write("listed.lua", uncommented(&output.stdout));
        let listed = workspace
            .load(&path("listed.lua"), &[])
            .unwrap_or_else(|error| panic!("{name}: {error}\n{}", output.stdout));
        assert_eq!(rules_sections(&listed), rules_sections(&base), "{name} with every rule repeated");
    }
}

#[test]
fn a_new_variant_lists_only_hooks_its_base_supports() {
    let lists_hook = |base: &str, hook: &str| {
        let output = TestDir::new().run(["new", "variant", "mine", "--base", base, "-o", "-"]);
        output.stdout.contains(&format!("--   {hook} = function("))
    };
    assert!(lists_hook("tak", "moves") && !lists_hook("tak", "deal"));
    assert!(lists_hook("tantrix", "moves") && lists_hook("tantrix", "deal"));
    assert!(!lists_hook("gobble", "moves") && lists_hook("gobble", "deal"));
    assert!(!lists_hook("junior", "moves") && lists_hook("junior", "allow"));
}

#[test]
fn the_transcript_matches() {
    let dir = TestDir::new();
    dir.write("signed.lua", "--- Nothing changes.\nreturn variant \"signed\" { base = \"tak\", author = \"Ann\", version = \"1.2\", rules = {} }\n");
    transcript::replay("writing-cli.txt", 16, |typed| {
        let mut output = dir.run(transcript::split_args(typed));
        // The number of games within the time limit depends on the machine.
        if typed.starts_with("check ") {
            output.stdout = output.stdout.split(" (").next().unwrap_or_default().to_string() + "\n";
        }
        output
    });
    let output = dir.run(["games", "--scripts", "."]);
    let signed: Vec<&str> = output.stdout.lines().filter(|line| line.contains("signed")).collect();
    let columns: Vec<&str> = signed[0].split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
    assert_eq!(columns, ["tak+signed", "signed (1.2 by Ann)", "./signed.lua"]);
    assert!(dir.read("meta/houserule.lua").starts_with("---@meta\n"));
    assert_eq!(dir.read("meta/.luarc.json"), include_str!("../../scripts/meta/.luarc.json"));
}
