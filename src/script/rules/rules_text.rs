//! Rules in words, generated from the plan alone: enough to play by.

use super::hook::{HookDecl, HookKind};
use super::manifest::Manifest;
use super::match_text;
use super::options::{OptionDecl, OptionSet, Setting};
use super::plan::RulePlan;
use houserule_core::mechanics::{Rule, Stuck, Team};
use houserule_core::names::Names;
use houserule_core::rules_text::{RuleSentence, RulesSection, RulesText};
use houserule_core::spec::{RulePart, RuleValue};
use houserule_core::text::{capitalised, one_line, series};

/// Rules of a plan as sections of plain sentences.
pub fn rules_text(plan: &RulePlan, manifests: &[Manifest], options: &OptionSet) -> RulesText {
    let mut sections = Vec::new();
    let mut section = |heading: &'static str, sentences: Vec<RuleSentence>| {
        if !sentences.is_empty() {
            sections.push(RulesSection { heading, sentences });
        }
    };
    let is_puzzle = plan.mechanic.puzzle().is_some();
    section("Board and players", board(plan));
    let RulesSection { heading, sentences } = plan.mechanic.equipment(&plan.rules);
    section(heading, sentences);
    section("Supply", supply(plan));
    let moves =
        [RulePart::Moves, RulePart::Constraints, RulePart::After].into_iter().flat_map(|part| values(plan, part));
    section("Moves", moves.collect());
    section(if is_puzzle { "Time" } else { "Turns" }, values(plan, RulePart::Turn));
    section("End of the game, checked after every move in this order", ends(plan));
    section("Points", values(plan, RulePart::Points));
    section("Scripted rules", scripted(plan, manifests));
    section("Match", match_text::declared(plan));
    section("Notation", describe_notation(plan));
    section("Options", settings(plan, options));
    RulesText { title: plan.title.clone(), sections }
}

/// Rule values of a part.
fn values(plan: &RulePlan, part: RulePart) -> Vec<RuleSentence> {
    let named_rules = plan.rules.iter().filter(|named_rule| named_rule.rule.spec().part == part);
    named_rules.map(|named_rule| RuleSentence::new(named_rule.key_path(), named_rule.describe(&plan.names))).collect()
}

fn board(plan: &RulePlan) -> Vec<RuleSentence> {
    let mut board = vec![RuleSentence::new("seats", turns(plan))];
    board.extend(plan.names.has_teams().then(|| RuleSentence::new("sides", teams(&plan.names))));
    board.extend(values(plan, RulePart::Board));
    board
}

/// Supply. If a pool names no tiles, the given ones are all there are.
fn supply(plan: &RulePlan) -> Vec<RuleSentence> {
    let mut sentences = values(plan, RulePart::Supply);
    let has_given = plan.rules.iter().any(|named_rule| matches!(named_rule.rule, Rule::Givens(_)));
    let is_empty = |rule: &Rule| matches!(rule, Rule::Pool(pool) if pool.tiles.is_empty());
    if let Some(pool) = plan.rules.iter().find(|named_rule| has_given && is_empty(&named_rule.rule)) {
        sentences.retain(|sentence| sentence.key_path != pool.key_path());
    }
    sentences
}

/// Turn order.
fn turns(plan: &RulePlan) -> String {
    let has_rule = |is_kind: fn(&Rule) -> bool| plan.rules.iter().any(|named_rule| is_kind(&named_rule.rule));
    let seats = capitalised(&series(&plan.names.seats, "and"));
    match plan.names.seats.as_slice() {
        [_] => "A game for one player.".to_string(),
        _ if has_rule(|rule| matches!(rule, Rule::RaceRule(_))) => format!("{seats} play at the same time."),
        _ if has_rule(|rule| matches!(rule, Rule::StartRule(_))) => format!("{seats} take turns."),
        [first, ..] => format!("{seats} take turns; {first} moves first."),
        [] => String::new(),
    }
}

/// Teams.
fn teams(names: &Names) -> String {
    let seats_of = |team: Team| -> Vec<&str> { names.seats_of(team).map(|seat| names.seats[seat].as_str()).collect() };
    let teams = names.teams.iter_enumerated();
    let teams: Vec<String> =
        teams.map(|(team, name)| format!("{} play for {name}", series(&seats_of(team), "and"))).collect();
    format!("{}.", capitalised(&teams.join("; ")))
}

