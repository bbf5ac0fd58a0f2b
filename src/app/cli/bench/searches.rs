//! Results of searches for the longest tracks within a time limit.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use serde::Deserialize;

use crate::cli::args::WithArgs;
use crate::cli::{CliResult, workspace};
use houserule_lab::solve::{Area, BestArrangement, Puzzle, PuzzleAim, SearchControl, TrackForm, longest};
use houserule_script::rules::{Source, SourcePlace};

/// All tiles of a set, arranged for the longest tracks in every colour.
#[derive(Deserialize)]
pub struct LongestBench {
    pub name: String,
    tiles: String,
    form: BenchShape,
    seconds: u64,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum BenchShape {
    Line,
    Loop,
}

impl LongestBench {
    /// Prints the best result on one thread, and when it was found.
    pub fn run(&self, out: &mut dyn Write) -> CliResult {
        let workspace = workspace(&WithArgs::default())?;
        let menu = Arc::new(Source::new("bench.toml".to_string(), super::MENU.to_string()));
        let set = workspace.library.tile_set(&self.tiles, &SourcePlace::root(&menu));
        let set = set.map_err(|_| anyhow!("{}: no tile set {}", self.name, self.tiles))?;
        let form = match self.form {
            BenchShape::Line => TrackForm::Line,
            BenchShape::Loop => TrackForm::Loop,
        };
        let tiles = set.tiles.indices().collect();
        let (area, given) = (Area::Free, Vec::new());
        let puzzle = Puzzle { set, tiles, aim: PuzzleAim::Longest(form), area, allows_holes: false, given };
        let start = Instant::now();
        let found_at = Mutex::new(Duration::ZERO);
        let report = |_: &BestArrangement| {
            if let Ok(mut found_at) = found_at.lock() {
                *found_at = start.elapsed();
            }
        };
        let deadline = Some(start + Duration::from_secs(self.seconds));
        let stop = AtomicBool::new(false);
        let control = SearchControl { seed: workspace.seed, threads: 1, deadline, stop: &stop, report: &report };
        let (best, _) = longest::find(&puzzle, &control);
        let worth = best.map_or(0, |best| best.score);
        writeln!(out, "{}-in-{}s {worth} tiles", self.name, self.seconds)?;
        let found_at = found_at.into_inner().unwrap_or_default();
        writeln!(out, "{}-reached-after {:.1} s", self.name, found_at.as_secs_f64())?;
        Ok(out.flush()?)
    }
}
