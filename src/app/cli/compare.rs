//! `compare`: plays the same games under several rules and reports what differs, team by team.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::error::UsageError;
use anyhow::bail;
use serde_json::json;

use super::args::{CompareArgs, MAX_RUN_GAMES};
use super::drawing::{check_drawing_path, write_drawing};
use super::simulate::{run_config, show_progress, unit};
use super::{CliResult, warn, workspace};
use crate::interrupt::{self, STOP};
use crate::render::plot;
use houserule_core::text::{padded, plural, series, widest};
use houserule_lab::bot::BotName;
use houserule_lab::simulation::{
    Comparison, ComparisonLength, ComparisonResult, Experiment, MeanChange, PointChange, RuleEffect, bar,
    compared_teams, findings, format_means, signed_points,
};
use houserule_script::game::BotError;
use houserule_script::lua::Ruleset;
use houserule_script::matches::MatchTerms;
use houserule_script::play::Workspace;

/// Default strengths. Random play alone misleads: what helps it may not matter to bots that search.
const STRENGTHS: [&str; 4] = ["random", "greedy", "mcts:100", "mcts:1000"];

/// Default time limit.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

pub fn compare(args: &CompareArgs, out: &mut dyn Write) -> CliResult {
    let workspace = workspace(&args.with)?;
    let rules = load_all(&workspace, args)?;
    let teams = teams_of(&rules)?;
    rules.iter().for_each(|ruleset| warn(&ruleset.warnings));
    let bots = match args.bots[..] {
        [] => STRENGTHS.iter().filter_map(|name| name.parse().ok()).collect(),
        _ => args.bots.clone(),
    };
    let match_terms = args.matches.terms(&rules)?;
    let comparisons: Vec<Comparison> = bots
        .iter()
        .map(|bot| comparison(args, &rules, &match_terms, bot, workspace.seed))
        .collect::<anyhow::Result<_>>()?;
    let length = ComparisonLength {
        games: args.games.unwrap_or(MAX_RUN_GAMES),
        precision: args.until,
        questions: comparisons.iter().map(Comparison::questions).sum(),
    };
    let time = args.time.or((args.games.is_none() && args.until.is_none()).then_some(DEFAULT_TIME));
    check_drawing_path(args.run.svg.as_deref())?;
    interrupt::handle_all_signals();
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let games = args.games.filter(|_| args.until.is_none());
    let unit = unit(&comparisons[0].experiments[0]);
    let bar = show_progress(games.map(|games| games * comparisons.len() as u64), unit, deadline);
    let (mut results, mut unplayed, mut result) = (Vec::new(), Vec::new(), Ok(()));
    for (index, comparison) in comparisons.iter().enumerate() {
        // Time that one comparison leaves unused goes to the following ones.
        let share = deadline.map(|deadline| {
            let remaining = deadline.saturating_duration_since(Instant::now());
            Instant::now() + remaining / (comparisons.len() - index) as u32
        });
        let run_config = run_config(&comparison.experiments[0], args.run.threads, share);
        let (played, status) = comparison.play(&run_config, length, || bar.inc(1));
        match played.games {
            0 => unplayed.push(played.bots),
            _ => results.push(played),
        }
        result = result.and(status);
        if result.is_err() || STOP.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    let names: Vec<String> = rules.iter().zip(&match_terms).map(|(ruleset, terms)| name(ruleset, terms)).collect();
    let effects = findings(&results, &names, &teams);
    let report =
        ComparisonReport { seed: workspace.seed, rules, names, teams, results, effects, unplayed, match_terms };
    report.show(args, out)?;
    result?;
    if STOP.load(Ordering::Relaxed) {
        bail!("stopped early: the results are incomplete");
    }
    if report.results.is_empty() {
        bail!("no {unit} ended within the time limit; raise it with --time");
    }
    ensure_games_end(&comparisons[0], &report.names, &report.results)
}

/// Results of a comparison.
struct ComparisonReport {
    seed: u64,
    rules: Vec<Ruleset>,
    names: Vec<String>,
    teams: Vec<Vec<String>>,
    results: Vec<ComparisonResult>,
    effects: Vec<RuleEffect>,
    /// Bots that finished no game.
    unplayed: Vec<String>,
    /// Terms of the matches under each of the rules; none if single games were played.
    match_terms: Vec<Option<MatchTerms>>,
}

/// Names rules, with the length of their matches.
fn name(ruleset: &Ruleset, terms: &Option<MatchTerms>) -> String {
    match terms.as_ref().map(MatchTerms::describe_length).filter(|terms| !terms.is_empty()) {
        Some(terms) => format!("{} ({terms})", ruleset.reference),
        None => ruleset.reference.clone(),
    }
}

impl ComparisonReport {
    fn show(&self, args: &CompareArgs, out: &mut dyn Write) -> CliResult {
        match args.json {
            true => writeln!(out, "{}", self.to_json())?,
            false => {
                let units = match self.unit() {
                    "match" => "matches with the same first games",
                    _ => "the same games",
                };
                writeln!(out, "{}: {units}, seed {}", headline(&self.rules), self.seed)?;
                write!(out, "{}", self.to_text())?;
                for bots in self.unplayed.iter().filter(|_| !self.results.is_empty()) {
                    let unit = self.unit();
                    writeln!(
                        out,
                        "\n{bots}: no {unit} ended within its share of the time limit; raise it with --time"
                    )?;
                }
            }
        }
        out.flush()?;
        if self.results.is_empty() {
            return Ok(());
        }
        write_drawing(args.run.svg.as_deref(), || plot::comparison(&self.names, &self.effects))
    }

    /// Returns the noun for what is compared.
    fn unit(&self) -> &'static str {
        if self.match_terms[0].is_some() { "match" } else { "game" }
    }

    fn to_json(&self) -> serde_json::Value {
        let ComparisonReport { seed, names, teams, effects, unplayed, .. } = self;
        let options: Vec<_> = self.rules.iter().map(|ruleset| json!(options_of(ruleset))).collect();
        let contests: Vec<_> = self
            .results
            .iter()
            .map(|result| {
                let changes = result.point_changes(names, teams);
                json!({
                    "bots": result.bots, "games": result.games, "tallies": result.tallies, "point_changes": changes,
                })
            })
            .collect();
        let mut value = json!({
            "games": names, "sides": teams.first(), "sides_by_game": teams, "seed": seed,
            "contests": contests, "findings": effects, "unplayed": unplayed, "options": options,
        });
        if self.unit() == "match" {
            value["matches"] = json!(self.match_terms);
        }
        value
    }

    fn to_text(&self) -> String {
        let ComparisonReport { names, teams, results, effects, .. } = self;
        let mut text = String::new();
        let (name_width, team_width) = (widest(names), widest(teams.iter().flatten()));
        // Every comparison has the same number of effects.
        let per_result = effects.len() / results.len().max(1);
        for (result, effects) in results.iter().zip(effects.chunks(per_result.max(1))) {
            text.push_str(&format!(
                "\n{}, {} each, share of wins (a draw is shared)\n",
                result.bots,
                plural(result.games, self.unit())
            ));
            for (rules, (name, teams)) in names.iter().zip(teams).enumerate() {
                for (team, team_name) in teams.iter().enumerate().take(compared_teams(teams.len())) {
                    let (score, interval) = result.score(rules, team);
                    let bar = bar(score / 100.0);
                    let tail = match result.tallies[rules].units().unfinished {
                        0 => format!("{score:5.1} % ({:.1} to {:.1})", interval.low, interval.high),
                        _ if result.tallies[rules].units().sides[team].games() == 0 => {
                            format!("no {} ended", self.unit())
                        }
                        games => {
                            format!("{score:5.1} % ({:.1} to {:.1}), {games} cut short", interval.low, interval.high)
                        }
                    };
                    let (name, team_name) = (padded(name, name_width), padded(team_name, team_width));
                    text.push_str(&format!("  {name}  {team_name}  {bar}  {tail}\n"));
                }
            }
            for RuleEffect { game, p, verdict, .. } in effects {
                let p = if *p < 0.0001 { "p < 0.0001".to_string() } else { format!("p = {p:.4}") };
                text.push_str(&format!("  {game}: {verdict}; {p}\n"));
            }
            write_points(&mut text, names, teams, result, self.unit());
        }
        if effects.len() > 1 {
            text.push_str(&format!("\nThe p values are corrected for {} comparisons.\n", effects.len()));
        }
        if results.iter().any(|result| !result.points().is_empty()) {
            text.push_str("\nThe changes of points have 95 % intervals, each on its own, and no p values.\n");
        }
        text
    }
}