fn ends(plan: &RulePlan) -> Vec<RuleSentence> {
    let solution = plan.mechanic.puzzle().map(|_| {
        let text =
            "A solution uses every tile, in one connected group, with matching colours wherever two tiles touch.";
        RuleSentence::new("finish", text)
    });
    let stuck = may_be_stuck(plan).then(|| {
        let (id, result) = plan.stuck();
        RuleSentence::new(format!("finish.{id}"), Stuck { result }.describe(&plan.names)).derived()
    });
    solution.into_iter().chain(values(plan, RulePart::Finish)).chain(stuck).collect()
}

/// Whether a seat may have no legal move without a rule for it: because of the pieces and tiles, or because a script
/// forbids moves or prolongs the game.
fn may_be_stuck(plan: &RulePlan) -> bool {
    let by_script = [HookKind::Allow, HookKind::Reject, HookKind::Finish].into_iter().any(|kind| plan.has_hook(kind));
    let mechanic = &plan.mechanic;
    mechanic.stuck().is_none() && mechanic.puzzle().is_none() && (by_script || mechanic.may_be_stuck())
}

/// Scripted rules in the words of their author: the comment at the top of the file, which assumes default options.
fn scripted(plan: &RulePlan, manifests: &[Manifest]) -> Vec<RuleSentence> {
    let mut sentences: Vec<RuleSentence> = Vec::new();
    for HookDecl { script, place, .. } in &plan.hooks {
        let about = format!("hooks.{script}");
        if sentences.iter().any(|sentence| sentence.key_path == about) {
            continue;
        }
        let keys: Vec<&str> =
            plan.hooks.iter().filter(|hook| hook.script == *script).map(|hook| hook.kind.key()).collect();
        let manifest = manifests.iter().find(|manifest| manifest.name == *script);
        let title = manifest.map_or(script.as_str(), |manifest| &manifest.title);
        let summary = manifest.filter(|manifest| has_default_options(plan, manifest)).and_then(Manifest::summary);
        let summary = summary.map(|told| format!(": {}", told.trim_end_matches('.'))).unwrap_or_default();
        let origin = format!("{}, {}", series(&keys, "and"), super::plan::short_location(place));
        sentences.push(RuleSentence::new(about, format!("{title}{summary} ({origin}).")));
    }
    sentences
}

/// Whether all options of a script have their default values.
fn has_default_options(plan: &RulePlan, manifest: &Manifest) -> bool {
    manifest.options.values().all(|decl| {
        let qualified = plan.settings.get(&format!("{}.{}", manifest.name, decl.name));
        let value = qualified.or_else(|| plan.settings.get(&decl.name));
        decl.default.is_none() && value.is_none() || decl.default.as_ref() == value
    })
}

impl Manifest {
    /// Summary in the first line of the file, if there is one: `--- Walls may not be placed before turn five.`
    pub fn summary(&self) -> Option<String> {
        let line = self.source.text.trim_start_matches('\u{feff}').lines().next()?;
        let words = line.strip_prefix("---")?.trim();
        (!words.is_empty() && !words.starts_with('@')).then(|| one_line(words, 200))
    }
}

/// Notation of moves, with examples from the initial position.
fn describe_notation(plan: &RulePlan) -> Vec<RuleSentence> {
    let Ok(board) = plan.position(None, 1) else { return Vec::new() };
    let notation = plan.notation;
    let moves = format!("{}.", capitalised(&notation.help(&*board)));
    // The examples follow from the pieces and tiles.
    vec![
        RuleSentence::new("notation", moves).derived(),
        RuleSentence::new("notation.cells", notation.describe_naming(&*board)),
    ]
}

fn settings(plan: &RulePlan, options: &OptionSet) -> Vec<RuleSentence> {
    let mut sentences = Vec::new();
    for (index, (script, decls)) in options.scripts.iter().enumerate() {
        for decl in decls.values() {
            let key = if index == 0 { decl.name.clone() } else { format!("{script}.{}", decl.name) };
            let text = describe_setting(&key, decl, plan.settings.get(&key));
            sentences.push(RuleSentence::new(format!("options.{key}"), text));
        }
    }
    sentences
}

fn describe_setting(key: &str, decl: &OptionDecl, value: Option<&Setting>) -> String {
    let value = value.map_or("not set".to_string(), Setting::to_string);
    let value = if value.is_empty() { "none".to_string() } else { value };
    let doc = decl.doc.as_ref().map(|doc| format!(": {doc}")).unwrap_or_default();
    let allowed = if decl.one_of.len() == 1 { "fixed".to_string() } else { decl.describe_allowed() };
    format!("{key} = {value}{doc} ({allowed})")
}
