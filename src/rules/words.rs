//! The rules in words, made from the plan alone.

use super::options::{OptionSet, Setting};
use super::plan::{Head, RulePlan};
use crate::mechanics::stacks::StackPlan;
use crate::mechanics::tracks::TrackPlan;
use crate::mechanics::{Rule, Seat};
use crate::vocabulary::{Names, Part, series};

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
    let names = &plan.names;
    let mut board = vec![turns(plan)];
    board.extend(names.has_teams().then(|| teams(names)));
    board.extend(of(Part::Board));
    section("Board and seats", board);
    if let Some(stones) = plan.stones() {
        let pieces = plan.names.pieces.iter().zip(&stones.pieces);
        let pieces = pieces.map(|(name, piece)| piece.words(name, &plan.names));
        section("Pieces", pieces.chain([reserve(plan, stones)]).collect());
    }
    if let Some(tracks) = plan.tracks() {
        section("Tiles", tiles(tracks));
    }
    section("Supply", of(Part::Supply));
    section(
        if plan.layout().is_some() { "Moves" } else { "A turn" },
        [Part::Moves, Part::Constraints, Part::After].into_iter().flat_map(of).collect(),
    );
    section(if plan.layout().is_some() { "Time" } else { "Turns" }, of(Part::Turn));
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
            let value = if value.is_empty() { "none".to_string() } else { value };
            let says = decl.says.as_ref().map(|says| format!("; {says}")).unwrap_or_default();
            lines.push(format!("{key} = {value} ({}{says})", decl.allowed()));
        }
    }
    section("Options", lines);
    out
}

/// Who plays when.
fn turns(plan: &RulePlan) -> String {
    let has = |is: fn(&Rule) -> bool| plan.rules.iter().any(|ruled| is(&ruled.rule));
    let seats = series(&plan.names.seats, "and");
    match plan.names.seats.as_slice() {
        [alone] => format!("{alone} plays alone."),
        _ if has(|rule| matches!(rule, Rule::Race(_))) => format!("{seats} play at once."),
        _ if has(|rule| matches!(rule, Rule::Start(_))) => format!("{seats} take turns."),
        [first, ..] => format!("{seats} take turns; {first} begins."),
        [] => String::new(),
    }
}

/// How many tiles of a set are described.
const MOST_LISTED: usize = 8;

/// The tile set, and which colour is whose.
fn tiles(tracks: &TrackPlan) -> Vec<String> {
    let set = &tracks.set;
    let sides = &tracks.lattice.side_names;
    let colours: Vec<&str> = set.colours.iter().map(|colour| colour.name.as_str()).collect();
    let supply = if tracks.dealing.is_some() { "" } else { "; there are as many as are needed" };
    let mut lines = vec![format!("Tiles have tracks of {}{supply}.", series(&colours, "and"))];
    for (index, tile) in set.tiles.iter().enumerate().take(MOST_LISTED) {
        let lies = set.lies_of(index as u16);
        let Some(first) = lies.first() else { continue };
        let linked = first.mates.iter().enumerate().filter(|(side, mate)| *side < **mate as usize);
        let links = linked.map(|(side, mate)| {
            format!("{} {}-{}", colours[first.colours[side] as usize], sides[side], sides[*mate as usize])
        });
        let mut signs: Vec<&str> = Vec::new();
        for lie in lies.iter().filter(|lie| !lie.sign.is_empty()) {
            if !signs.contains(&lie.sign.as_str()) {
                signs.push(&lie.sign);
            }
        }
        let written =
            if signs.is_empty() { String::new() } else { format!(", written {}", series(&signs, "or")) };
        lines.push(format!("{}: {}{written}.", tile.name, links.collect::<Vec<_>>().join(", ")));
    }
    if set.tiles.len() > MOST_LISTED {
        lines.push(format!("And {} more.", set.tiles.len() - MOST_LISTED));
    }
    let named_after =
        |(side, owned): (&String, &Vec<u8>)| matches!(owned[..], [one] if colours[one as usize] == side);
    let mut owners = tracks.names.sides.iter().zip(&tracks.colours_of_side);
    if owners.clone().all(named_after) {
        let owner = if tracks.names.has_teams() { "side" } else { "seat" };
        lines.push(format!(
            "A {owner}'s tracks are those of the colour it is named after; every seat may extend any."
        ));
    } else if owners.any(|(_, owned)| !owned.is_empty()) {
        for (side, owned) in tracks.names.sides.iter().zip(&tracks.colours_of_side) {
            let owned: Vec<&str> = owned.iter().map(|colour| colours[*colour as usize]).collect();
            lines.push(format!("The tracks of {side} are those of {}.", series(&owned, "and")));
        }
    }
    lines
}

/// Who plays together.
fn teams(names: &Names) -> String {
    let seats_of = |side: usize| -> Vec<&str> {
        let seats = names.seats.iter().zip(&names.side_of).filter(|(_, of)| **of as usize == side);
        seats.map(|(seat, _)| seat.as_str()).collect()
    };
    let teams = names.sides.iter().enumerate();
    let teams: Vec<String> =
        teams.map(|(side, name)| format!("{} play for {name}", series(&seats_of(side), "and"))).collect();
    format!("{}.", series(&teams, "and"))
}

/// What every seat starts with.
fn reserve(plan: &RulePlan, stones: &StackPlan) -> String {
    let holds = |seat: Seat| -> String {
        let counts: Vec<String> = stones
            .pools()
            .into_iter()
            .map(|kind| (stones.reserve.get(seat, kind), &plan.names.pieces[kind as usize]))
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
