//! Names in a script that nothing in its game has: a piece or a seat that a move is compared with, a piece that may be
//! placed and that nobody holds.

use houserule_core::mechanics::stacks::StackRules;
use houserule_core::mechanics::{PieceKind, Rule};
use houserule_core::text::{nearest, series};
use houserule_script::lua::{Ruleset, TextComparison, compared, move_kinds};
use houserule_script::rules::{Diagnostic, HookKind, RulePlan, SourcePlace};
use houserule_script::syntax::Edit;

/// Every such name in the topmost script, unless it is stacked on others, which may have taken away what it speaks of.
pub fn faults(ruleset: &Ruleset) -> Vec<Diagnostic> {
    let (Some(head), true) = (ruleset.heads.last(), ruleset.is_alone()) else { return Vec::new() };
    let plan = &ruleset.plan;
    let strange = compared(&head.source).into_iter().filter_map(|compared| {
        let (what, known) = possible(plan, &compared)?;
        let TextComparison { text, span, .. } = compared;
        if known.contains(&text.as_str()) {
            return None;
        }
        let near = nearest(&text, known.iter().copied());
        let mend = near.map(|near| Edit { span: span.clone(), text: format!("\"{near}\"") });
        let says = match near {
            Some(near) => format!("there is no {what} `{text}`; did you mean `{near}`?"),
            None => format!("there is no {what} `{text}`; expected {}", series(&known, "or")),
        };
        Some(Diagnostic::new(&SourcePlace::part(&head.source, span), "", says).mended_by(mend))
    });
    let unreserved = unreserved(plan).filter(|fault| fault.place.source.file == head.source.file);
    strange.chain(unreserved).collect()
}

/// What a field may be equal to: the noun for it and all there is; none if that is not known.
fn possible<'p>(plan: &'p RulePlan, compared: &TextComparison) -> Option<(&'static str, Vec<&'p str>)> {
    let names = &plan.names;
    let (what, known): (_, &'p [String]) = match (compared.of, compared.field.as_str()) {
        ("move", "kind") => return Some(("kind of move", move_kinds())),
        ("move", "piece") => ("piece", &names.pieces),
        ("move" | "view", "seat") => ("seat", &names.seats),
        ("view", "winner") => ("side", &names.teams),
        _ => return None,
    };
    (!known.is_empty()).then(|| (what, known.iter().map(String::as_str).collect()))
}

/// Pieces that may be placed and are in no reserve, where no script could give one.
fn unreserved(plan: &RulePlan) -> Option<Diagnostic> {
    let gives = [HookKind::AfterMove, HookKind::Setup].into_iter().any(|kind| plan.has_hook(kind));
    let reserve = plan.declared.as_map()?.get("reserve").filter(|_| !gives)?;
    let counts = reserve.as_map()?;
    let is_held = |name: &String| {
        let by_seat = plan.names.seats.iter().filter_map(|seat| counts.get(seat)?.as_map());
        counts.contains_key(name) || by_seat.into_iter().any(|counts| counts.contains_key(name))
    };
    let placed = plan.rules.iter().filter_map(|named_rule| match &named_rule.rule {
        Rule::PlaceRule(place) => Some(&place.pieces),
        _ => None,
    });
    let name = |kind: PieceKind| plan.names.pieces.get(kind);
    let pieces = &plan.mechanic.of::<StackRules>()?.pieces;
    let pool = |kind: PieceKind| name(pieces.get(kind)?.pool);
    let missing = placed.flatten().find(|kind| !pool(**kind).is_some_and(is_held));
    let name = name(*missing?)?;
    let says = format!("`{name}` may be placed, and nobody has one; write `{name} = 1` here, or `{name} = 0`");
    Some(Diagnostic::new(&reserve.place, "reserve", says))
}
