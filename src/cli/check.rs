//! `check`: faults in scripts, found by reading and by playing.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::args::CheckArgs;
use super::pointed::{Weight, plain, pointed};
use super::{Done, Failure, lesson, table};
use crate::bot::BotName;
use crate::lab::{Experiment, Mattered};
use crate::play::{Effort, Table, TrialFault, TrialReport, put_to_test, trial};
use crate::rules::Fault;
use crate::script::{LoadError, MOST_TOLD, Reference, Ruleset};
use crate::vocabulary::counted;

const EFFORT: Effort = Effort { games: 300, careful: 10, time: Duration::from_secs(3) };

/// How long rules are asked whether they matter, and in how many games they must have had the chance.
const ASKING: Duration = Duration::from_secs(1);
const FEW: u64 = 5;

/// From so many games on it is worth a word that a side has won none of them.
const MANY: usize = 50;

/// The most moves that are told in a line.
const MOST_MOVES: usize = 200;

/// The most moves of a game that a bot plays with itself.
const LONGEST_OF_BOTS: usize = 200;

pub fn check(args: &CheckArgs, out: &mut dyn Write) -> Done {
    let table = table(&args.with)?;
    let (mut faulty, mut misused) = (false, Vec::new());
    let mut reports = Vec::new();
    for what in &args.what {
        match check_one(what, &table, args) {
            Ok(report) => {
                faulty |= report.is_faulty();
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
    /// What reading found.
    faults: Vec<Fault>,
    warnings: Vec<String>,
    played: TrialReport,
    /// Tests of the author's that passed.
    tests: usize,
    is_bot: bool,
    /// How what went wrong in play is seen again.
    again: Option<String>,
    /// The steps of a lesson that was proved.
    proved: Option<usize>,
}

/// Reads and plays one script; the error is about what was typed, not about the script.
fn check_one(what: &str, table: &Table, args: &CheckArgs) -> Result<Report, String> {
    let mut report = Report::default();
    let reference = Reference::parse(what)?;
    let ruleset = match Ruleset::load(&table.library, &reference, &args.with.sets) {
        Ok(ruleset) => ruleset,
        Err(LoadError::Faults(faults)) => return Ok(Report { faults, ..report }),
        Err(LoadError::Usage(says)) => {
            return match check_lesson(what, table) {
                Some(report) => Ok(report),
                None => check_bot(what, table, says),
            };
        }
        Err(error) => return Err(error.to_string()),
    };
    report.warnings = ruleset.warnings.clone();
    report.played = trial(&ruleset, EFFORT, table.seed);
    report.again = report.played.fault.as_ref().map(|fault| fault.command(what, args, table.seed));
    if report.played.fault.is_none() {
        report.warnings.extend(unplayed(&report.played, &ruleset));
        report.warnings.extend(idle(&ruleset, table.seed));
    }
    // Tests belong to the file: they were written for its own options, whatever it is played under here.
    for test in ruleset.own_tests() {
        let wrong = put_to_test(table, &ruleset.reference, &[], test);
        report.tests += wrong.is_empty() as usize;
        let faults = wrong.iter().map(|says| Fault::new(&test.place, "", format!("{}: {says}", test.name())));
        report.faults.extend(faults);
    }
    Ok(report)
}

/// Proves a lesson; none if it is not one.
fn check_lesson(what: &str, table: &Table) -> Option<Report> {
    match lesson::faults(table, what) {
        Ok((steps, faults)) => Some(Report { faults, proved: Some(steps), ..Report::default() }),
        Err(_) => None,
    }
}

/// Reads a bot and lets it play with itself, the game it is for or any that there is. `says` is told about what is no bot
/// either.
fn check_bot(what: &str, table: &Table, says: String) -> Result<Report, String> {
    let mut report = Report { is_bot: true, ..Report::default() };
    let mind = match table.library.mind(what) {
        Ok(Some(mind)) => mind,
        Ok(None) | Err(LoadError::Usage(_) | LoadError::Script(_)) => return Err(says),
        Err(LoadError::Faults(faults)) => {
            report.faults = faults;
            return Ok(report);
        }
    };
    let heads = table.library.heads();
    let any = || heads.games().map(|head| head.name.clone()).collect();
    let games: Vec<String> = mind.game().map_or_else(any, |game| vec![game.to_string()]);
    let bot: BotName = what.parse()?;
    let deadline = Instant::now() + EFFORT.time;
    for game in games.iter().cycle().take(games.len().max(2)) {
        let played = table.load(game, &[]).map_err(|error| error.to_string()).and_then(|ruleset| {
            let mut experiment = Experiment::new(ruleset, std::slice::from_ref(&bot), table.seed)?;
            experiment.longest = experiment.longest.min(LONGEST_OF_BOTS);
            let played = experiment.player().play(report.played.games as u64, &|| Instant::now() > deadline);
            played.map_err(|error| error.to_string())
        });
        match played {
            Ok(Some(played)) => {
                report.played.games += 1;
                report.played.moves += played.moves as usize;
            }
            Ok(None) => break,
            Err(fault) => {
                let says = format!("playing {game}: {fault}");
                let games = report.played.games + 1;
                let again =
                    format!("houserule simulate {game} --bots {what} --games {games} --seed {}", table.seed);
                report.again = Some(again);
                let (seed, moves) = (table.seed, Vec::new());
                report.played.fault = Some(TrialFault { says, seed, moves, is_counting: false });
                break;
            }
        }
    }
    Ok(report)
}

/// Constraints and hooks that did nothing in random games.
fn idle(ruleset: &Ruleset, seed: u64) -> Vec<String> {
    let Ok(mut experiment) = Experiment::new(ruleset.clone(), &[BotName::Random], seed) else {
        return Vec::new();
    };
    experiment.asks_why = true;
    let (mut mattered, deadline) = (Mattered::default(), Instant::now() + ASKING);
    let mut player = experiment.player();
    for number in 0..EFFORT.games as u64 {
        match player.play(number, &|| Instant::now() > deadline) {
            Ok(Some(played)) => played.mattered.iter().for_each(|more| mattered.join(more)),
            // What fails here has failed before, and was told.
            Ok(None) | Err(_) => break,
        }
    }
    if mattered.games < FEW {
        return Vec::new();
    }
    let games = mattered.games;
    let word = |id: &String| format!("`{id}` never did anything in {games} random games that were looked at");
    mattered.idle.iter().map(word).collect()
}

/// What random games leave open.
fn unplayed(played: &TrialReport, ruleset: &Ruleset) -> Vec<String> {
    let TrialReport { games, wins, .. } = played;
    if *games == 0 {
        return vec!["not one random game came to its end in the time there was".to_string()];
    }
    let sides = &ruleset.plan.names.sides;
    if sides.len() < 2 || *games < MANY || ruleset.plan.mechanic.open_ended().is_some() {
        return Vec::new();
    }
    if wins.iter().all(|&wins| wins == 0) {
        return vec![format!("nobody won any of {games} random games")];
    }
    let hopeless = sides.iter().zip(wins).filter(|(_, wins)| **wins == 0);
    hopeless.map(|(side, _)| format!("{side} won none of {games} random games")).collect()
}

impl Report {
    fn is_faulty(&self) -> bool {
        !self.faults.is_empty() || self.played.fault.is_some()
    }

    fn print(&self, what: &str, out: &mut dyn Write) -> Done {
        for fault in self.faults.iter().take(MOST_TOLD) {
            writeln!(out, "{}\n", pointed(Weight::Error, fault))?;
        }
        if self.faults.len() > MOST_TOLD {
            writeln!(out, "and {} faults more", self.faults.len() - MOST_TOLD)?;
        }
        if let Some(fault) = &self.played.fault {
            let again = self.again.as_ref().map(|again| format!("seen in play; see it again: {again}"));
            let says = format!("{what}: {}", fault.says);
            writeln!(out, "{}", plain(Weight::Error, &says, again.as_deref()))?;
        }
        for warning in &self.warnings {
            writeln!(out, "{}", plain(Weight::Warning, &format!("{what}: {warning}"), None))?;
        }
        if let (false, Some(steps)) = (self.is_faulty(), self.proved) {
            writeln!(out, "{what}: ok ({} proved)", counted(steps, "step"))?;
        } else if !self.is_faulty() {
            let TrialReport { games, moves, .. } = &self.played;
            let games = counted(*games, if self.is_bot { "game" } else { "random game" });
            let tests =
                if self.tests > 0 { format!(", {}", counted(self.tests, "test")) } else { String::new() };
            writeln!(out, "{what}: ok ({games}, {moves} moves{tests})")?;
        }
        Ok(())
    }

    fn json(&self, what: &str) -> Value {
        let read = self.faults.iter().map(|fault| {
            let place = &fault.place;
            let (column, length) =
                place.columns().map_or((None, None), |(at, length)| (Some(at), Some(length)));
            json!({ "place": place.to_string(), "path": fault.path, "says": fault.says,
                    "file": place.source.file, "line": place.line(), "column": column, "length": length })
        });
        let played = self.played.fault.iter().map(|fault| {
            json!({ "place": what, "path": "played", "says": fault.says, "seed": fault.seed, "moves": fault.moves })
        });
        let faults: Vec<Value> = read.chain(played).collect();
        json!({ "what": what, "ok": !self.is_faulty(), "faults": faults, "warnings": self.warnings,
                "games": self.played.games, "moves": self.played.moves, "tests": self.tests })
    }
}

impl TrialFault {
    /// The command that leads to the same position; where the way there is long, the one that lists its moves. `seed`
    /// is the one of all the games.
    fn command(&self, what: &str, args: &CheckArgs, seed: u64) -> String {
        let set = |(key, value): &(String, String)| format!(" --set {key}={value}");
        let sets: String = args.with.sets.iter().map(set).collect();
        if self.moves.len() > MOST_MOVES {
            let moves = self.moves.len();
            return format!(
                "houserule check {what}{sets} --seed {seed} --json lists the {moves} moves of the game"
            );
        }
        let command = if self.is_counting { "score" } else { "moves" };
        let moves = self.moves.join(" ");
        format!("houserule {command} {what}{sets} --seed {} --moves \"{moves}\"", self.seed)
    }
}
