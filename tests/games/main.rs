//! The games, through the libraries: their rules, positions, ends and records, puzzles and their solver.

mod acts;
mod agreement;
#[path = "../common/mod.rs"]
mod common;
mod crossbreeds;
mod deal;
mod differential;
mod endings;
mod fuzz_text;
mod gobble;
mod levels;
mod mutants;
mod perft;
mod properties;
mod puzzles;
mod solver;
mod stacking;
mod tactics;
mod tantrix;
mod tile_sets;
mod towers;
mod trax;
mod turns;
