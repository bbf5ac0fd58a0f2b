//! The manual and its readers: what it is written to is up to date, and every example in it runs somewhere.

use std::path::Path;
use std::sync::Arc;

use crate::common::table;
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

fn kept(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap_or_default()
}

#[test]
fn the_stubs_in_the_repository_are_up_to_date() {
    for (name, text) in stubs().into_iter().chain([(SETTINGS_FILE, SETTINGS.to_string())]) {
        let path = format!("scripts/meta/{name}");
        assert!(kept(&path) == text, "{path} is old; write it anew with `houserule meta scripts/meta`");
    }
}

#[test]
fn the_reference_page_is_up_to_date() {
    assert!(kept("docs/rules.md") == page(), "docs/rules.md is old; `houserule meta --page docs/rules.md`");
}

/// Every game there is, as it is and with each of its options set to something else.
fn grounds() -> Vec<(String, Vec<(String, String)>)> {
    let mut plain = Vec::new();
    let mut set = Vec::new();
    for (head, _) in table().library.manifests().playable.iter().filter(|(head, _)| head.is_game()) {
        plain.push((head.name.clone(), Vec::new()));
        for decl in head.options.values() {
            set.extend(others(decl).map(|value| (head.name.clone(), vec![(decl.name.clone(), value)])));
        }
    }
    plain.into_iter().chain(set).collect()
}

fn others(decl: &OptionDecl) -> impl Iterator<Item = String> {
    let words: Vec<String> = decl.one_of.iter().map(Setting::to_string).collect();
    let least = decl.min.unwrap_or(1.0) as i64;
    let most = decl.max.unwrap_or(0.0) as i64;
    let numbers: Vec<String> = (least..=most.min(least + 6)).map(|n| n.to_string()).collect();
    words.into_iter().chain(numbers)
}

/// Plays some random moves; what a script does wrong is told.
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

/// A place to try examples at.
struct Bench {
    folder: TempDir,
    table: Workspace,
    grounds: Vec<(String, Vec<(String, String)>)>,
}

impl Bench {
    fn new() -> Bench {
        Bench { folder: tempfile::tempdir().expect("a folder"), table: table(), grounds: grounds() }
    }

    /// Whether what `script` makes of some game loads and passes: the first game that will do, else what each said.
    fn try_out(
        &self,
        what: &str,
        script: impl Fn(&str) -> String,
        passes: impl Fn(&mut Session, &str) -> anyhow::Result<()>,
    ) {
        let path = self.folder.path().join("example.lua");
        let path = path.to_str().expect("a plain path");
        let mut said = Vec::new();
        for (base, sets) in &self.grounds {
            std::fs::write(path, script(base)).expect("a file");
            let opened = self.table.open(path, sets, None, &[]).map_err(anyhow::Error::from);
            match opened.and_then(|mut session| passes(&mut session, path)) {
                Ok(()) => return,
                Err(says) => said.push(format!("{base}: {says}")),
            }
        }
        panic!("`{what}` runs nowhere:\n{}", said.join("\n"));
    }

    fn try_rules(&self, rules: &str, moves: usize) {
        let script = |base: &str| format!("return variant \"example\" {{ base = \"{base}\", rules = {{ {rules} }} }}");
        self.try_out(rules, script, |session, _| play(session, moves));
    }

    /// Lines of Lua that a hook runs.
    fn try_in_hook(&self, lines: &str, moves: usize) {
        self.try_rules(
            &format!("vars = {{ captures = 0 }}, hooks = {{ after_move = function(view, move)\n{lines}\nend }}"),
            moves,
        );
    }
}

