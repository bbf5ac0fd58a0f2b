//! Maximum time to find one loop through all tiles, over puzzles of many sizes.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use serde::Deserialize;

use crate::cli::args::WithArgs;
use crate::cli::{CliResult, workspace};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::puzzle::judge;
use houserule_core::tiles::{TileIndex, TileSet};
use houserule_lab::solve::{Area, Puzzle, PuzzleAim, PuzzleGoal, SearchControl, Solution, TrackForm, outline};
use houserule_script::rules::{Source, SourcePlace};

/// Puzzles with the first tiles of a set: a loop in the back colour of the last tile.
#[derive(Deserialize)]
pub struct LoopBench {
    pub name: String,
    tiles: String,
    from: usize,
    to: usize,
    #[serde(default = "one")]
    seeds: u64,
    /// Number of tiles after which the set begins again.
    cycle: Option<usize>,
    #[serde(default)]
    board: LoopBoard,
}

fn one() -> u64 {
    1
}

#[derive(Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum LoopBoard {
    #[default]
    None,
    /// The cells of a solution that was found without a board.
    Solved,
    /// The cells nearest to the origin, where tiles touch as often as they can.
    Round,
}

/// Time limit of one search; it is an error if no loop is found.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(60);

impl LoopBench {
    pub fn run(&self, menu: &str, out: &mut dyn Write) -> CliResult {
        let source = Arc::new(Source::new("bench.toml", menu));
        let faults = |faults: Vec<_>| anyhow!("{faults:?}");
        let set = workspace(&WithArgs::default())?
            .library
            .tile_set(&self.tiles, &SourcePlace::root(&source))
            .map_err(faults)?;
        let mut worst = Duration::ZERO;
        for count in self.from..=self.to {
            for seed in 0..self.seeds {
                let mut puzzle = self.puzzle(&set, count)?;
                match self.board {
                    LoopBoard::None => {}
                    LoopBoard::Solved => {
                        let solution = find(&puzzle, self.seeds + seed)?;
                        puzzle.area = Area::Cells(solution.iter().map(|piece| piece.at).collect());
                    }
                    LoopBoard::Round => puzzle.area = Area::Cells(nearest_cells(count)),
                }
                let start = Instant::now();
                find(&puzzle, seed)?;
                worst = worst.max(start.elapsed());
            }
        }
        writeln!(out, "{} {:.4} s-at-most", self.name, worst.as_secs_f64())?;
        Ok(out.flush()?)
    }

    fn puzzle(&self, set: &Arc<TileSet>, count: usize) -> anyhow::Result<Puzzle> {
        let cycle = self.cycle.unwrap_or(set.tiles.len());
        let tiles: Vec<TileIndex> = (0..count).map(|index| TileIndex::new(index % cycle)).collect();
        let back = tiles.last().and_then(|&tile| set.tiles.get(tile)?.back.as_deref());
        let colour = set.colours.position(|colour| Some(colour.name.as_str()) == back);
        let no_back_colour = || anyhow!("{}: tile {count} has no back colour", self.name);
        let goal = PuzzleGoal { colour: colour.ok_or_else(no_back_colour)?, form: TrackForm::Loop };
        let aim = PuzzleAim::Goals(vec![goal]);
        Ok(Puzzle { set: set.clone(), tiles, aim, area: Area::Free, allows_holes: false, given: Vec::new() })
    }
}

/// Finds a solution on one thread and verifies it.
fn find(puzzle: &Puzzle, seed: u64) -> anyhow::Result<Solution> {
    let (stop, deadline) = (AtomicBool::new(false), Some(Instant::now() + MAX_SEARCH_TIME));
    let control = SearchControl { seed, threads: 1, deadline, stop: &stop, report: &|_| {} };
    let (solution, _) = outline::find(puzzle, &control);
    let verified = solution.filter(|solution| judge(puzzle, solution).is_solution());
    verified.ok_or_else(|| anyhow!("no loop of {} tiles found", puzzle.tiles.len()))
}

/// Returns the cells nearest to the origin.
fn nearest_cells(count: usize) -> Vec<Coord> {
    let span = count.isqrt() as i32 + 1;
    let mut cells: Vec<Coord> = (-span..=span).flat_map(|x| (-span..=span).map(move |y| Coord { x, y })).collect();
    cells.sort_by_key(|at| (at.x * at.x + at.x * at.y + at.y * at.y, at.x, at.y));
    cells.truncate(count);
    cells
}
