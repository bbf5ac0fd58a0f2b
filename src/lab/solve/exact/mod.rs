//! Exact search (backtracking with constraint propagation): counts all solutions of a puzzle, finds one, or proves that
//! there is none.

mod bits;
mod find;
mod holes;
mod placement;
mod reach;
mod search;
mod start;
mod symmetry;
mod tables;
mod visitors;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::control::{SearchControl, SearchEnd, run_in_threads};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::puzzle::{Area, PlacedTile, Puzzle, PuzzleAim, PuzzleGoal, Solution};
use houserule_core::rng::Rng;
use houserule_core::tiles::TileIndex;
use search::{Decision, ExactSearch};
use start::{SearchStart, group_tiles};
use symmetry::Symmetry;
use tables::{PieceIndex, SolverTables};
use visitors::SolutionCounter;

pub use find::find;
pub(super) use reach::has_closed_path;

/// Minimum number of branches of a parallel count. Independent of the number of threads, so that the result is too.
const MIN_BRANCHES: usize = 200;

/// Number of solutions, distinct up to translation and rotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolutionCount {
    /// All solutions the puzzle allows.
    pub total: u64,
    /// Solutions without holes.
    pub hole_free: u64,
    /// Number of nodes searched.
    pub nodes: u64,
    /// `Stopped` if there may be more.
    pub ending: SearchEnd,
}

/// Counts all solutions.
pub fn count(puzzle: &Puzzle, control: &SearchControl) -> SolutionCount {
    count_up_to(puzzle, control, u64::MAX)
}

/// Counts all solutions, but stops when there are more than `max_count`.
pub fn count_up_to(puzzle: &Puzzle, control: &SearchControl, max_count: u64) -> SolutionCount {
    if !is_possible(puzzle) {
        return SolutionCount { total: 0, hole_free: 0, nodes: 0, ending: SearchEnd::Exhausted };
    }
    match orientation_count(puzzle) {
        0..=64 => ExactSolver::<1>::of(puzzle, None).count(control, max_count),
        65..=128 => ExactSolver::<2>::of(puzzle, None).count(control, max_count),
        129..=384 => ExactSolver::<6>::of(puzzle, None).count(control, max_count),
        _ => ExactSolver::<MAX_SET_WORDS>::of(puzzle, None).count(control, max_count),
    }
}

/// Widest orientation set, in words: every tile of the largest set in six orientations, and as many given tiles.
const MAX_SET_WORDS: usize = 192;

/// Returns the goals of a puzzle.
fn goals(puzzle: &Puzzle) -> &[PuzzleGoal] {
    match &puzzle.aim {
        PuzzleAim::Goals(goals) => goals,
        PuzzleAim::Longest(_) => &[],
    }
}

/// Returns whether every required colour exists and every tile takes part in a goal: on a free board only goals connect
/// tiles.
fn is_possible(puzzle: &Puzzle) -> bool {
    let goals = goals(puzzle);
    let shows =
        |tile: &TileIndex, goal: &PuzzleGoal| puzzle.set.orientations_of(*tile)[0].colours.contains(&goal.colour);
    let is_there = |goal: &PuzzleGoal| puzzle.tiles.iter().any(|tile| shows(tile, goal));
    let has_part = |tile: &TileIndex| goals.iter().any(|goal| shows(tile, goal));
    goals.iter().all(is_there) && (puzzle.area != Area::Free || goals.is_empty() || puzzle.tiles.iter().all(has_part))
}

/// Counts the orientations of all kinds. Given tiles and the anchor of a free board count separately.
fn orientation_count(puzzle: &Puzzle) -> usize {
    let mut tiles = puzzle.tiles.clone();
    tiles.sort_unstable();
    tiles.dedup();
    let separate = puzzle.given.iter().map(|given| puzzle.tiles[given.tile]);
    let has_anchor = puzzle.area == Area::Free && puzzle.given.is_empty();
    let orientations = |tile: TileIndex| puzzle.set.orientations_of(tile).len();
    tiles.into_iter().chain(separate).map(orientations).sum::<usize>() + if has_anchor { puzzle.set.sides } else { 0 }
}

