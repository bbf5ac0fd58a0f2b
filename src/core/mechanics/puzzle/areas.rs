//! Boards of puzzles: a shape or a list of cells that the tiles must fill.

use crate::error::RuleError;
use crate::geometry::{CellNaming, Coord};
use crate::names::Names;
use crate::spec::{Args, Param, RulePart, RuleValue, Spec};
use crate::text::plural;

/// Maximum side length of a shape.
pub const MAX_SHAPE_SIDE: i64 = 40;

const SIDE: Param =
    Param::int("side", 1..=MAX_SHAPE_SIDE, "cells along a side; default: as many as the tiles need").optional();

/// `triangle(n)`: a triangle of hexagons, a corner on top.
#[derive(Clone, PartialEq, Debug)]
pub struct Triangle {
    /// Side length; as long as the tiles need if `None`.
    pub side: Option<i32>,
}

impl Triangle {
    fn cells(side: i32) -> Vec<Coord> {
        (0..side).flat_map(|y| (-y..=0).map(move |x| Coord { x, y })).collect()
    }
}

impl RuleValue for Triangle {
    const SPEC: Spec = Spec {
        name: "triangle",
        part: RulePart::Board,
        doc: "A triangle of hexagons, with a corner at the top, that the tiles must fill.",
        example: "triangle(4)",
        params: &[SIDE],
    };

    fn read(args: &Args, _: &Names) -> Triangle {
        Triangle { side: args.optional_int("side") }
    }

    fn describe(&self, _: &Names) -> String {
        format!("The tiles must fill a triangle of hexagons{}.", side_phrase(self.side))
    }
}

/// `hexagon(n)`: a hexagon of hexagons around 0,0.
#[derive(Clone, PartialEq, Debug)]
pub struct Hexagon {
    /// Side length; as long as the tiles need if `None`.
    pub side: Option<i32>,
}

impl Hexagon {
    fn cells(side: i32) -> Vec<Coord> {
        let radius = side - 1;
        let square = (-radius..=radius).flat_map(|y| (-radius..=radius).map(move |x| Coord { x, y }));
        square.filter(|at| (at.x + at.y).abs() <= radius).collect()
    }
}

impl RuleValue for Hexagon {
    const SPEC: Spec = Spec {
        name: "hexagon",
        part: RulePart::Board,
        doc: "A hexagon of hexagons that the tiles must fill.",
        example: "hexagon(2)",
        params: &[SIDE],
    };

    fn read(args: &Args, _: &Names) -> Hexagon {
        Hexagon { side: args.optional_int("side") }
    }

    fn describe(&self, _: &Names) -> String {
        format!("The tiles must fill a hexagon of hexagons{}.", side_phrase(self.side))
    }
}

/// `cells { "0,0", "1,0", ... }`: any board.
#[derive(Clone, PartialEq, Debug)]
pub struct CellsArea {
    /// Cell names.
    pub cells: Vec<String>,
}

impl RuleValue for CellsArea {
    const SPEC: Spec = Spec {
        name: "cells",
        part: RulePart::Board,
        doc: "A list of cells that the tiles must fill.",
        example: r#"cells { "0,0", "1,0", "0,1" }"#,
        params: &[Param::labels("cells", "cells, each as \"column,row\"")],
    };

    fn read(args: &Args, _: &Names) -> CellsArea {
        CellsArea { cells: args.list("cells") }
    }

    fn describe(&self, _: &Names) -> String {
        format!("The tiles must fill these cells: {}.", self.cells.join(" "))
    }
}

fn side_phrase(side: Option<i32>) -> String {
    side.map(|side| format!(", {} to a side", plural(side as u32, "cell"))).unwrap_or_default()
}

/// Shape before the number of tiles is known.
#[derive(Clone, PartialEq, Debug)]
pub enum ShapeRule {
    Triangle(Triangle),
    Hexagon(Hexagon),
}

impl ShapeRule {
    /// Cells of the shape that exactly `tiles` tiles fill, or an error if no size fits.
    pub fn cells_for(&self, tiles: usize) -> Result<Vec<Coord>, RuleError> {
        let (side, cells, word): (_, fn(i32) -> Vec<Coord>, _) = match self {
            ShapeRule::Triangle(shape) => (shape.side, Triangle::cells, Triangle::SPEC.name),
            ShapeRule::Hexagon(shape) => (shape.side, Hexagon::cells, Hexagon::SPEC.name),
        };
        if let Some(side) = side {
            return Ok(cells(side));
        }
        let sides = 1..=MAX_SHAPE_SIDE as i32;
        let fitting_side = sides.clone().find(|side| cells(*side).len() >= tiles).unwrap_or(MAX_SHAPE_SIDE as i32);
        match cells(fitting_side) {
            cells if cells.len() == tiles => Ok(cells),
            more if fitting_side > 1 => {
                let fewer = cells(fitting_side - 1).len();
                bail!("{tiles} tiles cannot fill a {word}; use {fewer} or {}", more.len())
            }
            more => bail!("{tiles} tiles cannot fill a {word}; use {}", more.len()),
        }
    }
}

/// Parses a cell name.
pub fn parse_cell(text: &str) -> Option<Coord> {
    CellNaming::Axial.read(text.trim(), Coord { x: 0, y: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_the_expected_number_of_cells() {
        assert_eq!([1, 2, 3, 4, 5].map(|side| Triangle::cells(side).len()), [1, 3, 6, 10, 15]);
        assert_eq!([1, 2, 3, 4].map(|side| Hexagon::cells(side).len()), [1, 7, 19, 37]);
        let triangle = |side| ShapeRule::Triangle(Triangle { side });
        assert_eq!(triangle(None).cells_for(10), Ok(Triangle::cells(4)));
        assert_eq!(triangle(Some(3)).cells_for(10), Ok(Triangle::cells(3)));
        assert_eq!(triangle(None).cells_for(11), Err("11 tiles cannot fill a triangle; use 10 or 15".into()));
    }
}
