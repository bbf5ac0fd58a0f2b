//! Depth-first search: the most constrained cell (fewest orientations that fit) is filled with each of them in turn, or
//! left empty where a line may end at it.

use super::bits::OrientationSet;
use super::holes::CellMarks;
use super::placement::{GoalTally, LinkPath};
use super::reach::distance;
use super::start::SearchStart;
use super::tables::{GOALS, NO_GOAL, SolverTables};
use houserule_core::mechanics::puzzle::{PuzzleGoal, TrackForm};

/// Content of a cell without a tile: still empty, or empty for good.
pub const EMPTY: u16 = u16::MAX;
pub const SHUT: u16 = u16::MAX - 1;

/// Number of ends of a line.
pub const ENDS: u8 = 2;

/// Decision of the search: a cell and its orientation, or [`SHUT`].
pub type Decision = (u32, u16);

/// How the search continues from a node.
pub enum NodeVerdict {
    On,
    Back,
    Stop,
}

/// Visitor of a search.
pub trait SolutionVisitor {
    /// Called at every node.
    fn enter(&mut self, path: &[Decision], nodes: u64) -> NodeVerdict;
    /// Called for every solution; `whole` is whether it has no holes.
    fn found(&mut self, path: &[Decision], whole: bool) -> NodeVerdict;
}

pub struct ExactSearch<'a, const W: usize> {
    pub(super) tables: &'a SolverTables<W>,
    pub(super) start: &'a SearchStart<W>,
    pub(super) cells: Vec<u16>,
    /// Orientations that match the neighbours of each cell.
    pub(super) fits: Vec<OrientationSet<W>>,
    pub(super) ends: Vec<LinkPath>,
    /// Orientations of the tiles that are left.
    pub(super) free: OrientationSet<W>,
    pub(super) copies: Vec<u16>,
    /// Symmetry breaking: after a tile placed without a path leading to it, tiles of its kind go on later cells,
    /// because swapping them gives the same solution.
    pub(super) floors: Vec<u32>,
    pub(super) tally: GoalTally,
    pub(super) tiles_left: usize,
    pub path: Vec<Decision>,
    /// Cells to fill or to end a line at. Each depth has its own run; the last one is current.
    pub(super) list: Vec<u32>,
    pub(super) listed: Vec<bool>,
    pub(super) marks: CellMarks,
    /// Whether tiles may be separate from the others.
    pub(super) may_part: bool,
    pub nodes: u64,
    pub stopped: bool,
}

