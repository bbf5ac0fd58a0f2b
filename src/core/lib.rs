//! Positions and rules of tile and stone games: geometry, tile sets, the mechanics of boards and the rule values that
//! describe a game. No Lua, no files, no terminal.

#![deny(unsafe_code)]

#[macro_use]
pub mod error;
pub mod geometry;
pub mod index;
pub mod mechanics;
pub mod names;
pub mod rng;
pub mod spec;
pub mod text;
pub mod tiles;
