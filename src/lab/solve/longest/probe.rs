//! Probe: a depth-first search that fills cells in a fixed order, with randomly ordered fillings, and backtracks where
//! the loss is too large, until it is exhausted or reaches its step limit.

use super::assignment::TileAssignment;
use super::board::{BoardCell, CellBoard};
use super::fillings::{CellFillings, FillingIndex};
use super::kinds::KindIndex;
use super::strands::Strands;
use super::task::LongestTask;
use crate::solve::BestArrangement;
use houserule_core::geometry::Coord;
use houserule_core::index::IndexVec;
use houserule_core::mechanics::puzzle::{PlacedTile, TrackForm, judge};
use houserule_core::rng::Rng;
use houserule_core::tiles::ColourIndex;

/// Number of last cells at which the full loss budget is allowed. Before them a probe keeps to the minimum loss.
const FULL_BUDGET_CELLS: usize = 10;

/// Minimum number of known colours for a cell to be checked ahead, and the number of cells checked.
const LOOKAHEAD_COLOURS: u8 = 3;
const LOOKAHEAD_CELLS: usize = 16;

/// Number of steps between two polls of the stop condition.
const POLL_INTERVAL: u64 = 4096;

/// Result of a probe.
#[derive(Default)]
pub struct ProbeResult {
    /// Improvements found, the last one best.
    pub improvements: Vec<BestArrangement>,
    /// Whether everything within the initial loss limits was tried.
    pub is_finished: bool,
    /// Whether a branch was skipped that could have been better.
    pub has_skipped: bool,
}

/// Limits of a probe.
pub struct ProbeLimits<'a> {
    pub steps: u64,
    /// Score to exceed.
    pub score_to_beat: Option<u32>,
    /// Upper bound.
    pub bound: u32,
    /// Extra contacts that may be lost before the last cells, beyond those that the outline costs.
    pub extra_loss: u32,
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

pub struct DepthFirstProbe<'a, const W: usize> {
    task: &'a LongestTask<'a, W>,
    board: &'a CellBoard,
    limits: ProbeLimits<'a>,
    fillings: IndexVec<BoardCell, &'a CellFillings<W>>,
    order: Vec<BoardCell>,
    rng: Rng,
    strands: Strands,
    assignment: TileAssignment<W>,
    placed: IndexVec<BoardCell, bool>,
    filling: IndexVec<BoardCell, FillingIndex>,
    pattern: IndexVec<BoardCell, u32>,
    known_colours: IndexVec<BoardCell, u8>,
    /// Loss allowed at each position of the order.
    loss_limits: Vec<u32>,
    /// Total loss allowed.
    budget: u32,
    candidates: Vec<FillingIndex>,
    steps: u64,
    result: ProbeResult,
}

/// Continuation after a cell.
#[derive(PartialEq)]
enum ProbeStep {
    Continue,
    Stop,
}

