//! Lua: the sandbox, the constructors scripts call, how their tables become declarations, and their hooks. The only
//! room that names mlua.

mod api;
mod asking;
mod effects;
mod hooks;
mod host;
mod kept;
mod lesson;
mod library;
pub mod manual;
mod mind;
mod named;
mod read;
mod reading;
mod ruleset;
pub mod sandbox;
mod tile_tables;
mod view;
pub mod written;

pub use asking::{Parsed, parse};
pub use lesson::ScriptedLesson;
pub use library::{Heads, Library, Origin, Script};
pub use mind::ScriptedMind;
pub use reading::{Compared, compared, move_kinds};
pub use ruleset::{LoadError, MOST_TOLD, Reference, Ruleset, is_path};
pub use sandbox::steps_spent;
