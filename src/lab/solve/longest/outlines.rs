//! Outlines (sets of cells to fill) for a puzzle on a free board, most promising first.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

use super::board::CellBoard;
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::mechanics::puzzle::{GivenTile, TrackForm};
use houserule_core::rng::Rng;

/// Largest number of tiles for which every outline is tried.
const MAX_TILES_FOR_ALL_OUTLINES: usize = 7;

/// Minimum number of outlines kept.
const MIN_KEPT_OUTLINES: usize = 400;

/// Outlines, best first, and whether they are complete.
pub struct Outlines {
    pub boards: Vec<CellBoard>,
    pub is_complete: bool,
}

/// Priority of an outline: its upper bound, then the fewest cells that must be ends.
pub type OutlinePriority = (u32, Reverse<u32>);

/// Requirements for outlines.
pub struct OutlineRequest<'a> {
    pub cells: usize,
    pub form: TrackForm,
    pub colours: u32,
    pub lattice: &'a Lattice,
    pub holes: bool,
    pub given: &'a [GivenTile],
}

impl OutlineRequest<'_> {
    pub fn outlines(&self) -> Outlines {
        let is_complete = self.cells <= MAX_TILES_FOR_ALL_OUTLINES;
        let shapes = if is_complete { self.all_shapes() } else { self.convex_shapes() };
        let mut boards: Vec<CellBoard> = shapes.into_iter().flat_map(|shape| self.around_given(shape)).collect();
        if !is_complete {
            self.keep_best(&mut boards);
        }
        boards.sort_by_cached_key(|board| Reverse(self.priority(board)));
        Outlines { boards, is_complete }
    }

    /// Keeps the most promising outlines. Computing the exact bound takes time, so they are visited in the order of an
    /// optimistic estimate until none better can follow.
    fn keep_best(&self, boards: &mut Vec<CellBoard>) {
        let estimate = |board: &CellBoard| {
            let free_ends = if self.form == TrackForm::Line { self.colours } else { 0 };
            board.contacts + free_ends - self.odd_cells(board).div_ceil(2).saturating_sub(free_ends)
        };
        boards.sort_by_cached_key(|board| Reverse(estimate(board)));
        let (mut best, mut kept) = (0, 0);
        while kept < boards.len() && (kept < MIN_KEPT_OUTLINES || estimate(&boards[kept]) >= best) {
            best = best.max(boards[kept].upper_bound(self.form, self.colours));
            kept += 1;
        }
        boards.truncate(kept);
    }

    pub fn priority(&self, board: &CellBoard) -> OutlinePriority {
        (board.upper_bound(self.form, self.colours), Reverse(self.odd_cells(board)))
    }

    fn odd_cells(&self, board: &CellBoard) -> u32 {
        board.cells.indices().filter(|&cell| board.is_odd(cell)).count() as u32
    }

    /// Enumerates the outlines of `cells` cells up to rotation.
    fn all_shapes(&self) -> Vec<Vec<Coord>> {
        let mut shapes = BTreeSet::from([vec![Coord { x: 0, y: 0 }]]);
        for _ in 1..self.cells {
            let mut grown = BTreeSet::new();
            for shape in &shapes {
                for at in self.free_neighbours(shape) {
                    let mut shape = shape.clone();
                    shape.push(at);
                    let canonical = self.rotations(&shape).into_iter().min();
                    grown.extend(canonical);
                }
            }
            shapes = grown;
        }
        shapes.into_iter().filter(|shape| self.holes || has_no_holes(shape, self.lattice)).collect()
    }

    /// Returns the free cells next to a shape.
    fn free_neighbours(&self, shape: &[Coord]) -> BTreeSet<Coord> {
        let steps = || self.lattice.steps.iter();
        let neighbours = shape.iter().flat_map(|at| steps().map(|&step| at.plus(step, 1)));
        neighbours.filter(|at| !shape.contains(at)).collect()
    }

    /// Returns the distinct rotations of a shape, each sorted and moved to the origin.
    fn rotations(&self, shape: &[Coord]) -> Vec<Vec<Coord>> {
        let rotate = |at: &Coord| match self.lattice.sides() {
            6 => Coord { x: -at.y, y: at.x + at.y },
            _ => Coord { x: -at.y, y: at.x },
        };
        let (mut rotations, mut shape) = (Vec::new(), shape.to_vec());
        for _ in 0..self.lattice.sides() {
            shape = shape.iter().map(rotate).collect();
            shape.sort_unstable();
            let origin = shape[0];
            rotations.push(shape.iter().map(|at| at.relative_to(origin)).collect());
        }
        rotations.sort_unstable();
        rotations.dedup();
        rotations
    }

    /// Places a shape in every way that covers the cells of all given tiles; without given tiles, once.
    fn around_given(&self, shape: Vec<Coord>) -> Vec<CellBoard> {
        let Some(first) = self.given.first() else { return vec![CellBoard::new(shape, self.lattice)] };
        let mut boards = Vec::new();
        for rotation in self.rotations(&shape) {
            for at in &rotation {
                let moved: Vec<Coord> = rotation
                    .iter()
                    .map(|cell| Coord { x: cell.x - at.x + first.at.x, y: cell.y - at.y + first.at.y })
                    .collect();
                if self.given.iter().all(|given| moved.contains(&given.at)) {
                    boards.push(CellBoard::new(moved, self.lattice));
                }
            }
        }
        boards
    }

    /// Returns rectangles and, on hexagons, rhombi with two corners cut off (triangles, trapezia, hexagons), completed
    /// by a run of cells along a side.
    fn convex_shapes(&self) -> Vec<Vec<Coord>> {
        let is_hex = self.lattice.sides() == 6;
        // Neither a triangle nor a hexagon is much wider than this, and wider shapes have fewer contacts.
        let max_width = (1.6 * (self.cells as f64).sqrt()) as i32 + 2;
        let mut shapes = Vec::new();
        for width in 1..=max_width {
            for height in 1..=width {
                let cuts = if is_hex { height } else { 1 };
                for (low, high) in (0..cuts).flat_map(|low| (0..=low).map(move |high| (low, high))) {
                    let size = width * height - low * (low + 1) / 2 - high * (high + 1) / 2;
                    let missing = self.cells as i32 - size;
                    if (0..width).contains(&missing) {
                        let cut = TruncatedRhombus { width, height, low, high };
                        shapes.extend(self.completions(&cut, missing as usize));
                    }
                }
            }
        }
        shapes
    }

    fn completions(&self, cut: &TruncatedRhombus, missing: usize) -> Vec<Vec<Coord>> {
        let shape = cut.cells();
        if missing == 0 {
            return vec![shape];
        }
        let mut shapes = Vec::new();
        let free_neighbours = self.free_neighbours(&shape);
        for edge in 0..6 {
            let run: Vec<Coord> =
                free_neighbours.iter().copied().filter(|&at| cut.edges_beyond(at) == [edge]).collect();
            for extra in run.windows(missing) {
                shapes.push([shape.as_slice(), extra].concat());
            }
        }
        shapes
    }

    /// Grows a random, fairly compact outline.
    pub fn random_outline(&self, rng: &mut Rng) -> Option<CellBoard> {
        let mut shape = vec![self.given.first().map_or(Coord { x: 0, y: 0 }, |given| given.at)];
        while shape.len() < self.cells {
            let free_neighbours: Vec<Coord> = self.free_neighbours(&shape).into_iter().collect();
            let contacts =
                |at: &Coord| self.lattice.steps.iter().filter(|&&step| shape.contains(&at.plus(step, 1))).count();
            let samples: Vec<Coord> = (0..4).map(|_| free_neighbours[rng.below(free_neighbours.len())]).collect();
            shape.extend(samples.into_iter().max_by_key(contacts));
        }
        let covers = self.given.iter().all(|given| shape.contains(&given.at));
        let fits = covers && (self.holes || has_no_holes(&shape, self.lattice));
        fits.then(|| CellBoard::new(shape, self.lattice))
    }
}

