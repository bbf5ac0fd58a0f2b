//! `hex_rhombus(n)`.

use super::{BoardShape, ROWS, SIZE};
use crate::geometry::Grid;
use crate::names::Names;
use crate::spec::{Args, RulePart, RuleValue, Spec};

/// `hex_rhombus(n)`: a rhombus of `n` by `n` hexagons.
#[derive(Clone, PartialEq, Debug)]
pub struct HexRhombus {
    /// Number of cells along a side.
    pub size: u8,
    /// Whether row 1 is at the top.
    pub rows_go_down: bool,
}

impl RuleValue for HexRhombus {
    const SPEC: Spec = Spec {
        name: "hex_rhombus",
        part: RulePart::Board,
        doc: "A rhombus of hexagons; a cell has up to six neighbours.",
        example: "hex_rhombus(5)",
        params: &[SIZE, ROWS],
    };

    fn read(args: &Args, _: &Names) -> HexRhombus {
        HexRhombus { size: args.int("size"), rows_go_down: args.choice("rows", [false, true]) }
    }

    fn describe(&self, _: &Names) -> String {
        let rows = if self.rows_go_down { ", with row 1 at the top" } else { "" };
        format!("The board is a rhombus of {0} by {0} hexagons{rows}.", self.size)
    }
}

impl BoardShape for HexRhombus {
    fn grid(&self) -> Grid {
        let grid = Grid::hexagons(self.size, self.size);
        if self.rows_go_down { grid.with_rows_down() } else { grid }
    }
}
