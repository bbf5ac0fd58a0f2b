//! `check`: faults in scripts and tile sets, found by reading and by playing.

mod bots;
mod options;
mod places;
mod points;
mod rules;

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::args::CheckArgs;
use super::pointed::{Weight, plain, pointed};
use super::{Done, Failure, lesson, table};
use crate::files::Shown;
use crate::play::{Effort, Table};
use crate::rules::Fault;
use crate::script::{LoadError, MOST_TOLD, Reference, Ruleset, is_path};
use crate::vocabulary::counted;

/// Random games that are played, the first of them with a close look.
const GAMES: usize = 300;
const CAREFUL: usize = 10;

/// Steps of scripts, and what takes as long: a second's worth where nothing else runs.
const WORK: u64 = 100_000_000;

/// After so long a file is given up, which is a fault. The work is used up long before, on a machine twenty times slower
/// too, unless single steps of a script are very slow.
const PATIENCE: Duration = Duration::from_secs(20);

pub fn check(args: &CheckArgs, out: &mut dyn Write) -> Done {
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

/// What is to be checked: the files of a folder, or else what was typed.
fn files_in(what: &str, table: &Table) -> Vec<Result<String, String>> {
    if !Path::new(what).is_dir() || is_path(what) || table.library.has_file(what) {
        return vec![Ok(what.to_string())];
    }
    let files = table.library.files_in(Path::new(what));
    if files.is_empty() {
        return vec![Err(format!("there is no script and no tile set in the folder `{what}`"))];
    }
    files.iter().map(|path| Ok(path.shown())).collect()
}

/// What there is to say about one script.
#[derive(Default)]
struct Report {
    faults: Vec<Finding>,
    warnings: Vec<String>,
    /// What is no fault and worth knowing.
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

/// A fault, and where it was seen.
struct Finding {
    fault: Fault,
    /// The game in which it was seen, unless reading showed it.
    seen: Option<Seen>,
}

/// How something is seen again.
struct Seen {
    seed: u64,
    moves: Vec<String>,
    again: String,
}

impl From<Fault> for Finding {
    fn from(fault: Fault) -> Finding {
        Finding { fault, seen: None }
    }
}

/// How a file is checked.
struct Desk<'a> {
    what: &'a str,
    table: &'a Table,
    args: &'a CheckArgs,
    deadline: Instant,
}

impl Desk<'_> {
    /// How much is played under the rules as they are.
    fn effort(&self) -> Effort {
        let wanted = self.args.games.map(|games| games as usize);
        let games = wanted.unwrap_or(GAMES);
        let share = (games as u64).div_ceil(GAMES as u64).max(1);
        let careful = CAREFUL.min(games);
        Effort { games, careful, work: WORK * share, must_end: true, deadline: self.deadline }
    }

    fn is_late(&self) -> bool {
        Instant::now() > self.deadline
    }
}

/// Reads and plays one script; the error is about what was typed, not about the script.
fn check_one(what: &str, table: &Table, args: &CheckArgs) -> Result<Report, String> {
    if what.ends_with(".toml") {
        return check_tiles(what, table);
    }
    let patience = PATIENCE * args.games.map_or(1, |games| games.div_ceil(GAMES as u32).max(1));
    let reference = Reference::parse(what)?;
    let library = table.library.beside(reference.parts.iter().map(String::as_str));
    let table = &Table { library, seed: table.seed };
    let desk = Desk { what, table, args, deadline: Instant::now() + patience };
    match Ruleset::load(&table.library, &reference, &args.with.sets) {
        Ok(ruleset) => Ok(rules::check(&desk, &ruleset, Vec::new())),
        Err(LoadError::Faults(faults)) => {
            // Rules that can be played in spite of their faults may show more of them in play.
            let table = &Table { library: table.library.sparing(), seed: table.seed };
            Ok(match Ruleset::load(&table.library, &reference, &args.with.sets) {
                Ok(ruleset) => rules::check(&Desk { table, ..desk }, &ruleset, faults),
                Err(_) => Report::of_reading(faults),
            })
        }
        Err(LoadError::Usage(says)) => match check_lesson(what, table) {
            Some(report) => Ok(report),
            None => bots::check(&desk, says),
        },
        Err(error) => Err(error.to_string()),
    }
}

/// Proves a lesson; none if it is not one.
fn check_lesson(what: &str, table: &Table) -> Option<Report> {
    let (steps, faults) = lesson::faults(table, what).ok()?;
    let looked_at = Some(format!("{} proved", counted(steps, "step")));
    Some(Report { looked_at, ..Report::of_reading(faults) })
}

fn check_tiles(what: &str, table: &Table) -> Result<Report, String> {
    Ok(match table.library.tiles_at(Path::new(what))? {
        Ok(set) => Report { looked_at: Some(counted(set.tiles.len(), "tile")), ..Report::default() },
        Err(faults) => Report::of_reading(faults),
    })
}

impl Report {
    fn of_reading(faults: Vec<Fault>) -> Report {
        Report { faults: faults.into_iter().map(Finding::from).collect(), ..Report::default() }
    }

    /// Adds what was seen in play, unless it only follows from what is told already: it is on the same line, or names one.
    fn add(&mut self, finding: Finding) {
        let line = |fault: &Fault| (fault.place.source.file.clone(), fault.place.line());
        let (place, says) = (line(&finding.fault), &finding.fault.says);
        let follows = self.faults.iter().any(|told| {
            let told_at = line(&told.fault);
            let cited = told_at.1.map(|line| format!("{}:{line}: ", told_at.0));
            told_at == place
                || says.contains(&told.fault.says)
                || cited.is_some_and(|cited| says.contains(&cited))
        });
        if !follows {
            self.faults.push(finding);
        }
    }

    fn is_faulty(&self) -> bool {
        !self.faults.is_empty()
    }

    fn print(&self, what: &str, out: &mut dyn Write) -> Done {
        for Finding { fault, seen } in self.faults.iter().take(MOST_TOLD) {
            let again = seen.as_ref().map(|seen| format!("seen in play; see it again: {}", seen.again));
            writeln!(out, "{}\n", pointed(Weight::Error, fault, again.as_deref()))?;
        }
        if self.faults.len() > MOST_TOLD {
            writeln!(out, "and {} more faults", self.faults.len() - MOST_TOLD)?;
        }
        for warning in &self.warnings {
            writeln!(out, "{}", plain(Weight::Warning, &format!("{what}: {warning}")))?;
        }
        for note in &self.notes {
            writeln!(out, "{}", plain(Weight::Note, &format!("{what}: {note}")))?;
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
        let faults: Vec<Value> = self.faults.iter().map(Finding::json).collect();
        json!({ "what": what, "ok": !self.is_faulty(), "faults": faults, "warnings": self.warnings,
                "notes": self.notes, "games": self.games, "moves": self.moves, "tests": self.tests })
    }
}

impl Finding {
    fn json(&self) -> Value {
        let Fault { place, path, says, .. } = &self.fault;
        let (column, length) = place.columns().map_or((None, None), |(at, length)| (Some(at), Some(length)));
        let mut told = json!({ "place": place.to_string(), "path": path, "says": says,
            "file": place.source.file, "line": place.line(), "column": column, "length": length });
        if let Some(Seen { seed, moves, again }) = &self.seen {
            told["seed"] = json!(seed);
            told["moves"] = json!(moves);
            told["again"] = json!(again);
        }
        told
    }
}
