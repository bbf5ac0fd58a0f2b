//! Commands that list games and print rules.

use std::io::Write;

use serde_json::json;

use super::args::{GamesArgs, TellArgs};
use super::{CliResult, warn, workspace};
use crate::catalogue::{base, matches, play_name};
use crate::render;
use anyhow::bail;
use houserule_core::text::{one_line, padded, widest};
use houserule_script::lua::{Library, LoadError, Manifests, Reference, Ruleset, ScriptFile, ScriptOrigin};
use houserule_script::play::Workspace;
use houserule_script::rules::{Diagnostic, Manifest, ScriptKind};

pub fn games(args: &GamesArgs, out: &mut dyn Write) -> CliResult {
    let workspace = workspace(&args.with)?;
    let Manifests { playable: mut heads, bots, mut lessons, broken } = workspace.library.manifests();
    heads.sort_by_key(|(head, _)| (base(head).to_string(), head.kind != ScriptKind::Game, head.name.clone()));
    // Bots and lessons come last: they are not games but about them.
    heads.extend(bots);
    lessons.sort_by_key(|(head, _)| (base(head).to_string(), level(head), head.name.clone()));
    heads.extend(lessons);
    let words = || args.filter.iter().flat_map(|text| text.split_whitespace());
    heads.retain(|(head, _)| matches(head, words()));
    if args.json {
        let list: Vec<_> = heads.iter().map(|(head, origin)| script_json(&workspace, head, origin)).collect();
        writeln!(out, "{}", json!(list))?;
    } else if heads.is_empty() && words().next().is_some() {
        bail!("nothing matches `{}`; `houserule games` lists everything", one_line(&args.filter.join(" "), 40));
    } else {
        let width = widest(heads.iter().map(|(head, _)| play_name(head)));
        let titles = widest(heads.iter().map(|(head, _)| full_title(head)));
        for (head, origin) in &heads {
            let (name, title) = (padded(&play_name(head), width), padded(&full_title(head), titles));
            writeln!(out, "{}", render::wrap_on_terminal(&format!("{name}  {title}  {origin}")))?;
        }
    }
    warn_broken(&broken);
    Ok(())
}

/// Warns of files that are left out of a list because they do not load.
pub fn warn_broken(broken: &[(ScriptFile, Vec<Diagnostic>)]) {
    for (script, faults) in broken {
        let line = faults.first().and_then(|fault| fault.place.line());
        let line = line.map_or(String::new(), |line| format!("line {line}: "));
        let message = faults.first().map_or("", |fault| &fault.message);
        warn(&[format!("{} does not load: {line}{message}; `houserule check` shows all errors", script.origin)]);
    }
}

/// Returns a script as JSON, with the hash of its rules under default options.
fn script_json(workspace: &Workspace, head: &Manifest, origin: &ScriptOrigin) -> serde_json::Value {
    let load = |library: &Library| {
        let reference = Reference::parse(&head.reference()).ok()?;
        Ruleset::load(library, &reference, &[]).ok()
    };
    let ruleset = matches!(head.kind, ScriptKind::Game | ScriptKind::Variant { .. })
        .then(|| workspace.library.with_listing_limits(origin, load))
        .flatten();
    let hash = ruleset.map(|ruleset| ruleset.plan.hash.clone());
    json!({ "name": play_name(head), "title": head.title, "origin": origin.to_string(),
            "author": head.author, "version": head.version, "hash": hash })
}

/// Returns the title with version and author, where the script has them.
fn full_title(head: &Manifest) -> String {
    let short = |text: &Option<String>| text.as_ref().map(|text| one_line(text, 40));
    match (short(&head.version), short(&head.author)) {
        (None, None) => head.title.clone(),
        (Some(version), None) => format!("{} ({version})", head.title),
        (None, Some(author)) => format!("{} (by {author})", head.title),
        (Some(version), Some(author)) => format!("{} ({version} by {author})", head.title),
    }
}

fn level(head: &Manifest) -> u32 {
    if let ScriptKind::Lesson { level, .. } = head.kind { level } else { 0 }
}

pub fn rules(args: &TellArgs, out: &mut dyn Write) -> CliResult {
    let workspace = workspace(&args.with)?;
    if let [old, new] = &args.diff[..] {
        return print_difference(&workspace, old, new, &args.with.sets, out);
    }
    let ruleset = workspace.load(args.game.as_deref().unwrap_or_default(), &args.with.sets)?;
    warn(&ruleset.warnings);
    if let Some(changes) = workspace.changes(&ruleset, &args.with.sets)? {
        writeln!(out, "{}", render::wrap_hanging(&changes.to_string()))?;
    }
    write!(out, "{}", render::wrap_hanging(&ruleset.rules_text().to_string()))?;
    Ok(writeln!(out, "\nHash of these rules, stored in saved games\n  {}", ruleset.plan.hash)?)
}

/// Prints the changes from one ruleset to another; an option is set where it exists.
fn print_difference(
    workspace: &Workspace,
    old: &str,
    new: &str,
    sets: &[(String, String)],
    out: &mut dyn Write,
) -> CliResult {
    let load = |game: &str| -> Result<(Ruleset, Vec<String>), LoadError> {
        let known = workspace.load(game, &[])?.options;
        let known_sets: Vec<_> = sets.iter().filter(|(key, _)| known.has(key)).cloned().collect();
        let keys = known_sets.iter().map(|(key, _)| key.clone()).collect();
        Ok((workspace.load(game, &known_sets)?, keys))
    };
    let ((old, old_keys), (new, new_keys)) = (load(old)?, load(new)?);
    if let Some((key, _)) = sets.iter().find(|(key, _)| !old_keys.contains(key) && !new_keys.contains(key)) {
        usage!("neither set of rules has an option `{key}`");
    }
    [&old, &new].into_iter().for_each(|ruleset| warn(&ruleset.warnings));
    let (before, after) = (old.rules_text(), new.rules_text());
    Ok(write!(out, "{}", render::wrap_hanging(&after.changes_from(&before).to_string()))?)
}
