//! The prompt through a pseudo-terminal, as users see it; and on pipes, as programs see it.
//!
//! No other module may run scripts in this process: `interrupt` sets the Ctrl-C flag, which stops every script.
#![cfg(unix)]

mod boards;
mod browser;
mod clocks;
#[path = "../common/mod.rs"]
mod common;
mod editing;
mod game;
mod hints;
mod interrupt;
mod lessons;
mod lua;
mod pipes;
mod pty_session;
mod thinking;
mod untrusted_text;
mod windows;
