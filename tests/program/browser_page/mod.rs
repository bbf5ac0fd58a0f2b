//! The page in a real browser: clicks, drags and keys, what the page shows, and what the game records.

mod driver;
mod rules;
mod stones;
mod table;
mod tiles;
