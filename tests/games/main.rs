//! The games, through the libraries: rules, positions, endings, records, puzzles and the solver.

mod agreement;
#[path = "../common/mod.rs"]
mod common;
mod deal;
mod differential;
mod endings;
mod fuzz_text;
mod gobble;
mod labels;
mod levels;
mod mixed_mechanics;
mod mutants;
mod named_actions;
mod perft;
mod points;
mod properties;
mod ptn_files;
mod puzzles;
mod solver;
mod stacking;
mod tactics;
mod tall_stacks;
mod tantrix;
mod tile_sets;
mod trax;
mod turns;
