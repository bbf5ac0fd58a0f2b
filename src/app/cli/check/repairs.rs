//! Checking further after a fault: where the intended text is clear, the file is repaired in memory and checked again.
//! A fault that keeps rules from being read or played would hide all others.

use std::collections::BTreeMap;
use std::path::Path;

use super::{CheckContext, CheckReport, check_text};
use houserule_script::lua::Reference;
use houserule_script::play::Workspace;
use houserule_script::rules::Diagnostic;
use houserule_script::syntax::Edit;

/// Maximum number of repairs of one file.
const MAX_ROUNDS: usize = 6;

/// Adds the faults on other lines that show after the known ones are repaired.
pub fn check(context: &CheckContext, reference: &Reference, report: &mut CheckReport) {
    let mut texts = BTreeMap::new();
    let mut faults: Vec<Diagnostic> = report.faults.iter().map(|finding| finding.fault.clone()).collect();
    for _ in 0..MAX_ROUNDS {
        if !apply_repairs(&faults, &mut texts) || (context.is_late)() {
            return;
        }
        let workspace =
            &Workspace { library: context.workspace.library.with_texts(texts.clone()), seed: context.workspace.seed };
        let Ok(next) = check_text(&CheckContext { workspace, is_repaired: true, ..*context }, reference) else {
            return;
        };
        faults = next.faults.iter().map(|finding| finding.fault.clone()).collect();
        for finding in next.faults {
            // A repeated mistake is reported once, as in reading.
            let is_known = report.faults.iter().any(|known| known.fault.message == finding.fault.message);
            if is_certain(&finding.fault) && !is_known {
                report.add(finding);
            }
        }
    }
}

/// Applies the repairs of faults; returns whether there were any.
fn apply_repairs(faults: &[Diagnostic], texts: &mut BTreeMap<String, String>) -> bool {
    let mut edits: BTreeMap<&str, (&str, Vec<Edit>)> = BTreeMap::new();
    for fault in faults {
        let source = &fault.place.source;
        if let Some(repair) = fault.fix.as_ref().filter(|_| Path::new(&source.file).is_file()) {
            edits.entry(&source.file).or_insert((&source.text, Vec::new())).1.push(repair.clone());
        }
    }
    for (file, (text, edits)) in &edits {
        texts.insert(file.to_string(), Edit::apply_all(text, edits));
    }
    !edits.is_empty()
}

/// Whether a fault is certain. A text that still does not parse may be broken by our repair, unless it has a repair
/// too.
fn is_certain(fault: &Diagnostic) -> bool {
    fault.fix.is_some() || fault.place.source.tree().is_some()
}
