//! Bots that play any game, a solver of tile puzzles, and experiments: simulations, comparisons, tournaments and the
//! statistics about them.

#![deny(unsafe_code)]

#[macro_use]
extern crate houserule_core;

pub mod bot;
pub mod simulation;
pub mod solve;

/// As many threads as can run at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
