//! `check`: faults in scripts, found by reading and by playing.

use std::cell::Cell;
use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::args::CheckArgs;
use super::{Done, Failure, table};
use crate::bot::BotName;
use crate::lab::Experiment;
use crate::play::{Table, TrialReport, trial};
use crate::rules::Fault;
use crate::script::{LoadError, MOST_TOLD};
use crate::vocabulary::counted;

const GAMES: usize = 10;
const TIME: Duration = Duration::from_secs(3);

/// The most moves of a game that a bot plays with itself.
const LONGEST_OF_BOTS: usize = 200;

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
    is_bot: bool,
}

/// Reads and plays one script; the error is about what was typed, not about the script.
fn check_one(what: &str, table: &Table, args: &CheckArgs) -> Result<Report, String> {
    let mut report = Report::default();
    let open = |seed| Table { library: table.library.clone(), seed }.open(what, &args.with.sets, None, &[]);
    match open(table.seed) {
        Ok(session) => report.warnings = session.ruleset.warnings,
        Err(LoadError::Usage(says)) => return check_bot(what, table, says),
        Err(LoadError::Script(fault)) => {
            report.faults.push((what.into(), "played".into(), fault.to_string()))
        }
        Err(LoadError::Faults(faults)) => report.note(faults),
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

/// Reads a bot and lets it play with itself, the game it is for or any that there is. `says` is told about what is no bot
/// either.
fn check_bot(what: &str, table: &Table, says: String) -> Result<Report, String> {
    let mut report = Report { is_bot: true, ..Report::default() };
    let mind = match table.library.mind(what) {
        Ok(Some(mind)) => mind,
        Ok(None) | Err(LoadError::Usage(_) | LoadError::Script(_)) => return Err(says),
        Err(LoadError::Faults(faults)) => {
            report.note(faults);
            return Ok(report);
        }
    };
    let heads = table.library.heads();
    let any = || heads.games().map(|head| head.name.clone()).collect();
    let games: Vec<String> = mind.game().map_or_else(any, |game| vec![game.to_string()]);
    let bot: BotName = what.parse()?;
    let deadline = Instant::now() + TIME;
    for game in games.iter().cycle().take(games.len().max(2)) {
        let moves = Cell::new(0);
        let is_late = || {
            moves.set(moves.get() + 1);
            Instant::now() > deadline
        };
        let played = table.load(game, &[]).map_err(|error| error.to_string()).and_then(|ruleset| {
            let mut experiment = Experiment::new(ruleset, std::slice::from_ref(&bot), table.seed)?;
            experiment.longest = experiment.longest.min(LONGEST_OF_BOTS);
            let played = experiment.player().play(report.played.games as u64, &is_late);
            played.map_err(|error| error.to_string())
        });
        report.played.moves += moves.get();
        match played {
            Ok(Some(_)) => report.played.games += 1,
            Ok(None) => break,
            Err(fault) => {
                report.faults.push((what.to_string(), format!("played {game}"), fault));
                break;
            }
        }
    }
    Ok(report)
}

impl Report {
    fn note(&mut self, faults: Vec<Fault>) {
        let told = faults.into_iter().map(|fault| (fault.place.to_string(), fault.path, fault.says));
        self.faults.extend(told);
    }

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
            let games = counted(*games, if self.is_bot { "game" } else { "random game" });
            writeln!(out, "{what}: ok ({games}, {moves} moves)")?;
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
