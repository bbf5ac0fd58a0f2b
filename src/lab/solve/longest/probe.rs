//! Probe: a depth-first search that fills cells in a given order, with randomly ordered fillings, and backtracks where
//! the loss is too large, until everything is tried or the steps are used up.

use super::board::CellBoard;
use super::faces::CellFillings;
use super::seats::TileAssignment;
use super::strands::Strands;
use super::task::LongestTask;
use crate::solve::BestArrangement;
use houserule_core::geometry::Coord;
use houserule_core::mechanics::puzzle::{PlacedTile, TrackForm, judge};
use houserule_core::rng::Rng;

/// Number of last cells at which the full loss budget is allowed. Before them a probe loses as little as it can.
const SLACK: usize = 10;

/// Known colours around a cell from which it is checked ahead, and the number of cells of the order checked.
const LOOKAHEAD_COLOURS: u8 = 3;
const LOOKAHEAD_CELLS: usize = 16;

/// Number of steps between two polls of whether to stop.
const POLL_INTERVAL: u64 = 4096;

/// Result of a probe.
#[derive(Default)]
pub struct ProbeResult {
    /// Improvements found, the last one best.
    pub found: Vec<BestArrangement>,
    /// Whether everything within the initial loss limits was tried.
    pub is_finished: bool,
    /// Whether something was skipped that could have been better.
    pub is_curbed: bool,
}

/// Limits of a probe.
pub struct ProbeLimits<'a> {
    pub steps: u64,
    /// Worth to exceed.
    pub known: Option<u32>,
    /// Upper bound.
    pub bound: u32,
    /// Contacts that may be lost before the last cells, beyond those that the outline costs.
    pub ease: u32,
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

pub struct DepthFirstProbe<'a, const W: usize> {
    task: &'a LongestTask<'a, W>,
    board: &'a CellBoard,
    limits: ProbeLimits<'a>,
    faces: Vec<&'a CellFillings<W>>,
    order: Vec<usize>,
    rng: Rng,
    strands: Strands,
    seats: TileAssignment<W>,
    laid: Vec<bool>,
    face: Vec<u16>,
    pattern: Vec<u32>,
    known: Vec<u8>,
    /// Loss allowed at each position of the order.
    allowance: Vec<u32>,
    /// Total loss allowed.
    budget: u32,
    candidates: Vec<u16>,
    steps: u64,
    probe_result: ProbeResult,
}

/// Whether to continue.
#[derive(PartialEq)]
enum ProbeStep {
    On,
    Up,
}