impl<'a, const W: usize> ExactSearch<'a, W> {
    pub fn new(tables: &'a SolverTables<W>, start: &'a SearchStart<W>) -> ExactSearch<'a, W> {
        let mut listed = vec![false; start.cells.len()];
        for &cell in &start.must {
            listed[cell as usize] = true;
        }
        ExactSearch {
            tables,
            start,
            cells: start.cells.clone(),
            fits: start.fits.clone(),
            ends: vec![LinkPath::default(); start.cells.len() * 8],
            free: tables.of_kind.iter().fold(OrientationSet::NONE, |all, bits| all.or(*bits)),
            copies: tables.kinds.iter().map(|kind| kind.members.len() as u16).collect(),
            floors: vec![0; tables.kinds.len()],
            tally: GoalTally {
                shut: [0; GOALS],
                parts: [0; GOALS],
                closed: [false; GOALS],
                left: tables.totals,
                stock: tables.stocks,
            },
            tiles_left: tables.kinds.iter().map(|kind| kind.members.len()).sum(),
            path: Vec::new(),
            list: start.must.clone(),
            listed,
            may_part: start.may_part,
            marks: CellMarks::new(start.cells.len()),
            nodes: 0,
            stopped: false,
        }
    }

    pub(super) fn neighbour(&self, cell: u32, side: usize) -> u32 {
        (cell as i32 + self.start.offsets[side]) as u32
    }

    /// Replays earlier decisions and returns where the current run of the list begins.
    pub fn replay(&mut self, steps: &[Decision]) -> usize {
        let mut from = 0;
        for &(cell, orientation) in steps {
            let begin = self.list.len();
            let undo = if orientation == SHUT { self.shut(cell, from) } else { self.lay(cell, orientation, from) };
            debug_assert!(undo.is_done(), "a decision taken before can be taken again");
            from = begin;
        }
        from
    }

    /// Searches everything below the current position, whose run of the list begins at `from`.
    pub fn run(&mut self, from: usize, watch: &mut impl SolutionVisitor) {
        self.nodes += 1;
        let go = match (self.tiles_left, watch.enter(&self.path, self.nodes)) {
            (0, NodeVerdict::On) if self.is_solved() => {
                let whole = !self.has_holes();
                if whole || self.start.holes { watch.found(&self.path, whole) } else { NodeVerdict::Back }
            }
            (0, NodeVerdict::On) => NodeVerdict::Back,
            (_, go) => go,
        };
        match go {
            NodeVerdict::On if self.tiles_left > 0 => {}
            NodeVerdict::Stop => return self.stopped = true,
            _ => return,
        }
        if from == self.list.len() {
            return self.begin_anew(from, watch);
        }
        let Some((cell, options, may_stay)) = self.narrowest(from) else { return };
        let mut rest = options;
        while let Some(orientation) = rest.pop() {
            let begin = self.list.len();
            let undo = self.lay(cell, orientation as u16, from);
            if undo.is_done() && (self.start.holes || !self.cuts_off(cell)) {
                self.run(begin, watch);
            }
            self.take(cell, orientation as u16, undo);
            if self.stopped {
                return;
            }
        }
        if may_stay {
            let begin = self.list.len();
            let undo = self.shut(cell, from);
            if undo.is_done() {
                self.run(begin, watch);
            }
            self.open(cell, undo);
        }
    }

    /// The most constrained listed cell, its orientations and whether it may stay empty; `None` when some cell can
    /// neither be filled nor stay empty.
    fn narrowest(&self, from: usize) -> Option<(u32, OrientationSet<W>, bool)> {
        let listed = &self.list[from..];
        let spare = |goal: usize| match self.tables.goals[goal].form {
            TrackForm::Line => (ENDS - self.tally.shut[goal]) as usize,
            TrackForm::Loop => 0,
        };
        if listed.len() > self.tiles_left {
            // Every listed cell takes a tile or the end of a line.
            let spare: usize = (0..self.tables.goals.len()).map(spare).sum();
            if listed.len() > self.tiles_left + spare {
                return None;
            }
        }
        let (mut best, mut fewest) = (None, u32::MAX);
        for &cell in listed {
            let options = self.options(cell);
            let count = options.len();
            if count >= fewest {
                continue;
            }
            let may_stay = self.may_stay_empty(cell);
            let ways = count + may_stay as u32;
            if ways == 0 {
                return None;
            }
            if ways < fewest {
                (best, fewest) = (Some((cell, options, may_stay)), ways);
            }
        }
        best
    }

    fn options(&self, cell: u32) -> OrientationSet<W> {
        let mut options = self.fits[cell as usize].and(self.free);
        if let Some(rim) = &self.start.rim {
            for (goal, rim) in rim.iter().enumerate() {
                if self.tally.shut[goal] >= ENDS {
                    options = options.without(rim[cell as usize]);
                }
            }
        }
        options
    }

    /// Whether every path that leads into a cell may end there.
    fn may_stay_empty(&self, cell: u32) -> bool {
        if !self.tables.has_lines || self.start.is_must[cell as usize] {
            return false;
        }
        let mut shut = self.tally.shut;
        for side in 0..self.tables.sides {
            let orientation = self.cells[self.neighbour(cell, side) as usize];
            if orientation < SHUT {
                let goal = self.tables.orientations[orientation as usize].goals[self.tables.opposite(side)] as usize;
                if goal != NO_GOAL as usize {
                    shut[goal] += 1;
                    if self.tables.goals[goal].form == TrackForm::Loop || shut[goal] > ENDS {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// No path leads on and tiles are left: the next tile may go anywhere from which the others can still connect to
    /// it.
    fn begin_anew(&mut self, from: usize, watch: &mut impl SolutionVisitor) {
        let Some(kind) = self.copies.iter().position(|copies| *copies > 0) else { return };
        let laid: Vec<u32> = self.path.iter().filter(|step| step.1 != SHUT).map(|step| step.0).collect();
        let places = &self.start.places;
        let near = |cell: u32| {
            let away = |other: &u32| distance(self.tables.sides, places[cell as usize], places[*other as usize]);
            laid.iter().any(|other| away(other) <= self.tiles_left)
        };
        let all = 0..self.cells.len() as u32;
        let cells: Vec<u32> = all.filter(|cell| self.cells[*cell as usize] == EMPTY && near(*cell)).collect();
        for cell in cells {
            let mut rest = self.fits[cell as usize].and(self.tables.of_kind[kind]);
            while let Some(orientation) = rest.pop() {
                let begin = self.list.len();
                let undo = self.lay(cell, orientation as u16, from);
                if undo.is_done() {
                    self.run(begin, watch);
                }
                self.take(cell, orientation as u16, undo);
                if self.stopped {
                    return;
                }
            }
        }
    }

    /// Whether all tiles, now placed, meet the goals.
    fn is_solved(&mut self) -> bool {
        let tables = self.tables;
        let met = tables.goals.iter().enumerate().all(|(goal, PuzzleGoal { form, .. })| match form {
            TrackForm::Loop => self.tally.closed[goal],
            TrackForm::Line => !self.tally.closed[goal] && self.tally.parts[goal] == 1,
        });
        met && (!self.may_part || self.is_one_piece())
    }
}
