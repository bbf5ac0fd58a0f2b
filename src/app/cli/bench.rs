//! `bench`: our own speeds, on one thread unless a name says otherwise, from rules read from Lua files. What is measured is a data file.

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
use super::{CliResult, table};
use houserule_core::text::{nearest, one_line, series};
use houserule_script::lua::LoadError;
use houserule_script::play::{Rng, perft, playout};

const MENU: &str = include_str!("../../../scripts/bench.toml");

/// How long each measurement runs at least; the best of `ROUNDS` counts.
const ROUND: Duration = Duration::from_millis(300);
const ROUNDS: usize = 5;

/// The most moves of a random game.
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

/// Rules whose speed is measured.
#[derive(Deserialize)]
struct BenchRules {
    name: String,
    game: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// How deep perft goes; left out where what is dealt decides how many moves there are.
    perft: Option<u32>,
    /// After how many random moves, and where nothing is owed, the time to list the legal moves is measured.
    list_after: Option<usize>,
}

pub fn bench(asked: &[String], out: &mut dyn Write) -> CliResult {
    let menu: BenchMenu = toml::from_str(MENU)?;
    let entries = menu.entries();
    for asked in asked {
        hold_known(&entries, asked)?;
    }
    for entry in entries {
        let is_named = asked.iter().any(|asked| entry.is_meant_by(asked));
        // What takes its time is done only where it is asked for by name.
        if is_named || asked.is_empty() && !entry.is_long {
            (entry.measure)(out)?;
        }
    }
    Ok(())
}

/// Something that is measured.
struct BenchEntry<'a> {
    name: &'a str,
    is_long: bool,
    measure: BenchFn<'a>,
}

/// Measures something and tells it.
type BenchFn<'a> = Box<dyn Fn(&mut dyn Write) -> CliResult + 'a>;

impl BenchEntry<'_> {
    /// By a part of its name, or by its name and more: the lines that it prints begin so.
    fn is_meant_by(&self, asked: &str) -> bool {
        let goes_on = || asked.strip_prefix(self.name).is_some_and(|rest| rest.starts_with('-'));
        self.name.contains(asked) || goes_on()
    }
}

impl BenchMenu {
    /// Everything that is measured, in its order.
    fn entries(&self) -> Vec<BenchEntry<'_>> {
        fn each<'a, T>(
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
        entries.extend(each(&self.rules, |it| &it.name, |it, out| it.speeds(out)));
        entries.extend(each(&self.changed, |it| &it.name, |it, out| it.speeds(out)));
        entries.extend(each(&self.simulations, |it| &it.name, |it, out| it.time(out)));
        entries.extend(each(&self.thinking, |it| &it.name, |it, out| it.speeds(out)));
        entries.extend(each(&self.counts, |it| &it.name, |it, out| it.time(out)));
        entries.extend(each(&self.proofs, |it| &it.name, |it, out| it.time(out)));
        entries.extend(each(&self.replays, |it| &it.name, |it, out| it.speed(out)));
        entries.extend(each(&self.drawings, |it| &it.name, |it, out| it.time(out)));
        entries.extend(each(&self.sittings, |it| &it.name, |it, out| it.figures(out)));
        entries.extend(each(&self.hints, |it| &it.name, |it, out| it.time(out)));
        entries.extend(each(&self.loops, |it| &it.name, |it, out| it.speeds(MENU, out)));
        let searches = each(&self.searches, |it| &it.name, |it, out| it.reach(out));
        entries.extend(searches.map(|entry| BenchEntry { is_long: true, ..entry }));
        entries
    }
}

/// Says what is measured where nothing is meant by what was asked for.
fn hold_known(entries: &[BenchEntry], asked: &str) -> CliResult {
    if entries.iter().any(|entry| entry.is_meant_by(asked)) {
        return Ok(());
    }
    let mut names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
    names.sort_unstable();
    names.dedup();
    let asked = one_line(asked, 40);
    let says = match nearest(&asked, names.iter().copied()) {
        Some(near) => format!("nothing called `{asked}` is measured; did you mean `{near}`?"),
        None => format!("nothing called `{asked}` is measured; there are {}", series(&names, "and")),
    };
    Err(UsageError::from(says).into())
}

impl BenchRules {
    fn speeds(&self, out: &mut dyn Write) -> CliResult {
        let name = &self.name;
        let table = table(&WithArgs::default())?;
        let sets: Vec<_> = self.set.clone().into_iter().collect();
        let ruleset = table.load(&self.game, &sets)?;

        let mut game = ruleset.game(None, table.seed)?;
        if let Some(depth) = self.perft {
            let nodes = best(|| Ok(perft(&mut game, depth)?))?;
            writeln!(out, "{name}-perft-bulk {nodes:.0} nodes/s")?;
        }

        let mut rng = Rng::new(table.seed);
        let has_chance = ruleset.plan.mechanic.has_chance();
        let mut deal = table.seed;
        let games = best(|| {
            if has_chance {
                deal += 1;
                game.begin_anew(deal).map_err(LoadError::from)?;
            }
            playout(&mut game, &mut rng, MAX_GAME_MOVES)?;
            game.undo_all();
            Ok(1)
        })?;
        writeln!(out, "{name}-playout {games:.0} games/s")?;

        if let Some(moves) = self.list_after {
            let mut game = ruleset.game(None, table.seed)?;
            let mut rng = Rng::new(table.seed);
            playout(&mut game, &mut rng, moves)?;
            // What is owed alone is soon listed: go on to where a seat may choose.
            while game.owes() && playout(&mut game, &mut rng, 1)?.is_none() {}
            let listings = best(|| Ok(game.legal_moves().map(|_| 1)?))?;
            writeln!(out, "{name}-list {:.2} us", 1e6 / listings)?;
        }

        let loads = best(|| Ok(table.load(&self.game, &sets).map(|_| 1)?))?;
        writeln!(out, "{name}-load {:.0} us", 1e6 / loads)?;
        Ok(out.flush()?)
    }
}

/// The best rate of several rounds; `work` gives how many things it did.
fn best(mut work: impl FnMut() -> anyhow::Result<u64>) -> anyhow::Result<f64> {
    let mut best: f64 = 0.0;
    for _ in 0..ROUNDS {
        best = best.max(rate(&mut work)?);
    }
    Ok(best)
}

/// How much is done in a second, by one round.
fn rate(work: &mut impl FnMut() -> anyhow::Result<u64>) -> anyhow::Result<f64> {
    let (start, mut done) = (Instant::now(), 0);
    while start.elapsed() < ROUND {
        done += work()?;
    }
    Ok(done as f64 / start.elapsed().as_secs_f64())
}
