//! Plays a thousand random games of Tak on two threads and prints the share of each result.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use houserule_lab::bot::BotName;
use houserule_lab::simulation::{Experiment, Report, RunConfig, run};
use houserule_script::lua::Library;
use houserule_script::play::Workspace;

const GAMES: u64 = 1_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let workspace = Workspace { library: Library::new(Vec::new()), seed: 1 };
    let rules = workspace.load("tak", &[]).map_err(|error| error.to_string())?;
    let bots = [BotName::Random];
    let experiment = Experiment::new(rules, &bots, workspace.seed)?;

    let mut report = Report::new(&experiment, &bots, GAMES);
    let stop = AtomicBool::new(false);
    let config = RunConfig { threads: 2, block_size: 50, stop: &stop, deadline: None };
    let worker = || {
        let mut player = experiment.runner();
        move |number, stop: &dyn Fn() -> bool| player.play(number, stop).map_err(|error| error.to_string())
    };
    // Games arrive in the order of their numbers, so the report does not depend on the threads.
    let (played, result) = run(0..GAMES, &config, worker, |number, game| {
        report.tally.add(&experiment, number, &game);
        ControlFlow::Continue(())
    });
    result?;
    report.cover(0..played);
    print!("{}", report.to_text());
    Ok(())
}
