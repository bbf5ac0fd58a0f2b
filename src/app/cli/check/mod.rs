//! `check`: faults in scripts and tile sets, found by reading and by playing.

mod bots;
mod match_play;
mod names;
mod options;
mod places;
mod points;
mod repairs;
mod rules;

use std::io::Write;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::error::{Reported, UsageError};
use serde_json::{Value, json};

use super::args::CheckArgs;
use super::code_frame::{Severity, render_diagnostic, render_message};
use super::{CliResult, lesson, workspace};
use houserule_core::text::plural;
use houserule_script::files::DisplayPath;
use houserule_script::lua::{LoadError, MAX_REPORTED_FAULTS, Reference, Ruleset, is_path};
use houserule_script::play::{SelfTestLimits, Workspace};
use houserule_script::rules::Diagnostic;

/// Random games per file, and how many of the first ones are checked move by move.
const GAMES: usize = 300;
const CAREFUL_GAMES: usize = 10;

/// Random games of a file that is checked again after repairs.
const REPAIRED_GAMES: usize = 60;

/// Budget of the random games, in script steps; about one second on an idle machine.
const STEP_BUDGET: u64 = 100_000_000;

/// Limit of the processor time for one file, which does not depend on what else the machine does; exceeding it is a
/// fault. The step budget runs out first, even on a machine twenty times slower, unless single steps of a script are
/// very slow.
const TIME_LIMIT: Duration = Duration::from_secs(20);

pub fn check(args: &CheckArgs, out: &mut dyn Write) -> CliResult {
    let workspace = workspace(&args.with)?;
    let (mut is_faulty, mut usage_errors) = (false, Vec::new());
    let mut reports = Vec::new();
    for what in args.what.iter().flat_map(|what| files_in(what, &workspace)) {
        match what.and_then(|what| Ok((check_one(&what, &workspace, args)?, what))) {
            Ok((report, what)) => {
                is_faulty |= report.is_faulty();
                if args.json {
                    reports.push(report.json(&what));
                } else {
                    report.print(&what, out)?;
                }
            }
            Err(error) => usage_errors.push(error.to_string()),
        }
    }
    if args.json {
        writeln!(out, "{}", json!(reports))?;
    }
    match usage_errors {
        usage_errors if !usage_errors.is_empty() => Err(UsageError::from(usage_errors.join("\n")).into()),
        _ if is_faulty => Err(Reported.into()),
        _ => Ok(()),
    }
}

/// Expands a folder into its scripts and tile sets; anything else stays as typed.
fn files_in(what: &str, workspace: &Workspace) -> Vec<Result<String, LoadError>> {
    if !Path::new(what).is_dir() || is_path(what) || workspace.library.has_file(what) {
        return vec![Ok(what.to_string())];
    }
    let files = workspace.library.files_in(Path::new(what));
    if files.is_empty() {
        return vec![Err(format!("no scripts or tile sets in the folder `{what}`").into())];
    }
    files.iter().map(|path| Ok(path.printable())).collect()
}

/// Findings about one script.
#[derive(Default)]
struct CheckReport {
    faults: Vec<CheckFinding>,
    warnings: Vec<String>,
    /// Rejected option values and the like; these are not faults.
    notes: Vec<String>,
    /// Random games played to their end, and the moves of all games.
    games: usize,
    moves: usize,
    /// Number of the author's tests that passed.
    tests: usize,
    /// Summary of a file that is not played: the steps of a lesson, the tiles of a set.
    summary: Option<String>,
    is_bot: bool,
}

/// A fault, and how to reproduce it.
struct CheckFinding {
    fault: Diagnostic,
    /// The game that shows it; none if it was found by reading.
    reproduction: Option<Reproduction>,
}

/// The game in which a fault occurred, and the command that shows it.
struct Reproduction {
    seed: u64,
    moves: Vec<String>,
    command: String,
}

impl From<Diagnostic> for CheckFinding {
    fn from(fault: Diagnostic) -> CheckFinding {
        CheckFinding { fault, reproduction: None }
    }
}

/// One file under check: what was typed, where scripts are found, and whether the time limit has passed.
struct CheckContext<'a> {
    what: &'a str,
    workspace: &'a Workspace,
    args: &'a CheckArgs,
    is_late: &'a dyn Fn() -> bool,
    /// Whether faults were repaired to find more.
    is_repaired: bool,
}

impl CheckContext<'_> {
    /// Returns how much is played under the rules without changes.
    fn limits(&self) -> SelfTestLimits<'_> {
        let requested = self.args.games.map(|games| games as usize);
        let games = requested.unwrap_or(if self.is_repaired { REPAIRED_GAMES } else { GAMES });
        let scale = (games as u64).div_ceil(GAMES as u64).max(1);
        let careful = CAREFUL_GAMES.min(games);
        SelfTestLimits { games, careful, work: STEP_BUDGET * scale, must_end: true, is_late: self.is_late }
    }
}

