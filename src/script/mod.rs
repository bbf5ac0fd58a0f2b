//! Lua: the sandbox, the constructors scripts call, how their tables become declarations, and their hooks. The only
//! room that names mlua.

mod api;
mod console;
mod effects;
mod hooks;
mod host;
mod kept;
mod lesson;
mod library;
pub mod manual;
mod bot;
mod named;
mod read;
mod analysis;
mod ruleset;
pub mod sandbox;
mod tile_tables;
mod view;
pub mod written;

pub use console::{ParsedChunk, parse};
pub use lesson::LoadedLesson;
pub use library::{Library, Manifests, ScriptFile, ScriptOrigin};
pub use bot::LoadedBot;
pub use analysis::{TextComparison, compared, move_kinds};
pub use ruleset::{LoadError, MAX_REPORTED_FAULTS, Reference, Ruleset, is_path};
pub use sandbox::steps_spent;
