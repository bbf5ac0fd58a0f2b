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

use super::control::{SearchControl, SearchEnd};
use houserule_core::mechanics::puzzle::{Area, PlacedTile, Puzzle, PuzzleAim, PuzzleGoal, Solution};
use houserule_core::rng::Rng;
use search::{Decision, ExactSearch, SHUT};
use start::{SearchStart, sorted};
use symmetry::Symmetry;
use tables::SolverTables;
use visitors::SolutionCounter;

pub use find::find;
pub(super) use reach::closed_path;

/// Number of branches into which a count is divided, if there are enough. It does not depend on the number of threads.
const BRANCHES: usize = 200;

/// Number of solutions, distinct up to translation and rotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolutionCount {
    /// All solutions the puzzle allows.
    pub all: u64,
    /// Solutions without holes.
    pub whole: u64,
    /// Number of nodes searched.
    pub nodes: u64,
    /// `Stopped` if there may be more.
    pub ending: SearchEnd,
}

/// Counts all solutions.
pub fn count(puzzle: &Puzzle, control: &SearchControl) -> SolutionCount {
    count_up_to(puzzle, control, u64::MAX)
}

/// Counts all solutions, but stops when there are more than `most`.
pub fn count_up_to(puzzle: &Puzzle, control: &SearchControl, most: u64) -> SolutionCount {
    if !is_possible(puzzle) {
        return SolutionCount { all: 0, whole: 0, nodes: 0, ending: SearchEnd::Exhausted };
    }
    match orientations(puzzle) {
        0..=64 => ExactSolver::<1>::of(puzzle, None).count(control, most),
        65..=128 => ExactSolver::<2>::of(puzzle, None).count(control, most),
        129..=384 => ExactSolver::<6>::of(puzzle, None).count(control, most),
        _ => ExactSolver::<MAX_SET_WORDS>::of(puzzle, None).count(control, most),
    }
}

/// Widest orientation set, in words: every tile of the largest set in six orientations, and as many given tiles.
const MAX_SET_WORDS: usize = 192;

/// Goals of a puzzle.
fn goals(puzzle: &Puzzle) -> &[PuzzleGoal] {
    match &puzzle.aim {
        PuzzleAim::Goals(goals) => goals,
        PuzzleAim::Longest(_) => &[],
    }
}

/// Whether every required colour exists and every tile has a part in the goals: on a free board the goals hold tiles
/// together.
fn is_possible(puzzle: &Puzzle) -> bool {
    let goals = goals(puzzle);
    let shows = |tile: &u16, goal: &PuzzleGoal| puzzle.set.orientations_of(*tile)[0].colours.contains(&goal.colour);
    let is_there = |goal: &PuzzleGoal| puzzle.tiles.iter().any(|tile| shows(tile, goal));
    let has_part = |tile: &u16| goals.iter().any(|goal| shows(tile, goal));
    goals.iter().all(is_there) && (puzzle.area != Area::Free || goals.is_empty() || puzzle.tiles.iter().all(has_part))
}

/// Number of orientations of all kinds; given tiles and the tile that anchors a free board are counted separately.
fn orientations(puzzle: &Puzzle) -> usize {
    let mut tiles = puzzle.tiles.clone();
    tiles.sort_unstable();
    tiles.dedup();
    let apart = puzzle.given.iter().map(|given| puzzle.tiles[given.tile]);
    let held = puzzle.area == Area::Free && puzzle.given.is_empty();
    let orientations = |tile: u16| puzzle.set.orientations_of(tile).len();
    tiles.into_iter().chain(apart).map(orientations).sum::<usize>() + if held { puzzle.set.sides } else { 0 }
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
        let sorted = sorted(puzzle, goals, rng);
        let tables = SolverTables::of(puzzle, goals, sorted.kinds);
        let start = SearchStart::of(puzzle, &tables, &sorted.given, sorted.same);
        ExactSolver { puzzle, tables, start }
    }

    fn count(&self, control: &SearchControl, most: u64) -> SolutionCount {
        let (mut counter, mut nodes, mut stopped) = self.branches(control);
        let seen = AtomicU64::new(counter.all);
        let (next, sum) = (AtomicUsize::new(0), Mutex::new((0, 0, 0, false)));
        let branches = std::mem::take(&mut counter.branches);
        let work = || {
            let mut own = SolutionCounter { limit: Some((&seen, most)), ..SolutionCounter::new(self, control, None) };
            let (mut nodes, mut stopped) = (0, false);
            while let Some(branch) = branches.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut search = ExactSearch::new(&self.tables, &self.start);
                let from = search.replay(branch);
                search.run(from, &mut own);
                // The first node of a branch was counted when the branch was split off.
                nodes += search.nodes - 1;
                stopped |= search.stopped || control.is_over() || seen.load(Ordering::Relaxed) > most;
                if stopped {
                    break;
                }
            }
            let mut sum = sum.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            *sum = (sum.0 + own.all, sum.1 + own.whole, sum.2 + nodes, sum.3 | stopped);
        };
        std::thread::scope(|scope| {
            for _ in 1..control.threads {
                scope.spawn(work);
            }
            work();
        });
        let sum = sum.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        nodes += sum.2;
        stopped |= sum.3 || seen.into_inner() > most;
        let ending = if stopped { SearchEnd::Stopped } else { SearchEnd::Exhausted };
        SolutionCount { all: counter.all + sum.0, whole: counter.whole + sum.1, nodes, ending }
    }

    /// Branches of a count at the smallest depth that has enough, and the counts above that depth.
    fn branches<'b>(&'b self, control: &'b SearchControl<'b>) -> (SolutionCounter<'b, W>, u64, bool) {
        let mut depth = 1;
        loop {
            let mut counter = SolutionCounter::new(self, control, Some(depth));
            let mut search = ExactSearch::new(&self.tables, &self.start);
            search.run(0, &mut counter);
            let enough = !(1..BRANCHES).contains(&counter.branches.len());
            if enough || search.stopped || depth == self.puzzle.tiles.len() {
                return (counter, search.nodes, search.stopped);
            }
            depth += 1;
        }
    }

    /// Whether a solution represents its symmetry class.
    fn counts(&self, path: &[Decision]) -> bool {
        matches!(self.start.same, Symmetry::Told) || self.start.same.counts(self.puzzle, &self.solution(path))
    }

    /// The tiles placed by a path.
    fn solution(&self, path: &[Decision]) -> Solution {
        let mut used = vec![0; self.tables.kinds.len()];
        let piece = |&(cell, orientation): &Decision| {
            let orientation = &self.tables.orientations[orientation as usize];
            let used = &mut used[orientation.kind as usize];
            *used += 1;
            let tile = self.tables.kinds[orientation.kind as usize].members[*used - 1];
            PlacedTile { tile, at: self.start.places[cell as usize], rotation: orientation.rotation }
        };
        path.iter().filter(|step| step.1 != SHUT).map(piece).collect()
    }
}
