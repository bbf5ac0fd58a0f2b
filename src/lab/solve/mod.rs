//! Searches that solve puzzles on tile sets. Knows tiles, cells and what a puzzle is, neither games nor scripts.

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
pub use reason::{Reason, reason};

/// What a search for one solution came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveResult {
    pub solution: Option<Solution>,
    /// `Done` with a solution; without one `Exhausted` when there is none, `Stopped` when there may be.
    pub ending: SearchEnd,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// Up to so many tiles everything can be tried, so that the exact search has the last word.
const MAX_EXHAUSTIVE_TILES: usize = 14;

/// How often the exact search tries its luck where another one is better at finding.
const EXACT_ATTEMPTS: usize = 4;

/// Finds a solution, by the search that suits the puzzle; where the longest are asked for, the best that can be found.
pub fn find(puzzle: &Puzzle, control: &SearchControl) -> SolveResult {
    if let PuzzleAim::Longest(_) = puzzle.aim {
        let (best, ending) = longest::find(puzzle, control);
        return SolveResult { solution: best.map(|best| best.pieces), ending, nodes: 0 };
    }
    if reason(puzzle).is_some() {
        return SolveResult { solution: None, ending: SearchEnd::Exhausted, nodes: 0 };
    }
    if puzzle.tiles.len() <= MAX_EXHAUSTIVE_TILES || !outline::applies(puzzle) {
        return exact::find(puzzle, control, None);
    }
    // Without holes outlines are faster by far, but they cannot prove anything; and there may be a reason against them.
    let whole = Puzzle { holes: false, ..puzzle.clone() };
    if reason(&whole).is_some() {
        return exact::find(puzzle, control, None);
    }
    if puzzle.area != Area::Free {
        let found = exact::find(puzzle, control, Some(EXACT_ATTEMPTS));
        if found.ending != SearchEnd::Stopped {
            return found;
        }
    }
    let (solution, ending) = outline::find(&whole, control);
    SolveResult { solution, ending, nodes: 0 }
}

/// Counts all solutions, distinct up to translation and rotation.
pub fn count(puzzle: &Puzzle, control: &SearchControl) -> SolutionCount {
    if reason(puzzle).is_some() {
        return SolutionCount { all: 0, whole: 0, nodes: 0, ending: SearchEnd::Exhausted };
    }
    exact::count(puzzle, control)
}
