//! Houserule: a rules host for tile and stone games. The core gives geometry, mechanics and fast legality; every game
//! and every house rule is a Lua file.
//!
//! Dependencies point one way:
//! `geometry, chance, syntax <- tiles <- mechanics <- rules <- game <- play <- bot, lab, solve, lesson <- protocol <- repl, cli`; `script` gives `rules` its
//! declarations and `game` its hooks, and is the only room that runs Lua.

#![deny(unsafe_code)]

pub mod bot;
pub mod cli;
pub mod config;
mod files;
pub mod game;
pub mod geometry;
pub mod interrupt;
pub mod lab;
pub mod lesson;
pub mod mechanics;
pub mod notation;
pub mod play;
pub mod protocol;
pub mod render;
pub mod repl;
mod rng;
pub mod rules;
pub mod script;
pub mod solve;
pub mod syntax;
mod terminal;
pub mod tiles;
pub mod vocabulary;
