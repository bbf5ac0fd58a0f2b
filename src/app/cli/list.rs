//! Commands that tell what there is.

use std::io::Write;

use serde_json::json;

use super::args::{GamesArgs, TellArgs};
use super::{CliResult, table, warn};
use crate::render;
use houserule_core::text::{one_line, padded, widest};
use houserule_script::lua::{Library, LoadError, Manifests, Reference, Ruleset, ScriptFile, ScriptOrigin};
use houserule_script::play::Workspace;
use houserule_script::rules::{Diagnostic, Manifest, ScriptKind};

pub fn games(args: &GamesArgs, out: &mut dyn Write) -> CliResult {
    let table = table(&args.with)?;
    let Manifests { good: mut heads, bots, mut lessons, broken } = table.library.heads();
    heads.sort_by_key(|(head, _)| (base(head).to_string(), head.role != ScriptKind::Game, head.name.clone()));
    // Bots and lessons come last: they are not games but about them.
    heads.extend(bots);
    lessons.sort_by_key(|(head, _)| (base(head).to_string(), level(head), head.name.clone()));
    heads.extend(lessons);
    if args.json {
        let list: Vec<_> = heads.iter().map(|(head, origin)| told(&table, head, origin)).collect();
        writeln!(out, "{}", json!(list))?;
    } else {
        let width = widest(heads.iter().map(|(head, _)| called(head)));
        let titles = widest(heads.iter().map(|(head, _)| signed(head)));
        for (head, origin) in &heads {
            writeln!(out, "{}  {}  {origin}", padded(&called(head), width), padded(&signed(head), titles))?;
        }
    }
    warn_of(&broken);
    Ok(())
}

/// Names the files that are left out of a list because they do not load.
pub fn warn_of(broken: &[(ScriptFile, Vec<Diagnostic>)]) {
    for (script, faults) in broken {
        let line = faults.first().and_then(|fault| fault.place.line());
        let line = line.map_or(String::new(), |line| format!("line {line}: "));
        let says = faults.first().map_or("", |fault| &fault.message);
        warn(&[format!("{} does not load: {line}{says}; `houserule check` shows more", script.origin)]);
    }
}

/// A script for machines, with the hash of its rules as they are unless somebody sets an option.
fn told(table: &Workspace, head: &Manifest, origin: &ScriptOrigin) -> serde_json::Value {
    let load = |library: &Library| {
        let reference = Reference::parse(&head.reference()).ok()?;
        Ruleset::load(library, &reference, &[]).ok()
    };
    let ruleset = matches!(head.role, ScriptKind::Game | ScriptKind::Variant { .. })
        .then(|| table.library.briefly(origin, load))
        .flatten();
    let hash = ruleset.map(|ruleset| ruleset.plan.hash.clone());
    json!({ "name": called(head), "title": head.title, "origin": origin.to_string(),
            "author": head.author, "version": head.version, "hash": hash })
}

/// The name by which it is played, or plays.
fn called(head: &Manifest) -> String {
    match head.role {
        ScriptKind::Bot => format!("lua:{}", head.name),
        ScriptKind::Lesson { .. } => format!("lesson:{}", head.name),
        _ => head.reference(),
    }
}

/// A title, with who made the script and which version it is, where it says so.
fn signed(head: &Manifest) -> String {
    let words = |text: &Option<String>| text.as_ref().map(|text| one_line(text, 40));
    match (words(&head.version), words(&head.author)) {
        (None, None) => head.title.clone(),
        (Some(version), None) => format!("{} ({version})", head.title),
        (None, Some(author)) => format!("{} (by {author})", head.title),
        (Some(version), Some(author)) => format!("{} ({version} by {author})", head.title),
    }
}

/// The game a script belongs to.
fn base(head: &Manifest) -> &str {
    match &head.role {
        ScriptKind::Game => &head.name,
        ScriptKind::Variant { base, .. } => base,
        ScriptKind::Bot => "",
        ScriptKind::Lesson { course, .. } => course,
    }
}

fn level(head: &Manifest) -> u32 {
    if let ScriptKind::Lesson { level, .. } = head.role { level } else { 0 }
}

pub fn rules(args: &TellArgs, out: &mut dyn Write) -> CliResult {
    let table = table(&args.with)?;
    if let [old, new] = &args.diff[..] {
        return difference(&table, old, new, &args.with.sets, out);
    }
    let ruleset = table.load(args.game.as_deref().unwrap_or_default(), &args.with.sets)?;
    warn(&ruleset.warnings);
    if let Some(changes) = table.changes(&ruleset, &args.with.sets)? {
        writeln!(out, "What differs from {}", ruleset.heads[0].title)?;
        list(&changes, out)?;
        writeln!(out)?;
    }
    write!(out, "{}", render::folded(&ruleset.words().to_string()))?;
    Ok(writeln!(out, "\nThe hash of these rules, which records keep\n  {}", ruleset.plan.hash)?)
}

fn list(lines: &[String], out: &mut dyn Write) -> CliResult {
    if lines.is_empty() {
        writeln!(out, "Nothing.")?;
    }
    Ok(lines.iter().try_for_each(|line| writeln!(out, "{}", render::folded(line)))?)
}

/// What differs between two sets of rules; an option is set where there is such an option.
fn difference(table: &Workspace, old: &str, new: &str, sets: &[(String, String)], out: &mut dyn Write) -> CliResult {
    let load = |game: &str| -> Result<(Ruleset, Vec<String>), LoadError> {
        let known = table.load(game, &[])?.options;
        let own: Vec<_> = sets.iter().filter(|(key, _)| known.has(key)).cloned().collect();
        let used = own.iter().map(|(key, _)| key.clone()).collect();
        Ok((table.load(game, &own)?, used))
    };
    let ((old, own), (new, others)) = (load(old)?, load(new)?);
    if let Some((key, _)) = sets.iter().find(|(key, _)| !own.contains(key) && !others.contains(key)) {
        usage!("neither has an option `{key}`");
    }
    [&old, &new].into_iter().for_each(|ruleset| warn(&ruleset.warnings));
    let (before, after) = (old.words(), new.words());
    writeln!(out, "{}", render::folded(&format!("What differs in {} from {}", after.title, before.title)))?;
    list(&after.difference(&before), out)
}
