//! Playouts per second of a search, on one thread and on several.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;

use serde::Deserialize;

use super::super::args::WithArgs;
use super::super::{CliResult, workspace};
use super::{ROUND, ROUNDS};
use houserule_core::rng::Rng;
use houserule_lab::bot::{Bot, Mcts, SearchLimit, SearchObserver, SearchProgress, SearchRequest};

#[derive(Deserialize)]
pub struct MctsBench {
    pub name: String,
    game: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    #[serde(default)]
    moves: String,
    threads: Vec<usize>,
}

/// Observer that only keeps the final progress.
#[derive(Default)]
struct PlayoutCounter(Option<SearchProgress>);

impl SearchObserver for PlayoutCounter {
    fn on_progress(&mut self, _: &dyn Fn() -> SearchProgress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn on_result(&mut self, progress: SearchProgress) {
        self.0 = Some(progress);
    }
}

impl MctsBench {
    pub fn run(&self, out: &mut dyn Write) -> CliResult {
        let workspace = workspace(&WithArgs::default())?;
        let sets: Vec<_> = self.set.clone().into_iter().collect();
        let moves: Vec<String> = self.moves.split_whitespace().map(str::to_string).collect();
        let mut session = workspace.open(&self.game, &sets, None, &moves)?;
        let seat = session.game.seat();
        let mut first = None;
        for &threads in &self.threads {
            let mut best: f64 = 0.0;
            for round in 0..ROUNDS {
                let (mut mcts, mut counter) = (Mcts::unlimited().with_threads(threads), PlayoutCounter::default());
                let (mut rng, limit) = (Rng::new(round as u64), SearchLimit { time: Some(ROUND), ..SearchLimit::NONE });
                let request = SearchRequest { limit, ..SearchRequest::new(seat, &mut counter) };
                mcts.search(&mut session.game, &mut rng, request)?;
                let rate = |progress: SearchProgress| progress.playouts as f64 / progress.time.as_secs_f64();
                best = best.max(counter.0.map_or(0.0, rate));
            }
            let kind =
                if session.game.board().prefers_static_eval() { "cut-short-by-the-measure" } else { "to-the-end" };
            writeln!(out, "{}-threads-{threads} {best:.0} simulations-{kind}/s", self.name)?;
            match first {
                None => first = Some(best),
                Some(first) => writeln!(out, "{}-gain-{threads} {:.2} of one thread", self.name, best / first)?,
            }
            out.flush()?;
        }
        Ok(())
    }
}
