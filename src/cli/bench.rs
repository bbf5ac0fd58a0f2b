//! `bench`: our own speeds on one thread, from rules read from Lua files.

use std::io::Write;
use std::time::{Duration, Instant};

use super::args::WithArgs;
use super::{Done, Failure, table};
use crate::play::{Dice, perft, playout};

/// How long each measurement runs at least; the best of `ROUNDS` counts.
const ROUND: Duration = Duration::from_millis(400);
const ROUNDS: usize = 5;

/// What is measured: a name, the rules, and the options set.
const RULES: [(&str, &str); 2] = [("tak5", "tak"), ("tak5-carry4", "tak+carry")];

pub fn bench(out: &mut dyn Write) -> Done {
    let table = table(&WithArgs::default())?;
    for (name, game) in RULES {
        let ruleset = table.load(game, &[])?;
        let speed = best(|| {
            let mut game = ruleset.game(None).map_err(Failure::Failed)?;
            Ok(perft(&mut game, 4)?)
        })?;
        writeln!(out, "{name}-perft-bulk {speed:.0} nodes/s")?;
        let mut dice = Dice::new(1);
        let mut game = ruleset.game(None).map_err(Failure::Failed)?;
        let speed = best(|| {
            const MOST: usize = 10_000;
            playout(&mut game, &mut dice, MOST)?;
            while game.undo() {}
            Ok(1)
        })?;
        writeln!(out, "{name}-playout {speed:.0} games/s")?;
    }
    let start = Instant::now();
    const LOADS: u32 = 200;
    for _ in 0..LOADS {
        table.load("tak", &[])?;
    }
    Ok(writeln!(
        out,
        "tak-load {:.0} us",
        start.elapsed().as_micros() as f64 / f64::from(LOADS)
    )?)
}

/// The best rate of several rounds; `work` gives how many things it did.
fn best(mut work: impl FnMut() -> Result<u64, Failure>) -> Result<f64, Failure> {
    let mut best: f64 = 0.0;
    for _ in 0..ROUNDS {
        let (start, mut done) = (Instant::now(), 0);
        while start.elapsed() < ROUND {
            done += work()?;
        }
        best = best.max(done as f64 / start.elapsed().as_secs_f64());
    }
    Ok(best)
}
