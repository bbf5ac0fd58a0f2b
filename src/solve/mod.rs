//! Searches that solve puzzles on tile sets. Knows tiles, cells and what a puzzle is, neither games nor scripts.

mod control;
pub mod longest;

pub use crate::mechanics::layout::{Aim, Area, Form, Given, Goal, Piece, Puzzle, Solution};
pub use control::{Best, Control, Ending};
