//! `bench`: measures our own speed, on one thread unless a name says otherwise. A data file lists what is measured.

mod changed;
mod counts;
mod drawings;
mod hints;
mod loops;
mod process;
mod proofs;
mod replays;
mod searches;
mod simulations;
mod thinking;

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use crate::error::UsageError;
use serde::Deserialize;

use super::args::WithArgs;
use super::{CliResult, workspace};
use houserule_core::text::{nearest, one_line, series};
use houserule_script::lua::LoadError;
use houserule_script::play::{Rng, perft, playout};

const MENU: &str = include_str!("../../../scripts/bench.toml");

/// Minimum duration of a round; the best of `ROUNDS` counts.
const ROUND: Duration = Duration::from_millis(300);
const ROUNDS: usize = 5;

/// Maximum length of a random game, in moves.
const MAX_GAME_MOVES: usize = 10_000;

#[derive(Deserialize)]
struct BenchMenu {
    rules: Vec<BenchRules>,
    changed: Vec<changed::VariantBench>,
    counts: Vec<counts::CountBench>,
    drawings: Vec<drawings::RenderBench>,
    sittings: Vec<process::ProcessBench>,
    hints: Vec<hints::HintBench>,
    loops: Vec<loops::LoopBench>,
    proofs: Vec<proofs::ProofBench>,
    replays: Vec<replays::ReplayBench>,
    searches: Vec<searches::LongestBench>,
    simulations: Vec<simulations::SimulationBench>,
    thinking: Vec<thinking::MctsBench>,
}

/// Rules to measure.
#[derive(Deserialize)]
struct BenchRules {
    name: String,
    game: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// Depth of perft; left out where chance decides the number of moves.
    perft: Option<u32>,
    /// Number of random moves before the listing of legal moves is measured, in a position without mandatory moves.
    list_after: Option<usize>,
}

pub fn bench(names: &[String], out: &mut dyn Write) -> CliResult {
    let menu: BenchMenu = toml::from_str(MENU)?;
    let entries = menu.entries();
    for name in names {
        ensure_known(&entries, name)?;
    }
    for entry in entries {
        let is_named = names.iter().any(|name| entry.matches(name));
        // Long benchmarks run only if they are named.
        if is_named || names.is_empty() && !entry.is_long {
            (entry.measure)(out)?;
        }
    }
    Ok(())
}

/// A benchmark.
struct BenchEntry<'a> {
    name: &'a str,
    is_long: bool,
    measure: BenchFn<'a>,
}

/// Runs a benchmark and prints its results.
type BenchFn<'a> = Box<dyn Fn(&mut dyn Write) -> CliResult + 'a>;

impl BenchEntry<'_> {
    /// Whether `query` is a part of its name, or begins with its name, as the lines that it prints do.
    fn matches(&self, query: &str) -> bool {
        let is_line_name = || query.strip_prefix(self.name).is_some_and(|rest| rest.starts_with('-'));
        self.name.contains(query) || is_line_name()
    }
}

impl BenchMenu {
    /// Lists all benchmarks in their order.
    fn entries(&self) -> Vec<BenchEntry<'_>> {
        fn entries_of<'a, T>(
            items: &'a [T],
            name: fn(&T) -> &String,
            measure: impl Fn(&T, &mut dyn Write) -> CliResult + Copy + 'a,
        ) -> impl Iterator<Item = BenchEntry<'a>> {
            items.iter().map(move |item| BenchEntry {
                name: name(item),
                is_long: false,
                measure: Box::new(move |out| measure(item, out)),
            })
        }
        let mut entries: Vec<BenchEntry> = Vec::new();
        entries.extend(entries_of(&self.rules, |it| &it.name, |it, out| it.run(out)));
        entries.extend(entries_of(&self.changed, |it| &it.name, |it, out| it.run(out)));
        entries.extend(entries_of(&self.simulations, |it| &it.name, |it, out| it.run(out)));
        entries.extend(entries_of(&self.thinking, |it| &it.name, |it, out| it.run(out)));
        entries.extend(entries_of(&self.counts, |it| &it.name, |it, out| it.run(out)));
        entries.extend(entries_of(&self.proofs, |it| &it.name, |it, out| it.run(out)));
        entries.extend(entries_of(&self.replays, |it| &it.name, |it, out| it.run(out)));
        entries.extend(entries_of(&self.drawings, |it| &it.name, |it, out| it.run(out)));
        entries.extend(entries_of(&self.sittings, |it| &it.name, |it, out| it.run(out)));
        entries.extend(entries_of(&self.hints, |it| &it.name, |it, out| it.run(out)));
        entries.extend(entries_of(&self.loops, |it| &it.name, |it, out| it.run(MENU, out)));
        let searches = entries_of(&self.searches, |it| &it.name, |it, out| it.run(out));
        entries.extend(searches.map(|entry| BenchEntry { is_long: true, ..entry }));
        entries
    }
}

