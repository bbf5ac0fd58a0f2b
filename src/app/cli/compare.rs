//! `compare`: the same games under several rules, team by team, and what differs.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::error::UsageError;
use anyhow::bail;
use serde_json::json;

use super::args::{CompareArgs, MAX_RUN_GAMES};
use super::drawing::{draw, make_room};
use super::simulate::{run_config, watch};
use super::{CliResult, table, warn};
use crate::interrupt::{self, STOP};
use crate::render::plot;
use houserule_core::text::{counted, padded, series, widest};
use houserule_lab::bot::BotName;
use houserule_lab::simulation::{
    Comparison, ComparisonLength, ComparisonResult, Experiment, RuleEffect, asked, bar, findings,
};
use houserule_script::game::BotError;
use houserule_script::lua::Ruleset;
use houserule_script::play::Workspace;

/// Play at random misleads: what helps those who do not think may be nothing to those who do.
const STRENGTHS: [&str; 4] = ["random", "greedy", "mcts:100", "mcts:1000"];

/// How long it takes, unless somebody says otherwise.
const DEFAULT_GAMES: Duration = Duration::from_secs(60);

pub fn compare(args: &CompareArgs, out: &mut dyn Write) -> CliResult {
    let table = table(&args.with)?;
    let rules = load_all(&table, args)?;
    let teams = teams_of(&rules)?;
    rules.iter().for_each(|ruleset| warn(&ruleset.warnings));
    let bots = match args.bots[..] {
        [] => STRENGTHS.iter().filter_map(|name| name.parse().ok()).collect(),
        _ => args.bots.clone(),
    };
    let contests: Vec<Comparison> =
        bots.iter().map(|bot| contest(args, &rules, bot, table.seed)).collect::<anyhow::Result<_>>()?;
    let length = ComparisonLength {
        games: args.games.unwrap_or(MAX_RUN_GAMES),
        until: args.until,
        questions: contests.iter().map(Comparison::questions).sum(),
    };
    let time = args.time.or((args.games.is_none() && args.until.is_none()).then_some(DEFAULT_GAMES));
    make_room(args.run.svg.as_deref())?;
    interrupt::listen_to_all();
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let games = args.games.filter(|_| args.until.is_none());
    let bar = watch(games.map(|games| games * contests.len() as u64), deadline);
    let (mut fought, mut unplayed, mut result) = (Vec::new(), Vec::new(), Ok(()));
    for (index, contest) in contests.iter().enumerate() {
        // What one leaves of its time goes to those after it.
        let share = deadline.map(|deadline| {
            let left = deadline.saturating_duration_since(Instant::now());
            Instant::now() + left / (contests.len() - index) as u32
        });
        let run_config = run_config(&contest.experiments[0], args.run.threads, share);
        let (done, ended) = contest.fight(&run_config, length, || bar.inc(1));
        match done.games {
            0 => unplayed.push(done.bots),
            _ => fought.push(done),
        }
        result = result.and(ended);
        if result.is_err() || STOP.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    let names: Vec<String> = rules.iter().map(|ruleset| ruleset.reference.clone()).collect();
    let found = findings(&fought, &names, &teams);
    let seen = ComparisonReport { seed: table.seed, rules, names, teams, fought, found, unplayed };
    seen.show(args, out)?;
    result?;
    if STOP.load(Ordering::Relaxed) {
        bail!("stopped: this is what is known so far");
    }
    if seen.fought.is_empty() {
        bail!("no game was over in time; give more with --time");
    }
    all_end(&contests[0], &seen.names, &seen.fought)
}

/// All that was found out about some rules.
struct ComparisonReport {
    seed: u64,
    rules: Vec<Ruleset>,
    names: Vec<String>,
    teams: Vec<Vec<String>>,
    fought: Vec<ComparisonResult>,
    found: Vec<RuleEffect>,
    /// Bots that finished no game.
    unplayed: Vec<String>,
}

impl ComparisonReport {
    fn show(&self, args: &CompareArgs, out: &mut dyn Write) -> CliResult {
        match args.json {
            true => writeln!(out, "{}", self.to_json())?,
            false => {
                writeln!(out, "{}: the same games from seed {}", headline(&self.rules), self.seed)?;
                write!(out, "{}", to_text(&self.names, &self.teams, &self.fought, &self.found))?;
                for bots in self.unplayed.iter().filter(|_| !self.fought.is_empty()) {
                    writeln!(out, "\n{bots}: no game was over in its share of the time; give more with --time")?;
                }
            }
        }
        out.flush()?;
        if self.fought.is_empty() {
            return Ok(());
        }
        draw(args.run.svg.as_deref(), || plot::comparison(&self.names, &self.found))
    }

    fn to_json(&self) -> serde_json::Value {
        let ComparisonReport { seed, names, teams, found, unplayed, .. } = self;
        let options: Vec<_> = self.rules.iter().map(|ruleset| json!(options_of(ruleset))).collect();
        let contests: Vec<_> = self
            .fought
            .iter()
            .map(|done| json!({ "bots": done.bots, "games": done.games, "tallies": done.tallies }))
            .collect();
        json!({
            "games": names, "sides": teams.first(), "sides_by_game": teams, "seed": seed,
            "contests": contests, "findings": found, "unplayed": unplayed, "options": options,
        })
    }
}

/// The rules of all games. What is set holds for every one that has such an option, and at least one must.
fn load_all(table: &Workspace, args: &CompareArgs) -> anyhow::Result<Vec<Ruleset>> {
    let sets = &args.with.sets;
    // There may be rules that do not load without what is set.
    let usual = |game: &String| Ok(table.load(game, &[]).or_else(|_| table.load(game, sets))?);
    let usual: Vec<Ruleset> = args.what.iter().map(usual).collect::<anyhow::Result<_>>()?;
    let is_known = |key: &str| usual.iter().any(|ruleset| ruleset.options.has(key));
    let load = |(game, usual): (&String, &Ruleset)| {
        let own = sets.iter().filter(|(key, _)| usual.options.has(key) || !is_known(key));
        Ok(table.load(game, &own.cloned().collect::<Vec<_>>())?)
    };
    args.what.iter().zip(&usual).map(load).collect()
}

fn options_of(ruleset: &Ruleset) -> BTreeMap<String, String> {
    ruleset.plan.settings.iter().map(|(key, value)| (key.clone(), value.to_string())).collect()
}

/// The games, each with the options in which it differs from the others, and what all are played with.
fn headline(rules: &[Ruleset]) -> String {
    let options: Vec<BTreeMap<String, String>> = rules.iter().map(options_of).collect();
    let is_common = |(key, value): &(&String, &String)| options.iter().all(|other| other.get(*key) == Some(*value));
    let told = |(key, value): (&String, &String)| format!(" {key}={value}");
    let games: Vec<String> = rules
        .iter()
        .zip(&options)
        .map(|(ruleset, own)| {
            let own: String = own.iter().filter(|option| !is_common(option)).map(told).collect();
            format!("{}{own}", ruleset.reference)
        })
        .collect();
    let common: String = options.iter().take(1).flatten().filter(is_common).map(told).collect();
    match common.trim() {
        "" => series(&games, "and"),
        common => format!("{} ({common})", series(&games, "and")),
    }
}

fn contest(args: &CompareArgs, rules: &[Ruleset], bot: &BotName, seed: u64) -> anyhow::Result<Comparison> {
    let experiment = |ruleset: &Ruleset| {
        let mut experiment = Experiment::new(ruleset.clone(), std::slice::from_ref(bot), seed)?;
        experiment.max_moves = args.run.longest.map_or(experiment.max_moves, |longest| longest as usize);
        Ok(experiment)
    };
    let experiments: Result<Vec<Experiment>, BotError> = rules.iter().map(experiment).collect();
    Ok(Comparison { bots: bot.to_string(), experiments: experiments.map_err(UsageError::of)? })
}

/// The names of the teams under each of the rules; there must be as many.
fn teams_of(rules: &[Ruleset]) -> anyhow::Result<Vec<Vec<String>>> {
    let count = |ruleset: &Ruleset| ruleset.plan.names.teams.len();
    let first = &rules[0];
    match rules.iter().find(|ruleset| count(ruleset) != count(first)) {
        None => Ok(rules.iter().map(|ruleset| ruleset.plan.names.teams.to_vec()).collect()),
        Some(other) => usage!(
            "{} has {} and {} has {}; compare rules for as many",
            first.reference,
            counted(count(first), "side"),
            other.reference,
            counted(count(other), "side")
        ),
    }
}

/// Rules under which no game ends say nothing.
fn all_end(contest: &Comparison, names: &[String], fought: &[ComparisonResult]) -> CliResult {
    for done in fought {
        let endless = (0..names.len()).find(|&rules| done.tallies[rules].unfinished == done.games);
        if let Some(rules) = endless {
            bail!(
                "no game of {} by {} has ended within {} moves; see whether its rules ever end a game, or set --longest",
                names[rules],
                done.bots,
                contest.experiments[rules].max_moves
            );
        }
    }
    Ok(())
}

fn to_text(names: &[String], teams: &[Vec<String>], fought: &[ComparisonResult], found: &[RuleEffect]) -> String {
    let mut text = String::new();
    let wide = widest(names);
    let of_team = widest(teams.iter().flatten());
    // Every contest has as many findings.
    let each = found.len() / fought.len().max(1);
    for (done, found) in fought.iter().zip(found.chunks(each.max(1))) {
        text.push_str(&format!("\n{}, {} each\n", done.bots, counted(done.games as usize, "game")));
        for (rules, (name, teams)) in names.iter().zip(teams).enumerate() {
            for (team, named) in teams.iter().enumerate().take(asked(teams.len())) {
                let (score, within) = done.score(rules, team);
                let bar = bar(score / 100.0);
                let tail = match done.tallies[rules].unfinished {
                    0 => format!("{score:5.1} of 100 ({:.1} to {:.1})", within.low, within.high),
                    _ if done.tallies[rules].sides[team].games() == 0 => "no game was over".to_string(),
                    games => {
                        format!("{score:5.1} of 100 ({:.1} to {:.1}), {games} broken off", within.low, within.high)
                    }
                };
                let (name, named) = (padded(name, wide), padded(named, of_team));
                text.push_str(&format!("  {name}  {named}  {bar}  {tail}\n"));
            }
        }
        for RuleEffect { game, p, verdict, .. } in found {
            let p = if *p < 0.0001 { "p < 0.0001".to_string() } else { format!("p = {p:.4}") };
            text.push_str(&format!("  {game}: {verdict}; {p}\n"));
        }
    }
    if found.len() > 1 {
        text.push_str(&format!("\nEvery p is corrected for {} questions asked at once.\n", found.len()));
    }
    text
}
