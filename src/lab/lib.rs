//! Bots that play any game, a solver of tile puzzles, and experiments: simulations, comparisons, tournaments and the
//! statistics about them.

#![deny(unsafe_code)]

#[macro_use]
extern crate houserule_core;

pub mod bot;
pub mod simulation;
pub mod solve;
