//! The real prompt through a pseudo-terminal, as somebody sees it who sits there; and without one, for pipes and programs.
//!
//! No other module may run scripts in this process: `stopped` sets the flag of Ctrl-C, which stops them all.
#![cfg(unix)]

mod asking;
#[path = "../common/mod.rs"]
mod common;
mod editing;
mod helping;
mod lessons;
mod person;
mod plain;
mod stopped;
mod strangers;
mod table;
