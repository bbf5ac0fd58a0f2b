//! Maximum delay before the preview of a typed move is shown.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use serde::Deserialize;

use crate::cli::args::WithArgs;
use crate::cli::{CliResult, workspace};
use crate::preview::MovePreview;
use houserule_script::play::Rng;

/// Runs per move, of which the best counts: a busy machine may pause any of them.
const BENCH_RUNS: usize = 3;

/// Number of moves sampled from a long list, evenly spaced.
const SAMPLE_SIZE: usize = 60;

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
    pub fn run(&self, out: &mut dyn Write) -> CliResult {
        let workspace = workspace(&WithArgs::default())?;
        let sets: Vec<_> = self.set.clone().into_iter().collect();
        let mut session = workspace.open(&self.game, &sets, self.position.as_deref(), &[])?;
        let mut rng = Rng::new(workspace.seed);
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
                MovePreview::new(session.snapshot()).ok_or_else(|| anyhow!("{}: no move has a preview", self.name))?;
            ready = ready.min(start.elapsed());
            listed = preview.legal().len();
            let moves: Vec<String> =
                preview.legal().iter().step_by(listed.div_ceil(SAMPLE_SIZE).max(1)).cloned().collect();
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
