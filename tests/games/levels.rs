//! Each level beats the one below in every game for two or more. It takes long and runs only on request:
//! `HOUSERULE_LEVELS=all cargo test --release --test games levels -- --nocapture`, or `HOUSERULE_LEVELS=tak,trax` for some.

use crate::common::{notice, to_settings, workspace};
use houserule_core::mechanics::{Seat, Team};
use houserule_lab::simulation::Experiment;
use houserule_lab::simulation::statistics::{ConfidenceSequence, Interval};
use houserule_script::play::Workspace;

/// Share of points that the stronger level must reach: in games of skill, and in all others.
const CLEAR_SHARE: f64 = 0.7;
const EVEN_SHARE: f64 = 0.5;

/// Games in which a level must be clearly better than the one below.
const SKILL_GAMES: &[&str] = &["tak", "trax", "connection"];

const PAIRS: [(&str, &str); 2] = [("medium", "easy"), ("hard", "medium")];

/// Connection game on hexagons: one stone a turn, the first road wins.
const CONNECTION: &str = r#"return game "connection" {
  title = "Connection",
  rules = {
    seats = { "white", "black" }, board = hex_rhombus(7),
    pieces = { stone = { letter = "F", road = true } }, reserve = { stone = 49 },
    moves = { place { "stone" } },
    finish = { road {}, tops { count = "stone", when = { "board_full" } } },
  },
}
"#;

/// Maximum number of games; a match ends sooner once the share is known to be above or below the target.
const MAX_GAMES: u64 = 400;

/// Number of games at which the confidence sequence is narrowest.
const NARROWEST_AT: f64 = 60.0;

/// Number of games from which the measured deviation is used; before, the largest possible one.
const VARIANCE_KNOWN_AFTER: u64 = 50;

/// Standard deviation of the points of a game, with one more game for each player.
fn deviation(points_won: f64, squares: f64, games: u64) -> f64 {
    if games < VARIANCE_KNOWN_AFTER {
        return 0.5;
    }
    let (all, mean) = (games as f64 + 2.0, (points_won + 1.0) / (games as f64 + 2.0));
    ((squares + 1.0) / all - mean * mean).max(0.0).sqrt()
}

struct MatchResult {
    games: u64,
    share: f64,
    interval: Interval,
}

fn play_match(workspace: &Workspace, game: &str, bots: [&str; 2], target: f64) -> MatchResult {
    let ruleset = workspace.load(game, &to_settings(&[])).unwrap_or_else(|error| panic!("{game}: {error}"));
    let bots = bots.map(|bot| bot.parse().unwrap_or_else(|error| panic!("{error}")));
    let experiment = Experiment::new(ruleset, &bots, 1).unwrap_or_else(|error| panic!("{error}"));
    let (mut runner, sequence) = (experiment.runner(), ConfidenceSequence::new(NARROWEST_AT, 0.95));
    let (mut points_won, mut squares, mut games) = (0.0, 0.0, 0);
    loop {
        let result = runner.play(games, &|| false).unwrap_or_else(|error| panic!("{game}: {error}"));
        let result = result.expect("it is not stopped");
        // An unfinished game has no winner.
        let (winners, _) = result.outcome.unwrap_or_default();
        let names = &experiment.ruleset.plan.names;
        let own_seats = Seat::all(experiment.seats()).filter(|seat| experiment.bot_at(*seat, games) == 0);
        let sides: Vec<Team> = own_seats.map(|seat| names.team_of[seat]).collect();
        // A game without a winner is shared by all.
        let all: Vec<Team> = names.teams.indices().collect();
        let winning_teams = if winners.is_empty() { all } else { winners };
        let winning_seats = winning_teams.iter().filter(|side| sides.contains(side)).count() as f64;
        let points = winning_seats / winning_teams.len() as f64;
        points_won += points;
        squares += points * points;
        games += 1;
        let share = points_won / games as f64;
        let interval = sequence.difference(share - target, deviation(points_won, squares, games), games).interval;
        if interval.low > 0.0 || interval.high < 0.0 || games == MAX_GAMES {
            let interval = Interval { low: (interval.low + target).max(0.0), high: (interval.high + target).min(1.0) };
            return MatchResult { games, share, interval };
        }
    }
}

#[test]
fn each_level_beats_the_one_below() {
    let Some(requested) = std::env::var("HOUSERULE_LEVELS").ok() else {
        notice("skipped because it takes long; HOUSERULE_LEVELS=all runs it");
        return;
    };
    let scripts = crate::common::script_dir::ScriptDir::new();
    scripts.write("connection", CONNECTION);
    let has_opponents = |workspace: &Workspace, game: &str| {
        let ruleset = workspace.load(game, &[]).unwrap_or_else(|error| panic!("{game}: {error}"));
        ruleset.plan.names.seats.len() > 1
    };
    let manifests = workspace().library.manifests();
    let shipped = manifests
        .games()
        .filter(|manifest| manifest.source.file.starts_with("scripts/"))
        .map(|manifest| manifest.name.clone());
    let variants = manifests
        .games()
        .filter(|manifest| manifest.source.file.starts_with("variants/"))
        .map(|manifest| manifest.name.clone());
    let mut games: Vec<String> =
        shipped.chain(variants).filter(|game| has_opponents(&scripts.workspace, game)).collect();
    games.push("connection".into());
    let is_requested = |game: &str| requested == "all" || requested.split(',').any(|name| name == game);
    let mut weak = Vec::new();
    for game in games.iter().filter(|game| is_requested(game)) {
        let target = if SKILL_GAMES.contains(&game.as_str()) { CLEAR_SHARE } else { EVEN_SHARE };
        for (stronger, weaker) in PAIRS {
            let MatchResult { games, share, interval } =
                play_match(&scripts.workspace, game, [stronger, weaker], target);
            let line = format!(
                "{game}: {stronger} has {:.1} % of the points against {weaker} ({:.1} to {:.1} in {games} games, {:.0} wanted)",
                100.0 * share,
                100.0 * interval.low,
                100.0 * interval.high,
                100.0 * target
            );
            notice(&line);
            if share < target || interval.low <= EVEN_SHARE {
                weak.push(line);
            }
        }
    }
    assert!(weak.is_empty(), "{}", weak.join("\n"));
}
