//! `square(n)`.

use super::{BoardShape, RowOrder, SIZE};
use crate::geometry::Grid;
use crate::names::Names;
use crate::spec::{Args, RulePart, RuleValue, Spec};

/// `square(n)`: a board of `n` by `n` squares.
#[derive(Clone, PartialEq, Debug)]
pub struct SquareBoard {
    /// Number of cells along a side.
    pub size: u8,
    /// Where row 1 is.
    pub rows: RowOrder,
}

impl RuleValue for SquareBoard {
    const SPEC: Spec = Spec {
        name: "square",
        part: RulePart::Board,
        doc: "A square board; a cell has up to four neighbours.",
        example: "square(6)",
        params: &[SIZE, RowOrder::PARAM],
    };

    fn read(args: &Args, _: &Names) -> SquareBoard {
        SquareBoard { size: args.int("size"), rows: RowOrder::read(args) }
    }

    fn describe(&self, _: &Names) -> String {
        format!("The board has {0} by {0} squares{1}.", self.size, self.rows.describe())
    }
}

impl BoardShape for SquareBoard {
    fn grid(&self) -> Grid {
        self.rows.of(Grid::squares(self.size, self.size))
    }
}
