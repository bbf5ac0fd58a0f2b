//! The boards of puzzles: a shape or a list of cells that the tiles are to fill.

use crate::geometry::{At, Naming};
use crate::vocabulary::{Args, Fallback, Kind, Names, Param, Part, RuleValue, Spec};

/// The longest side of a shape.
const LONGEST_SIDE: i64 = 40;

const SIDE: Param = Param {
    name: "side",
    kind: Kind::Int { min: 1, max: LONGEST_SIDE },
    default: Fallback::Required,
    says: "how many cells a side has",
};

/// `triangle(n)`: a triangle of hexagons, a corner on top.
#[derive(Clone, PartialEq, Debug)]
pub struct Triangle {
    pub side: i32,
}

impl Triangle {
    pub fn cells(&self) -> Vec<At> {
        (0..self.side).flat_map(|y| (-y..=0).map(move |x| At { x, y })).collect()
    }
}

impl RuleValue for Triangle {
    const SPEC: Spec = Spec {
        name: "triangle",
        part: Part::Board,
        says: "A triangle of hexagons, a corner on top; the tiles fill it.",
        params: &[SIDE],
    };

    fn read(args: &Args, _: &Names) -> Triangle {
        Triangle { side: args.int("side").unwrap_or(1) as i32 }
    }

    fn words(&self, _: &Names) -> String {
        format!("The tiles fill a triangle of hexagons with sides of {}.", self.side)
    }
}

/// `hexagon(n)`: a hexagon of hexagons around 0,0.
#[derive(Clone, PartialEq, Debug)]
pub struct Hexagon {
    pub side: i32,
}

impl Hexagon {
    pub fn cells(&self) -> Vec<At> {
        let far = self.side - 1;
        let all = (-far..=far).flat_map(|y| (-far..=far).map(move |x| At { x, y }));
        all.filter(|at| (at.x + at.y).abs() <= far).collect()
    }
}

impl RuleValue for Hexagon {
    const SPEC: Spec = Spec {
        name: "hexagon",
        part: Part::Board,
        says: "A hexagon of hexagons; the tiles fill it.",
        params: &[SIDE],
    };

    fn read(args: &Args, _: &Names) -> Hexagon {
        Hexagon { side: args.int("side").unwrap_or(1) as i32 }
    }

    fn words(&self, _: &Names) -> String {
        format!("The tiles fill a hexagon of hexagons with sides of {}.", self.side)
    }
}

/// `cells { "0,0", "1,0", ... }`: any board.
#[derive(Clone, PartialEq, Debug)]
pub struct Cells {
    pub cells: Vec<String>,
}

impl RuleValue for Cells {
    const SPEC: Spec = Spec {
        name: "cells",
        part: Part::Board,
        says: "These cells; the tiles fill them.",
        params: &[Param {
            name: "cells",
            kind: Kind::Labels,
            default: Fallback::Required,
            says: "the cells, each as \"column,row\"",
        }],
    };

    fn read(args: &Args, _: &Names) -> Cells {
        Cells { cells: args.list("cells") }
    }

    fn words(&self, _: &Names) -> String {
        format!("The tiles fill the cells {}.", self.cells.join(" "))
    }
}

/// A cell as people write it.
pub fn cell(text: &str) -> Option<At> {
    Naming::Axial.read(text.trim(), At { x: 0, y: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_as_many_cells_as_they_should() {
        assert_eq!([1, 2, 3, 4, 5].map(|side| Triangle { side }.cells().len()), [1, 3, 6, 10, 15]);
        assert_eq!([1, 2, 3, 4].map(|side| Hexagon { side }.cells().len()), [1, 7, 19, 37]);
    }
}
