//! Torus on which a loop grows, and the cells it must use if they are given.

use std::collections::HashSet;

use super::shape::SIDES;
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::index::{IndexVec, index_type};
use houserule_core::rng::Rng;

/// Given cells: a connected region without holes.
#[derive(Clone, Debug)]
pub struct GivenCells {
    cells: Vec<Coord>,
    corner: Coord,
}

impl GivenCells {
    /// Checks the cells; `None` if they are not connected, enclose others, or are repeated.
    pub fn new(cells: &[Coord]) -> Option<GivenCells> {
        let corner = Coord { x: cells.iter().map(|at| at.x).min()?, y: cells.iter().map(|at| at.y).min()? };
        let far = Coord { x: cells.iter().map(|at| at.x).max()?, y: cells.iter().map(|at| at.y).max()? };
        let all: HashSet<Coord> = cells.iter().copied().collect();
        let flood_fill = |start: Coord, is_open: &dyn Fn(Coord) -> bool| {
            let (mut visited, mut stack) = (HashSet::from([start]), vec![start]);
            while let Some(at) = stack.pop() {
                for step in &Lattice::hex().steps {
                    let neighbour = at.plus(*step, 1);
                    if is_open(neighbour) && visited.insert(neighbour) {
                        stack.push(neighbour);
                    }
                }
            }
            visited.len()
        };
        let [width, height] = [far.x.abs_diff(corner.x), far.y.abs_diff(corner.y)].map(|size| size as usize + 1);
        if all.len() != cells.len() || flood_fill(cells[0], &|at| all.contains(&at)) != cells.len() {
            return None;
        }
        let is_in_box =
            |at: Coord| (corner.x - 1..=far.x + 1).contains(&at.x) && (corner.y - 1..=far.y + 1).contains(&at.y);
        let outside = flood_fill(Coord { x: corner.x - 1, y: corner.y - 1 }, &|at| is_in_box(at) && !all.contains(&at));
        (outside + cells.len() == (width + 2) * (height + 2)).then(|| GivenCells { cells: cells.to_vec(), corner })
    }
}

index_type! {
    /// Cell of a torus.
    TorusCell(u32)
}

/// Torus large enough that no loop of the given length meets itself around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Torus {
    /// Binary logarithm of the width and height.
    shift: u32,
    strides: [u32; SIDES],
    corner: Coord,
    /// Whether each cell is given; empty if none are.
    allowed: IndexVec<TorusCell, bool>,
    starts: Vec<TorusCell>,
}

/// Distance of the board from the edge of the torus.
const MARGIN: i32 = 2;

impl Torus {
    pub fn new(len: usize, board: Option<&GivenCells>) -> Torus {
        // Neither a loop nor a connected board is wider than its number of cells.
        let shift = (len + 2 * MARGIN as usize).next_power_of_two().trailing_zeros();
        let corner = board.map_or(Coord { x: 0, y: 0 }, |board| board.corner);
        let mut torus = Torus { shift, strides: [0; SIDES], corner, allowed: IndexVec::default(), starts: Vec::new() };
        for (stride, step) in torus.strides.iter_mut().zip(&Lattice::hex().steps) {
            *stride = (step.dy << shift).wrapping_add(step.dx) as u32;
        }
        if let Some(board) = board {
            torus.allowed = vec![false; torus.len()].into();
            torus.starts = board.cells.iter().map(|&at| torus.cell(at)).collect();
            for &cell in &torus.starts {
                torus.allowed[cell] = true;
            }
        }
        torus
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        1 << (2 * self.shift)
    }

    #[inline]
    pub fn neighbour(&self, cell: TorusCell, side: usize) -> TorusCell {
        TorusCell(cell.0.wrapping_add(self.strides[side]) & ((1 << (2 * self.shift)) - 1))
    }

    fn cell(&self, at: Coord) -> TorusCell {
        let from = at.relative_to(self.corner);
        TorusCell((((from.y + MARGIN) << self.shift) + from.x + MARGIN) as u32)
    }

    pub fn coord(&self, cell: TorusCell) -> Coord {
        let index = cell.0 as i32;
        let (x, y) = (index & ((1 << self.shift) - 1), index >> self.shift);
        Coord { x: x - MARGIN + self.corner.x, y: y - MARGIN + self.corner.y }
    }

    pub fn has_board(&self) -> bool {
        !self.allowed.is_empty()
    }

    /// Returns whether the loop may use a cell.
    #[inline]
    pub fn is_allowed(&self, cell: TorusCell) -> bool {
        self.allowed.is_empty() || self.allowed[cell]
    }

    /// Returns a cell from which a loop may grow.
    pub fn start(&self, rng: &mut Rng) -> TorusCell {
        if self.starts.is_empty() { self.cell(self.corner) } else { self.starts[rng.below(self.starts.len())] }
    }
}
