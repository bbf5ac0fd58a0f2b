//! Boards as pictures.

mod text;

pub use text::board;
