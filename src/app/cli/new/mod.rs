//! `new`: a file to begin with, which passes `check` as it is.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::{NewFileArgs, NewGameArgs, NewLessonArgs, NewVariantArgs, WithArgs};
use super::{CliResult, table, warn};
use crate::config::LOCAL;
use anyhow::anyhow;
use houserule_core::mechanics::{BoardRules, Rule};
use houserule_core::spec::RulePart;
use houserule_core::text::{is_script_name, series};
use houserule_script::files::{self, DisplayPath};
use houserule_script::lua::manual::hook;
use houserule_script::lua::{Manifests, Ruleset, written};
use houserule_script::play::Workspace;
use houserule_script::rules::lesson::{GOALS, keys as step};
use houserule_script::rules::{HookKind, ScriptKind, keys};

const GAME: &str = include_str!("game.lua");
const VARIANT: &str = include_str!("variant.lua");
const LESSON: &str = include_str!("lesson.lua");

pub fn variant(args: &NewVariantArgs, out: &mut dyn Write) -> CliResult {
    check_name(&args.name)?;
    if args.base.contains('+') || !is_script_name(&args.base) {
        usage!("a variant rests on one game, and `{}` is no name of one; variants are stacked later", args.base);
    }
    let table = table(&args.with)?;
    let ruleset = table.load(&args.base, &args.with.sets)?;
    warn(&ruleset.warnings);
    let Some(base) = ruleset.heads.last().filter(|head| head.is_game()).map(|head| head.name.clone()) else {
        usage!("`{}` is a variant; name the game it is one of", args.base);
    };
    let heads = table.library.heads().good;
    let taken = heads.iter().find(|(head, _)| {
        let of_base =
            matches!(&head.role, ScriptKind::Variant { base, .. } if ruleset.heads.iter().any(|h| h.name == *base));
        head.name == args.name && (of_base || head.is_game())
    });
    if let Some((head, origin)) = taken {
        usage!("there is `{}` already ({origin}); choose another name", head.reference());
    }
    let text = filled(VARIANT, &args.name, Some(&*ruleset.plan.mechanic))
        .replace("BASE", &base)
        .replace("@options\n", &options(&ruleset))
        .replace("@rules\n", &rules(&ruleset))
        .replace("MOVE", &first_move(&table, args)?);
    keep(&text, &args.name, &format!("{base}+{}", args.name), &args.to, out)
}

pub fn game(args: &NewGameArgs, out: &mut dyn Write) -> CliResult {
    check_name(&args.name)?;
    let table = table(&WithArgs { scripts: args.scripts.clone(), ..WithArgs::default() })?;
    if let Some((_, origin)) = table.library.heads().good.iter().find(|(head, _)| head.name == args.name) {
        usage!("there is `{}` already ({origin}); choose another name", args.name);
    }
    keep(&filled(GAME, &args.name, None), &args.name, &args.name, &args.to, out)
}

pub fn lesson(args: &NewLessonArgs, out: &mut dyn Write) -> CliResult {
    check_name(&args.name)?;
    let table = table(&WithArgs { scripts: args.scripts.clone(), ..WithArgs::default() })?;
    let Manifests { good, lessons, .. } = table.library.heads();
    if let Some((_, origin)) = good.iter().chain(&lessons).find(|(head, _)| head.name == args.name) {
        usage!("there is `{}` already ({origin}); choose another name", args.name);
    }
    let moves = table.open(&args.game, &[], None, &[])?.legal_moves()?;
    let [first, .., second] = &moves[..] else {
        usage!("{} begins with one move only, so there is nothing to ask", args.game);
    };
    let steps: String = step::STEP.iter().map(|key| remark(key.name, key.doc)).collect();
    let goals: String = GOALS.iter().map(|spec| remark(spec.example, spec.says)).collect();
    let text = filled(LESSON, &args.name, None)
        .replace("GAME", &args.game)
        .replace("Play FIRST.", &format!("Play {}.", first.replace('\\', "\\\\")))
        .replace("FIRST", &format!("{first:?}"))
        .replace("SECOND", &format!("{second:?}"))
        .replace("@steps\n", &steps)
        .replace("@goals\n", &goals);
    let file = |path: &str| format!("`houserule lesson --verify {path}` proves it, `houserule lesson {path}` takes it");
    keep_as(&text, &args.name, &args.to, out, file)
}

/// A name and what it means, as lines of comment.
fn remark(name: &str, says: &str) -> String {
    let says = says.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines = comment(&says).replace("      --", "--    ");
    format!("--   {name}\n{lines}")
}