/// Fails with a suggestion if a name selects no benchmark.
fn ensure_known(entries: &[BenchEntry], name: &str) -> CliResult {
    if entries.iter().any(|entry| entry.matches(name)) {
        return Ok(());
    }
    let mut names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
    names.sort_unstable();
    names.dedup();
    let name = one_line(name, 40);
    let message = match nearest(&name, names.iter().copied()) {
        Some(near) => format!("unknown benchmark `{name}`; did you mean `{near}`?"),
        None => format!("unknown benchmark `{name}`; the benchmarks are {}", series(&names, "and")),
    };
    Err(UsageError::from(message).into())
}

impl BenchRules {
    fn run(&self, out: &mut dyn Write) -> CliResult {
        let name = &self.name;
        let workspace = workspace(&WithArgs::default())?;
        let sets: Vec<_> = self.set.clone().into_iter().collect();
        let ruleset = workspace.load(&self.game, &sets)?;

        let mut game = ruleset.game(None, workspace.seed)?;
        if let Some(depth) = self.perft {
            let nodes = best_rate(|| Ok(perft(&mut game, depth)?))?;
            writeln!(out, "{name}-perft-bulk {nodes:.0} nodes/s")?;
        }

        let mut rng = Rng::new(workspace.seed);
        let has_chance = ruleset.plan.mechanic.has_chance();
        let mut deal_seed = workspace.seed;
        let games = best_rate(|| {
            if has_chance {
                deal_seed += 1;
                game.restart(deal_seed).map_err(LoadError::from)?;
            }
            playout(&mut game, &mut rng, MAX_GAME_MOVES)?;
            game.undo_all();
            Ok(1)
        })?;
        writeln!(out, "{name}-playout {games:.0} games/s")?;

        if let Some(moves) = self.list_after {
            let mut game = ruleset.game(None, workspace.seed)?;
            let mut rng = Rng::new(workspace.seed);
            playout(&mut game, &mut rng, moves)?;
            // A list of mandatory moves is short: continue to where the seat may choose.
            while game.has_mandatory_moves() && playout(&mut game, &mut rng, 1)?.is_none() {}
            let listings = best_rate(|| Ok(game.legal_moves().map(|_| 1)?))?;
            writeln!(out, "{name}-list {:.2} us", 1e6 / listings)?;
        }

        let loads = best_rate(|| Ok(workspace.load(&self.game, &sets).map(|_| 1)?))?;
        writeln!(out, "{name}-load {:.0} us", 1e6 / loads)?;
        Ok(out.flush()?)
    }
}

/// Returns the best rate of several rounds; `work` returns the number of items it has done.
fn best_rate(mut work: impl FnMut() -> anyhow::Result<u64>) -> anyhow::Result<f64> {
    let mut best: f64 = 0.0;
    for _ in 0..ROUNDS {
        best = best.max(measure_rate(&mut work)?);
    }
    Ok(best)
}

/// Returns the items per second of one round.
fn measure_rate(work: &mut impl FnMut() -> anyhow::Result<u64>) -> anyhow::Result<f64> {
    let (start, mut done) = (Instant::now(), 0);
    while start.elapsed() < ROUND {
        done += work()?;
    }
    Ok(done as f64 / start.elapsed().as_secs_f64())
}
