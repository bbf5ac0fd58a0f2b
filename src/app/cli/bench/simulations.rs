//! How long it takes to know a share to plus or minus one point: so many random games on one thread, counted.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::Deserialize;

use super::super::args::WithArgs;
use super::super::simulate::game_worker;
use super::super::{CliResult, table};
use houserule_lab::bot::BotName;
use houserule_lab::simulation::{Experiment, RunConfig, Tally, run};

/// The best of so many counts.
const ROUNDS: usize = 3;

#[derive(Deserialize)]
pub struct SimulationBench {
    pub name: String,
    game: String,
    games: u64,
}

impl SimulationBench {
    pub fn time(&self, out: &mut dyn Write) -> CliResult {
        let table = table(&WithArgs::default())?;
        let ruleset = table.load(&self.game, &[])?;
        let experiment = Experiment::new(ruleset, &[BotName::Random], table.seed)?;
        let stop = AtomicBool::new(false);
        let run_config = RunConfig { threads: 1, block: 64, stop: &stop, deadline: None };
        let mut best = f64::INFINITY;
        for _ in 0..ROUNDS {
            let begun = Instant::now();
            let mut tally = Tally::new(&experiment);
            let (_, result) = run(
                0..self.games,
                &run_config,
                || game_worker(experiment.player()),
                |number, played| {
                    tally.add(&experiment, number, &played);
                    ControlFlow::Continue(())
                },
            );
            result?;
            best = best.min(begun.elapsed().as_secs_f64());
        }
        writeln!(out, "{}-simulate-{} {best:.3} s", self.name, self.games)?;
        Ok(out.flush()?)
    }
}
