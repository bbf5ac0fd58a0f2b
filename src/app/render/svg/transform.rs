//! Coordinates of cells in a drawing.

use std::f64::consts::PI;

use houserule_core::geometry::{Coord, Grid, Offset};
use houserule_core::tiles::TileSet;

/// Distance from the centre of a cell to its sides.
pub const HALF: f64 = 40.0;

/// Layout of the cells of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellTransform {
    pub sides: usize,
    /// Whether rows are counted upwards.
    pub upwards: bool,
}

impl CellTransform {
    pub fn of_grid(grid: &Grid) -> CellTransform {
        CellTransform { sides: if grid.is_hex() { 6 } else { 4 }, upwards: !grid.rows_go_down }
    }

    pub fn of_tiles(set: &TileSet) -> CellTransform {
        CellTransform { sides: set.sides, upwards: false }
    }

    /// Returns the centre of a cell. Hexagons stand on a corner, each row half a cell to the right of the one before.
    pub fn centre(self, at: Coord) -> [f64; 2] {
        let (x, y) = (f64::from(at.x), f64::from(at.y));
        let down = if self.upwards { -y } else { y };
        match self.sides {
            6 => [2.0 * HALF * (x + y / 2.0), HALF * 3f64.sqrt() * down],
            _ => [2.0 * HALF * x, 2.0 * HALF * down],
        }
    }

    /// Returns the direction of a side in radians, clockwise from the right. Side 1 of either shape is on the right.
    pub fn direction(self, side: f64) -> f64 {
        (side - 1.0) * 2.0 * PI / self.sides as f64
    }

    /// Returns the side that a step crosses.
    pub fn side(self, step: Offset) -> usize {
        let [dx, dy] = self.centre(Coord { x: step.dx, y: step.dy });
        let turns = dy.atan2(dx) / (2.0 * PI) + 1.0;
        ((turns * self.sides as f64).round() as usize + 1) % self.sides
    }

    /// Returns the distance from the centre to the corners of a cell whose sides are `half` away.
    pub fn corner_distance(self, half: f64) -> f64 {
        half / (PI / self.sides as f64).cos()
    }

    /// Returns the corners of a cell around a point, with sides `half` away, from the one after side 0.
    pub fn corners(self, [x, y]: [f64; 2], half: f64) -> Vec<[f64; 2]> {
        let corner = |side: usize| {
            let [dx, dy] = polar(self.corner_distance(half), self.direction(side as f64 + 0.5));
            [x + dx, y + dy]
        };
        (0..self.sides).map(corner).collect()
    }

    /// Returns half the width and half the height of a cell.
    pub fn half_size(self) -> [f64; 2] {
        match self.sides {
            6 => [HALF, self.corner_distance(HALF)],
            _ => [HALF, HALF],
        }
    }
}

pub fn polar(distance: f64, direction: f64) -> [f64; 2] {
    [distance * direction.cos(), distance * direction.sin()]
}
