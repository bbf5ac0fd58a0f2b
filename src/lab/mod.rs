//! The laboratory: many games played by bots, and what they say about the rules.

pub mod statistics;