/// Rhombus with two opposite corners cut off.
struct TruncatedRhombus {
    width: i32,
    height: i32,
    low: i32,
    high: i32,
}

impl TruncatedRhombus {
    fn cells(&self) -> Vec<Coord> {
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| Coord { x, y }));
        all.filter(|&at| self.edges_beyond(at).is_empty()).collect()
    }

    /// Returns the edges that a cell is beyond.
    fn edges_beyond(&self, at: Coord) -> Vec<usize> {
        let sum = at.x + at.y;
        let last = self.width + self.height - 2 - self.high;
        let is_beyond = [at.x < 0, at.x >= self.width, at.y < 0, at.y >= self.height, sum < self.low, sum > last];
        (0..6).filter(|&edge| is_beyond[edge]).collect()
    }
}

/// Returns whether cells are connected.
pub fn is_connected(shape: &[Coord], lattice: &Lattice) -> bool {
    let cells: HashSet<Coord> = shape.iter().copied().collect();
    let reached = shape.first().map_or(0, |&first| flood_fill(first, lattice, |at| cells.contains(&at)).len());
    reached == cells.len()
}

/// Returns whether cells enclose no empty cell.
pub fn has_no_holes(shape: &[Coord], lattice: &Lattice) -> bool {
    let cells: HashSet<Coord> = shape.iter().copied().collect();
    let span = |of: fn(&Coord) -> i32| {
        let values = || shape.iter().map(of);
        values().min().unwrap_or(0) - 1..=values().max().unwrap_or(0) + 1
    };
    let (columns, rows) = (span(|at| at.x), span(|at| at.y));
    let is_empty = |at: Coord| columns.contains(&at.x) && rows.contains(&at.y) && !cells.contains(&at);
    let outside = flood_fill(Coord { x: *columns.start(), y: *rows.start() }, lattice, is_empty).len();
    let frame = columns.clone().count() * rows.clone().count();
    outside + cells.len() == frame
}

/// Flood fill: returns every cell reachable through cells that are `is_allowed`.
fn flood_fill(from: Coord, lattice: &Lattice, is_allowed: impl Fn(Coord) -> bool) -> HashSet<Coord> {
    let (mut visited, mut stack) = (HashSet::from([from]), vec![from]);
    while let Some(at) = stack.pop() {
        for next in lattice.steps.iter().map(|&step| at.plus(step, 1)) {
            if is_allowed(next) && visited.insert(next) {
                stack.push(next);
            }
        }
    }
    visited
}
