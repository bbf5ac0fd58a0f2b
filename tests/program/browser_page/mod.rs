//! The page in a real browser: clicks, drags and keys, what the page shows, and what the game records.

mod driver;
mod pictures;
mod rules;
mod speed;
mod stones;
mod table;
mod tiles;
