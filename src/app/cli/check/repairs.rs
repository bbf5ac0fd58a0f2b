//! Checking on behind a fault: where it is clear what was meant, that is put in its place, and the file is checked again.
//! A fault that keeps rules from being read or played would hide every other.

use std::collections::BTreeMap;
use std::path::Path;

use super::{CheckContext, CheckReport, check_text};
use houserule_script::lua::Reference;
use houserule_script::play::Workspace;
use houserule_script::rules::Diagnostic;
use houserule_script::syntax::Edit;

/// Limit on how often a file is mended.
const MAX_ROUNDS: usize = 6;

/// Adds what is wrong with a file beside the faults that were found, on other lines.
pub fn check(desk: &CheckContext, reference: &Reference, report: &mut CheckReport) {
    let mut texts = BTreeMap::new();
    let mut faults: Vec<Diagnostic> = report.faults.iter().map(|finding| finding.fault.clone()).collect();
    for _ in 0..MAX_ROUNDS {
        if !mend(&faults, &mut texts) || desk.is_late() {
            return;
        }
        let table = &Workspace { library: desk.table.library.reading(texts.clone()), seed: desk.table.seed };
        let Ok(next) = check_text(&CheckContext { table, is_mended: true, ..*desk }, reference) else {
            return;
        };
        faults = next.faults.iter().map(|finding| finding.fault.clone()).collect();
        for finding in next.faults {
            // The same mistake made twice is shown once, as in reading.
            let is_known = report.faults.iter().any(|known| known.fault.message == finding.fault.message);
            if is_certain(&finding.fault) && !is_known {
                report.add(finding);
            }
        }
    }
}

/// Makes the changes that mend faults; whether there were any.
fn mend(faults: &[Diagnostic], texts: &mut BTreeMap<String, String>) -> bool {
    let mut edits: BTreeMap<&str, (&str, Vec<Edit>)> = BTreeMap::new();
    for fault in faults {
        let source = &fault.place.source;
        if let Some(mend) = fault.mend.as_ref().filter(|_| Path::new(&source.file).is_file()) {
            edits.entry(&source.file).or_insert((&source.text, Vec::new())).1.push(mend.clone());
        }
    }
    for (file, (text, edits)) in &edits {
        texts.insert(file.to_string(), Edit::all(text, edits));
    }
    !edits.is_empty()
}

/// A text that is still not Lua may be so because of the change that was made, unless this is clear, too.
fn is_certain(fault: &Diagnostic) -> bool {
    fault.mend.is_some() || fault.place.source.tree().is_some()
}
