//! Rule files and bots in Lua: what they can do, what is said of their mistakes, and what the sandbox keeps from them.

mod bot_scripts;
mod check;
#[path = "../common/mod.rs"]
mod common;
mod faults;
mod hooks;
mod hostile_files;
mod manual;
mod mistakes;
mod new_files;
mod sandbox_behaviour;
mod sandbox_hostile;
mod weighed;
