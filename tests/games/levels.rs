//! Each level beats the one below, in every game for two or more. It takes long, and is asked for by name:
//! `HOUSERULE_LEVELS=all cargo test --release --test games levels -- --nocapture`, or `HOUSERULE_LEVELS=tak,trax` for some.

use crate::common::{owned, say, table};
use houserule_core::mechanics::{Seat, Team};
use houserule_lab::simulation::Experiment;
use houserule_lab::simulation::statistics::{ConfidenceSequence, Interval};
use houserule_script::play::Workspace;

/// Better by how much: in games where skill shows soon, and in all others.
const CLEARLY: f64 = 0.7;
const AT_ALL: f64 = 0.5;

/// Where a level must be clearly better than the one below; the last is a game of connections alone.
const CLEAR: &[&str] = &["tak", "trax", "connection"];

const STEPS: [(&str, &str); 2] = [("medium", "easy"), ("hard", "medium")];

/// One stone a turn on a board of hexagons; the first road across wins.
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

/// Games are played until the share of the better is known to lie above what is wanted, or below; but no more than these.
const MAX_GAMES: u64 = 400;

/// The sequence is narrowest about here.
const AIM: f64 = 60.0;

/// From so many games on it is known how much the points of one vary: little where most are drawn. Before, as much as can be.
const MANY: u64 = 50;

/// How much the points of one game vary, with a game more for either.
fn deviation(won: f64, squares: f64, games: u64) -> f64 {
    if games < MANY {
        return 0.5;
    }
    let (all, mean) = (games as f64 + 2.0, (won + 1.0) / (games as f64 + 2.0));
    ((squares + 1.0) / all - mean * mean).max(0.0).sqrt()
}

struct Measured {
    games: u64,
    share: f64,
    interval: Interval,
}

fn measure(table: &Workspace, game: &str, bots: [&str; 2], wanted: f64) -> Measured {
    let ruleset = table.load(game, &owned(&[])).unwrap_or_else(|error| panic!("{game}: {error}"));
    let bots = bots.map(|bot| bot.parse().unwrap_or_else(|says| panic!("{says}")));
    let experiment = Experiment::new(ruleset, &bots, 1).unwrap_or_else(|says| panic!("{says}"));
    let (mut player, sequence) = (experiment.runner(), ConfidenceSequence::new(AIM, 0.95));
    let (mut won, mut squares, mut games) = (0.0, 0.0, 0);
    loop {
        let played = player.play(games, &|| false).unwrap_or_else(|error| panic!("{game}: {error}"));
        let played = played.expect("nobody stops it");
        // A game that was broken off is nobody's.
        let (winners, _) = played.outcome.unwrap_or_default();
        let names = &experiment.ruleset.plan.names;
        let better = Seat::all(experiment.seats()).filter(|seat| experiment.bot_at(*seat, games) == 0);
        let sides: Vec<Team> = better.map(|seat| names.team_of[seat]).collect();
        // Where nobody wins all share it.
        let all: Vec<Team> = names.teams.indices().collect();
        let sharers = if winners.is_empty() { all } else { winners };
        let own = sharers.iter().filter(|side| sides.contains(side)).count() as f64;
        let points = own / sharers.len() as f64;
        won += points;
        squares += points * points;
        games += 1;
        let share = won / games as f64;
        let around = sequence.difference(share - wanted, deviation(won, squares, games), games).interval;
        if around.low > 0.0 || around.high < 0.0 || games == MAX_GAMES {
            let interval = Interval { low: (around.low + wanted).max(0.0), high: (around.high + wanted).min(1.0) };
            return Measured { games, share, interval };
        }
    }
}

#[test]
fn each_level_beats_the_one_below() {
    let Some(asked) = std::env::var("HOUSERULE_LEVELS").ok() else {
        say("skipped, for it takes long: HOUSERULE_LEVELS=all runs it");
        return;
    };
    let shelf = crate::common::shelf::Shelf::new();
    shelf.write("connection", CONNECTION);
    let several = |table: &Workspace, game: &str| {
        let ruleset = table.load(game, &[]).unwrap_or_else(|error| panic!("{game}: {error}"));
        ruleset.plan.names.seats.len() > 1
    };
    let heads = table().library.manifests();
    let shipped = heads.games().filter(|head| head.source.file.starts_with("scripts/")).map(|head| head.name.clone());
    let variants = heads.games().filter(|head| head.source.file.starts_with("variants/")).map(|head| head.name.clone());
    let mut games: Vec<String> = shipped.chain(variants).filter(|game| several(&shelf.table, game)).collect();
    games.push("connection".into());
    let is_asked = |game: &str| asked == "all" || asked.split(',').any(|name| name == game);
    let mut weak = Vec::new();
    for game in games.iter().filter(|game| is_asked(game)) {
        let wanted = if CLEAR.contains(&game.as_str()) { CLEARLY } else { AT_ALL };
        for (better, worse) in STEPS {
            let Measured { games, share, interval } = measure(&shelf.table, game, [better, worse], wanted);
            let line = format!(
                "{game}: {better} has {:.1} % of the points against {worse} ({:.1} to {:.1} in {games} games, {:.0} wanted)",
                100.0 * share,
                100.0 * interval.low,
                100.0 * interval.high,
                100.0 * wanted
            );
            say(&line);
            if share < wanted || interval.low <= AT_ALL {
                weak.push(line);
            }
        }
    }
    assert!(weak.is_empty(), "{}", weak.join("\n"));
}
