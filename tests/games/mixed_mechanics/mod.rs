//! Combinations of mechanics that no shipped game has, in Lua and TOML only.

mod stones;
mod tiles;
