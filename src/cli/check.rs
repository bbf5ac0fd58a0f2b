//! `check`: faults in scripts, found by reading and by playing.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::args::CheckArgs;
use super::{Done, Failure, table};
use crate::play::{Table, TrialReport, trial};
use crate::script::{LoadError, MOST_TOLD};

const GAMES: usize = 10;
const TIME: Duration = Duration::from_secs(3);

pub fn check(args: &CheckArgs, out: &mut dyn Write) -> Done {
    let table = table(&args.with)?;
    let (mut faulty, mut misused) = (false, Vec::new());
    let mut reports = Vec::new();
    for what in &args.what {
        match check_one(what, &table, args) {
            Ok(report) => {
                faulty |= !report.faults.is_empty();
                if args.json {
                    reports.push(report.json(what));
                } else {
                    report.print(what, out)?;
                }
            }
            Err(says) => misused.push(says),
        }
    }
    if args.json {
        writeln!(out, "{}", json!(reports))?;
    }
    match misused {
        misused if !misused.is_empty() => Err(Failure::Usage(misused.join("\n"))),
        _ if faulty => Err(Failure::Failed(String::new())),
        _ => Ok(()),
    }
}

/// What there is to say about one script.
#[derive(Default)]
struct Report {
    /// Place, key path and sentence.
    faults: Vec<(String, String, String)>,
    warnings: Vec<String>,
    played: TrialReport,
}

/// Reads and plays one script; the error is about what was typed, not about the script.
fn check_one(what: &str, table: &Table, args: &CheckArgs) -> Result<Report, String> {
    let mut report = Report::default();
    let open = |seed| Table { library: table.library.clone(), seed }.open(what, &args.with.sets, None, &[]);
    match open(table.seed) {
        Ok(session) => report.warnings = session.ruleset.warnings,
        Err(LoadError::Usage(says)) => return Err(says),
        Err(LoadError::Script(fault)) => {
            report.faults.push((what.into(), "played".into(), fault.to_string()))
        }
        Err(LoadError::Faults(faults)) => {
            let told = faults.into_iter().map(|fault| (fault.place.to_string(), fault.path, fault.says));
            report.faults.extend(told);
        }
    }
    if !report.faults.is_empty() {
        return Ok(report);
    }
    report.played = trial(open, GAMES, TIME, table.seed);
    if let Some(says) = &report.played.fault {
        report.faults.push((what.to_string(), "played".into(), says.clone()));
    }
    if report.played.fault.is_none() && report.played.games == 0 {
        report.warnings.push("not one random game came to its end in the time there was".to_string());
    }
    Ok(report)
}

impl Report {
    fn print(&self, what: &str, out: &mut dyn Write) -> Done {
        for (place, path, says) in self.faults.iter().take(MOST_TOLD) {
            match path.as_str() {
                "" => writeln!(out, "{place}: {says}")?,
                path => writeln!(out, "{place}: {path}: {says}")?,
            }
        }
        if self.faults.len() > MOST_TOLD {
            writeln!(out, "and {} faults more", self.faults.len() - MOST_TOLD)?;
        }
        for warning in &self.warnings {
            writeln!(out, "{what}: warning: {warning}")?;
        }
        if self.faults.is_empty() {
            let TrialReport { games, moves, .. } = &self.played;
            writeln!(out, "{what}: ok ({games} random games, {moves} moves)")?;
        }
        Ok(())
    }

    fn json(&self, what: &str) -> Value {
        let faults: Vec<Value> = self
            .faults
            .iter()
            .map(|(place, path, says)| json!({ "place": place, "path": path, "says": says }))
            .collect();
        json!({ "what": what, "ok": self.faults.is_empty(), "faults": faults, "warnings": self.warnings,
                "games": self.played.games, "moves": self.played.moves })
    }
}
