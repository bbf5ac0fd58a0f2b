//! The program as people and other programs use it: commands, pages, pictures, lessons, the prompt, the laboratory.

mod architecture;
mod browser;
mod browser_page;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod corpus;
mod hex_pictures;
mod lab;
mod lessons;
mod pictures;
mod prompt;
mod readme;
mod seats;
mod tei;
