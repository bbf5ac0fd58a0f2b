//! Mechanics put together as no game of ours does, in Lua and TOML alone.

#[path = "../common/mod.rs"]
mod common;
mod stones;
mod tiles;
