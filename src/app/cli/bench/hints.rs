//! How long somebody who types waits at most to see what a move would do.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use serde::Deserialize;

use crate::cli::args::WithArgs;
use crate::cli::{CliResult, table};
use crate::repl::preview::MovePreview;
use houserule_script::play::Rng;

/// Every move is judged so often, and its best time counts: a busy machine pauses whom it likes.
const BENCH_RUNS: usize = 3;

/// Of a long list of moves so many are judged, evenly spread.
const SAMPLE: usize = 60;

/// A position, after some random moves.
#[derive(Deserialize)]
pub struct HintBench {
    pub name: String,
    game: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    position: Option<String>,
    #[serde(default)]
    after: usize,
}

impl HintBench {
    pub fn time(&self, out: &mut dyn Write) -> CliResult {
        let table = table(&WithArgs::default())?;
        let sets: Vec<_> = self.set.clone().into_iter().collect();
        let mut session = table.open(&self.game, &sets, self.position.as_deref(), &[])?;
        let mut rng = Rng::new(table.seed);
        for _ in 0..self.after {
            match session.game.random_move(|bound| rng.below(bound))? {
                Some(mv) => session.play_listed(mv)?,
                None => break,
            }
        }
        // A finished game has nothing to hint at.
        while session.game.outcome()?.is_some() && session.undo().is_some() {}
        let (mut ready, mut listed) = (Duration::MAX, 0);
        let mut waits: Vec<Duration> = Vec::new();
        for _ in 0..BENCH_RUNS {
            let start = Instant::now();
            let mut preview =
                MovePreview::new(&session).ok_or_else(|| anyhow!("{}: nothing can be foretold", self.name))?;
            ready = ready.min(start.elapsed());
            listed = preview.legal().len();
            let moves: Vec<String> = preview.legal().iter().step_by(listed.div_ceil(SAMPLE).max(1)).cloned().collect();
            waits.resize(moves.len(), Duration::MAX);
            for (wait, text) in waits.iter_mut().zip(moves) {
                let start = Instant::now();
                preview.judge(&text);
                *wait = start.elapsed().min(*wait);
            }
        }
        let worst = waits.iter().max().copied().unwrap_or_default();
        let name = &self.name;
        writeln!(out, "{name} {:.3} ms-at-most", millis(worst))?;
        writeln!(out, "{name}-ready {:.3} ms", millis(ready))?;
        writeln!(out, "{name}-moves {listed} moves")?;
        Ok(out.flush()?)
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
