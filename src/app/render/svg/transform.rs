//! Where cells are on paper.

use std::f64::consts::PI;

use houserule_core::geometry::{Coord, Offset};

/// From the middle of a cell to the middle of its sides.
pub const HALF: f64 = 40.0;

/// How the cells of a board are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellTransform {
    pub sides: usize,
    /// Whether rows are counted upwards.
    pub upwards: bool,
}

impl CellTransform {
    /// The middle of a cell. Hexagons stand on a corner, each row half a cell to the right of the one before.
    pub fn middle(self, at: Coord) -> [f64; 2] {
        let (x, y) = (f64::from(at.x), f64::from(at.y));
        let down = if self.upwards { -y } else { y };
        match self.sides {
            6 => [2.0 * HALF * (x + y / 2.0), HALF * 3f64.sqrt() * down],
            _ => [2.0 * HALF * x, 2.0 * HALF * down],
        }
    }

    /// The direction in which a side lies, clockwise from the right. Side 1 of either shape lies to the right.
    pub fn direction(self, side: f64) -> f64 {
        (side - 1.0) * 2.0 * PI / self.sides as f64
    }

    /// The side towards which a step leads.
    pub fn side(self, step: Offset) -> usize {
        let [dx, dy] = self.middle(Coord { x: step.dx, y: step.dy });
        let turns = dy.atan2(dx) / (2.0 * PI) + 1.0;
        ((turns * self.sides as f64).round() as usize + 1) % self.sides
    }

    /// From the middle to a corner of a cell whose sides are so far away.
    pub fn corner(self, half: f64) -> f64 {
        half / (PI / self.sides as f64).cos()
    }

    /// The corners of a cell around a point, its sides so far away; from the one after side 0.
    pub fn corners(self, [x, y]: [f64; 2], half: f64) -> Vec<[f64; 2]> {
        let corner = |side: usize| {
            let [dx, dy] = point(self.corner(half), self.direction(side as f64 + 0.5));
            [x + dx, y + dy]
        };
        (0..self.sides).map(corner).collect()
    }

    /// How far a cell reaches to the right and downwards.
    pub fn reach(self) -> [f64; 2] {
        match self.sides {
            6 => [HALF, self.corner(HALF)],
            _ => [HALF, HALF],
        }
    }
}

pub fn point(distance: f64, direction: f64) -> [f64; 2] {
    [distance * direction.cos(), distance * direction.sin()]
}
