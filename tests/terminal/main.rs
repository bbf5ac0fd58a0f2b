//! The real prompt through a pseudo-terminal, as somebody sees it who sits there; and without one, for pipes and programs.
#![cfg(unix)]

mod asking;
#[path = "../common/mod.rs"]
mod common;
mod editing;
mod helping;
mod lessons;
mod person;
mod plain;
mod strangers;
mod table;
