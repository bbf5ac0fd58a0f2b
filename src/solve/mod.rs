//! Puzzles on tile sets: what one is, and the searches that solve it. Knows tiles and cells, neither games nor scripts.

mod control;
mod puzzle;

pub use control::{Best, Control, Ending};
pub use puzzle::{Aim, Area, Form, Given, Goal, Piece, Puzzle, Solution};
