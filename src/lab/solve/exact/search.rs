//! Depth-first search: the most constrained cell (smallest domain) is filled with each candidate in turn, or stays
//! empty if lines may end at it.

use super::bits::OrientationSet;
use super::holes::CellMarks;
use super::placement::{GoalTally, LinkPath};
use super::reach::distance;
use super::start::SearchStart;
use super::tables::{GoalArray, GoalIndex, KindIndex, PieceIndex, SolverTables};
use houserule_core::index::{IndexVec, index_type};
use houserule_core::mechanics::puzzle::{PuzzleGoal, TrackForm};

index_type! {
    /// Cell of the search's board.
    SearchCell(u32)
}

impl SearchCell {
    /// Cell at an index offset.
    pub fn offset(self, offset: i32) -> SearchCell {
        SearchCell(self.0.wrapping_add_signed(offset))
    }

    /// The next cell in order.
    pub fn next(self) -> SearchCell {
        SearchCell(self.0 + 1)
    }

    /// End of a path at one of its sides.
    pub fn path_end(self, side: usize) -> PathEnd {
        PathEnd::new(self.index() * PathEnd::PER_CELL + side)
    }
}

index_type! {
    /// End of a path: a cell and a side.
    PathEnd(u32)
}

impl PathEnd {
    /// Number of ends per cell.
    pub const PER_CELL: usize = 8;

    pub fn cell(self) -> SearchCell {
        SearchCell::new(self.index() / PathEnd::PER_CELL)
    }

    pub fn side(self) -> usize {
        self.index() % PathEnd::PER_CELL
    }
}

/// Number of ends of a line.
pub const LINE_ENDS: u8 = 2;

/// Decision of the search: a cell and its orientation, or [`PieceIndex::BLOCKED`].
pub type Decision = (SearchCell, PieceIndex);

/// Continuation after a node.
pub enum NodeVerdict {
    Continue,
    Backtrack,
    Stop,
}

/// Visitor of a search.
pub trait SolutionVisitor {
    /// Called at every node.
    fn on_node(&mut self, path: &[Decision], nodes: u64) -> NodeVerdict;
    /// Called for every solution; `is_hole_free` is whether it has no holes.
    fn on_solution(&mut self, path: &[Decision], is_hole_free: bool) -> NodeVerdict;
}

pub struct ExactSearch<'a, const W: usize> {
    pub(super) tables: &'a SolverTables<W>,
    pub(super) start: &'a SearchStart<W>,
    pub(super) cells: IndexVec<SearchCell, PieceIndex>,
    /// Domain of each cell: orientations that match its neighbours.
    pub(super) domains: IndexVec<SearchCell, OrientationSet<W>>,
    pub(super) ends: IndexVec<PathEnd, LinkPath>,
    /// Orientations of the tiles that are left.
    pub(super) available: OrientationSet<W>,
    pub(super) copies_left: IndexVec<KindIndex, u16>,
    /// Symmetry breaking: after a tile that starts a new component, tiles of its kind go on later cells, because
    /// swapping them gives the same solution.
    pub(super) min_cells: IndexVec<KindIndex, SearchCell>,
    pub(super) tally: GoalTally,
    pub(super) tiles_left: usize,
    pub path: Vec<Decision>,
    /// Cells to fill or to end a line at. Each depth has its own run of the list; the last one is current.
    pub(super) open_cells: Vec<SearchCell>,
    pub(super) is_open: IndexVec<SearchCell, bool>,
    pub(super) marks: CellMarks,
    /// Whether tiles may be separate from the others.
    pub(super) allows_separate: bool,
    pub nodes: u64,
    pub stopped: bool,
}

