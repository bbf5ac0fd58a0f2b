//! Tiles put down, turned, exchanged and taken up again until they form what was asked: puzzles. Nothing is forced here and
//! edges may clash on the way; only what lies in the end is judged.

mod judge;
mod puzzle;

pub use judge::{Fault, Strand, Table, Verdict, judge, longest};
pub use puzzle::{Aim, Area, Form, Given, Goal, Piece, Puzzle, Solution};
