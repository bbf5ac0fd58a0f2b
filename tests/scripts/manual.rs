//! The manual: its generated files are up to date, and every example in it runs in some game.

use std::path::Path;
use std::sync::Arc;

use crate::common::transcript::assert_golden;
use crate::common::workspace;
use houserule_app::lesson::verify;
use houserule_core::mechanics::{Rule, Seat};
use houserule_script::game::{BotScript, BotScriptKind};
use houserule_script::lua::manual::{
    BOTS, DocEntry, EFFECTS, LIBRARY, MOVE, RECORDS, SETTINGS, SETTINGS_FILE, VIEW, hook, limits, page, stubs,
};
use houserule_script::lua::{Library, LoadError};
use houserule_script::play::{Rng, Session, Workspace, run_test};
use houserule_script::rules::doc::KeySpec;
use houserule_script::rules::keys;
use houserule_script::rules::lesson::GOALS;
use houserule_script::rules::lesson::keys::{LESSON, STEP};
use houserule_script::rules::options::{OptionDecl, Setting};
use houserule_script::rules::{Diagnostic, HookKind, Source};
use tempfile::TempDir;

// `houserule meta` writes these files, and so does `SNAPSHOTS=overwrite cargo test --test scripts manual`.

#[test]
fn the_stubs_in_the_repository_are_up_to_date() {
    for (name, text) in stubs().into_iter().chain([(SETTINGS_FILE, SETTINGS.to_string())]) {
        assert_golden(&format!("../../scripts/meta/{name}"), text);
    }
}

#[test]
fn the_reference_page_is_up_to_date() {
    assert_golden("../../docs/rules.md", page());
}

/// Every game, with its defaults and with every value of each option.
fn game_variations() -> Vec<(String, Vec<(String, String)>)> {
    let mut plain = Vec::new();
    let mut set = Vec::new();
    for (manifest, _) in workspace().library.manifests().playable.iter().filter(|(manifest, _)| manifest.is_game()) {
        plain.push((manifest.name.clone(), Vec::new()));
        for decl in manifest.options.values() {
            set.extend(other_values(decl).map(|value| (manifest.name.clone(), vec![(decl.name.clone(), value)])));
        }
    }
    plain.into_iter().chain(set).collect()
}

fn other_values(decl: &OptionDecl) -> impl Iterator<Item = String> {
    let words: Vec<String> = decl.one_of.iter().map(Setting::to_string).collect();
    let min = decl.min.unwrap_or(1.0) as i64;
    let max = decl.max.unwrap_or(0.0) as i64;
    let numbers: Vec<String> = (min..=max.min(min + 6)).map(|n| n.to_string()).collect();
    words.into_iter().chain(numbers)
}

/// Plays some random moves.
fn play(session: &mut Session, moves: usize) -> anyhow::Result<()> {
    let mut rng = Rng::new(1);
    for _ in 0..moves {
        let legal = session.game.legal_moves()?;
        let over = session.game.outcome()?.is_some();
        if over || legal.is_empty() {
            break;
        }
        session.play_listed(legal[rng.below(legal.len())])?;
    }
    Ok(())
}

/// Runner for examples, with the games to try them in.
struct ExampleRunner {
    folder: TempDir,
    workspace: Workspace,
    game_variations: Vec<(String, Vec<(String, String)>)>,
}

impl ExampleRunner {
    fn new() -> ExampleRunner {
        ExampleRunner {
            folder: tempfile::tempdir().expect("a folder"),
            workspace: workspace(),
            game_variations: game_variations(),
        }
    }

    /// Asserts that `script` loads and passes for some game.
    fn assert_runs_somewhere(
        &self,
        what: &str,
        script: impl Fn(&str) -> String,
        passes: impl Fn(&mut Session, &str) -> anyhow::Result<()>,
    ) {
        let path = self.folder.path().join("example.lua");
        let path = path.to_str().expect("a plain path");
        let mut errors = Vec::new();
        for (base, settings) in &self.game_variations {
            std::fs::write(path, script(base)).expect("a file");
            let opened = self.workspace.open(path, settings, None, &[]).map_err(anyhow::Error::from);
            match opened.and_then(|mut session| passes(&mut session, path)) {
                Ok(()) => return,
                Err(error) => errors.push(format!("{base}: {error}")),
            }
        }
        panic!("`{what}` runs in no game:\n{}", errors.join("\n"));
    }

