//! The games, through the libraries: rules, positions, endings, records, puzzles and the solver.

mod named_actions;
mod agreement;
#[path = "../common/mod.rs"]
mod common;
mod mixed_mechanics;
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
mod tall_stacks;
mod trax;
mod turns;
