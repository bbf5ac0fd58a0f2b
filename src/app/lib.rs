//! The program: commands, the prompt, pictures, lessons and protocols.

#![deny(unsafe_code)]

pub mod cli;
pub mod config;
mod error;
pub mod interrupt;
pub mod lesson;
pub mod protocol;
pub mod render;
pub mod repl;
mod terminal;