/// Whether a bot with these keys loads and moves in some game.
fn try_bot(bench: &Bench, keys: &str) {
    let path = bench.folder.path().join("bot.lua");
    std::fs::write(&path, format!("return bot \"example\" {{ {keys} }}")).expect("a file");
    let path = path.to_str().expect("a plain path");
    let moved = bench.grounds.iter().find_map(|(game, sets)| {
        let session = bench.table.open(game, sets, None, &[]).ok()?;
        let bot = match session.ruleset.bot(path) {
            Ok(bot) => bot?,
            // A bot may be for one game.
            Err(LoadError::Usage(_)) => return None,
            Err(error) => panic!("{keys}: {error}"),
        };
        let mut awake = bot.instantiate(&session.ruleset.plan).unwrap_or_else(|fault| panic!("{keys}: {fault}"));
        let game = session.ruleset.game(None, 1).expect("a game");
        Some(match bot.kind() {
            BotScriptKind::Chooser => awake.choose(game, Seat::FIRST, Rng::new(1)).map(drop),
            BotScriptKind::Evaluator { .. } => awake.evaluate(&game).map(drop),
        })
    });
    moved.expect("a game for it").unwrap_or_else(|fault| panic!("{keys}: {fault}"));
}

#[test]
fn examples_of_bots_move() {
    let bench = Bench::new();
    let evaluate = keys::BOT.iter().find(|key| key.name == "evaluate").expect("a key").example;
    for key in keys::BOT {
        assert!(key.example.starts_with(&format!("{} = ", key.name)), "{}", key.example);
        match key.name {
            "choose" | "evaluate" => try_bot(&bench, key.example),
            _ => try_bot(&bench, &format!("{evaluate}, {}", key.example)),
        }
    }
    let own = VIEW.iter().find(|group| group.title == BOTS).expect("a group");
    for entry in own.entries {
        try_bot(&bench, &format!("choose = function(view)\n{}\nreturn view:moves()[1] end", entry.example));
    }
}

/// What is wrong with a lesson of one step, by reading and by proving.
fn lesson_faults(bench: &Bench, head: &str, step: &str, prove: bool) -> Vec<String> {
    let text = format!("return lesson \"example\" {{ {head}, steps = {{ {{ {step} }} }} }}");
    let told = |faults: Vec<Diagnostic>| faults.iter().map(ToString::to_string).collect();
    match bench.table.library.lesson_of(&Arc::new(Source::new("example.lua", text))) {
        Ok(scripted) if prove => told(verify(&bench.table, &scripted, &["why", "moves", "help"])),
        Ok(_) => Vec::new(),
        Err(LoadError::Faults(faults)) => told(faults),
        Err(error) => vec![error.to_string()],
    }
}

#[test]
fn examples_of_lessons_load_and_those_of_steps_are_proved() {
    let bench = Bench::new();
    let none: Vec<String> = Vec::new();
    for key in LESSON.iter().filter(|key| key.name != "steps") {
        assert!(key.example.starts_with(&format!("{} = ", key.name)), "{}", key.example);
        let head =
            if key.name == "game" { key.example.to_string() } else { format!("game = \"tak\", {}", key.example) };
        assert_eq!(lesson_faults(&bench, &head, "say = \"x\"", true), none, "{}", key.example);
    }
    for key in STEP {
        assert!(key.example.contains(&format!("{} = ", key.name)), "{}", key.example);
        assert_eq!(lesson_faults(&bench, "game = \"tak\"", key.example, true), none, "{}", key.example);
    }
    for spec in GOALS {
        for example in spec.params.unwrap_or_default().iter().map(|key| key.example).chain([spec.example]) {
            let step = format!("ask = \"?\", {example}");
            assert_eq!(lesson_faults(&bench, "game = \"tak\"", &step, false), none, "{example}");
        }
    }
}