impl<'a, const W: usize> DepthFirstProbe<'a, W> {
    pub fn new(
        task: &'a LongestTask<'a, W>,
        board: &'a CellBoard,
        mut rng: Rng,
        limits: ProbeLimits<'a>,
    ) -> DepthFirstProbe<'a, W> {
        let cells = board.cells.len();
        let order = cell_order(task, board, &mut rng);
        let base_loss = board.min_loss(task.form, task.colours).saturating_add(limits.extra_loss);
        DepthFirstProbe {
            fillings: board.cells.indices().map(|cell| task.fillings_at(board, cell)).collect(),
            order,
            rng,
            strands: Strands::new(board, task.form, task.colours, task.puzzle.set.colours.len()),
            assignment: TileAssignment::new(&task.counts, cells),
            placed: vec![false; cells].into(),
            filling: vec![FillingIndex::default(); cells].into(),
            pattern: vec![0; cells].into(),
            known_colours: vec![0; cells].into(),
            loss_limits: (0..cells)
                .map(|d| if d + FULL_BUDGET_CELLS >= cells { u32::MAX } else { base_loss })
                .collect(),
            budget: 0,
            candidates: Vec::new(),
            steps: 0,
            result: ProbeResult::default(),
            task,
            board,
            limits,
        }
    }

    pub fn run(mut self) -> ProbeResult {
        if self.limits.score_to_beat.is_none_or(|known| known < self.limits.bound) {
            self.raise_target(self.limits.score_to_beat);
            self.result.is_finished = !(self.limits.is_over)() && self.fill(0) == ProbeStep::Continue;
        } else {
            self.result.is_finished = true;
        }
        self.result
    }

    /// Sets the loss budget so that only a higher score is accepted.
    fn raise_target(&mut self, score_to_beat: Option<u32>) {
        let free_ends = if self.task.form == TrackForm::Line { self.task.colours } else { 0 };
        let allowed = |score: u32| (self.board.contacts + free_ends).saturating_sub(score + 1);
        self.budget = score_to_beat.map_or(u32::MAX, allowed);
    }

    fn fill(&mut self, depth: usize) -> ProbeStep {
        let Some(&cell) = self.order.get(depth) else { return self.evaluate() };
        let fillings = self.fillings[cell];
        let (base, available) = (self.candidates.len(), *self.assignment.available());
        let fits = |filling: &&FillingIndex| fillings.entries[**filling].kinds.intersects(&available);
        self.candidates.extend(fillings.fitting(self.pattern[cell]).iter().filter(fits));
        let is_odd = self.board.is_odd(cell);
        while self.candidates.len() > base {
            let chosen = base + self.rng.below(self.candidates.len() - base);
            let number = self.candidates.swap_remove(chosen);
            self.steps += 1;
            let is_poll = self.steps.is_multiple_of(POLL_INTERVAL);
            if self.steps >= self.limits.steps || is_poll && (self.limits.is_over)() {
                return ProbeStep::Stop;
            }
            let filling = &fillings.entries[number];
            let mark = self.strands.mark();
            self.strands.place_links(self.board, cell, &filling.links, &self.placed, is_odd);
            if self.is_affordable(depth) && self.assignment.assign(cell, filling.kinds) {
                self.filling[cell] = number;
                self.placed[cell] = true;
                self.show_colours(cell, &filling.colours);
                if self.passes_forward_check(depth) && self.fill(depth + 1) == ProbeStep::Stop {
                    return ProbeStep::Stop;
                }
                self.hide_colours(cell, &filling.colours);
                self.placed[cell] = false;
                self.assignment.unassign(cell);
            }
            self.strands.undo(mark);
        }
        ProbeStep::Continue
    }

    #[inline]
    fn is_affordable(&mut self, depth: usize) -> bool {
        let loss = self.strands.loss();
        if loss > self.budget {
            return false;
        }
        self.result.has_skipped |= loss > self.loss_limits[depth];
        loss <= self.loss_limits[depth]
    }

    /// Adds the colours of a cell to the patterns of its neighbours.
    #[inline]
    fn show_colours(&mut self, cell: BoardCell, colours: &[ColourIndex]) {
        for (side, next) in self.board.neighbours[cell].iter().enumerate() {
            if let Some(next) = *next {
                let weight = self.fillings[next].weights[self.task.lattice.opposite(side)];
                self.pattern[next] += weight * (colours[side].index() as u32 + 1);
                self.known_colours[next] += 1;
            }
        }
    }

    #[inline]
    fn hide_colours(&mut self, cell: BoardCell, colours: &[ColourIndex]) {
        for (side, next) in self.board.neighbours[cell].iter().enumerate() {
            if let Some(next) = *next {
                let weight = self.fillings[next].weights[self.task.lattice.opposite(side)];
                self.pattern[next] -= weight * (colours[side].index() as u32 + 1);
                self.known_colours[next] -= 1;
            }
        }
    }

    /// Returns whether every half-surrounded cell ahead can still be filled (forward checking).
    #[inline]
    fn passes_forward_check(&self, depth: usize) -> bool {
        let ahead = self.order[depth + 1..].iter().take(LOOKAHEAD_CELLS);
        let mut constrained = ahead.filter(|&&cell| self.known_colours[cell] >= LOOKAHEAD_COLOURS);
        constrained.all(|&cell| self.fillings[cell].kinds(self.pattern[cell]).intersects(self.assignment.available()))
    }

    /// Evaluates a complete arrangement.
    fn evaluate(&mut self) -> ProbeStep {
        let pieces = self.pieces();
        let verdict = judge(self.task.puzzle, &pieces);
        let best_score = self.result.improvements.last().map_or(self.limits.score_to_beat, |best| Some(best.score));
        match verdict.score {
            Some(score) if verdict.is_solution() && best_score.is_none_or(|known| score > known) => {
                self.result.improvements.push(BestArrangement { score, pieces });
                self.raise_target(Some(score));
                if score >= self.limits.bound { ProbeStep::Stop } else { ProbeStep::Continue }
            }
            _ => ProbeStep::Continue,
        }
    }

    fn pieces(&self) -> Vec<PlacedTile> {
        let mut tiles = self.task.tiles_by_kind();
        let mut pieces = Vec::new();
        for (cell, &at) in self.board.cells.iter_enumerated() {
            let kind = self.assignment.kind_at(cell);
            let filling = &self.fillings[cell].entries[self.filling[cell]];
            let orientation = filling
                .orientations
                .iter()
                .find(|(other, _)| *other == kind)
                .map(|(_, orientation)| *orientation)
                .unwrap_or_default();
            let tile = match self.task.given_at(at) {
                Some(given) => Some(given.tile),
                None => tiles[kind].pop(),
            };
            let rotation = self.task.puzzle.set.orientations[orientation].rotation;
            pieces.extend(tile.map(|tile| PlacedTile { tile, at, rotation }));
        }
        pieces.sort_by_key(|piece| piece.tile);
        pieces
    }
}

/// Returns the cells row by row, from a random side and end, with those of given tiles first.
fn cell_order<const W: usize>(task: &LongestTask<'_, W>, board: &CellBoard, rng: &mut Rng) -> Vec<BoardCell> {
    let along = |at: Coord, axis: usize| [at.x, at.y, -at.x - at.y][axis];
    let axes = task.lattice.sides() / 2;
    let row = rng.below(axes);
    let column = (row + 1 + rng.below(axes - 1)) % axes;
    let (down, back) = (1 - 2 * rng.below(2) as i32, 1 - 2 * rng.below(2) as i32);
    let mut order: Vec<BoardCell> = board.cells.indices().collect();
    order.sort_by_key(|&cell| {
        let at = board.cells[cell];
        (task.given_at(at).is_none(), down * along(at, row), back * along(at, column))
    });
    order
}

impl<const W: usize> LongestTask<'_, W> {
    /// Returns the tiles of every kind, for assignment to cells.
    fn tiles_by_kind(&self) -> IndexVec<KindIndex, Vec<usize>> {
        let mut tiles = IndexVec::from(vec![Vec::new(); self.counts.len()]);
        for (tile, &kind) in self.kinds.iter().enumerate().rev() {
            if !self.puzzle.given.iter().any(|given| given.tile == tile) {
                tiles[kind].push(tile);
            }
        }
        tiles
    }
}
