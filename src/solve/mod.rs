//! Searches that solve puzzles on tile sets. Knows tiles, cells and what a puzzle is, neither games nor scripts.

mod control;
pub mod exact;
pub mod longest;
pub mod outline;
mod reason;

pub use crate::mechanics::layout::{Aim, Area, Form, Given, Goal, Piece, Puzzle, Solution};
pub use control::{Best, Control, Ending};
pub use exact::Count;
pub use reason::{Reason, reason};

/// What a search for one solution came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub solution: Option<Solution>,
    /// `Done` with a solution; without one `Exhausted` when there is none, `Stopped` when there may be.
    pub ending: Ending,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// Up to so many tiles everything can be tried, so that the exact search has the last word.
const FEW: usize = 14;

/// How often the exact search tries its luck where another one is better at finding.
const TRIES: usize = 4;

/// Finds a solution, by the search that suits the puzzle; where the longest are asked for, the best that can be found.
pub fn find(puzzle: &Puzzle, control: &Control) -> Found {
    if let Aim::Longest(_) = puzzle.aim {
        let (best, ending) = longest::find(puzzle, control);
        return Found { solution: best.map(|best| best.pieces), ending, nodes: 0 };
    }
    if reason(puzzle).is_some() {
        return Found { solution: None, ending: Ending::Exhausted, nodes: 0 };
    }
    if puzzle.tiles.len() <= FEW || !outline::applies(puzzle) {
        return exact::find(puzzle, control, None);
    }
    // Without holes outlines are faster by far, but they cannot prove anything; and there may be a reason against them.
    let whole = Puzzle { holes: false, ..puzzle.clone() };
    if reason(&whole).is_some() {
        return exact::find(puzzle, control, None);
    }
    if puzzle.area != Area::Free {
        let found = exact::find(puzzle, control, Some(TRIES));
        if found.ending != Ending::Stopped {
            return found;
        }
    }
    let (solution, ending) = outline::find(&whole, control);
    Found { solution, ending, nodes: 0 }
}

/// Counts all solutions, distinct up to translation and rotation.
pub fn count(puzzle: &Puzzle, control: &Control) -> Count {
    if reason(puzzle).is_some() {
        return Count { all: 0, whole: 0, nodes: 0, ending: Ending::Exhausted };
    }
    exact::count(puzzle, control)
}
