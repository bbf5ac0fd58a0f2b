//! `new`: writes a starting file, which passes `check` unchanged.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::{NewFileArgs, NewGameArgs, NewLessonArgs, NewVariantArgs, WithArgs};
use super::{CliResult, warn, workspace};
use crate::config::LOCAL_SCRIPTS;
use anyhow::anyhow;
use houserule_core::mechanics::{BoardRules, Rule};
use houserule_core::spec::RulePart;
use houserule_core::text::{is_script_name, series};
use houserule_script::files::{self, DisplayPath};
use houserule_script::lua::manual::hook;
use houserule_script::lua::{Manifests, Ruleset, to_lua};
use houserule_script::play::Workspace;
use houserule_script::rules::lesson::{GOALS, keys as step};
use houserule_script::rules::{HookKind, ScriptKind, keys};

const GAME_TEMPLATE: &str = include_str!("game.lua");
const VARIANT_TEMPLATE: &str = include_str!("variant.lua");
const LESSON_TEMPLATE: &str = include_str!("lesson.lua");

pub fn variant(args: &NewVariantArgs, out: &mut dyn Write) -> CliResult {
    check_name(&args.name)?;
    if args.base.contains('+') || !is_script_name(&args.base) {
        usage!("`{}` is not the name of a game; a variant has one game as its base", args.base);
    }
    let workspace = workspace(&args.with)?;
    let ruleset = workspace.load(&args.base, &args.with.sets)?;
    warn(&ruleset.warnings);
    let Some(base) = ruleset.manifests.last().filter(|head| head.is_game()).map(|head| head.name.clone()) else {
        usage!("`{}` is a variant; use its game as the base", args.base);
    };
    let heads = workspace.library.manifests().playable;
    let existing = heads.iter().find(|(head, _)| {
        let is_of_base =
            matches!(&head.kind, ScriptKind::Variant { base, .. } if ruleset.manifests.iter().any(|h| h.name == *base));
        head.name == args.name && (is_of_base || head.is_game())
    });
    if let Some((head, origin)) = existing {
        usage!("`{}` already exists ({origin}); choose another name", head.reference());
    }
    let text = fill_template(VARIANT_TEMPLATE, &args.name, Some(&*ruleset.plan.mechanic))
        .replace("BASE", &base)
        .replace("@options\n", &base_options(&ruleset))
        .replace("@rules\n", &base_rules(&ruleset))
        .replace("MOVE", &first_move(&workspace, args)?);
    write_rules(&text, &args.name, &format!("{base}+{}", args.name), &args.to, out)
}

pub fn game(args: &NewGameArgs, out: &mut dyn Write) -> CliResult {
    check_name(&args.name)?;
    let workspace = workspace(&WithArgs { scripts: args.scripts.clone(), ..WithArgs::default() })?;
    if let Some((_, origin)) = workspace.library.manifests().playable.iter().find(|(head, _)| head.name == args.name) {
        usage!("`{}` already exists ({origin}); choose another name", args.name);
    }
    write_rules(&fill_template(GAME_TEMPLATE, &args.name, None), &args.name, &args.name, &args.to, out)
}

pub fn lesson(args: &NewLessonArgs, out: &mut dyn Write) -> CliResult {
    check_name(&args.name)?;
    let workspace = workspace(&WithArgs { scripts: args.scripts.clone(), ..WithArgs::default() })?;
    let Manifests { playable: good, lessons, .. } = workspace.library.manifests();
    if let Some((_, origin)) = good.iter().chain(&lessons).find(|(head, _)| head.name == args.name) {
        usage!("`{}` already exists ({origin}); choose another name", args.name);
    }
    let moves = workspace.open(&args.game, &[], None, &[])?.legal_moves()?;
    let [first, .., second] = &moves[..] else {
        usage!("{} has only one first move, so a question about it makes no sense; choose another game", args.game);
    };
    let steps: String = step::STEP.iter().map(|key| format_entry(key.name, key.doc)).collect();
    let goals: String = GOALS.iter().map(|spec| format_entry(spec.example, spec.doc)).collect();
    let text = fill_template(LESSON_TEMPLATE, &args.name, None)
        .replace("GAME", &args.game)
        .replace("Play FIRST.", &format!("Play {}.", first.replace('\\', "\\\\")))
        .replace("FIRST", &format!("{first:?}"))
        .replace("SECOND", &format!("{second:?}"))
        .replace("@steps\n", &steps)
        .replace("@goals\n", &goals);
    let next_steps = |path: &str| {
        format!("check it with `houserule lesson --verify {path}`, take it with `houserule lesson {path}`")
    };
    write_file(&text, &args.name, &args.to, out, next_steps)
}

/// Formats a name and its meaning as comment lines.
fn format_entry(name: &str, doc: &str) -> String {
    let doc = doc.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines = comment(&doc).replace("      --", "--    ");
    format!("--   {name}\n{lines}")
}