impl<'a, const W: usize> DepthFirstProbe<'a, W> {
    pub fn new(
        task: &'a LongestTask<'a, W>,
        board: &'a CellBoard,
        mut rng: Rng,
        limits: ProbeLimits<'a>,
    ) -> DepthFirstProbe<'a, W> {
        let cells = board.cells.len();
        let order = order(task, board, &mut rng);
        let least = board.least_loss(task.form, task.colours).saturating_add(limits.ease);
        DepthFirstProbe {
            faces: (0..cells).map(|cell| task.faces_at(board, cell)).collect(),
            order,
            rng,
            strands: Strands::new(board, task.form, task.colours, task.puzzle.set.colours.len()),
            seats: TileAssignment::new(&task.counts, cells),
            laid: vec![false; cells],
            face: vec![0; cells],
            pattern: vec![0; cells],
            known: vec![0; cells],
            allowance: (0..cells).map(|d| if d + SLACK >= cells { u32::MAX } else { least }).collect(),
            budget: 0,
            candidates: Vec::new(),
            steps: 0,
            probe_result: ProbeResult::default(),
            task,
            board,
            limits,
        }
    }

    pub fn run(mut self) -> ProbeResult {
        if self.limits.known.is_none_or(|known| known < self.limits.bound) {
            self.surpass(self.limits.known);
            self.probe_result.is_finished = !(self.limits.is_over)() && self.fill(0) == ProbeStep::On;
        } else {
            self.probe_result.is_finished = true;
        }
        self.probe_result
    }

    /// Raises the target above a known worth.
    fn surpass(&mut self, known: Option<u32>) {
        let free = if self.task.form == TrackForm::Line { self.task.colours } else { 0 };
        let allowed = |worth: u32| (self.board.contacts + free).saturating_sub(worth + 1);
        self.budget = known.map_or(u32::MAX, allowed);
    }

    fn fill(&mut self, depth: usize) -> ProbeStep {
        let Some(&cell) = self.order.get(depth) else {
            return self.weigh();
        };
        let faces = self.faces[cell];
        let (base, reach) = (self.candidates.len(), *self.seats.within_reach());
        let fits = |face: &&u16| faces.faces[**face as usize].kinds.meets(&reach);
        self.candidates.extend(faces.fitting(self.pattern[cell]).iter().filter(fits));
        let is_odd = self.board.is_odd(cell);
        while self.candidates.len() > base {
            let chosen = base + self.rng.below(self.candidates.len() - base);
            let number = self.candidates.swap_remove(chosen);
            self.steps += 1;
            let is_breath = self.steps.is_multiple_of(POLL_INTERVAL);
            if self.steps >= self.limits.steps || is_breath && (self.limits.is_over)() {
                return ProbeStep::Up;
            }
            let face = &faces.faces[number as usize];
            let mark = self.strands.mark();
            self.strands.lay(self.board, cell, &face.links, &self.laid, is_odd);
            if self.affords(depth) && self.seats.seat(cell, face.kinds) {
                self.face[cell] = number;
                self.laid[cell] = true;
                self.show(cell, &face.colours);
                if self.can_go_on(depth) && self.fill(depth + 1) == ProbeStep::Up {
                    return ProbeStep::Up;
                }
                self.hide(cell, &face.colours);
                self.laid[cell] = false;
                self.seats.unseat(cell);
            }
            self.strands.take_back(mark);
        }
        ProbeStep::On
    }

    #[inline]
    fn affords(&mut self, depth: usize) -> bool {
        let loss = self.strands.loss();
        if loss > self.budget {
            return false;
        }
        self.probe_result.is_curbed |= loss > self.allowance[depth];
        loss <= self.allowance[depth]
    }

    /// Passes the colours of a cell on to its neighbours.
    #[inline]
    fn show(&mut self, cell: usize, colours: &[u8]) {
        for (side, next) in self.board.next[cell].iter().enumerate() {
            if let Some(next) = *next {
                let next = next as usize;
                let weight = self.faces[next].weights[self.task.lattice.opposite(side)];
                self.pattern[next] += weight * (colours[side] as u32 + 1);
                self.known[next] += 1;
            }
        }
    }

    #[inline]
    fn hide(&mut self, cell: usize, colours: &[u8]) {
        for (side, next) in self.board.next[cell].iter().enumerate() {
            if let Some(next) = *next {
                let next = next as usize;
                let weight = self.faces[next].weights[self.task.lattice.opposite(side)];
                self.pattern[next] -= weight * (colours[side] as u32 + 1);
                self.known[next] -= 1;
            }
        }
    }

    /// Forward check: whether every half-surrounded cell ahead can still be filled.
    #[inline]
    fn can_go_on(&self, depth: usize) -> bool {
        let ahead = self.order[depth + 1..].iter().take(LOOKAHEAD_CELLS);
        let mut watched = ahead.filter(|&&cell| self.known[cell] >= LOOKAHEAD_COLOURS);
        watched.all(|&cell| self.faces[cell].kinds(self.pattern[cell]).meets(self.seats.within_reach()))
    }

    /// Evaluates a complete arrangement.
    fn weigh(&mut self) -> ProbeStep {
        let pieces = self.pieces();
        let verdict = judge(self.task.puzzle, &pieces);
        let known = self.probe_result.found.last().map_or(self.limits.known, |best| Some(best.worth));
        match verdict.worth {
            Some(worth) if verdict.is_solution() && known.is_none_or(|known| worth > known) => {
                self.probe_result.found.push(BestArrangement { worth, pieces });
                self.surpass(Some(worth));
                if worth >= self.limits.bound { ProbeStep::Up } else { ProbeStep::On }
            }
            _ => ProbeStep::On,
        }
    }

    fn pieces(&self) -> Vec<PlacedTile> {
        let mut tiles = self.task.tiles_by_kind();
        let mut pieces = Vec::new();
        for (cell, &at) in self.board.cells.iter().enumerate() {
            let kind = self.seats.held(cell);
            let face = &self.faces[cell].faces[self.face[cell] as usize];
            let orientation =
                face.orientations.iter().find(|(other, _)| *other == kind).map_or(0, |(_, orientation)| *orientation);
            let tile = match self.task.given_at(at) {
                Some(given) => Some(given.tile),
                None => tiles[kind].pop(),
            };
            let rotation = self.task.puzzle.set.orientations[orientation as usize].rotation;
            pieces.extend(tile.map(|tile| PlacedTile { tile, at, rotation }));
        }
        pieces.sort_by_key(|piece| piece.tile);
        pieces
    }
}

/// Cells row by row, from a random side and end, those of given tiles first.
fn order<const W: usize>(task: &LongestTask<'_, W>, board: &CellBoard, rng: &mut Rng) -> Vec<usize> {
    let along = |at: Coord, axis: usize| [at.x, at.y, -at.x - at.y][axis];
    let axes = task.lattice.sides() / 2;
    let row = rng.below(axes);
    let column = (row + 1 + rng.below(axes - 1)) % axes;
    let (down, back) = (1 - 2 * rng.below(2) as i32, 1 - 2 * rng.below(2) as i32);
    let mut order: Vec<usize> = (0..board.cells.len()).collect();
    order.sort_by_key(|&cell| {
        let at = board.cells[cell];
        (task.given_at(at).is_none(), down * along(at, row), back * along(at, column))
    });
    order
}

impl<const W: usize> LongestTask<'_, W> {
    /// Tiles of every kind, for assigning them to cells.
    fn tiles_by_kind(&self) -> Vec<Vec<usize>> {
        let mut tiles = vec![Vec::new(); self.counts.len()];
        for (tile, &kind) in self.kinds.iter().enumerate().rev() {
            if !self.puzzle.given.iter().any(|given| given.tile == tile) {
                tiles[kind].push(tile);
            }
        }
        tiles
    }
}
