//! Tiles put down, turned, exchanged and taken up again until they form what was asked: puzzles. Nothing is forced here and
//! edges may clash on the way; only what lies in the end is judged.

mod puzzle;

pub use puzzle::{Aim, Area, Form, Given, Goal, Piece, Puzzle, Solution};