    fn assert_rules_run(&self, rules: &str, moves: usize) {
        let script = |base: &str| format!("return variant \"example\" {{ base = \"{base}\", rules = {{ {rules} }} }}");
        self.assert_runs_somewhere(rules, script, |session, _| play(session, moves));
    }

    /// Asserts that some Lua lines run in a hook.
    fn assert_hook_runs(&self, lines: &str, moves: usize) {
        self.assert_rules_run(
            &format!("vars = {{ captures = 0 }}, hooks = {{ after_move = function(view, move)\n{lines}\nend }}"),
            moves,
        );
    }
}

/// Asserts that a bot with these keys moves in some game.
fn assert_bot_moves(runner: &ExampleRunner, keys: &str) {
    let path = runner.folder.path().join("bot.lua");
    std::fs::write(&path, format!("return bot \"example\" {{ {keys} }}")).expect("a file");
    let path = path.to_str().expect("a plain path");
    let moved = runner.game_variations.iter().find_map(|(game, settings)| {
        let session = runner.workspace.open(game, settings, None, &[]).ok()?;
        let bot = match session.ruleset.bot(path) {
            Ok(bot) => bot?,
            // Some bots play only one game.
            Err(LoadError::Usage(_)) => return None,
            Err(error) => panic!("{keys}: {error}"),
        };
        let mut instance = bot.instantiate(&session.ruleset.plan).unwrap_or_else(|fault| panic!("{keys}: {fault}"));
        let game = session.ruleset.game(None, 1).expect("a game");
        Some(match bot.kind() {
            BotScriptKind::Chooser => instance.choose(game, Seat::FIRST, Rng::new(1)).map(drop),
            BotScriptKind::Evaluator { .. } => instance.evaluate(&game).map(drop),
        })
    });
    moved.expect("a game for it").unwrap_or_else(|fault| panic!("{keys}: {fault}"));
}

#[test]
fn examples_of_bots_move() {
    let runner = ExampleRunner::new();
    let evaluate = keys::BOT.iter().find(|key| key.name == "evaluate").expect("a key").example;
    for key in keys::BOT {
        assert!(key.example.starts_with(&format!("{} = ", key.name)), "{}", key.example);
        match key.name {
            "choose" | "evaluate" => assert_bot_moves(&runner, key.example),
            _ => assert_bot_moves(&runner, &format!("{evaluate}, {}", key.example)),
        }
    }
    let bot_entries = VIEW.iter().find(|group| group.title == BOTS).expect("a group");
    for entry in bot_entries.entries {
        assert_bot_moves(&runner, &format!("choose = function(view)\n{}\nreturn view:moves()[1] end", entry.example));
    }
}

/// Faults of a lesson with one step, from loading and, if `prove`, from verifying.
fn lesson_faults(runner: &ExampleRunner, keys: &str, step: &str, prove: bool) -> Vec<String> {
    let text = format!("return lesson \"example\" {{ {keys}, steps = {{ {{ {step} }} }} }}");
    let messages = |faults: Vec<Diagnostic>| faults.iter().map(ToString::to_string).collect();
    match runner.workspace.library.lesson_of(&Arc::new(Source::new("example.lua", text))) {
        Ok(scripted) if prove => messages(verify(&runner.workspace, &scripted, &["why", "moves", "help"])),
        Ok(_) => Vec::new(),
        Err(LoadError::Faults(faults)) => messages(faults),
        Err(error) => vec![error.to_string()],
    }
}

#[test]
fn examples_of_lessons_load_and_those_of_steps_are_proved() {
    let runner = ExampleRunner::new();
    let none: Vec<String> = Vec::new();
    for key in LESSON.iter().filter(|key| key.name != "steps") {
        assert!(key.example.starts_with(&format!("{} = ", key.name)), "{}", key.example);
        let keys =
            if key.name == "game" { key.example.to_string() } else { format!("game = \"tak\", {}", key.example) };
        assert_eq!(lesson_faults(&runner, &keys, "say = \"x\"", true), none, "{}", key.example);
    }
    for key in STEP {
        assert!(key.example.contains(&format!("{} = ", key.name)), "{}", key.example);
        assert_eq!(lesson_faults(&runner, "game = \"tak\"", key.example, true), none, "{}", key.example);
    }
    for spec in GOALS {
        for example in spec.params.unwrap_or_default().iter().map(|key| key.example).chain([spec.example]) {
            let step = format!("ask = \"?\", {example}");
            assert_eq!(lesson_faults(&runner, "game = \"tak\"", &step, false), none, "{example}");
        }
    }
}

