//! Games whose rules are Lua files: the sandbox that runs scripts, the declarations they return, the plans compiled from
//! them, games in progress, sessions and notation.

#![deny(unsafe_code)]

#[macro_use]
extern crate houserule_core;

pub mod files;
pub mod game;
pub mod lua;
pub mod notation;
pub mod play;
pub mod rules;
pub mod stop;
pub mod syntax;
