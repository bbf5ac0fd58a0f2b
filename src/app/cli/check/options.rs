//! Checking option values: every value other than the default is loaded and played for a few games.

use std::collections::BTreeMap;

use super::rules::{FailedFunctions, finding, is_of_script, too_slow};
use super::{CheckContext, CheckFinding, CheckReport};
use houserule_core::text::counted;
use houserule_script::lua::{LoadError, Reference, Ruleset};
use houserule_script::play::{SelfTestLimits, trial};
use houserule_script::rules::options::{OptionDecl, Setting};
use houserule_script::rules::{Diagnostic, FaultKind};

/// Random games per value; the first is checked move by move.
const GAMES: usize = 3;

/// Budget of the games of one value, in script steps.
const STEP_BUDGET: u64 = 5_000_000;

/// Limit on the values tried.
const MAX_VALUES: usize = 64;

/// Tries the values of every option, one option at a time, without the functions that `failed` anyway.
pub fn check(desk: &CheckContext, ruleset: &Ruleset, failed: &FailedFunctions, report: &mut CheckReport) {
    let values = values(desk, ruleset);
    // Beside other faults only what a function does is certain to be one of the value.
    let is_faulty = report.is_faulty();
    let mut found: BTreeMap<(String, String), (CheckFinding, Vec<String>)> = BTreeMap::new();
    for (key, value) in values.iter().take(MAX_VALUES) {
        if desk.is_late() {
            if !desk.is_mended {
                report.add(too_slow(ruleset).into());
            }
            break;
        }
        let set = format!("{key}={value}");
        for outcome in tried(desk, &(key.clone(), value.clone()), failed, is_faulty) {
            match outcome {
                OptionTrial::Refused(says) => report.notes.push(format!("{set} is refused: {says}")),
                OptionTrial::Faulty(finding) => {
                    let same = (finding.fault.place.to_string(), finding.fault.message.clone());
                    found.entry(same).or_insert_with(|| (*finding, Vec::new())).1.push(set.clone());
                }
            }
        }
    }
    if values.len() > MAX_VALUES {
        let more = counted(values.len() - MAX_VALUES, "value");
        report.notes.push(format!("{more} of the options not tried"));
    }
    for (mut finding, sets) in found.into_values() {
        finding.fault.message = format!("with {}: {}", sets.join(" or "), finding.fault.message);
        report.add(finding);
    }
}

enum OptionTrial {
    /// The script says itself that the value will not do.
    Refused(String),
    Faulty(Box<CheckFinding>),
}

fn tried(desk: &CheckContext, set: &(String, String), failed: &FailedFunctions, is_faulty: bool) -> Vec<OptionTrial> {
    let sets: Vec<_> = desk.args.with.sets.iter().chain([set]).cloned().collect();
    let Ok(reference) = Reference::parse(desk.what) else { return Vec::new() };
    let ruleset = match Ruleset::load_as_set(&desk.table.library, &reference, &sets) {
        Ok(ruleset) => ruleset.without_hooks(failed),
        Err(LoadError::Faults(faults)) => {
            let told = |fault: Diagnostic| match fault.kind {
                FaultKind::Refusal => OptionTrial::Refused(fault.message),
                _ => OptionTrial::Faulty(Box::new(fault.into())),
            };
            return faults.into_iter().map(told).collect();
        }
        Err(error) => return vec![OptionTrial::Refused(error.to_string())],
    };
    let effort =
        SelfTestLimits { games: GAMES, careful: 1, work: STEP_BUDGET, must_end: false, deadline: desk.deadline };
    let fault = trial(&ruleset, effort, desk.table.seed).fault;
    let fault = fault.filter(|fault| !is_faulty || is_of_script(fault));
    let found = fault.map(|fault| finding(desk, &ruleset, &fault, failed, std::slice::from_ref(set)));
    found.map(|found| OptionTrial::Faulty(Box::new(found))).into_iter().collect()
}

/// What options may be set to: everything in a list, both answers to a question, the ends of a range. Not the values
/// that the rules are played under anyway.
fn values(desk: &CheckContext, ruleset: &Ruleset) -> Vec<(String, String)> {
    let scripts = &ruleset.options.scripts;
    let mut values = Vec::new();
    for (script, decls) in scripts {
        for decl in decls.values() {
            let is_shared = scripts.iter().filter(|(_, other)| other.contains_key(&decl.name)).count() > 1;
            let key = if is_shared { format!("{script}.{}", decl.name) } else { decl.name.clone() };
            if desk.args.with.sets.iter().any(|(set, _)| *set == key || *set == decl.name) {
                continue;
            }
            let others = possible(decl).into_iter().filter(|value| Some(value) != decl.default.as_ref());
            values.extend(others.map(|value| (key.clone(), value.to_string())));
        }
    }
    values
}

fn possible(decl: &OptionDecl) -> Vec<Setting> {
    if !decl.one_of.is_empty() {
        return decl.one_of.clone();
    }
    if let Some(Setting::Flag(_)) = decl.default {
        return vec![Setting::Flag(false), Setting::Flag(true)];
    }
    let ends = [decl.min, decl.max].into_iter().flatten().map(Setting::Number);
    ends.filter(|end| decl.accepts(end).is_ok()).collect()
}
