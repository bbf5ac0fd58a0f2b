//! Outlines (sets of cells to fill) for tiles without a given board, most promising first.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

use super::board::CellBoard;
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::mechanics::puzzle::{GivenTile, TrackForm};
use houserule_core::rng::Rng;

/// Up to this number of tiles every outline is tried.
const MAX_TILES_FOR_ALL_OUTLINES: usize = 7;

/// Minimum number of outlines kept.
const MIN_KEPT_OUTLINES: usize = 400;

/// Outlines, best first, and whether they are complete.
pub struct Outlines {
    pub boards: Vec<CellBoard>,
    pub are_all: bool,
}

/// How promising an outline is: its upper bound, then how few of its cells must be ends.
pub type UpperBound = (u32, Reverse<u32>);

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
        let are_all = self.cells <= MAX_TILES_FOR_ALL_OUTLINES;
        let shapes = if are_all { self.all() } else { self.convex() };
        let mut boards: Vec<CellBoard> = shapes.into_iter().flat_map(|shape| self.around_given(shape)).collect();
        if !are_all {
            self.keep_best(&mut boards);
        }
        boards.sort_by_cached_key(|board| Reverse(self.promise(board)));
        Outlines { boards, are_all }
    }

    /// Keeps the most promising outlines. The exact bound of one takes time, so they are visited in the order of an
    /// optimistic estimate until none better can follow.
    fn keep_best(&self, boards: &mut Vec<CellBoard>) {
        let guess = |board: &CellBoard| {
            let free = if self.form == TrackForm::Line { self.colours } else { 0 };
            board.contacts + free - self.odd(board).div_ceil(2).saturating_sub(free)
        };
        boards.sort_by_cached_key(|board| Reverse(guess(board)));
        let (mut best, mut kept) = (0, 0);
        while kept < boards.len() && (kept < MIN_KEPT_OUTLINES || guess(&boards[kept]) >= best) {
            best = best.max(boards[kept].bound(self.form, self.colours));
            kept += 1;
        }
        boards.truncate(kept);
    }

    pub fn promise(&self, board: &CellBoard) -> UpperBound {
        (board.bound(self.form, self.colours), Reverse(self.odd(board)))
    }

    fn odd(&self, board: &CellBoard) -> u32 {
        (0..board.cells.len()).filter(|&cell| board.is_odd(cell)).count() as u32
    }

    /// Every outline of `cells` cells up to rotation.
    fn all(&self) -> Vec<Vec<Coord>> {
        let mut shapes = BTreeSet::from([vec![Coord { x: 0, y: 0 }]]);
        for _ in 1..self.cells {
            let mut grown = BTreeSet::new();
            for shape in &shapes {
                for at in self.beside(shape) {
                    let mut shape = shape.clone();
                    shape.push(at);
                    let turned = self.turned(&shape).into_iter().min();
                    grown.extend(turned);
                }
            }
            shapes = grown;
        }
        shapes.into_iter().filter(|shape| self.holes || is_solid(shape, self.lattice)).collect()
    }

    /// Free cells beside some cells.
    fn beside(&self, shape: &[Coord]) -> BTreeSet<Coord> {
        let steps = || self.lattice.steps.iter();
        let beside = shape.iter().flat_map(|at| steps().map(|&step| at.plus(step, 1)));
        beside.filter(|at| !shape.contains(at)).collect()
    }

    /// A shape in every rotation, each sorted and moved to the origin.
    fn turned(&self, shape: &[Coord]) -> Vec<Vec<Coord>> {
        let turn = |at: &Coord| match self.lattice.sides() {
            6 => Coord { x: -at.y, y: at.x + at.y },
            _ => Coord { x: -at.y, y: at.x },
        };
        let (mut ways, mut shape) = (Vec::new(), shape.to_vec());
        for _ in 0..self.lattice.sides() {
            shape = shape.iter().map(turn).collect();
            shape.sort_unstable();
            let origin = shape[0];
            ways.push(shape.iter().map(|at| at.from(origin)).collect());
        }
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    /// A shape in every place where it covers the cells of all given tiles; anywhere if there are none.
    fn around_given(&self, shape: Vec<Coord>) -> Vec<CellBoard> {
        let Some(first) = self.given.first() else {
            return vec![CellBoard::new(shape, self.lattice)];
        };
        let mut boards = Vec::new();
        for way in self.turned(&shape) {
            for at in &way {
                let moved: Vec<Coord> = way
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

    /// Rectangles and, on hexagons, rhombi with two corners cut off (triangles, trapezia, hexagons), completed by a run
    /// of cells along a side.
    fn convex(&self) -> Vec<Vec<Coord>> {
        let is_hex = self.lattice.sides() == 6;
        // Neither a triangle nor a hexagon is much longer than this, and longer shapes have fewer contacts.
        let longest = (1.6 * (self.cells as f64).sqrt()) as i32 + 2;
        let mut shapes = Vec::new();
        for width in 1..=longest {
            for height in 1..=width {
                let cuts = if is_hex { height } else { 1 };
                for (low, high) in (0..cuts).flat_map(|low| (0..=low).map(move |high| (low, high))) {
                    let size = width * height - low * (low + 1) / 2 - high * (high + 1) / 2;
                    let missing = self.cells as i32 - size;
                    if (0..width).contains(&missing) {
                        let cut = TruncatedRhombus { width, height, low, high };
                        shapes.extend(self.filled_up(&cut, missing as usize));
                    }
                }
            }
        }
        shapes
    }

    fn filled_up(&self, cut: &TruncatedRhombus, missing: usize) -> Vec<Vec<Coord>> {
        let shape = cut.cells();
        if missing == 0 {
            return vec![shape];
        }
        let mut shapes = Vec::new();
        let beside = self.beside(&shape);
        for edge in 0..6 {
            let run: Vec<Coord> = beside.iter().copied().filter(|&at| cut.beyond(at) == [edge]).collect();
            for more in run.windows(missing) {
                shapes.push([shape.as_slice(), more].concat());
            }
        }
        shapes
    }

    /// A random, fairly compact outline.
    pub fn any(&self, rng: &mut Rng) -> Option<CellBoard> {
        let mut shape = vec![self.given.first().map_or(Coord { x: 0, y: 0 }, |given| given.at)];
        while shape.len() < self.cells {
            let beside: Vec<Coord> = self.beside(&shape).into_iter().collect();
            let touching =
                |at: &Coord| self.lattice.steps.iter().filter(|&&step| shape.contains(&at.plus(step, 1))).count();
            let tries: Vec<Coord> = (0..4).map(|_| beside[rng.below(beside.len())]).collect();
            shape.extend(tries.into_iter().max_by_key(touching));
        }
        let covers = self.given.iter().all(|given| shape.contains(&given.at));
        let fits = covers && (self.holes || is_solid(&shape, self.lattice));
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
        all.filter(|&at| self.beyond(at).is_empty()).collect()
    }

    /// Edges that a cell is beyond.
    fn beyond(&self, at: Coord) -> Vec<usize> {
        let sum = at.x + at.y;
        let last = self.width + self.height - 2 - self.high;
        let beyond = [at.x < 0, at.x >= self.width, at.y < 0, at.y >= self.height, sum < self.low, sum > last];
        (0..6).filter(|&edge| beyond[edge]).collect()
    }
}

/// Whether cells are connected.
pub fn is_whole(shape: &[Coord], lattice: &Lattice) -> bool {
    let cells: HashSet<Coord> = shape.iter().copied().collect();
    let reached = shape.first().map_or(0, |&first| spread(first, lattice, |at| cells.contains(&at)).len());
    reached == cells.len()
}

/// Whether cells enclose no empty one.
pub fn is_solid(shape: &[Coord], lattice: &Lattice) -> bool {
    let cells: HashSet<Coord> = shape.iter().copied().collect();
    let span = |of: fn(&Coord) -> i32| {
        let values = || shape.iter().map(of);
        values().min().unwrap_or(0) - 1..=values().max().unwrap_or(0) + 1
    };
    let (columns, rows) = (span(|at| at.x), span(|at| at.y));
    let is_empty = |at: Coord| columns.contains(&at.x) && rows.contains(&at.y) && !cells.contains(&at);
    let outside = spread(Coord { x: *columns.start(), y: *rows.start() }, lattice, is_empty).len();
    let frame = columns.clone().count() * rows.clone().count();
    outside + cells.len() == frame
}

/// Floodfill: every cell reachable through `allowed` cells.
fn spread(from: Coord, lattice: &Lattice, allowed: impl Fn(Coord) -> bool) -> HashSet<Coord> {
    let (mut seen, mut ahead) = (HashSet::from([from]), vec![from]);
    while let Some(at) = ahead.pop() {
        for next in lattice.steps.iter().map(|&step| at.plus(step, 1)) {
            if allowed(next) && seen.insert(next) {
                ahead.push(next);
            }
        }
    }
    seen
}
