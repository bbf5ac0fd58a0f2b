//! The program as people and other programs use it: commands, pages, pictures, lessons, the table, the laboratory.

mod architecture;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod corpus;
mod hex_pictures;
mod lab;
mod lessons;
mod pictures;
mod readme;
mod seats;
mod table;
mod tei;
mod tutorial;
