//! The program: commands, the prompt, pictures, lessons and protocols.

#![deny(unsafe_code)]

#[macro_use]
mod error;

pub mod cli;
pub mod config;
pub mod interrupt;
pub mod lesson;
pub mod protocol;
pub mod render;
pub mod repl;
mod terminal;