impl<'a, const W: usize> ExactSearch<'a, W> {
    pub fn new(tables: &'a SolverTables<W>, start: &'a SearchStart<W>) -> ExactSearch<'a, W> {
        let mut is_open = IndexVec::from(vec![false; start.cells.len()]);
        for &cell in &start.required {
            is_open[cell] = true;
        }
        ExactSearch {
            tables,
            start,
            cells: start.cells.clone(),
            domains: start.domains.clone(),
            ends: vec![LinkPath::default(); start.cells.len() * PathEnd::PER_CELL].into(),
            available: tables.orientations_by_kind.iter().fold(OrientationSet::NONE, |all, bits| all.or(*bits)),
            copies_left: tables.kinds.iter().map(|kind| kind.members.len() as u16).collect(),
            min_cells: vec![SearchCell::default(); tables.kinds.len()].into(),
            tally: GoalTally {
                blocked_ends: GoalArray::default(),
                components: GoalArray::default(),
                closed: GoalArray::default(),
                links_left: tables.link_totals,
                turn_index: tables.turn_indices,
            },
            tiles_left: tables.kinds.iter().map(|kind| kind.members.len()).sum(),
            path: Vec::new(),
            open_cells: start.required.clone(),
            is_open,
            allows_separate: start.allows_separate,
            marks: CellMarks::new(start.cells.len()),
            nodes: 0,
            stopped: false,
        }
    }

    pub(super) fn neighbour(&self, cell: SearchCell, side: usize) -> SearchCell {
        cell.offset(self.start.offsets[side])
    }

    /// Replays earlier decisions and returns the start of the current run of open cells.
    pub fn replay(&mut self, steps: &[Decision]) -> usize {
        let mut from = 0;
        for &(cell, orientation) in steps {
            let run_start = self.open_cells.len();
            let undo = if orientation == PieceIndex::BLOCKED {
                self.block(cell, from)
            } else {
                self.place(cell, orientation, from)
            };
            debug_assert!(undo.is_applied(), "a decision taken before can be taken again");
            from = run_start;
        }
        from
    }

    /// Searches below the current position, whose run of open cells starts at `from`.
    pub fn run(&mut self, from: usize, visitor: &mut impl SolutionVisitor) {
        self.nodes += 1;
        let verdict = match (self.tiles_left, visitor.on_node(&self.path, self.nodes)) {
            (0, NodeVerdict::Continue) if self.is_solved() => {
                let is_hole_free = !self.has_holes();
                if is_hole_free || self.start.allows_holes {
                    visitor.on_solution(&self.path, is_hole_free)
                } else {
                    NodeVerdict::Backtrack
                }
            }
            (0, NodeVerdict::Continue) => NodeVerdict::Backtrack,
            (_, verdict) => verdict,
        };
        match verdict {
            NodeVerdict::Continue if self.tiles_left > 0 => {}
            NodeVerdict::Stop => return self.stopped = true,
            _ => return,
        }
        if from == self.open_cells.len() {
            return self.start_component(from, visitor);
        }
        let Some((cell, candidates, may_stay_empty)) = self.most_constrained(from) else { return };
        let mut rest = candidates;
        while let Some(orientation) = rest.pop() {
            let run_start = self.open_cells.len();
            let undo = self.place(cell, orientation, from);
            if undo.is_applied() && (self.start.allows_holes || !self.cuts_off(cell)) {
                self.run(run_start, visitor);
            }
            self.remove(cell, orientation, undo);
            if self.stopped {
                return;
            }
        }
        if may_stay_empty {
            let run_start = self.open_cells.len();
            let undo = self.block(cell, from);
            if undo.is_applied() {
                self.run(run_start, visitor);
            }
            self.restore(cell, undo);
        }
    }

    /// Returns the most constrained open cell, its candidates and whether it may stay empty; `None` if some cell can
    /// neither be filled nor stay empty.
    fn most_constrained(&self, from: usize) -> Option<(SearchCell, OrientationSet<W>, bool)> {
        let open_cells = &self.open_cells[from..];
        let free_ends = |goal: GoalIndex| match self.tables.goals[goal].form {
            TrackForm::Line => (LINE_ENDS - self.tally.blocked_ends[goal]).into(),
            TrackForm::Loop => 0,
        };
        if open_cells.len() > self.tiles_left {
            // Every open cell receives a tile or the end of a line.
            let free_ends: usize = self.tables.goals.indices().map(free_ends).sum();
            if open_cells.len() > self.tiles_left + free_ends {
                return None;
            }
        }
        let (mut best, mut fewest) = (None, u32::MAX);
        for &cell in open_cells {
            let candidates = self.candidates(cell);
            let count = candidates.len();
            if count >= fewest {
                continue;
            }
            let may_stay_empty = self.may_stay_empty(cell);
            let ways = count + u32::from(may_stay_empty);
            if ways == 0 {
                return None;
            }
            if ways < fewest {
                (best, fewest) = (Some((cell, candidates, may_stay_empty)), ways);
            }
        }
        best
    }

    fn candidates(&self, cell: SearchCell) -> OrientationSet<W> {
        let mut candidates = self.domains[cell].and(self.available);
        if let Some(outward) = &self.start.outward {
            for (goal, outward) in outward.iter_enumerated() {
                if self.tally.blocked_ends[goal] >= LINE_ENDS {
                    candidates = candidates.without(outward[cell]);
                }
            }
        }
        candidates
    }

    /// Returns whether every path that leads into a cell may end there.
    fn may_stay_empty(&self, cell: SearchCell) -> bool {
        if !self.tables.has_lines || self.start.is_required[cell] {
            return false;
        }
        let mut blocked_ends = self.tally.blocked_ends;
        for side in 0..self.tables.sides {
            let orientation = self.cells[self.neighbour(cell, side)];
            if orientation.is_piece() {
                let goal = self.tables.orientations[orientation].goals[self.tables.opposite(side)];
                if goal != GoalIndex::NONE {
                    blocked_ends[goal] += 1;
                    if self.tables.goals[goal].form == TrackForm::Loop || blocked_ends[goal] > LINE_ENDS {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Starts a new component, because no path continues and tiles are left: the next tile may go anywhere from which
    /// the others can still connect to it.
    fn start_component(&mut self, from: usize, visitor: &mut impl SolutionVisitor) {
        let Some(kind) = self.copies_left.position(|copies| *copies > 0) else { return };
        let placed: Vec<SearchCell> =
            self.path.iter().filter(|step| step.1 != PieceIndex::BLOCKED).map(|step| step.0).collect();
        let coords = &self.start.coords;
        let is_near = |cell: SearchCell| {
            let distance_to = |other: &SearchCell| distance(self.tables.sides, coords[cell], coords[*other]);
            placed.iter().any(|other| distance_to(other) <= self.tiles_left)
        };
        let is_empty = |cell: SearchCell| self.cells[cell] == PieceIndex::EMPTY;
        let cells: Vec<SearchCell> = self.cells.indices().filter(|cell| is_empty(*cell) && is_near(*cell)).collect();
        for cell in cells {
            let mut rest = self.domains[cell].and(self.tables.orientations_by_kind[kind]);
            while let Some(orientation) = rest.pop() {
                let run_start = self.open_cells.len();
                let undo = self.place(cell, orientation, from);
                if undo.is_applied() {
                    self.run(run_start, visitor);
                }
                self.remove(cell, orientation, undo);
                if self.stopped {
                    return;
                }
            }
        }
    }

    /// Returns whether all tiles, now placed, meet the goals.
    fn is_solved(&mut self) -> bool {
        let tables = self.tables;
        let goals_met = tables.goals.iter_enumerated().all(|(goal, PuzzleGoal { form, .. })| match form {
            TrackForm::Loop => self.tally.closed[goal],
            TrackForm::Line => !self.tally.closed[goal] && self.tally.components[goal] == 1,
        });
        goals_met && (!self.allows_separate || self.is_connected())
    }
}
