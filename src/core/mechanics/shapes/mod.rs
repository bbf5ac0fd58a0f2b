//! Boards for pieces. A new shape needs a file here that implements [`RuleValue`] (its parameters and words) and
//! [`BoardShape`] (its cells and edges), and its name in the list below. Every shape has the parameter `rows`.

mod hex_rhombus;
mod square;

pub use hex_rhombus::HexRhombus;
pub use square::SquareBoard;

use super::Rule;
use crate::geometry::Grid;
use crate::spec::{Args, Param, RuleValue};
use crate::text::series;

/// Calls `$callback` with the shapes, followed by other rule values if there are any.
macro_rules! with_board_shapes {
    ($callback:ident $(, $next:ident, [$($after:ident,)*], $rest:tt)?) => {
        $callback!($($next,)? [SquareBoard, HexRhombus, $($($after,)*)?] $(, $rest)?);
    };
}
pub(in crate::mechanics) use with_board_shapes;

/// Shape of a board on which pieces are played.
pub trait BoardShape: RuleValue {
    /// Cells and edges of the board.
    fn grid(&self) -> Grid;
}

/// Defines the functions that match over all shapes.
macro_rules! board_shapes {
    ([$($shape:ident,)*]) => {
        impl Rule {
            /// Board that the value declares, if it is one for pieces.
            pub fn grid(&self) -> Option<Grid> {
                match self {
                    $(Rule::$shape(shape) => Some(shape.grid()),)*
                    _ => None,
                }
            }
        }

        const NAMES: &[&str] = &[$($shape::SPEC.name),*];
    };
}
with_board_shapes!(board_shapes);

/// Names of the shapes, for messages.
pub(super) fn names() -> String {
    let names: Vec<String> = NAMES.iter().map(|name| format!("`{name}`")).collect();
    series(&names, "and")
}

/// Direction in which rows are numbered, as seen on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowOrder {
    /// Row 1 is at the bottom.
    Upwards,
    /// Row 1 is at the top.
    Downwards,
}

impl RowOrder {
    const PARAM: Param = Param::word(
        "rows",
        &["upwards", "downwards"],
        "the direction in which rows are numbered, as seen on the screen",
    )
    .or_word("upwards");

    fn read(args: &Args) -> RowOrder {
        args.choice(RowOrder::PARAM.name, [RowOrder::Upwards, RowOrder::Downwards])
    }

    /// The end of a sentence about the board.
    fn describe(self) -> &'static str {
        match self {
            RowOrder::Upwards => "",
            RowOrder::Downwards => ", with row 1 at the top",
        }
    }

    /// A board whose row 1 is at the bottom, with the rows in this order.
    fn of(self, grid: Grid) -> Grid {
        match self {
            RowOrder::Upwards => grid,
            RowOrder::Downwards => grid.with_rows_down(),
        }
    }
}

const SIZE: Param = Param::int("size", 1..=Grid::MAX_SIDE as i64, "cells along a side");