/// Loads the rules of all games. An option is set for every game that has it; at least one must have it.
fn load_all(workspace: &Workspace, args: &CompareArgs) -> anyhow::Result<Vec<Ruleset>> {
    let sets = &args.with.sets;
    // Some rules may not load without the settings.
    let load_default = |game: &String| Ok(workspace.load(game, &[]).or_else(|_| workspace.load(game, sets))?);
    let defaults: Vec<Ruleset> = args.what.iter().map(load_default).collect::<anyhow::Result<_>>()?;
    let is_known = |key: &str| defaults.iter().any(|ruleset| ruleset.options.has(key));
    let load = |(game, default): (&String, &Ruleset)| {
        let known_sets = sets.iter().filter(|(key, _)| default.options.has(key) || !is_known(key));
        Ok(workspace.load(game, &known_sets.cloned().collect::<Vec<_>>())?)
    };
    args.what.iter().zip(&defaults).map(load).collect()
}

fn options_of(ruleset: &Ruleset) -> BTreeMap<String, String> {
    ruleset.plan.settings.iter().map(|(key, value)| (key.clone(), value.to_string())).collect()
}

/// Names the games, each with the options in which it differs from the others, and the options of all.
fn headline(rules: &[Ruleset]) -> String {
    let options: Vec<BTreeMap<String, String>> = rules.iter().map(options_of).collect();
    let is_common = |(key, value): &(&String, &String)| options.iter().all(|other| other.get(*key) == Some(*value));
    let format_option = |(key, value): (&String, &String)| format!(" {key}={value}");
    let games: Vec<String> = rules
        .iter()
        .zip(&options)
        .map(|(ruleset, own)| {
            let own: String = own.iter().filter(|option| !is_common(option)).map(format_option).collect();
            format!("{}{own}", ruleset.reference)
        })
        .collect();
    let common: String = options.iter().take(1).flatten().filter(is_common).map(format_option).collect();
    match common.trim() {
        "" => series(&games, "and"),
        common => format!("{} ({common})", series(&games, "and")),
    }
}