fn entries(groups: &'static [houserule_script::lua::manual::DocGroup]) -> impl Iterator<Item = &'static DocEntry> {
    groups.iter().flat_map(|group| group.entries)
}

#[test]
fn examples_of_rule_values_load_and_play() {
    let runner = ExampleRunner::new();
    for spec in Rule::SPECS {
        let (part, example) = (spec.part, spec.example);
        assert!(example.starts_with(spec.name), "the example of `{}` is for another value: {example}", spec.name);
        let list = if part.is_list() { format!("{{ {example} }}") } else { example.to_string() };
        runner.assert_rules_run(&format!("{} = {list}", part.key()), 12);
    }
}

#[test]
fn examples_of_keys_load() {
    let runner = ExampleRunner::new();
    let assert_shows_key =
        |key: &KeySpec| assert!(key.example.contains(&format!("{} = ", key.name)), "{}", key.example);
    for key in keys::RULES.iter().chain(keys::VALUE) {
        assert_shows_key(key);
        runner.assert_rules_run(key.example, 6);
    }
    for key in keys::MATCH {
        assert_shows_key(key);
        runner.assert_rules_run(&format!("match = {{ {} }}", key.example), 6);
    }
    for key in keys::OPTION {
        assert_shows_key(key);
        let script = |base: &str| {
            format!(
                "return variant \"example\" {{ base = \"{base}\", rules = {{}}, options = {{ mine = {{ {} }} }} }}",
                key.example
            )
        };
        runner.assert_runs_somewhere(key.example, script, |_, _| Ok(()));
    }
    for key in keys::MANIFEST {
        assert_shows_key(key);
        let script =
            |base: &str| format!("return variant \"example\" {{ base = \"{base}\", rules = {{}}, {} }}", key.example);
        runner.assert_runs_somewhere(key.example, script, |session, path| run_tests(&runner.workspace, session, path));
    }
}

fn run_tests(workspace: &Workspace, session: &Session, path: &str) -> anyhow::Result<()> {
    let tests = &session.ruleset.manifests.last().expect("a script").tests;
    let failures: Vec<String> = tests
        .iter()
        .flat_map(|test| run_test(workspace, path, &[], test))
        .map(|dispute| dispute.message().to_string())
        .collect();
    anyhow::ensure!(failures.is_empty(), "{}", failures.join("; "));
    Ok(())
}

#[test]
fn examples_of_tests_pass() {
    let runner = ExampleRunner::new();
    for key in keys::TEST {
        let script = |base: &str| {
            let test = key.example;
            format!("return variant \"example\" {{ base = \"{base}\", rules = {{}}, tests = {{ {{ {test} }} }} }}")
        };
        runner.assert_runs_somewhere(key.example, script, |session, path| run_tests(&runner.workspace, session, path));
    }
}

#[test]
fn examples_of_tested_matches_pass() {
    let runner = ExampleRunner::new();
    let assert_passes = |example: &str, games: &str, expected: &str| {
        let script = |_: &str| {
            format!(
                "return variant \"example\" {{ base = \"tak\", rules = {{ match = {{ games = 3 }} }}, tests = {{\n\
                 {{ set = {{ size = 3 }}, games = {{ {games} }}, match = {{ {expected} }} }} }} }}"
            )
        };
        runner.assert_runs_somewhere(example, script, |session, path| run_tests(&runner.workspace, session, path));
    };
    for key in keys::TEST_GAME {
        assert!(key.example.contains(&format!("{} = ", key.name)), "{}", key.example);
        assert_passes(key.example, &format!("{{ {} }}", key.example), "over = false");
    }
    let games = "{ winner = 'white', score = { white = 16 } }, { winner = 'black', score = { black = 20 } }, \
                 { winner = 'black', score = { black = 20 } }";
    for key in keys::TEST_MATCH {
        assert!(key.example.contains(&format!("{} = ", key.name)), "{}", key.example);
        assert_passes(key.example, games, key.example);
    }
}

#[test]
fn examples_in_the_prose_of_the_page_load() {
    let runner = ExampleRunner::new();
    let page = page();
    let script = page.split("```lua\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a script");
    runner.assert_runs_somewhere(script, |_| script.to_string(), |session, _| play(session, 6));
    let piece = page.split("An entry of `pieces`, such as `").nth(1).and_then(|rest| rest.split('`').next());
    runner.assert_rules_run(&format!("pieces = {{ {} }}", piece.expect("a piece")), 6);
}

#[test]
fn examples_of_hooks_play() {
    let runner = ExampleRunner::new();
    for kind in HookKind::ALL {
        let hook = hook(kind);
        assert!(hook.example.starts_with(&format!("{} = function(", kind.key())), "{}", hook.example);
        runner.assert_rules_run(&format!("hooks = {{ {} }}", hook.example), 30);
        let takes: Vec<&str> = hook.params.iter().map(|taken| taken.name).collect();
        let neutral = format!("{} = function({}) {} end", kind.key(), takes.join(", "), hook.neutral);
        runner.assert_rules_run(&format!("hooks = {{ {neutral} }}"), 12);
    }
}

#[test]
fn examples_of_the_view_the_move_and_the_effects_run() {
    let runner = ExampleRunner::new();
    let seen = VIEW.iter().filter(|group| group.title != BOTS).flat_map(|group| group.entries);
    for (owner, entry) in seen.map(|entry| ("view", entry)).chain(entries(MOVE).map(|entry| ("move", entry))) {
        let sign = if entry.params.is_some() { ':' } else { '.' };
        let name = format!("{owner}{sign}{}", entry.name);
        assert!(entry.example.contains(&name), "the example of {name} is for another entry: {}", entry.example);
        runner.assert_hook_runs(entry.example, 8);
    }
    for entry in entries(EFFECTS) {
        assert!(entry.example.contains(entry.name), "{}", entry.example);
        runner.assert_hook_runs(entry.example, 1);
    }
}

#[test]
fn examples_of_functions_return_the_documented_value() {
    let runner = ExampleRunner::new();
    for entry in entries(LIBRARY) {
        assert!(entry.example.contains(entry.name), "{}", entry.example);
        let line = match entry.example.split_once(" --> ") {
            Some((call, gives)) => format!("assert(({call}) == ({gives}))"),
            None => match entry.example {
                // Some values are allowed only in lists.
                example if !example.contains(['=', '(', '{']) => format!("local it = {example}"),
                example => example.to_string(),
            },
        };
        let script = |base: &str| {
            format!("return variant \"example\" {{ base = \"{base}\", rules = function(o)\n{line}\nreturn {{}} end }}")
        };
        runner.assert_runs_somewhere(entry.example, script, |_, _| Ok(()));
    }
}

#[test]
fn tables_passed_to_scripts_have_the_documented_fields() {
    let runner = ExampleRunner::new();
    let find_limits = [
        ("Stone", "local it = view:stack(move.to)[1]"),
        ("ForcedSpace", "local it = view.forced[1]"),
        ("Track", "local it = view:track(\"red\")"),
        ("Tile", "local it = tile_set(\"tantrix\")[1]"),
    ];
    for (name, line) in find_limits {
        let (_, _, fields) = RECORDS.iter().find(|(record, ..)| *record == name).expect("a record");
        let known: Vec<String> =
            fields.iter().map(|taken| format!("{} = true", taken.name.trim_end_matches('?'))).collect();
        let check = format!(
            "{line}\nif not it then return end\nlocal known, n = {{ {} }}, 0\n\
             for key in pairs(it) do n = n + 1; assert(known[key], key) end\nassert(n == {})",
            known.join(", "),
            fields.len()
        );
        runner.assert_hook_runs(&check, 12);
    }
}

#[test]
fn tables_of_a_match_have_the_documented_fields() {
    let runner = ExampleRunner::new();
    let check = |record: &str, value: &str| {
        let (_, _, fields) = RECORDS.iter().find(|(name, ..)| *name == record).expect("a record");
        let known: Vec<String> = fields.iter().map(|field| format!("{} = true", field.name)).collect();
        format!(
            "do local known, n = {{ {} }}, 0\n\
             for key in pairs({value}) do n = n + 1; assert(known[key], key) end\nassert(n == {}) end\n",
            known.join(", "),
            fields.len()
        )
    };
    let game = check("MatchGame", "game") + &check("MatchPlayer", "game.players[1]");
    let so_far = check("MatchSoFar", "match") + &check("MatchStanding", "match.players[2]");
    let script = |_: &str| {
        format!(
            "return variant 'example' {{ base = 'tak', rules = {{ match = {{ games = 2,\n\
             points = function(game, match)\n{game}{so_far}return {{ white = 1, black = 2 }} end,\n\
             over = function(match)\nlocal game = match.games[1]\n{game}{so_far}return false end }} }},\n\
             tests = {{ {{ games = {{ {{}} }}, match = {{ points = {{ white = 1, black = 2 }} }} }} }} }}"
        )
    };
    runner.assert_runs_somewhere("a match", script, |session, path| run_tests(&runner.workspace, session, path));
}

#[test]
fn stubs_are_not_loaded_as_scripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let broken = Library::new(vec![folder.clone(), folder.join("meta")]).manifests().broken;
    assert!(broken.is_empty(), "{broken:?}");
}

