//! `check`: faults in scripts, found by reading and by playing.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::args::CheckArgs;
use super::{Done, Failure, table};
use crate::play::{Table, TrialReport, trial};
use crate::script::LoadError;

const GAMES: usize = 40;
const TIME: Duration = Duration::from_millis(1_500);

pub fn check(args: &CheckArgs, out: &mut dyn Write) -> Done {
    let table = table(&args.with)?;
    let mut faulty = false;
    let mut reports = Vec::new();
    for what in &args.what {
        let report = check_one(what, &table, args)?;
        faulty |= !report.faults.is_empty();
        if args.json {
            reports.push(report.json(what));
        } else {
            report.print(what, out)?;
        }
    }
    if args.json {
        writeln!(out, "{}", json!(reports))?;
    }
    if faulty { Err(Failure::Failed(String::new())) } else { Ok(()) }
}

/// What there is to say about one script.
#[derive(Default)]
struct Report {
    /// Place, key path and sentence.
    faults: Vec<(String, String, String)>,
    warnings: Vec<String>,
    played: TrialReport,
}

fn check_one(what: &str, table: &Table, args: &CheckArgs) -> Result<Report, Failure> {
    let mut report = Report::default();
    let ruleset = match table.load(what, &args.with.sets) {
        Ok(ruleset) => ruleset,
        Err(LoadError::Usage(says)) => return Err(Failure::Usage(says)),
        Err(LoadError::Faults(faults)) => {
            let told = faults.into_iter().map(|fault| (fault.place.to_string(), fault.path, fault.says));
            report.faults.extend(told);
            return Ok(report);
        }
    };
    report.warnings = ruleset.warnings;
    let reload = || table.load(what, &args.with.sets).map_err(|error| error.to_string());
    report.played = trial(reload, GAMES, TIME, args.with.seed);
    if let Some(says) = &report.played.fault {
        report.faults.push((what.to_string(), "played".into(), says.clone()));
    }
    if report.played.unfinished > 0 {
        let says =
            format!("{} of {} random games did not end", report.played.unfinished, report.played.games);
        report.warnings.push(says);
    }
    Ok(report)
}

impl Report {
    fn print(&self, what: &str, out: &mut dyn Write) -> Done {
        for (place, path, says) in &self.faults {
            match path.as_str() {
                "" => writeln!(out, "{place}: {says}")?,
                path => writeln!(out, "{place}: {path}: {says}")?,
            }
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
