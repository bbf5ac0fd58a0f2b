//! Time to know a share to plus or minus one point: random games on one thread, counted.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::Deserialize;

use super::super::args::WithArgs;
use super::super::simulate::game_worker;
use super::super::{CliResult, workspace};
use houserule_lab::bot::BotName;
use houserule_lab::simulation::{Experiment, RunConfig, Tally, run};

/// Number of runs, of which the fastest counts.
const ROUNDS: usize = 3;

#[derive(Deserialize)]
pub struct SimulationBench {
    pub name: String,
    game: String,
    games: u64,
}

impl SimulationBench {
    pub fn run(&self, out: &mut dyn Write) -> CliResult {
        let workspace = workspace(&WithArgs::default())?;
        let ruleset = workspace.load(&self.game, &[])?;
        let experiment = Experiment::new(ruleset, &[BotName::Random], workspace.seed)?;
        let stop = AtomicBool::new(false);
        let run_config = RunConfig { threads: 1, block_size: 64, stop: &stop, deadline: None };
        let mut best = f64::INFINITY;
        for _ in 0..ROUNDS {
            let started = Instant::now();
            let mut tally = Tally::new(&experiment);
            let (_, result) = run(
                0..self.games,
                &run_config,
                || game_worker(experiment.runner()),
                |number, game| {
                    tally.add(&experiment, number, &game);
                    ControlFlow::Continue(())
                },
            );
            result?;
            best = best.min(started.elapsed().as_secs_f64());
        }
        writeln!(out, "{}-simulate-{} {best:.3} s", self.name, self.games)?;
        Ok(out.flush()?)
    }
}
