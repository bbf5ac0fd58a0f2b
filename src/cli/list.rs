//! Commands that tell what there is.

use std::io::Write;

use serde_json::json;

use super::args::{GamesArgs, RulesArgs};
use super::{Done, table, warn};
use crate::render;
use crate::rules::{self, Head, Role};
use crate::script::Heads;

pub fn games(args: &GamesArgs, out: &mut dyn Write) -> Done {
    let Heads { good: mut heads, bots, broken } = table(&args.with)?.library.heads();
    heads.sort_by_key(|(head, _)| (base(head).to_string(), head.role != Role::Game, head.name.clone()));
    let name = |head: &Head| match head.role {
        Role::Bot => format!("lua:{}", head.name),
        _ => head.reference(),
    };
    // Bots come last: they are not played but play.
    heads.extend(bots);
    if args.json {
        let list: Vec<_> = heads
            .iter()
            .map(|(head, origin)| {
                json!({ "name": name(head), "title": head.title, "origin": origin.to_string(),
                        "author": head.author, "version": head.version })
            })
            .collect();
        writeln!(out, "{}", json!(list))?;
    } else {
        let width = heads.iter().map(|(head, _)| name(head).len()).max().unwrap_or(0);
        let titles = heads.iter().map(|(head, _)| head.title.chars().count()).max().unwrap_or(0);
        for (head, origin) in &heads {
            writeln!(out, "{:<width$}  {:<titles$}  {origin}", name(head), head.title)?;
        }
    }
    for (script, faults) in broken {
        warn(&[format!(
            "{} does not load; `houserule check` shows {} fault(s)",
            script.origin,
            faults.len()
        )]);
    }
    Ok(())
}

/// The game a script belongs to.
fn base(head: &Head) -> &str {
    match &head.role {
        Role::Game => &head.name,
        Role::Variant { base, .. } => base,
        Role::Bot => "",
    }
}

pub fn rules(args: &RulesArgs, out: &mut dyn Write) -> Done {
    let ruleset = table(&args.with)?.load(&args.game, &args.with.sets)?;
    warn(&ruleset.warnings);
    let text = rules::words(&ruleset.plan, &ruleset.heads, &ruleset.options);
    if ruleset.heads.len() > 1 {
        writeln!(out, "What differs from {}", ruleset.heads[0].title)?;
        let own = |key: &str| ruleset.options.scripts[0].1.contains_key(key);
        let sets: Vec<_> = args.with.sets.iter().filter(|(key, _)| own(key)).cloned().collect();
        // A value that only a variant allows is a difference, not a setting of the base.
        let table = table(&args.with)?;
        let base = table.load(&ruleset.base, &sets).or_else(|_| table.load(&ruleset.base, &[]))?;
        let plain = rules::words(&base.plan, &base.heads, &base.options);
        for line in
            text.lines().skip(1).filter(|line| !line.is_empty() && !plain.lines().any(|old| old == *line))
        {
            writeln!(out, "{}", render::folded(&format!("+ {}", line.trim())))?;
        }
        for line in
            plain.lines().skip(1).filter(|line| !line.is_empty() && !text.lines().any(|new| new == *line))
        {
            writeln!(out, "{}", render::folded(&format!("- {}", line.trim())))?;
        }
        writeln!(out)?;
    }
    Ok(write!(out, "{}", render::folded(&text))?)
}