fn entries(groups: &'static [houserule_script::lua::manual::DocGroup]) -> impl Iterator<Item = &'static DocEntry> {
    groups.iter().flat_map(|group| group.entries)
}

#[test]
fn examples_of_rule_values_load_and_play() {
    let bench = Bench::new();
    for spec in Rule::SPECS {
        let (part, example) = (spec.part, spec.example);
        assert!(example.starts_with(spec.name), "the example of `{}` shows another: {example}", spec.name);
        let list = if part.is_list() { format!("{{ {example} }}") } else { example.to_string() };
        bench.try_rules(&format!("{} = {list}", part.key()), 12);
    }
}

#[test]
fn examples_of_keys_load() {
    let bench = Bench::new();
    let shows = |key: &KeySpec| assert!(key.example.contains(&format!("{} = ", key.name)), "{}", key.example);
    for key in keys::RULES.iter().chain(keys::VALUE) {
        shows(key);
        bench.try_rules(key.example, 6);
    }
    for key in keys::OPTION {
        shows(key);
        let script = |base: &str| {
            format!(
                "return variant \"example\" {{ base = \"{base}\", rules = {{}}, options = {{ mine = {{ {} }} }} }}",
                key.example
            )
        };
        bench.try_out(key.example, script, |_, _| Ok(()));
    }
    for key in keys::MANIFEST {
        shows(key);
        let script =
            |base: &str| format!("return variant \"example\" {{ base = \"{base}\", rules = {{}}, {} }}", key.example);
        bench.try_out(key.example, script, |session, path| tested(&bench.table, session, path));
    }
}

fn tested(table: &Workspace, session: &Session, path: &str) -> anyhow::Result<()> {
    let tests = &session.ruleset.manifests.last().expect("a script").tests;
    let wrong: Vec<String> = tests
        .iter()
        .flat_map(|test| run_test(table, path, &[], test))
        .map(|dispute| dispute.message().to_string())
        .collect();
    anyhow::ensure!(wrong.is_empty(), "{}", wrong.join("; "));
    Ok(())
}

#[test]
fn examples_of_tests_pass() {
    let bench = Bench::new();
    for key in keys::TEST {
        let script = |base: &str| {
            let test = key.example;
            format!("return variant \"example\" {{ base = \"{base}\", rules = {{}}, tests = {{ {{ {test} }} }} }}")
        };
        bench.try_out(key.example, script, |session, path| tested(&bench.table, session, path));
    }
}

#[test]
fn examples_in_the_words_of_the_page_load() {
    let bench = Bench::new();
    let page = page();
    let script = page.split("```lua\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a script");
    bench.try_out(script, |_| script.to_string(), |session, _| play(session, 6));
    let piece = page.split("An entry of `pieces`, such as `").nth(1).and_then(|rest| rest.split('`').next());
    bench.try_rules(&format!("pieces = {{ {} }}", piece.expect("a piece")), 6);
}

#[test]
fn examples_of_hooks_play() {
    let bench = Bench::new();
    for kind in HookKind::ALL {
        let hook = hook(kind);
        assert!(hook.example.starts_with(&format!("{} = function(", kind.key())), "{}", hook.example);
        bench.try_rules(&format!("hooks = {{ {} }}", hook.example), 30);
        let takes: Vec<&str> = hook.params.iter().map(|taken| taken.name).collect();
        let neutral = format!("{} = function({}) {} end", kind.key(), takes.join(", "), hook.neutral);
        bench.try_rules(&format!("hooks = {{ {neutral} }}"), 12);
    }
}

#[test]
fn examples_of_the_view_the_move_and_the_effects_run() {
    let bench = Bench::new();
    let seen = VIEW.iter().filter(|group| group.title != BOTS).flat_map(|group| group.entries);
    for (owner, entry) in seen.map(|entry| ("view", entry)).chain(entries(MOVE).map(|entry| ("move", entry))) {
        let sign = if entry.params.is_some() { ':' } else { '.' };
        let name = format!("{owner}{sign}{}", entry.name);
        assert!(entry.example.contains(&name), "the example of {name} shows another: {}", entry.example);
        bench.try_in_hook(entry.example, 8);
    }
    for entry in entries(EFFECTS) {
        assert!(entry.example.contains(entry.name), "{}", entry.example);
        bench.try_in_hook(entry.example, 1);
    }
}

#[test]
fn examples_of_functions_give_what_they_say() {
    let bench = Bench::new();
    for entry in entries(LIBRARY) {
        assert!(entry.example.contains(entry.name), "{}", entry.example);
        let line = match entry.example.split_once(" --> ") {
            Some((call, gives)) => format!("assert(({call}) == ({gives}))"),
            None => match entry.example {
                // A value that only a list may hold.
                example if !example.contains(['=', '(', '{']) => format!("local it = {example}"),
                example => example.to_string(),
            },
        };
        let script = |base: &str| {
            format!("return variant \"example\" {{ base = \"{base}\", rules = function(o)\n{line}\nreturn {{}} end }}")
        };
        bench.try_out(entry.example, script, |_, _| Ok(()));
    }
}

#[test]
fn the_tables_that_scripts_are_given_hold_what_the_manual_says() {
    let bench = Bench::new();
    let found = [
        ("Stone", "local it = view:stack(move.to)[1]"),
        ("ForcedSpace", "local it = view.forced[1]"),
        ("Track", "local it = view:track(\"red\")"),
        ("Tile", "local it = tile_set(\"tantrix\")[1]"),
    ];
    for (name, line) in found {
        let (_, _, fields) = RECORDS.iter().find(|(record, ..)| *record == name).expect("a record");
        let known: Vec<String> =
            fields.iter().map(|taken| format!("{} = true", taken.name.trim_end_matches('?'))).collect();
        let check = format!(
            "{line}\nif not it then return end\nlocal known, n = {{ {} }}, 0\n\
             for key in pairs(it) do n = n + 1; assert(known[key], key) end\nassert(n == {})",
            known.join(", "),
            fields.len()
        );
        bench.try_in_hook(&check, 12);
    }
}

#[test]
fn stubs_are_no_scripts_wherever_they_lie() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let broken = Library::new(vec![folder.clone(), folder.join("meta")]).manifests().broken;
    assert!(broken.is_empty(), "{broken:?}");
}

