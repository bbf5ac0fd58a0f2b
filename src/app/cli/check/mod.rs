//! `check`: faults in scripts and tile sets, found by reading and by playing.

mod bots;
mod names;
mod options;
mod places;
mod points;
mod repairs;
mod rules;

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::error::{Reported, UsageError};
use serde_json::{Value, json};

use super::args::CheckArgs;
use super::code_frame::{Severity, plain, pointed};
use super::{CliResult, lesson, table};
use houserule_core::text::counted;
use houserule_script::files::DisplayPath;
use houserule_script::lua::{LoadError, MAX_REPORTED_FAULTS, Reference, Ruleset, is_path};
use houserule_script::play::{SelfTestLimits, Workspace};
use houserule_script::rules::Diagnostic;

/// Random games per file, and how many of the first ones are checked move by move.
const GAMES: usize = 300;
const CAREFUL_GAMES: usize = 10;

/// The same for a file that is checked once more because faults were mended.
const MENDED_GAMES: usize = 60;

/// Budget of the random games, in script steps; about one second on an idle machine.
const STEP_BUDGET: u64 = 100_000_000;

/// Time limit of one file; exceeding it is a fault. The step budget runs out first, even on a machine twenty times slower,
/// unless single steps of a script are very slow.
const TIME_LIMIT: Duration = Duration::from_secs(20);

pub fn check(args: &CheckArgs, out: &mut dyn Write) -> CliResult {
    let table = table(&args.with)?;
    let (mut faulty, mut misused) = (false, Vec::new());
    let mut reports = Vec::new();
    for what in args.what.iter().flat_map(|what| files_in(what, &table)) {
        match what.and_then(|what| Ok((check_one(&what, &table, args)?, what))) {
            Ok((report, what)) => {
                faulty |= report.is_faulty();
                if args.json {
                    reports.push(report.json(&what));
                } else {
                    report.print(&what, out)?;
                }
            }
            Err(error) => misused.push(error.to_string()),
        }
    }
    if args.json {
        writeln!(out, "{}", json!(reports))?;
    }
    match misused {
        misused if !misused.is_empty() => Err(UsageError::from(misused.join("\n")).into()),
        _ if faulty => Err(Reported.into()),
        _ => Ok(()),
    }
}

/// Expands a folder into its scripts and tile sets; anything else stays as typed.
fn files_in(what: &str, table: &Workspace) -> Vec<Result<String, LoadError>> {
    if !Path::new(what).is_dir() || is_path(what) || table.library.has_file(what) {
        return vec![Ok(what.to_string())];
    }
    let files = table.library.files_in(Path::new(what));
    if files.is_empty() {
        return vec![Err(format!("there is no script and no tile set in the folder `{what}`").into())];
    }
    files.iter().map(|path| Ok(path.shown())).collect()
}

/// Findings about one script.
#[derive(Default)]
struct CheckReport {
    faults: Vec<CheckFinding>,
    warnings: Vec<String>,
    /// Refused option values and the like: no fault.
    notes: Vec<String>,
    /// Random games played to their end, and the moves of all games.
    games: usize,
    moves: usize,
    /// Tests of the author's that passed.
    tests: usize,
    /// What was looked at in place of games: the steps of a lesson, the tiles of a set.
    looked_at: Option<String>,
    is_bot: bool,
}

/// A fault, and how to reproduce it.
struct CheckFinding {
    fault: Diagnostic,
    /// The game that shows it; none if reading did.
    seen: Option<Reproduction>,
}

/// The game in which a fault occurred, and the command that shows it.
struct Reproduction {
    seed: u64,
    moves: Vec<String>,
    command: String,
}

impl From<Diagnostic> for CheckFinding {
    fn from(fault: Diagnostic) -> CheckFinding {
        CheckFinding { fault, seen: None }
    }
}

/// One file under check: what was typed, where scripts are found, and the deadline.
struct CheckContext<'a> {
    what: &'a str,
    table: &'a Workspace,
    args: &'a CheckArgs,
    deadline: Instant,
    /// Whether faults were mended to look for more.
    is_mended: bool,
}

impl CheckContext<'_> {
    /// How much is played under the rules as they are.
    fn effort(&self) -> SelfTestLimits {
        let wanted = self.args.games.map(|games| games as usize);
        let games = wanted.unwrap_or(if self.is_mended { MENDED_GAMES } else { GAMES });
        let share = (games as u64).div_ceil(GAMES as u64).max(1);
        let careful = CAREFUL_GAMES.min(games);
        SelfTestLimits { games, careful, work: STEP_BUDGET * share, must_end: true, deadline: self.deadline }
    }

    fn is_late(&self) -> bool {
        Instant::now() > self.deadline
    }
}

/// Reads and plays one script; the error is about what was typed, not about the script.
fn check_one(what: &str, table: &Workspace, args: &CheckArgs) -> Result<CheckReport, LoadError> {
    if what.ends_with(".toml") {
        return check_tiles(what, table);
    }
    let time_limit = TIME_LIMIT * args.games.map_or(1, |games| games.div_ceil(GAMES as u32).max(1));
    let reference = Reference::parse(what)?;
    let library = table.library.beside(reference.parts.iter().map(String::as_str));
    let table = &Workspace { library, seed: table.seed };
    let desk = CheckContext { what, table, args, deadline: Instant::now() + time_limit, is_mended: false };
    let mut report = check_text(&desk, &reference)?;
    repairs::check(&desk, &reference, &mut report);
    Ok(report)
}

