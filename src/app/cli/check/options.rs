//! Checking option values: every value other than the default is loaded and played for a few games.

use std::collections::BTreeMap;

use super::rules::{FailedFunctions, finding, is_of_script, too_slow};
use super::{CheckContext, CheckFinding, CheckReport};
use houserule_core::text::plural;
use houserule_script::lua::{LoadError, Reference, Ruleset};
use houserule_script::play::{SelfTestLimits, run_self_test};
use houserule_script::rules::options::{OptionDecl, Setting};
use houserule_script::rules::{Diagnostic, FaultKind};

/// Random games per value; the first is checked move by move.
const GAMES: usize = 3;

/// Budget of the games of one value, in script steps.
const STEP_BUDGET: u64 = 5_000_000;

/// Limit on the values tried.
const MAX_VALUES: usize = 64;

/// Tries the values of every option, one option at a time, without the functions that `failed`.
pub fn check(context: &CheckContext, ruleset: &Ruleset, failed: &FailedFunctions, report: &mut CheckReport) {
    let values = values_to_try(context, ruleset);
    // If the rules are faulty anyway, only faults in functions are certain to come from the value.
    let is_faulty = report.is_faulty();
    let mut findings: BTreeMap<(String, String), (CheckFinding, Vec<String>)> = BTreeMap::new();
    for (key, value) in values.iter().take(MAX_VALUES) {
        if (context.is_late)() {
            if !context.is_repaired {
                report.add(too_slow(ruleset).into());
            }
            break;
        }
        let set = format!("{key}={value}");
        for outcome in try_value(context, &(key.clone(), value.clone()), failed, is_faulty) {
            match outcome {
                OptionTrial::Rejected(reason) => report.notes.push(format!("{set} is rejected: {reason}")),
                OptionTrial::Faulty(finding) => {
                    let fault_key = (finding.fault.place.to_string(), finding.fault.message.clone());
                    findings.entry(fault_key).or_insert_with(|| (*finding, Vec::new())).1.push(set.clone());
                }
            }
        }
    }
    if values.len() > MAX_VALUES {
        let more = plural(values.len() - MAX_VALUES, "value");
        report.notes.push(format!("{more} of the options not tested"));
    }
    for (mut finding, sets) in findings.into_values() {
        finding.fault.message = format!("with {}: {}", sets.join(" or "), finding.fault.message);
        report.add(finding);
    }
}

enum OptionTrial {
    /// The script itself rejects the value.
    Rejected(String),
    Faulty(Box<CheckFinding>),
}

fn try_value(
    context: &CheckContext,
    set: &(String, String),
    failed: &FailedFunctions,
    is_faulty: bool,
) -> Vec<OptionTrial> {
    let sets: Vec<_> = context.args.with.sets.iter().chain([set]).cloned().collect();
    let Ok(reference) = Reference::parse(context.what) else { return Vec::new() };
    let ruleset = match Ruleset::load_strict(&context.workspace.library, &reference, &sets) {
        Ok(ruleset) => ruleset.without_hooks(failed),
        Err(LoadError::Faults(faults)) => {
            let to_trial = |fault: Diagnostic| match fault.kind {
                FaultKind::Raised => OptionTrial::Rejected(fault.message),
                _ => OptionTrial::Faulty(Box::new(fault.into())),
            };
            return faults.into_iter().map(to_trial).collect();
        }
        Err(error) => return vec![OptionTrial::Rejected(error.to_string())],
    };
    let limits =
        SelfTestLimits { games: GAMES, careful: 1, work: STEP_BUDGET, must_end: false, is_late: context.is_late };
    let fault = run_self_test(&ruleset, limits, context.workspace.seed).fault;
    let fault = fault.filter(|fault| !is_faulty || is_of_script(fault));
    let found = fault.map(|fault| finding(context, &ruleset, &fault, failed, std::slice::from_ref(set)));
    found.map(|found| OptionTrial::Faulty(Box::new(found))).into_iter().collect()
}

/// Lists the values to try: everything in a list, both values of a flag, the ends of a range. Without the values that
/// the rules are played under anyway.
fn values_to_try(context: &CheckContext, ruleset: &Ruleset) -> Vec<(String, String)> {
    let scripts = &ruleset.options.scripts;
    let mut values = Vec::new();
    for (script, decls) in scripts {
        for decl in decls.values() {
            let is_shared = scripts.iter().filter(|(_, other)| other.contains_key(&decl.name)).count() > 1;
            let key = if is_shared { format!("{script}.{}", decl.name) } else { decl.name.clone() };
            if context.args.with.sets.iter().any(|(set, _)| *set == key || *set == decl.name) {
                continue;
            }
            let others = possible_values(decl).into_iter().filter(|value| Some(value) != decl.default.as_ref());
            values.extend(others.map(|value| (key.clone(), value.to_string())));
        }
    }
    values
}

fn possible_values(decl: &OptionDecl) -> Vec<Setting> {
    if !decl.one_of.is_empty() {
        return decl.one_of.clone();
    }
    if let Some(Setting::Flag(_)) = decl.default {
        return vec![Setting::Flag(false), Setting::Flag(true)];
    }
    let bounds = [decl.min, decl.max].into_iter().flatten().map(Setting::Number);
    bounds.filter(|end| decl.accepts(end).is_ok()).collect()
}