/// Puzzle prepared for a search with sets of `W` words.
struct ExactSolver<'a, const W: usize> {
    puzzle: &'a Puzzle,
    tables: SolverTables<W>,
    start: SearchStart<W>,
}

impl<'a, const W: usize> ExactSolver<'a, W> {
    /// Prepares a puzzle. The tiles keep the puzzle's order, or are shuffled by `rng`.
    fn of(puzzle: &'a Puzzle, rng: Option<&mut Rng>) -> ExactSolver<'a, W> {
        let goals = goals(puzzle);
        let grouped = group_tiles(puzzle, goals, rng);
        let tables = SolverTables::of(puzzle, goals, grouped.kinds);
        let start = SearchStart::of(puzzle, &tables, &grouped.given, grouped.symmetry);
        ExactSolver { puzzle, tables, start }
    }

    fn count(&self, control: &SearchControl, max_count: u64) -> SolutionCount {
        let (mut counter, mut nodes, mut stopped) = self.branches(control);
        let found = AtomicU64::new(counter.total);
        let (next, sum) = (AtomicUsize::new(0), Mutex::new((0, 0, 0, false)));
        let branches = std::mem::take(&mut counter.branches);
        let work = || {
            let mut thread_counter =
                SolutionCounter { limit: Some((&found, max_count)), ..SolutionCounter::new(self, control, None) };
            let (mut nodes, mut stopped) = (0, false);
            while let Some(branch) = branches.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut search = ExactSearch::new(&self.tables, &self.start);
                let from = search.replay(branch);
                search.run(from, &mut thread_counter);
                // The first node of a branch was counted when the branch was split off.
                nodes += search.nodes - 1;
                stopped |= search.stopped || control.is_over() || found.load(Ordering::Relaxed) > max_count;
                if stopped {
                    break;
                }
            }
            let mut sum = sum.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            *sum = (sum.0 + thread_counter.total, sum.1 + thread_counter.hole_free, sum.2 + nodes, sum.3 | stopped);
        };
        run_in_threads(control.threads, work);
        let sum = sum.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        nodes += sum.2;
        stopped |= sum.3 || found.into_inner() > max_count;
        let ending = if stopped { SearchEnd::Stopped } else { SearchEnd::Exhausted };
        SolutionCount { total: counter.total + sum.0, hole_free: counter.hole_free + sum.1, nodes, ending }
    }

    /// Splits a count into branches at the smallest depth that has enough, and counts the solutions above that depth.
    fn branches<'b>(&'b self, control: &'b SearchControl<'b>) -> (SolutionCounter<'b, W>, u64, bool) {
        let mut depth = 1;
        loop {
            let mut counter = SolutionCounter::new(self, control, Some(depth));
            let mut search = ExactSearch::new(&self.tables, &self.start);
            search.run(0, &mut counter);
            let has_enough = !(1..MIN_BRANCHES).contains(&counter.branches.len());
            if has_enough || search.stopped || depth == self.puzzle.tiles.len() {
                return (counter, search.nodes, search.stopped);
            }
            depth += 1;
        }
    }

    /// Returns whether a solution represents its symmetry class.
    fn is_canonical(&self, path: &[Decision]) -> bool {
        matches!(self.start.symmetry, Symmetry::Broken)
            || self.start.symmetry.is_canonical(self.puzzle, &self.solution(path))
    }

    /// Returns the tiles placed by a path.
    fn solution(&self, path: &[Decision]) -> Solution {
        let mut used = IndexVec::from(vec![0; self.tables.kinds.len()]);
        let piece = |&(cell, orientation): &Decision| {
            let orientation = &self.tables.orientations[orientation];
            let used = &mut used[orientation.kind];
            *used += 1;
            let tile = self.tables.kinds[orientation.kind].members[*used - 1];
            PlacedTile { tile, at: self.start.coords[cell], rotation: orientation.rotation }
        };
        path.iter().filter(|step| step.1 != PieceIndex::BLOCKED).map(piece).collect()
    }
}