/// Reads and plays one script as it is written.
fn check_text(desk: &CheckContext, reference: &Reference) -> Result<CheckReport, LoadError> {
    let CheckContext { what, table, args, .. } = *desk;
    match Ruleset::load(&table.library, reference, &args.with.sets) {
        Ok(ruleset) => Ok(rules::check(desk, &ruleset, Vec::new())),
        Err(LoadError::Faults(faults)) => {
            // Rules that can be played in spite of their faults may show more of them in play.
            let table = &Workspace { library: table.library.sparing(), seed: table.seed };
            Ok(match Ruleset::load(&table.library, reference, &args.with.sets) {
                Ok(ruleset) => rules::check(&CheckContext { table, ..*desk }, &ruleset, faults),
                Err(_) => CheckReport::of_reading(faults),
            })
        }
        Err(LoadError::Usage(says)) => match check_lesson(what, table) {
            Some(report) => Ok(report),
            None => bots::check(desk, says),
        },
        Err(error) => Err(error),
    }
}

/// Proves a lesson; none if it is not one.
fn check_lesson(what: &str, table: &Workspace) -> Option<CheckReport> {
    let (steps, faults) = lesson::faults(table, what).ok()?;
    let looked_at = Some(format!("{} proved", counted(steps, "step")));
    Some(CheckReport { looked_at, ..CheckReport::of_reading(faults) })
}

fn check_tiles(what: &str, table: &Workspace) -> Result<CheckReport, LoadError> {
    Ok(match table.library.tiles_at(Path::new(what))? {
        Ok(set) => CheckReport { looked_at: Some(counted(set.tiles.len(), "tile")), ..CheckReport::default() },
        Err(faults) => CheckReport::of_reading(faults),
    })
}

impl CheckReport {
    fn of_reading(faults: Vec<Diagnostic>) -> CheckReport {
        CheckReport { faults: faults.into_iter().map(CheckFinding::from).collect(), ..CheckReport::default() }
    }

    /// Adds a finding from play, unless its line has a fault already: then it is a consequence of that one.
    fn add(&mut self, finding: CheckFinding) {
        let line = |finding: &CheckFinding| (finding.fault.place.source.file.clone(), finding.fault.place.line());
        if !self.faults.iter().any(|known| line(known) == line(&finding)) {
            self.faults.push(finding);
        }
    }

    fn is_faulty(&self) -> bool {
        !self.faults.is_empty()
    }

    fn print(&self, what: &str, out: &mut dyn Write) -> CliResult {
        for CheckFinding { fault, seen } in self.faults.iter().take(MAX_REPORTED_FAULTS) {
            let again = seen.as_ref().map(|seen| format!("seen in play; see it again: {}", seen.command));
            writeln!(out, "{}\n", pointed(Severity::Error, fault, again.as_deref()))?;
        }
        if self.faults.len() > MAX_REPORTED_FAULTS {
            writeln!(out, "and {} more faults", self.faults.len() - MAX_REPORTED_FAULTS)?;
        }
        for warning in &self.warnings {
            writeln!(out, "{}", plain(Severity::Warning, &format!("{what}: {warning}")))?;
        }
        for note in &self.notes {
            writeln!(out, "{}", plain(Severity::Note, &format!("{what}: {note}")))?;
        }
        if self.is_faulty() {
            return Ok(());
        }
        if let Some(looked_at) = &self.looked_at {
            writeln!(out, "{what}: ok ({looked_at})")?;
            return Ok(());
        }
        let games = counted(self.games, if self.is_bot { "game" } else { "random game" });
        let tests = if self.tests > 0 { format!(", {}", counted(self.tests, "test")) } else { String::new() };
        writeln!(out, "{what}: ok ({games}, {}{tests})", counted(self.moves, "move"))?;
        Ok(())
    }

    fn json(&self, what: &str) -> Value {
        let faults: Vec<Value> = self.faults.iter().map(CheckFinding::json).collect();
        json!({ "what": what, "ok": !self.is_faulty(), "faults": faults, "warnings": self.warnings,
                "notes": self.notes, "games": self.games, "moves": self.moves, "tests": self.tests })
    }
}

impl CheckFinding {
    fn json(&self) -> Value {
        let Diagnostic { place, path, message: says, .. } = &self.fault;
        let (column, length) = place.columns().map_or((None, None), |(at, length)| (Some(at), Some(length)));
        let mut told = json!({ "place": place.to_string(), "path": path, "says": says,
            "file": place.source.file, "line": place.line(), "column": column, "length": length });
        if let Some(Reproduction { seed, moves, command }) = &self.seen {
            told["seed"] = json!(seed);
            told["moves"] = json!(moves);
            told["again"] = json!(command);
        }
        told
    }
}
