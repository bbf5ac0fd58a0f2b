//! Cells, directions, neighbours, names and sets of cells. Knows no piece.

mod bitboard;
mod bitboard_tables;
mod grid;
mod lattice;
mod rows;

pub use bitboard::{Bitboard, Bits256};
pub use bitboard_tables::{BitboardTables, Shift};
pub use grid::{Grid, Region};
pub use lattice::{CellNaming, Lattice, Window, column_name, open_name, read_open_name};

/// A cell of a bounded board: its index in the board's rectangle, row by row from the lower left.
pub type Cell = u8;

/// A place in the plane, on the board or off it: column and row, counted from the lower left of a bounded board, from
/// the first tile and downwards on an open one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Coord {
    pub x: i32,
    pub y: i32,
}

impl Coord {
    /// The same place counted from another origin.
    pub fn from(self, origin: Coord) -> Coord {
        Coord { x: self.x - origin.x, y: self.y - origin.y }
    }

    /// The place `steps` steps of `by` away.
    pub fn plus(self, by: Offset, steps: i32) -> Coord {
        Coord { x: self.x + by.dx * steps, y: self.y + by.dy * steps }
    }
}

/// One step in some direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offset {
    pub dx: i32,
    pub dy: i32,
}

impl Offset {
    pub const fn new(dx: i32, dy: i32) -> Offset {
        Offset { dx, dy }
    }
}
