//! `hex_rhombus(n)`.

use super::{BoardShape, RowOrder, SIZE};
use crate::geometry::Grid;
use crate::names::Names;
use crate::spec::{Args, RulePart, RuleValue, Spec};

/// `hex_rhombus(n)`: a rhombus of `n` by `n` hexagons.
#[derive(Clone, PartialEq, Debug)]
pub struct HexRhombus {
    /// Number of cells along a side.
    pub size: u8,
    /// Where row 1 is.
    pub rows: RowOrder,
}

impl RuleValue for HexRhombus {
    const SPEC: Spec = Spec {
        name: "hex_rhombus",
        part: RulePart::Board,
        doc: "A rhombus of hexagons; a cell has up to six neighbours.",
        example: "hex_rhombus(5)",
        params: &[SIZE, RowOrder::PARAM],
    };

    fn read(args: &Args, _: &Names) -> HexRhombus {
        HexRhombus { size: args.int("size"), rows: RowOrder::read(args) }
    }

    fn describe(&self, _: &Names) -> String {
        format!("The board is a rhombus of {0} by {0} hexagons{1}.", self.size, self.rows.describe())
    }
}

impl BoardShape for HexRhombus {
    fn grid(&self) -> Grid {
        self.rows.of(Grid::hexagons(self.size, self.size))
    }
}
