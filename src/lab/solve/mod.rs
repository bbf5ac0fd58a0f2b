//! Solvers for puzzles on tile sets. They know tiles, cells and puzzles, but neither games nor scripts.

mod control;
pub mod exact;
pub mod longest;
pub mod outline;
mod reason;

pub use control::{BestArrangement, SearchControl, SearchEnd};
pub use exact::SolutionCount;
pub use houserule_core::mechanics::puzzle::{
    Area, GivenTile, PlacedTile, Puzzle, PuzzleAim, PuzzleGoal, Solution, TrackForm,
};
pub use reason::{Reason, find_reason};

/// Result of a search for one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveResult {
    pub solution: Option<Solution>,
    /// `Done` with a solution; without one, `Exhausted` if none exists and `Stopped` if one may exist.
    pub ending: SearchEnd,
    /// Number of nodes searched.
    pub nodes: u64,
}

/// Largest number of tiles for which an exhaustive search is feasible, so that the exact search decides.
const MAX_EXHAUSTIVE_TILES: usize = 14;

/// Number of attempts of the exact search before another search takes over.
const EXACT_ATTEMPTS: usize = 4;

/// Finds a solution with the search that suits the puzzle. For the longest lines or loops, returns the best one found.
pub fn find(puzzle: &Puzzle, control: &SearchControl) -> SolveResult {
    if let PuzzleAim::Longest(_) = puzzle.aim {
        let (best, ending) = longest::find(puzzle, control);
        return SolveResult { solution: best.map(|best| best.pieces), ending, nodes: 0 };
    }
    if find_reason(puzzle).is_some() {
        return SolveResult { solution: None, ending: SearchEnd::Exhausted, nodes: 0 };
    }
    if puzzle.tiles.len() <= MAX_EXHAUSTIVE_TILES || !outline::applies(puzzle) {
        return exact::find(puzzle, control, None);
    }
    // Without holes the outline search is much faster, but it proves nothing, and a hole may be required.
    let without_holes = Puzzle { allows_holes: false, ..puzzle.clone() };
    if find_reason(&without_holes).is_some() {
        return exact::find(puzzle, control, None);
    }
    if puzzle.area != Area::Free {
        let result = exact::find(puzzle, control, Some(EXACT_ATTEMPTS));
        if result.ending != SearchEnd::Stopped {
            return result;
        }
    }
    let (solution, ending) = outline::find(&without_holes, control);
    SolveResult { solution, ending, nodes: 0 }
}

/// Counts all solutions that are distinct up to translation and rotation.
pub fn count(puzzle: &Puzzle, control: &SearchControl) -> SolutionCount {
    if find_reason(puzzle).is_some() {
        return SolutionCount { total: 0, hole_free: 0, nodes: 0, ending: SearchEnd::Exhausted };
    }
    exact::count(puzzle, control)
}
