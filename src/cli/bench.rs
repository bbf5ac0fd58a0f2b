//! `bench`: our own speeds, on one thread unless a name says otherwise, from rules read from Lua files. What is measured is a data file.

mod changed;
mod counts;
mod drawings;
mod hints;
mod loops;
mod process;
mod proofs;
mod searches;
mod simulations;
mod thinking;

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::args::WithArgs;
use super::{Done, Failure, table};
use crate::play::{Dice, perft, playout};
use crate::script::LoadError;

const MENU: &str = include_str!("../../scripts/bench.toml");

/// How long each measurement runs at least; the best of `ROUNDS` counts.
const ROUND: Duration = Duration::from_millis(300);
const ROUNDS: usize = 5;

/// The most moves of a random game.
const LONGEST: usize = 10_000;

#[derive(Deserialize)]
struct Menu {
    rules: Vec<Measured>,
    changed: Vec<changed::Changed>,
    counts: Vec<counts::Counted>,
    drawings: Vec<drawings::Drawn>,
    sittings: Vec<process::Sitting>,
    hints: Vec<hints::Hinted>,
    loops: Vec<loops::Loops>,
    proofs: Vec<proofs::Proved>,
    searches: Vec<searches::Searched>,
    simulations: Vec<simulations::Simulated>,
    thinking: Vec<thinking::Thought>,
}

/// Rules whose speed is measured.
#[derive(Deserialize)]
struct Measured {
    name: String,
    game: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// How deep perft goes; left out where what is dealt decides how many moves there are.
    perft: Option<u32>,
    /// After how many random moves, and where nothing is owed, the time to list the legal moves is measured.
    list_after: Option<usize>,
}

pub fn bench(names: &[String], out: &mut dyn Write) -> Done {
    let menu: Menu = toml::from_str(MENU).map_err(|error| Failure::Failed(error.to_string()))?;
    let wanted = |name: &str| names.is_empty() || names.iter().any(|asked| name.contains(asked.as_str()));
    for measured in menu.rules.iter().filter(|measured| wanted(&measured.name)) {
        measured.speeds(out)?;
    }
    for changed in menu.changed.iter().filter(|changed| wanted(&changed.name)) {
        changed.speeds(out)?;
    }
    for simulated in menu.simulations.iter().filter(|simulated| wanted(&simulated.name)) {
        simulated.time(out)?;
    }
    for thought in menu.thinking.iter().filter(|thought| wanted(&thought.name)) {
        thought.speeds(out)?;
    }
    for counted in menu.counts.iter().filter(|counted| wanted(&counted.name)) {
        counted.time(out)?;
    }
    for proved in menu.proofs.iter().filter(|proved| wanted(&proved.name)) {
        proved.time(out)?;
    }
    for drawn in menu.drawings.iter().filter(|drawn| wanted(&drawn.name)) {
        drawn.time(out)?;
    }
    for sitting in menu.sittings.iter().filter(|sitting| wanted(&sitting.name)) {
        sitting.figures(out)?;
    }
    for hinted in menu.hints.iter().filter(|hinted| wanted(&hinted.name)) {
        hinted.time(out)?;
    }
    for loops in menu.loops.iter().filter(|loops| wanted(&loops.name)) {
        loops.speeds(MENU, out)?;
    }
    // What takes its time is done only where it is asked for by name.
    let asked = |search: &&searches::Searched| names.iter().any(|name| search.name.contains(name));
    for searched in menu.searches.iter().filter(asked) {
        searched.reach(out)?;
    }
    Ok(())
}

impl Measured {
    fn speeds(&self, out: &mut dyn Write) -> Done {
        let name = &self.name;
        let table = table(&WithArgs::default())?;
        let sets: Vec<_> = self.set.clone().into_iter().collect();
        let ruleset = table.load(&self.game, &sets)?;

        let mut game = ruleset.game(None, table.seed)?;
        if let Some(depth) = self.perft {
            let nodes = best(|| Ok(perft(&mut game, depth)?))?;
            writeln!(out, "{name}-perft-bulk {nodes:.0} nodes/s")?;
        }

        let mut dice = Dice::new(table.seed);
        let has_chance = ruleset.plan.mechanic.has_chance();
        let mut deal = table.seed;
        let games = best(|| {
            if has_chance {
                deal += 1;
                game.begin_anew(deal).map_err(LoadError::from)?;
            }
            playout(&mut game, &mut dice, LONGEST)?;
            game.take_back_all();
            Ok(1)
        })?;
        writeln!(out, "{name}-playout {games:.0} games/s")?;

        if let Some(moves) = self.list_after {
            let mut game = ruleset.game(None, table.seed)?;
            let mut dice = Dice::new(table.seed);
            playout(&mut game, &mut dice, moves)?;
            // What is owed alone is soon listed: go on to where a seat may choose.
            while game.owes() && playout(&mut game, &mut dice, 1)?.is_none() {}
            let listings = best(|| Ok(game.legal_moves().map(|_| 1)?))?;
            writeln!(out, "{name}-list {:.2} us", 1e6 / listings)?;
        }

        let loads = best(|| Ok(table.load(&self.game, &sets).map(|_| 1)?))?;
        writeln!(out, "{name}-load {:.0} us", 1e6 / loads)?;
        Ok(out.flush()?)
    }
}

/// The best rate of several rounds; `work` gives how many things it did.
fn best(mut work: impl FnMut() -> Result<u64, Failure>) -> Result<f64, Failure> {
    let mut best: f64 = 0.0;
    for _ in 0..ROUNDS {
        best = best.max(rate(&mut work)?);
    }
    Ok(best)
}

/// How much is done in a second, by one round.
fn rate(work: &mut impl FnMut() -> Result<u64, Failure>) -> Result<f64, Failure> {
    let (start, mut done) = (Instant::now(), 0);
    while start.elapsed() < ROUND {
        done += work()?;
    }
    Ok(done as f64 / start.elapsed().as_secs_f64())
}
