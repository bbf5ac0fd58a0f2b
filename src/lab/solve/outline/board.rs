//! The plane of a loop, and the cells it must use if they are given.

use std::collections::HashSet;

use super::shape::SIDES;
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::rng::Rng;

/// Given cells: a connected region without holes.
#[derive(Clone, Debug)]
pub struct GivenCells {
    cells: Vec<Coord>,
    corner: Coord,
}

impl GivenCells {
    /// `None` if the cells are not connected, enclose others, or are repeated.
    pub fn new(cells: &[Coord]) -> Option<GivenCells> {
        let corner = Coord { x: cells.iter().map(|at| at.x).min()?, y: cells.iter().map(|at| at.y).min()? };
        let far = Coord { x: cells.iter().map(|at| at.x).max()?, y: cells.iter().map(|at| at.y).max()? };
        let all: HashSet<Coord> = cells.iter().copied().collect();
        let reach = |start: Coord, is_open: &dyn Fn(Coord) -> bool| {
            let (mut seen, mut waiting) = (HashSet::from([start]), vec![start]);
            while let Some(at) = waiting.pop() {
                for step in &Lattice::hex().steps {
                    let beside = at.plus(*step, 1);
                    if is_open(beside) && seen.insert(beside) {
                        waiting.push(beside);
                    }
                }
            }
            seen.len()
        };
        let [width, height] = [far.x.abs_diff(corner.x), far.y.abs_diff(corner.y)].map(|size| size as usize + 1);
        if all.len() != cells.len() || reach(cells[0], &|at| all.contains(&at)) != cells.len() {
            return None;
        }
        let near = |at: Coord| (corner.x - 1..=far.x + 1).contains(&at.x) && (corner.y - 1..=far.y + 1).contains(&at.y);
        let outside = reach(Coord { x: corner.x - 1, y: corner.y - 1 }, &|at| near(at) && !all.contains(&at));
        (outside + cells.len() == (width + 2) * (height + 2)).then(|| GivenCells { cells: cells.to_vec(), corner })
    }
}

/// Torus large enough that no loop of the given length meets itself around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Torus {
    /// Binary logarithm of the width and height.
    shift: u32,
    strides: [u32; SIDES],
    corner: Coord,
    /// Cells that are given; empty if none are.
    wanted: Vec<bool>,
    starts: Vec<u32>,
}

/// Distance of a board from the edge of the torus.
const RIM: i32 = 2;

impl Torus {
    pub fn new(len: usize, board: Option<&GivenCells>) -> Torus {
        // Neither a loop nor a connected board is wider than its number of cells.
        let shift = (len + 2 * RIM as usize).next_power_of_two().trailing_zeros();
        let corner = board.map_or(Coord { x: 0, y: 0 }, |board| board.corner);
        let mut field = Torus { shift, strides: [0; SIDES], corner, wanted: Vec::new(), starts: Vec::new() };
        for (stride, step) in field.strides.iter_mut().zip(&Lattice::hex().steps) {
            *stride = (step.dy << shift).wrapping_add(step.dx) as u32;
        }
        if let Some(board) = board {
            field.wanted = vec![false; field.len()];
            let places: Vec<u32> = board.cells.iter().map(|&at| field.place(at)).collect();
            for &place in &places {
                field.wanted[place as usize] = true;
            }
            field.starts = places;
        }
        field
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        1 << (2 * self.shift)
    }

    #[inline]
    pub fn beside(&self, place: u32, side: usize) -> u32 {
        place.wrapping_add(self.strides[side]) & ((1 << (2 * self.shift)) - 1)
    }

    fn place(&self, at: Coord) -> u32 {
        let from = at.from(self.corner);
        (((from.y + RIM) << self.shift) + from.x + RIM) as u32
    }

    pub fn at(&self, place: u32) -> Coord {
        let (x, y) = (place & ((1 << self.shift) - 1), place >> self.shift);
        Coord { x: x as i32 - RIM + self.corner.x, y: y as i32 - RIM + self.corner.y }
    }

    pub fn has_board(&self) -> bool {
        !self.wanted.is_empty()
    }

    /// Whether the loop may use a cell.
    #[inline]
    pub fn is_wanted(&self, place: u32) -> bool {
        self.wanted.is_empty() || self.wanted[place as usize]
    }

    /// Cell from which a loop may grow.
    pub fn start(&self, rng: &mut Rng) -> u32 {
        if self.starts.is_empty() { self.place(self.corner) } else { self.starts[rng.below(self.starts.len())] }
    }
}
