//! The prompt through a pseudo-terminal, as users see it; and on pipes, as programs see it.
//!
//! No other module may run scripts in this process: `interrupt` sets the Ctrl-C flag, which stops every script.
#![cfg(unix)]

mod lua;
#[path = "../common/mod.rs"]
mod common;
mod editing;
mod hints;
mod lessons;
mod pty_session;
mod pipes;
mod interrupt;
mod untrusted_text;
mod game;
