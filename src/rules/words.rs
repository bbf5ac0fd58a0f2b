//! The rules in words, made from the plan alone.

use super::options::{OptionSet, Setting};
use super::plan::{Head, RulePlan};
use crate::mechanics::Seat;
use crate::vocabulary::{Part, series};

/// The rules of a plan as lines of plain sentences.
pub fn words(plan: &RulePlan, heads: &[Head], options: &OptionSet) -> String {
    let mut out = format!("{}\n", plan.title);
    let mut section = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            out.push_str(&format!("\n{title}\n"));
            lines.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
        }
    };
    let of = |part: Part| -> Vec<String> {
        let rules = plan.rules.iter().filter(|ruled| ruled.rule.spec().part == part);
        rules.map(|ruled| ruled.rule.words(&plan.names)).collect()
    };
    let mut board =
        vec![format!("{} take turns; {} begins.", series(&plan.names.seats, "and"), plan.names.seats[0])];
    board.extend(of(Part::Board));
    section("Board and seats", board);
    let pieces = plan.names.pieces.iter().zip(&plan.stacks.pieces);
    section(
        "Pieces",
        pieces.map(|(name, piece)| piece.words(name, &plan.names)).chain([reserve(plan)]).collect(),
    );
    section("A turn", of(Part::Moves));
    section("First turns", of(Part::Turn));
    section("The end, judged after every move in this order", of(Part::Finish));
    section("Points", of(Part::Points));
    let scripted = plan.hooks.iter().map(|hook| {
        let title = heads
            .iter()
            .find(|head| head.name == hook.script)
            .map_or(hook.script.as_str(), |head| &head.title);
        format!("{title} ({} of {}, {})", hook.kind.key(), hook.script, super::plan::cite(&hook.place))
    });
    section("Rules that a script decides", scripted.collect());
    let mut lines = Vec::new();
    for (index, (script, decls)) in options.scripts.iter().enumerate() {
        for decl in decls.values() {
            let key = if index == 0 { decl.name.clone() } else { format!("{script}.{}", decl.name) };
            let value = plan.settings.get(&key).map_or("not set".to_string(), Setting::to_string);
            let says = decl.says.as_ref().map(|says| format!("; {says}")).unwrap_or_default();
            lines.push(format!("{key} = {value} ({}{says})", decl.allowed()));
        }
    }
    section("Options", lines);
    out
}

/// What every seat starts with.
fn reserve(plan: &RulePlan) -> String {
    let holds = |seat: Seat| -> String {
        let counts: Vec<String> = plan
            .stacks
            .pools()
            .into_iter()
            .map(|kind| (plan.stacks.reserve.get(seat, kind), &plan.names.pieces[kind as usize]))
            .filter(|(count, _)| *count > 0)
            .map(|(count, piece)| format!("{count} {piece}{}", if count == 1 { "" } else { "s" }))
            .collect();
        if counts.is_empty() { "nothing".into() } else { series(&counts, "and") }
    };
    let all: Vec<String> = (0..plan.names.seats.len() as Seat).map(holds).collect();
    if all.iter().all(|held| *held == all[0]) {
        return format!("Each seat starts with {} in reserve.", all[0]);
    }
    let each: Vec<String> =
        plan.names.seats.iter().zip(&all).map(|(seat, held)| format!("{seat} with {held}")).collect();
    format!("{} in reserve.", series(&each, "and"))
}