fn check_name(name: &str) -> CliResult {
    if is_script_name(name) { Ok(()) } else { usage!("invalid name `{name}`; use letters, digits and hyphens") }
}

/// Fills a template with its name, the documentation of the keys, and the hooks that the base supports.
fn fill_template(text: &str, name: &str, base: Option<&dyn BoardRules>) -> String {
    let mut title = name.replace('-', " ");
    title[..1].make_ascii_uppercase();
    let mut text = text.replace("NAME", name).replace("TITLE", &title);
    for key in keys::RULES {
        text = text.replace(&format!("      -- @{}\n", key.name), &comment(&sentence(key.doc)));
    }
    for part in RulePart::ALL {
        let values = Rule::SPECS.iter().filter(|spec| spec.part == part).map(|spec| spec.name);
        let doc = format!("{} Values: {}.", sentence(part.doc()), series(&values.collect::<Vec<_>>(), "and"));
        text = text.replace(&format!("      -- @{}\n", part.key()), &comment(&doc));
    }
    text.replace("@neutral\n", &neutral_hooks(base))
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| format!("{}{}.", first.to_uppercase(), letters.as_str())).unwrap_or_default()
}

/// Wraps text as comment lines among the rules.
fn comment(words: &str) -> String {
    const MAX_WIDTH: usize = 112;
    let mut lines = vec!["      --".to_string()];
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < MAX_WIDTH => *line += &format!(" {word}"),
            _ => lines.push(format!("      -- {word}")),
        }
    }
    lines.join("\n") + "\n"
}

/// Lists every hook that a game may have, with no effect; a new game has no bag yet.
fn neutral_hooks(base: Option<&dyn BoardRules>) -> String {
    let line = |kind: HookKind| {
        let hook = hook(kind);
        let params: Vec<&str> = hook.params.iter().map(|param| param.name).collect();
        format!("      --   {} = function({}) {} end,\n", kind.key(), params.join(", "), hook.neutral)
    };
    let is_supported = |kind: &HookKind| base.map_or(*kind != HookKind::Deal, |base| kind.supports(base));
    HookKind::ALL.into_iter().filter(is_supported).map(line).collect()
}

/// Lists the options of the base as comments.
fn base_options(ruleset: &Ruleset) -> String {
    let all = ruleset.options.scripts.iter().flat_map(|(_, decls)| decls.values());
    let lines: String = all.map(|decl| format!("    -- {},\n", to_lua::option(decl))).collect();
    if lines.is_empty() { lines } else { format!("    -- Options of the base; uncomment one to change it:\n{lines}") }
}

/// Lists the rules of the base as comments, each key with its description.
fn base_rules(ruleset: &Ruleset) -> String {
    let mut out = String::new();
    for (key, lines) in to_lua::rules(&ruleset.plan) {
        let part_doc = RulePart::ALL.iter().find(|part| part.key() == key).map(|part| part.doc());
        let doc = part_doc.or(keys::RULES.iter().find(|known| known.name == key).map(|known| known.doc));
        out.push_str(&format!("\n{}", comment(&sentence(doc.unwrap_or_default()))));
        lines.iter().for_each(|line| out.push_str(&format!("      -- {line}\n")));
    }
    out
}

/// Returns a legal first move as a Lua string.
fn first_move(workspace: &Workspace, args: &NewVariantArgs) -> anyhow::Result<String> {
    let mut session = workspace.open(&args.base, &[], None, &[])?;
    let moves = session.legal_moves()?;
    Ok(format!("{:?}", moves.first().map_or("", String::as_str)))
}

/// Writes the file of a game or variant, or prints it.
fn write_rules(text: &str, name: &str, reference: &str, to: &NewFileArgs, out: &mut dyn Write) -> CliResult {
    write_file(text, name, to, out, |path| {
        // In a folder that is searched the name is enough.
        let is_searched = Path::new(path).parent() == Some(Path::new(LOCAL_SCRIPTS));
        let play = if is_searched { reference } else { path };
        format!("check it with `houserule check {path}`, play it with `houserule play {play}`")
    })
}

/// Writes the file, or prints it, and reports what can be done with it.
fn write_file(
    text: &str,
    name: &str,
    to: &NewFileArgs,
    out: &mut dyn Write,
    next_steps: impl Fn(&str) -> String,
) -> CliResult {
    let file = format!("{name}.lua");
    let path = match &to.output {
        Some(path) if path.as_os_str() == "-" => return Ok(out.write_all(text.as_bytes())?),
        Some(path) => path.clone(),
        None if Path::new(LOCAL_SCRIPTS).is_dir() => Path::new(LOCAL_SCRIPTS).join(file),
        None => PathBuf::from(file),
    };
    files::create(&path, text).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            anyhow!("{} already exists; choose another name or use `-o FILE`", path.printable())
        }
        _ => anyhow!("{}: {error}", path.printable()),
    })?;
    let path = path.printable();
    Ok(writeln!(out, "wrote {path}; {}", next_steps(&path))?)
}