/// Constants named like limits that do not limit scripts, and bounds of parameters, which the page lists with the parameter.
const UNDOCUMENTED_LIMITS: &[&str] = &[
    // Limits of printed text.
    "console::MAX_PRINT_DEPTH",
    "console::MAX_PRINTED_TEXT_LEN",
    "console::MAX_PRINTED_ITEMS",
    "console::MAX_PRINTED_LINES",
    "console::MAX_TABLE_WIDTH",
    "fault::MAX_MESSAGE_LEN",
    "read_only::MAX_COMPARED_NAME_LEN",
    "ruleset::MAX_REPORTED_FAULTS",
    "library::MAX_NAMED_FILES",
    "tile_equipment::MAX_DESCRIBED_TILES",
    "to_lua::MAX_LINE_WIDTH",
    // The budget of a call has its own paragraph.
    "length::MAX_NAME_LEN",
    "library::MAX_UNLISTED_FILE_LEN",
    "library::MAX_LIBRARY_ITEMS",
    "library::MAX_RESULTS",
    "memory::MAX_TEXT_LEN",
    "memory::MAX_BLOCK",
    "memory::MAX_CONSTANTS",
    "memory::MAX_ITEMS",
    "memory::MAX_KEYS",
    "meter::MAX_CALL_DEPTH",
    "meter::MAX_CALLBACK_DEPTH",
    "meter::MAX_MEMORY",
    "meter::MAX_SAMPLE_TIME",
    // Limits of our own code, independent of scripts.
    "place::MAX_FRAMES",
    "sample::MAX_SAMPLES",
    "console::MAX_VISITED_ENTRIES",
    "console::MAX_VISITED_IN_TOTAL",
    "library::MAX_FOLDER_DEPTH",
    "rules::MAX_REACH",
    // Bounds of parameters.
    "search::MAX_RANDOM",
    "bag::MAX_HAND",
    "gifts::MAX_GIFTS",
    "goals::MAX_COUNT",
    "goals::MAX_THREAT_PLACES",
    "goals::MAX_LOOKAHEAD_TURNS",
    "bot::MAX_PLAYOUTS",
    "bot::MAX_PLIES",
    "read::MAX_LABEL_LEN",
    "read::MAX_LEVEL",
    "scoring::MAX_POINTS_PER_TILE",
    "view::MAX_DISTANCE",
];

