//! The program: commands, the prompt, pictures, lessons and protocols.
//!
//! [`cli`] parses the command line and runs one module per command. [`repl`] is the interactive prompt, [`render`] draws
//! boards as text, SVG, PNG and HTML, [`preview`] says what a typed move would do, [`lesson`] teaches and verifies lessons,
//! and [`protocol`] speaks TEI, as a server and with external engines. `browser` shows the game of the prompt on a page. [`config`] holds the user's settings, [`interrupt`] the handling of Ctrl-C. Rules, games and
//! bots are in the crates below; nothing there depends on a terminal.

#![deny(unsafe_code)]

#[macro_use]
mod error;

mod active_time;
mod browser;
mod catalogue;
pub mod cli;
mod completion;
pub mod config;
pub mod interrupt;
pub mod lesson;
mod players;
pub mod preview;
pub mod protocol;
pub mod render;
pub mod repl;
mod save_dir;
mod terminal;
