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

/// Finds a solution, by the search that suits the puzzle.
pub fn find(puzzle: &Puzzle, control: &Control) -> Found {
    if reason(puzzle).is_some() {
        return Found { solution: None, ending: Ending::Exhausted, nodes: 0 };
    }
    exact::find(puzzle, control)
}

/// Counts all solutions, distinct up to translation and rotation.
pub fn count(puzzle: &Puzzle, control: &Control) -> Count {
    if reason(puzzle).is_some() {
        return Count { all: 0, whole: 0, nodes: 0, ending: Ending::Exhausted };
    }
    exact::count(puzzle, control)
}
