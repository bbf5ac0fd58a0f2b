//! Mechanics put together as no game of ours does, in Lua and TOML alone.

mod stones;
mod tiles;