/// Collects the constants named like limits, with their modules.
fn find_limits(folder: &Path, constants: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            find_limits(&path, constants);
            continue;
        }
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let folder = path.parent().and_then(Path::file_name).expect("a folder").to_string_lossy().into_owned();
        let module = if stem == "mod" { folder } else { stem };
        let text = std::fs::read_to_string(&path).expect("a file");
        for line in text.lines().filter(|_| module != "tests") {
            let words: Vec<&str> = line.split_whitespace().skip_while(|word| word.starts_with("pub")).collect();
            let ["const", name, ..] = words[..] else { continue };
            let is_limit = ["MAX", "WIDEST"].iter().any(|word| name.starts_with(word));
            if let Some(name) = name.strip_suffix(':').filter(|_| is_limit) {
                constants.push(format!("{module}::{name}"));
            }
        }
    }
}

#[test]
fn every_limit_is_in_the_manual() {
    let mut constants = Vec::new();
    for module in ["script/lua", "script/rules", "core/mechanics", "core/tiles"] {
        find_limits(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(module), &mut constants);
    }
    assert!(constants.len() > 30, "{constants:?}");
    let limits = limits();
    let documented: Vec<&str> = limits.iter().flat_map(|limit| limit.constants).copied().collect();
    constants.retain(|constant| {
        let name = constant.rsplit("::").next().unwrap_or_default();
        let is_documented = documented.iter().any(|known| {
            *known == name || *known == *constant || {
                // The module may be the name of its folder.
                let (module, of) = known.split_once("::").unwrap_or_default();
                of == name && ["layout", "stacks", "library"].contains(&module)
            }
        });
        !is_documented && !UNDOCUMENTED_LIMITS.contains(&constant.as_str())
    });
    assert!(constants.is_empty(), "not in the manual: {constants:?}");
    let page = page();
    for limit in &limits {
        assert!(page.contains(&format!("| {} | {} |", limit.what, limit.maximum)), "{}", limit.what);
    }
}
