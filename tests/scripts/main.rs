//! Rule files and bots in Lua: their abilities, the messages about their mistakes, and the limits of the sandbox.

mod bot_scripts;
mod check;
#[path = "../common/mod.rs"]
mod common;
mod diagnostics;
mod hooks;
mod hostile_files;
mod kept_views;
mod manual;
mod match_rules;
mod mistakes;
mod new_files;
mod peak_memory;
mod sandbox_behaviour;
mod sandbox_hostile;
mod shared_results;