/// Processor time that the program has used; where the system does not measure it, the time since the first call.
fn processor_time() -> Duration {
    #[cfg(unix)]
    if let Ok(time) = nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID) {
        return time.into();
    }
    static FIRST_CALL: LazyLock<Instant> = LazyLock::new(Instant::now);
    FIRST_CALL.elapsed()
}

/// Reads and plays one script; the error is about what was typed, not about the script.
fn check_one(what: &str, workspace: &Workspace, args: &CheckArgs) -> Result<CheckReport, LoadError> {
    if what.ends_with(".toml") {
        return check_tiles(what, workspace);
    }
    let time_limit = TIME_LIMIT * args.games.map_or(1, |games| games.div_ceil(GAMES as u32).max(1));
    let reference = Reference::parse(what)?;
    let library = workspace.library.with_siblings_of(reference.parts.iter().map(String::as_str));
    let workspace = &Workspace { library, seed: workspace.seed };
    let deadline = processor_time() + time_limit;
    let is_late = || processor_time() > deadline;
    let context = CheckContext { what, workspace, args, is_late: &is_late, is_repaired: false };
    let mut report = check_text(&context, &reference)?;
    repairs::check(&context, &reference, &mut report);
    Ok(report)
}

/// Reads and plays one script as it is written.
fn check_text(context: &CheckContext, reference: &Reference) -> Result<CheckReport, LoadError> {
    let CheckContext { what, workspace, args, .. } = *context;
    match Ruleset::load(&workspace.library, reference, &args.with.sets) {
        Ok(ruleset) => Ok(rules::check(context, &ruleset, Vec::new())),
        Err(LoadError::Faults(faults)) => {
            // Rules that can be played despite their faults may show more of them in play.
            let workspace = &Workspace { library: workspace.library.lenient(), seed: workspace.seed };
            Ok(match Ruleset::load(&workspace.library, reference, &args.with.sets) {
                Ok(ruleset) => rules::check(&CheckContext { workspace, ..*context }, &ruleset, faults),
                Err(_) => CheckReport::from_faults(faults),
            })
        }
        Err(LoadError::Usage(reason)) => match check_lesson(what, workspace) {
            Some(report) => Ok(report),
            None => bots::check(context, reason),
        },
        Err(error) => Err(error),
    }
}

/// Verifies a lesson; none if it is not one.
fn check_lesson(what: &str, workspace: &Workspace) -> Option<CheckReport> {
    let (steps, faults) = lesson::find_faults(workspace, what).ok()?;
    let summary = Some(format!("{} verified", plural(steps, "step")));
    Some(CheckReport { summary, ..CheckReport::from_faults(faults) })
}

fn check_tiles(what: &str, workspace: &Workspace) -> Result<CheckReport, LoadError> {
    Ok(match workspace.library.tiles_at(Path::new(what))? {
        Ok(set) => CheckReport { summary: Some(plural(set.tiles.len(), "tile")), ..CheckReport::default() },
        Err(faults) => CheckReport::from_faults(faults),
    })
}

impl CheckReport {
    fn from_faults(faults: Vec<Diagnostic>) -> CheckReport {
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
        for CheckFinding { fault, reproduction } in self.faults.iter().take(MAX_REPORTED_FAULTS) {
            let note = reproduction.as_ref().map(|seen| format!("found by playing; reproduce with: {}", seen.command));
            writeln!(out, "{}\n", render_diagnostic(Severity::Error, fault, note.as_deref()))?;
        }
        if self.faults.len() > MAX_REPORTED_FAULTS {
            writeln!(out, "and {}", plural(self.faults.len() - MAX_REPORTED_FAULTS, "more error"))?;
        }
        for warning in &self.warnings {
            writeln!(out, "{}", render_message(Severity::Warning, &format!("{what}: {warning}")))?;
        }
        for note in &self.notes {
            writeln!(out, "{}", render_message(Severity::Note, &format!("{what}: {note}")))?;
        }
        if self.is_faulty() {
            return Ok(());
        }
        if let Some(summary) = &self.summary {
            writeln!(out, "{what}: ok ({summary})")?;
            return Ok(());
        }
        let games = plural(self.games, if self.is_bot { "game" } else { "random game" });
        let tests = if self.tests > 0 { format!(", {}", plural(self.tests, "test")) } else { String::new() };
        writeln!(out, "{what}: ok ({games}, {}{tests})", plural(self.moves, "move"))?;
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
        let Diagnostic { place, path, message, .. } = &self.fault;
        let (column, length) = place.columns().map_or((None, None), |(at, length)| (Some(at), Some(length)));
        let mut value = json!({ "place": place.to_string(), "path": path, "says": message,
            "file": place.source.file, "line": place.line(), "column": column, "length": length });
        if let Some(Reproduction { seed, moves, command }) = &self.reproduction {
            value["seed"] = json!(seed);
            value["moves"] = json!(moves);
            value["again"] = json!(command);
        }
        value
    }
}
