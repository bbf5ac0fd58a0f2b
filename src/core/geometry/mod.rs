//! Geometry: cells, directions, neighbours, cell names and bitboards. Independent of pieces.

mod bitboard;
mod bitboard_tables;
mod grid;
mod lattice;
mod rows;

use crate::index::index_type;

pub use bitboard::{Bitboard, Bits256};
pub use bitboard_tables::{BitboardTables, Shift};
pub use grid::{BoardEdge, Grid, Region};
pub use lattice::{CellNaming, Lattice, Window, WindowCell, column_name, open_name, read_open_name};

index_type! {
    /// Cell of a bounded board: its index in the board's rectangle, row by row from the bottom left. Cells missing from the
    /// rectangle are counted too.
    Cell(u8)
}

/// Coordinate in the plane, on the board or off it: column and row, counted from the bottom left on a bounded board,
/// and from the first tile downwards on an open one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Coord {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

impl Coord {
    /// The coordinate relative to another origin.
    pub fn relative_to(self, origin: Coord) -> Coord {
        Coord { x: self.x - origin.x, y: self.y - origin.y }
    }

    /// The coordinate reached by `steps` steps of `offset`.
    pub fn plus(self, offset: Offset, steps: i32) -> Coord {
        Coord { x: self.x + offset.dx * steps, y: self.y + offset.dy * steps }
    }
}

/// One step in some direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offset {
    /// Change of column.
    pub dx: i32,
    /// Change of row.
    pub dy: i32,
}

impl Offset {
    /// Step by `dx` columns and `dy` rows.
    pub const fn new(dx: i32, dy: i32) -> Offset {
        Offset { dx, dy }
    }
}