fn comparison(
    args: &CompareArgs,
    rules: &[Ruleset],
    match_terms: &[Option<MatchTerms>],
    bot: &BotName,
    seed: u64,
) -> anyhow::Result<Comparison> {
    let experiment = |(ruleset, terms): (&Ruleset, &Option<MatchTerms>)| {
        let mut experiment = Experiment::new(ruleset.clone(), std::slice::from_ref(bot), seed)?;
        experiment.max_moves = args.run.longest.map_or(experiment.max_moves, |longest| longest as usize);
        experiment.match_terms = terms.clone();
        Ok(experiment)
    };
    let experiments: Result<Vec<Experiment>, BotError> = rules.iter().zip(match_terms).map(experiment).collect();
    Ok(Comparison { bots: bot.to_string(), experiments: experiments.map_err(UsageError::new)? })
}

/// Returns the names of the teams under each of the rules, which must have the same number of teams.
fn teams_of(rules: &[Ruleset]) -> anyhow::Result<Vec<Vec<String>>> {
    let count = |ruleset: &Ruleset| ruleset.plan.names.teams.len();
    let first = &rules[0];
    match rules.iter().find(|ruleset| count(ruleset) != count(first)) {
        None => Ok(rules.iter().map(|ruleset| ruleset.plan.names.teams.to_vec()).collect()),
        Some(other) => usage!(
            "{} has {} and {} has {}; compare rules with the same number of sides",
            first.reference,
            plural(count(first), "side"),
            other.reference,
            plural(count(other), "side")
        ),
    }
}

/// Fails if no game ended under some of the rules: they have no result.
fn ensure_games_end(comparison: &Comparison, names: &[String], results: &[ComparisonResult]) -> CliResult {
    for result in results {
        let endless = (0..names.len()).find(|&rules| result.tallies[rules].units().unfinished == result.games);
        if let Some(rules) = endless {
            let (name, bots) = (&names[rules], &result.bots);
            let experiment = &comparison.experiments[rules];
            match experiment.match_terms {
                Some(_) => bail!("no match of {name} by {bots} ended; check the match rules, or raise --longest"),
                None => bail!(
                    "no game of {name} by {bots} ended within {}; check that its rules end a game, or raise --longest",
                    plural(experiment.max_moves, "move")
                ),
            }
        }
    }
    Ok(())
}

/// Writes the points of the game under each of the rules, and their changes.
fn write_points(text: &mut String, names: &[String], teams: &[Vec<String>], result: &ComparisonResult, unit: &str) {
    let points = result.points();
    if points.is_empty() {
        return;
    }
    let compared = compared_teams(teams[0].len());
    let rows: Vec<(&String, &String)> = names
        .iter()
        .zip(teams)
        .flat_map(|(name, teams)| teams.iter().take(compared).map(move |team| (name, team)))
        .collect();
    let means: Vec<_> = points.iter().flat_map(|teams| teams.iter().take(compared).copied()).collect();
    let cells = format_means(&means);
    let widths = [widest(names), widest(teams.iter().flatten()), widest(cells.iter().map(|[points, _]| points))];
    text.push_str(&format!("\n  points per {unit}\n"));
    for ((name, team), [points, margin]) in rows.into_iter().zip(&cells) {
        let margin = if teams[0].len() > 1 { format!("  margin {margin}") } else { String::new() };
        let [name, team, points] =
            [(name, widths[0]), (team, widths[1]), (points, widths[2])].map(|(text, wide)| padded(text, wide));
        text.push_str(format!("  {name}  {team}  {points}{margin}").trim_end());
        text.push('\n');
    }
    for PointChange { game, side, points, margin, .. } in result.point_changes(names, teams) {
        let margin = match teams[0].len() {
            1 => String::new(),
            _ => format!(" and the margin by {}", format_change(margin)),
        };
        text.push_str(&format!("  {game}: the points of {side} change by {}{margin}\n", format_change(points)));
    }
}

fn format_change(MeanChange { change, interval }: MeanChange) -> String {
    let decimals = if interval.is_some_and(|interval| interval.radius() < 0.1) { 2 } else { 1 };
    let number = |value: f64| signed_points(value, decimals);
    match interval {
        Some(interval) => {
            format!("{} ({} to {})", number(change), number(interval.low), number(interval.high))
        }
        None => number(change),
    }
}
