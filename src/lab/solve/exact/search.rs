//! Depth-first search: the most constrained cell (smallest domain) is filled with each candidate in turn, or stays
//! empty if lines may end at it.

use super::bits::OrientationSet;
use super::holes::CellMarks;
use super::placement::{GoalTally, LinkPath};
use super::reach::distance;
use super::start::SearchStart;
use super::tables::{MAX_GOALS, NO_GOAL, SolverTables};
use houserule_core::mechanics::puzzle::{PuzzleGoal, TrackForm};

/// Content of a cell without a tile: still empty, or blocked (empty for good).
pub const EMPTY: u16 = u16::MAX;
pub const BLOCKED: u16 = u16::MAX - 1;

/// Number of ends of a line.
pub const LINE_ENDS: u8 = 2;

/// Decision of the search: a cell and its orientation, or [`BLOCKED`].
pub type Decision = (u32, u16);

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
    pub(super) cells: Vec<u16>,
    /// Domain of each cell: orientations that match its neighbours.
    pub(super) domains: Vec<OrientationSet<W>>,
    pub(super) ends: Vec<LinkPath>,
    /// Orientations of the tiles that are left.
    pub(super) available: OrientationSet<W>,
    pub(super) copies_left: Vec<u16>,
    /// Symmetry breaking: after a tile that starts a new component, tiles of its kind go on later cells, because
    /// swapping them gives the same solution.
    pub(super) min_cells: Vec<u32>,
    pub(super) tally: GoalTally,
    pub(super) tiles_left: usize,
    pub path: Vec<Decision>,
    /// Cells to fill or to end a line at. Each depth has its own run of the list; the last one is current.
    pub(super) open_cells: Vec<u32>,
    pub(super) is_open: Vec<bool>,
    pub(super) marks: CellMarks,
    /// Whether tiles may be separate from the others.
    pub(super) allows_separate: bool,
    pub nodes: u64,
    pub stopped: bool,
}

impl<'a, const W: usize> ExactSearch<'a, W> {
    pub fn new(tables: &'a SolverTables<W>, start: &'a SearchStart<W>) -> ExactSearch<'a, W> {
        let mut is_open = vec![false; start.cells.len()];
        for &cell in &start.required {
            is_open[cell as usize] = true;
        }
        ExactSearch {
            tables,
            start,
            cells: start.cells.clone(),
            domains: start.domains.clone(),
            ends: vec![LinkPath::default(); start.cells.len() * 8],
            available: tables.orientations_by_kind.iter().fold(OrientationSet::NONE, |all, bits| all.or(*bits)),
            copies_left: tables.kinds.iter().map(|kind| kind.members.len() as u16).collect(),
            min_cells: vec![0; tables.kinds.len()],
            tally: GoalTally {
                blocked_ends: [0; MAX_GOALS],
                components: [0; MAX_GOALS],
                closed: [false; MAX_GOALS],
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

    pub(super) fn neighbour(&self, cell: u32, side: usize) -> u32 {
        (cell as i32 + self.start.offsets[side]) as u32
    }

    /// Replays earlier decisions and returns the start of the current run of open cells.
    pub fn replay(&mut self, steps: &[Decision]) -> usize {
        let mut from = 0;
        for &(cell, orientation) in steps {
            let run_start = self.open_cells.len();
            let undo =
                if orientation == BLOCKED { self.block(cell, from) } else { self.place(cell, orientation, from) };
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
            let undo = self.place(cell, orientation as u16, from);
            if undo.is_applied() && (self.start.allows_holes || !self.cuts_off(cell)) {
                self.run(run_start, visitor);
            }
            self.remove(cell, orientation as u16, undo);
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
            self.unblock(cell, undo);
        }
    }

    /// Returns the most constrained open cell, its candidates and whether it may stay empty; `None` if some cell can
    /// neither be filled nor stay empty.
    fn most_constrained(&self, from: usize) -> Option<(u32, OrientationSet<W>, bool)> {
        let open_cells = &self.open_cells[from..];
        let free_ends = |goal: usize| match self.tables.goals[goal].form {
            TrackForm::Line => (LINE_ENDS - self.tally.blocked_ends[goal]) as usize,
            TrackForm::Loop => 0,
        };
        if open_cells.len() > self.tiles_left {
            // Every open cell receives a tile or the end of a line.
            let free_ends: usize = (0..self.tables.goals.len()).map(free_ends).sum();
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
            let ways = count + may_stay_empty as u32;
            if ways == 0 {
                return None;
            }
            if ways < fewest {
                (best, fewest) = (Some((cell, candidates, may_stay_empty)), ways);
            }
        }
        best
    }

    fn candidates(&self, cell: u32) -> OrientationSet<W> {
        let mut candidates = self.domains[cell as usize].and(self.available);
        if let Some(outward) = &self.start.outward {
            for (goal, outward) in outward.iter().enumerate() {
                if self.tally.blocked_ends[goal] >= LINE_ENDS {
                    candidates = candidates.without(outward[cell as usize]);
                }
            }
        }
        candidates
    }

    /// Returns whether every path that leads into a cell may end there.
    fn may_stay_empty(&self, cell: u32) -> bool {
        if !self.tables.has_lines || self.start.is_required[cell as usize] {
            return false;
        }
        let mut blocked_ends = self.tally.blocked_ends;
        for side in 0..self.tables.sides {
            let orientation = self.cells[self.neighbour(cell, side) as usize];
            if orientation < BLOCKED {
                let goal = self.tables.orientations[orientation as usize].goals[self.tables.opposite(side)] as usize;
                if goal != NO_GOAL as usize {
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
        let Some(kind) = self.copies_left.iter().position(|copies| *copies > 0) else { return };
        let placed: Vec<u32> = self.path.iter().filter(|step| step.1 != BLOCKED).map(|step| step.0).collect();
        let coords = &self.start.coords;
        let is_near = |cell: u32| {
            let distance_to = |other: &u32| distance(self.tables.sides, coords[cell as usize], coords[*other as usize]);
            placed.iter().any(|other| distance_to(other) <= self.tiles_left)
        };
        let all = 0..self.cells.len() as u32;
        let cells: Vec<u32> = all.filter(|cell| self.cells[*cell as usize] == EMPTY && is_near(*cell)).collect();
        for cell in cells {
            let mut rest = self.domains[cell as usize].and(self.tables.orientations_by_kind[kind]);
            while let Some(orientation) = rest.pop() {
                let run_start = self.open_cells.len();
                let undo = self.place(cell, orientation as u16, from);
                if undo.is_applied() {
                    self.run(run_start, visitor);
                }
                self.remove(cell, orientation as u16, undo);
                if self.stopped {
                    return;
                }
            }
        }
    }

    /// Returns whether all tiles, now placed, meet the goals.
    fn is_solved(&mut self) -> bool {
        let tables = self.tables;
        let goals_met = tables.goals.iter().enumerate().all(|(goal, PuzzleGoal { form, .. })| match form {
            TrackForm::Loop => self.tally.closed[goal],
            TrackForm::Line => !self.tally.closed[goal] && self.tally.components[goal] == 1,
        });
        goals_met && (!self.allows_separate || self.is_connected())
    }
}