/// Constants that are called like limits and are none of scripts, or bounds of parameters, which the page shows with these.
const NO_LIMITS: &[&str] = &[
    // What is told of something, and how wide it is written.
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
    // What a call may cost has a paragraph of its own.
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
    // How far code of ours looks, whatever a script asks for.
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

/// The constants that are called like limits, with the files they are in.
fn constants(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            constants(&path, found);
            continue;
        }
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let folder = path.parent().and_then(Path::file_name).expect("a folder").to_string_lossy().into_owned();
        let room = if stem == "mod" { folder } else { stem };
        let text = std::fs::read_to_string(&path).expect("a file");
        for line in text.lines().filter(|_| room != "tests") {
            let words: Vec<&str> = line.split_whitespace().skip_while(|word| word.starts_with("pub")).collect();
            let ["const", name, ..] = words[..] else { continue };
            let is_limit = ["MAX", "WIDEST"].iter().any(|word| name.starts_with(word));
            if let Some(name) = name.strip_suffix(':').filter(|_| is_limit) {
                found.push(format!("{room}::{name}"));
            }
        }
    }
}

#[test]
fn every_limit_is_in_the_manual() {
    let mut found = Vec::new();
    for room in ["script/lua", "script/rules", "core/mechanics", "core/tiles"] {
        constants(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room), &mut found);
    }
    assert!(found.len() > 30, "{found:?}");
    let limits = limits();
    let told: Vec<&str> = limits.iter().flat_map(|limit| limit.constants).copied().collect();
    found.retain(|constant| {
        let name = constant.rsplit("::").next().unwrap_or_default();
        let is_told = told.iter().any(|known| {
            *known == name || *known == *constant || {
                // A room may be named by the folder it is in.
                let (room, of) = known.split_once("::").unwrap_or_default();
                of == name && ["layout", "stacks", "library"].contains(&room)
            }
        });
        !is_told && !NO_LIMITS.contains(&constant.as_str())
    });
    assert!(found.is_empty(), "not in the manual: {found:?}");
    let page = page();
    for limit in &limits {
        assert!(page.contains(&format!("| {} | {} |", limit.what, limit.maximum)), "{}", limit.what);
    }
}
