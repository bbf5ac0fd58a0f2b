//! Time of exact counts of solutions, on one thread.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::Deserialize;

use crate::cli::args::WithArgs;
use crate::cli::{CliResult, workspace};
use houserule_lab::solve::{SearchControl, count};

/// A puzzle whose solutions are counted, in all these colours together.
#[derive(Deserialize)]
pub struct CountBench {
    pub name: String,
    puzzle: String,
    colours: Vec<String>,
}

impl CountBench {
    pub fn run(&self, out: &mut dyn Write) -> CliResult {
        let workspace = workspace(&WithArgs::default())?;
        let stop = AtomicBool::new(false);
        let control = SearchControl { seed: workspace.seed, threads: 1, deadline: None, stop: &stop, report: &|_| () };
        let started = Instant::now();
        for colours in &self.colours {
            let ruleset = workspace.load(&self.puzzle, &[("colour".into(), colours.clone())])?;
            if let Some(plan) = ruleset.plan.mechanic.puzzle() {
                count(&plan.puzzle, &control);
            }
        }
        writeln!(out, "{}-count {:.3} s", self.name, started.elapsed().as_secs_f64())?;
        Ok(out.flush()?)
    }
}
