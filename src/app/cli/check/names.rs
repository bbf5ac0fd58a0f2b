//! Names in a script that its game does not have: a piece or a seat that a move is compared with, or a piece that may
//! be placed but is in no reserve.

use houserule_core::mechanics::{PieceKind, Rule};
use houserule_core::text::{nearest, series};
use houserule_script::lua::{Ruleset, TextComparison, move_kinds, text_comparisons};
use houserule_script::rules::{Diagnostic, HookKind, RulePlan, SourcePlace};
use houserule_script::syntax::Edit;

/// Finds such names in the topmost script, unless it is stacked on others, which may have removed what it names.
pub fn find_faults(ruleset: &Ruleset) -> Vec<Diagnostic> {
    let (Some(head), true) = (ruleset.manifests.last(), ruleset.is_standalone()) else { return Vec::new() };
    let plan = &ruleset.plan;
    let unknown_names = text_comparisons(&head.source).into_iter().filter_map(|compared| {
        let (noun, known) = possible_values(plan, &compared)?;
        let TextComparison { text, span, .. } = compared;
        if known.contains(&text.as_str()) {
            return None;
        }
        let near = nearest(&text, known.iter().copied());
        let repair = near.map(|near| Edit { span: span.clone(), text: format!("\"{near}\"") });
        let message = match near {
            Some(near) => format!("unknown {noun} `{text}`; did you mean `{near}`?"),
            None => format!("unknown {noun} `{text}`; expected {}", series(&known, "or")),
        };
        Some(Diagnostic::new(&SourcePlace::part(&head.source, span), "", message).with_fix(repair))
    });
    let unreserved = find_unreserved(plan).filter(|fault| fault.place.source.file == head.source.file);
    unknown_names.chain(unreserved).collect()
}

/// Returns the noun of a field and the values that it may have; none if these are not known.
fn possible_values<'p>(plan: &'p RulePlan, compared: &TextComparison) -> Option<(&'static str, Vec<&'p str>)> {
    let names = &plan.names;
    let (noun, known): (_, &'p [String]) = match (compared.owner, compared.field.as_str()) {
        ("move", "kind") => return Some(("kind of move", move_kinds())),
        ("move", "piece") => ("piece", &names.pieces),
        ("move" | "view", "seat") => ("seat", &names.seats),
        ("view", "winner") => ("side", &names.teams),
        _ => return None,
    };
    (!known.is_empty()).then(|| (noun, known.iter().map(String::as_str).collect()))
}

/// Reports a piece that may be placed but is in no reserve, unless a script could give one.
fn find_unreserved(plan: &RulePlan) -> Option<Diagnostic> {
    let can_give = [HookKind::AfterMove, HookKind::Setup].into_iter().any(|kind| plan.has_hook(kind));
    let reserve = plan.declaration.as_map()?.get("reserve").filter(|_| !can_give)?;
    let counts = reserve.as_map()?;
    let is_in_reserve = |name: &String| {
        let by_seat = plan.names.seats.iter().filter_map(|seat| counts.get(seat)?.as_map());
        counts.contains_key(name) || by_seat.into_iter().any(|counts| counts.contains_key(name))
    };
    let placeable = plan.rules.iter().filter_map(|named_rule| match &named_rule.rule {
        Rule::PlaceRule(place) => Some(&place.pieces),
        _ => None,
    });
    let name = |kind: PieceKind| plan.names.pieces.get(kind);
    let pieces = &plan.mechanic.stone_game()?.pieces;
    let pool = |kind: PieceKind| name(pieces.get(kind)?.pool);
    let missing = placeable.flatten().find(|kind| !pool(**kind).is_some_and(is_in_reserve));
    let name = name(*missing?)?;
    let message = format!(
        "`{name}` may be placed, but no seat has one; write `{name} = 1` here, or `{name} = 0` if that is intended"
    );
    Some(Diagnostic::new(&reserve.place, "reserve", message))
}
