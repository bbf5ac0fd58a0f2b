//! Faults of the rules of a match, found by playing matches of random games.

use super::places::place_of;
use super::{CheckContext, CheckReport};
use houserule_script::lua::Ruleset;
use houserule_script::matches::{GameScore, MAX_MATCH_GAMES, MatchFault, test_matches};
use houserule_script::rules::{Diagnostic, MatchFunctionKind, SourcePlace, hidden_state};

/// Plays matches of games with these results and reports the first fault.
pub fn check(context: &CheckContext, ruleset: &Ruleset, scores: &[GameScore], report: &mut CheckReport) {
    if let Some(fault) = test_matches(ruleset, scores, context.workspace.seed) {
        report.add(describe(ruleset, &fault).into());
    }
}

fn describe(ruleset: &Ruleset, fault: &MatchFault) -> Diagnostic {
    let plan = &ruleset.plan;
    let declared = |path: &str| plan.place(path).unwrap_or(&plan.declaration.place).clone();
    match fault {
        MatchFault::Script(fault) => {
            let place = place_of(ruleset, fault).unwrap_or_else(|| declared("match"));
            Diagnostic::new(&place, "match", fault.message.clone())
        }
        MatchFault::Endless => {
            let end = [MatchFunctionKind::Over.key(), "first_to", "target"].map(|key| format!("match.{key}"));
            let path = end.into_iter().find(|path| plan.has_place(path)).unwrap_or_else(|| "match".to_string());
            let message =
                format!("a match of random games is not over after {MAX_MATCH_GAMES} games; add `games` as a limit");
            Diagnostic::new(&declared(&path), path, message)
        }
        MatchFault::Hidden(kind) => {
            let place = declared(&kind.key_path());
            let (place, name) = match hidden_state(&place.source).into_iter().next() {
                Some((name, place)) => (place, format!("`{name}`")),
                None => (place, format!("`{}`", kind.key())),
            };
            hidden(&place, &name)
        }
    }
}

/// Fault of a function that remembers earlier games in a variable.
fn hidden(place: &SourcePlace, name: &str) -> Diagnostic {
    let message = format!(
        "hidden state: {name} survives between calls, so the same match gives different tables; read the earlier games \
         from `match` instead"
    );
    Diagnostic::new(place, "match", message)
}