fn check_name(name: &str) -> CliResult {
    match is_script_name(name) {
        true => Ok(()),
        false => usage!("`{name}` is no name: letters, digits and hyphens make one"),
    }
}

/// A file with its name in it, and what there is to say about the keys; not every hook is for the game it rests on.
fn filled(text: &str, name: &str, base: Option<&dyn BoardRules>) -> String {
    let mut words = name.replace('-', " ");
    words[..1].make_ascii_uppercase();
    let mut text = text.replace("NAME", name).replace("TITLE", &words);
    for key in keys::RULES {
        text = text.replace(&format!("      -- @{}\n", key.name), &comment(&sentence(key.doc)));
    }
    for part in RulePart::ALL {
        let values = Rule::SPECS.iter().filter(|spec| spec.part == part).map(|spec| spec.name);
        let says =
            format!("{} There are {}.", sentence(part.describe_type()), series(&values.collect::<Vec<_>>(), "and"));
        text = text.replace(&format!("      -- @{}\n", part.key()), &comment(&says));
    }
    text.replace("@neutral\n", &neutral(base))
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| format!("{}{}.", first.to_uppercase(), letters.as_str())).unwrap_or_default()
}

/// Words as lines of comment among the rules.
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

/// Every hook that a game may have, changing nothing; a game of one's own has no bag as yet.
fn neutral(base: Option<&dyn BoardRules>) -> String {
    let line = |kind: HookKind| {
        let hook = hook(kind);
        let takes: Vec<&str> = hook.takes.iter().map(|taken| taken.name).collect();
        format!("      --   {} = function({}) {} end,\n", kind.key(), takes.join(", "), hook.neutral)
    };
    let suits = |kind: &HookKind| base.map_or(*kind != HookKind::Deal, |base| kind.supports(base));
    HookKind::ALL.into_iter().filter(suits).map(line).collect()
}

/// The options of the base.
fn options(ruleset: &Ruleset) -> String {
    let all = ruleset.options.scripts.iter().flat_map(|(_, decls)| decls.values());
    let lines: String = all.map(|decl| format!("    -- {},\n", written::option(decl))).collect();
    if lines.is_empty() {
        lines
    } else {
        format!("    -- These are there already; one that is said again is changed:\n{lines}")
    }
}

/// The rules of the base, each key with what it is.
fn rules(ruleset: &Ruleset) -> String {
    let mut out = String::new();
    for (key, lines) in written::rules(&ruleset.plan) {
        let of_part = RulePart::ALL.iter().find(|part| part.key() == key).map(|part| part.describe_type());
        let says = of_part.or(keys::RULES.iter().find(|known| known.name == key).map(|known| known.doc));
        out.push_str(&format!("\n{}", comment(&sentence(says.unwrap_or_default()))));
        lines.iter().for_each(|line| out.push_str(&format!("      -- {line}\n")));
    }
    out
}

/// Some legal move, as Lua writes it.
fn first_move(table: &Workspace, args: &NewVariantArgs) -> anyhow::Result<String> {
    let mut session = table.open(&args.base, &[], None, &[])?;
    let moves = session.legal_moves()?;
    Ok(format!("{:?}", moves.first().map_or("", String::as_str)))
}

/// Writes the file of something to play, or prints it.
fn keep(text: &str, name: &str, played: &str, to: &NewFileArgs, out: &mut dyn Write) -> CliResult {
    keep_as(text, name, to, out, |path| {
        // In a folder that is searched the name will do.
        let is_found = Path::new(path).parent() == Some(Path::new(LOCAL));
        let play = if is_found { played } else { path };
        format!("`houserule check {path}` looks for faults, `houserule play {play}` plays it")
    })
}

/// Writes the file, or prints it, and says what can be done with it.
fn keep_as(text: &str, name: &str, to: &NewFileArgs, out: &mut dyn Write, what: impl Fn(&str) -> String) -> CliResult {
    let file = format!("{name}.lua");
    let path = match &to.output {
        Some(path) if path.as_os_str() == "-" => return Ok(out.write_all(text.as_bytes())?),
        Some(path) => path.clone(),
        None if Path::new(LOCAL).is_dir() => Path::new(LOCAL).join(file),
        None => PathBuf::from(file),
    };
    files::create(&path, text).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            anyhow!("{} is there already; choose another name or `-o FILE`", path.shown())
        }
        _ => anyhow!("{}: {error}", path.shown()),
    })?;
    let path = path.shown();
    Ok(writeln!(out, "{path} is written; {}", what(&path))?)
}
