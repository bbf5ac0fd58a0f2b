//! Lua: the sandbox, the constructors that scripts call, the conversion of their tables to declarations, and their
//! hooks. The only module that uses mlua.

mod analysis;
mod api;
mod bot;
mod console;
mod effects;
mod hooks;
mod host;
mod lesson;
mod library;
mod loader;
pub mod manual;
mod match_scripts;
mod name_lookup;
mod read;
mod ruleset;
mod ruleset_cache;
pub mod sandbox;
mod tile_tables;
pub mod to_lua;
mod view;

pub use analysis::{TextComparison, move_kinds, text_comparisons};
pub use bot::LoadedBot;
pub use console::{ParsedChunk, parse};
#[cfg(test)]
pub(crate) use host::runs;
pub use lesson::LoadedLesson;
pub use library::{Library, Manifests, ScriptFile, ScriptOrigin};
pub use ruleset::{LoadError, MAX_REPORTED_FAULTS, Reference, Ruleset, is_path};
pub use sandbox::steps_spent;
