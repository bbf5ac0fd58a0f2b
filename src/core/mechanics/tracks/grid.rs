//! Tiles on the board and the frontier around them. The cost of placing and undoing a tile does not depend on the
//! number of tiles.

use std::hint::select_unpredictable;
use std::sync::Arc;

use smallvec::SmallVec;

use super::closure::Closure;
use super::constraints::{EdgeConstraint, FillState, ForcedThresholds};
use super::forced_cells::ForcedCells;
use super::frontier::{Frontier, FrontierRank};
use super::paths::{ClosedPath, Paths};
use super::queries::Extent;
use super::rules::TrackRules;
use super::tables::{EdgePattern, TrackLink};
use crate::geometry::{Coord, Window, WindowCell};
use crate::index::IndexVec;
use crate::mechanics::is_in_reach;
use crate::tiles::OrientationIndex;

/// State of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellState {
    /// Constraint by the neighbours, as an index into tables and as a pattern to compare orientations with. It is also
    /// updated if the cell holds a tile, because adding is cheaper than branching.
    pub constraint: EdgeConstraint,
    pub pattern: EdgePattern,
    /// Rank in the frontier, if the cell is empty and touches a tile.
    rank: FrontierRank,
    /// Orientation of its tile, or the sentinel.
    pub orientation: OrientationIndex,
    /// Number of tiles that it touches.
    pub touching: u8,
}

const EMPTY_CELL: CellState = CellState {
    constraint: 0,
    pattern: EdgePattern::NONE,
    rank: FrontierRank::new(0),
    orientation: OrientationIndex::NONE,
    touching: 0,
};

/// Tiles on the board. The number of sides is a compile-time constant, so that loops over them are unrolled.
///
/// Two rules force something. With `auto_fill`, placing a tile also places others: cells that one colour enters from
/// enough sides are queued and filled in the same move. With `fill_first`, empty cells that touch enough tiles are
/// *forced spaces*, which seats fill by moves of their own.
#[derive(Clone)]
pub struct TileGrid<const SIDES: usize> {
    pub(super) rules: Arc<TrackRules>,
    pub(super) window: Window,
    pub(super) strides: [i32; SIDES],
    pub(super) cells: IndexVec<WindowCell, CellState>,
    /// Empty cells that touch a tile.
    frontier: Frontier,
    /// Number of forced spaces, and the cache of them.
    forced_count: u32,
    pub(super) forced_cells: ForcedCells,
    pub paths: Paths<SIDES>,
    /// Extent of the tiles, if a rule needs it after every move.
    pub extent: Extent,
    /// Placed tiles, oldest first, each with its former rank in the frontier.
    laid: Vec<(WindowCell, FrontierRank)>,
    /// Queue of cells to be filled at once; empty between moves.
    pub(super) fill_queue: Vec<WindowCell>,
    /// Cells where tiles are placed tentatively; empty otherwise.
    pub(super) tentative: Vec<WindowCell>,
    /// Result of filling all forced spaces, whatever the colours.
    pub closure: Closure,
}

/// Point in the journal to rewind to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JournalMark {
    laid: u32,
    /// Number of closed tracks.
    closed: u32,
    extent: Extent,
}

impl JournalMark {
    /// Before the first tile.
    pub const START: JournalMark = JournalMark { laid: 0, closed: 0, extent: Extent::EMPTY };
}

/// Error of a chain of forced tiles: the cell that one colour would enter from too many sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImpossibleFill(pub Coord);

impl<const SIDES: usize> TileGrid<SIDES> {
    pub fn new(rules: Arc<TrackRules>) -> Self {
        let window = Window::around_origin(rules.initial_reach());
        let strides = strides(&rules, window);
        TileGrid {
            window,
            strides,
            cells: vec![EMPTY_CELL; window.len()].into(),
            frontier: Frontier::default(),
            forced_count: 0,
            forced_cells: ForcedCells::default(),
            paths: Paths::new(window.len(), strides),
            extent: Extent::EMPTY,
            laid: Vec::new(),
            fill_queue: Vec::new(),
            tentative: Vec::new(),
            closure: Closure::default(),
            rules,
        }
    }

    /// Number of cells in the window.
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    pub fn sides(&self) -> std::ops::Range<usize> {
        0..SIDES
    }

    pub fn neighbour(&self, cell: WindowCell, side: usize) -> WindowCell {
        cell.step(self.strides[side])
    }

    pub fn is_empty(&self, cell: WindowCell) -> bool {
        self.cells[cell].orientation == OrientationIndex::NONE
    }

    /// Number of tiles that an empty cell touches.
    pub fn touching(&self, cell: WindowCell) -> u32 {
        self.cells[cell].touching.into()
    }

    /// Empty cells that touch at least `tiles` tiles, in the order of the frontier.
    pub fn crowded(&self, tiles: u32) -> SmallVec<[WindowCell; 8]> {
        let frontier = self.frontier();
        match tiles == u32::from(self.rules.forced_sides) {
            true => self.forced_ranks().into_iter().map(|rank| frontier[rank.index()]).collect(),
            false => frontier.iter().copied().filter(|&cell| self.touching(cell) >= tiles).collect(),
        }
    }

    /// Rank of an empty cell in the frontier.
    pub(super) fn rank(&self, cell: WindowCell) -> FrontierRank {
        self.cells[cell].rank
    }

    pub fn coord(&self, cell: WindowCell) -> Coord {
        self.window.coord(cell)
    }

    /// Index of a cell near the tiles.
    pub fn cell(&self, at: Coord) -> Option<WindowCell> {
        self.window.cell(at)
    }

    pub fn orientation_at(&self, at: Coord) -> Option<OrientationIndex> {
        let orientation = self.cells[self.cell(at)?].orientation;
        (orientation != OrientationIndex::NONE).then_some(orientation)
    }

    pub fn frontier(&self) -> &[WindowCell] {
        self.frontier.cells()
    }

    pub fn constraint(&self, cell: WindowCell) -> EdgeConstraint {
        self.cells[cell].constraint
    }

    /// Colours of the tiles around a cell.
    pub fn pattern(&self, cell: WindowCell) -> EdgePattern {
        self.cells[cell].pattern
    }

    /// Whether an orientation matches all colours around an empty cell.
    pub fn matches(&self, cell: WindowCell, orientation: OrientationIndex) -> bool {
        self.rules.patterns[orientation].satisfies(self.pattern(cell))
    }

    /// Number of forced cells.
    pub fn forced_count(&self) -> u32 {
        self.forced_count
    }

    pub fn tile_count(&self) -> usize {
        self.laid.len()
    }

    /// Cells of all tiles, oldest first.
    pub fn laid(&self) -> impl DoubleEndedIterator<Item = Coord> + '_ {
        self.laid.iter().map(|(cell, _)| self.coord(*cell))
    }

    /// Coordinates of the tiles placed since a mark.
    pub fn laid_since(&self, mark: JournalMark) -> impl Iterator<Item = Coord> + '_ {
        self.cells_since(mark).map(|cell| self.coord(cell))
    }

    /// Extent of the tiles along every axis.
    pub fn tile_extent(&self) -> Extent {
        match self.rules.measures_extent {
            true => self.extent,
            false => self.laid().fold(Extent::EMPTY, |extent, at| extent.including::<SIDES>(at)),
        }
    }

    pub fn mark(&self) -> JournalMark {
        let closed = self.paths.closed.len() as u32;
        JournalMark { laid: self.laid.len() as u32, closed, extent: self.extent }
    }

    /// Tracks closed since a mark.
    pub fn closed_since(&self, mark: JournalMark) -> &[ClosedPath] {
        &self.paths.closed[mark.closed as usize..]
    }

    /// Indices of the cells of the tiles placed since a mark.
    pub(super) fn cells_since(&self, mark: JournalMark) -> impl Iterator<Item = WindowCell> + '_ {
        self.laid[mark.laid as usize..].iter().map(|(cell, _)| *cell)
    }

    /// Links of the tile on a cell.
    pub(super) fn links(&self, cell: WindowCell) -> &[TrackLink] {
        &self.rules.oriented_tiles[self.cells[cell].orientation].links[..SIDES / 2]
    }

    /// Places a tile and then every forced tile in turn. After an error the tiles of the chain remain: rewind to a
    /// mark.
    pub fn lay_and_follow(
        &mut self,
        cell: WindowCell,
        orientation: OrientationIndex,
        thresholds: ForcedThresholds,
    ) -> Result<(), ImpossibleFill> {
        self.fill_queue.clear();
        let mut next = Some((cell, orientation));
        while let Some((cell, orientation)) = next {
            if let Some(impossible) = self.lay(cell, orientation, thresholds) {
                return Err(ImpossibleFill(self.coord(impossible)));
            }
            next = self.next_fill();
        }
        Ok(())
    }

    /// Next queued cell, with the only orientation that fits it. A cell may have been filled since it was queued, or no
    /// tile fits it any more.
    pub(super) fn next_fill(&mut self) -> Option<(WindowCell, OrientationIndex)> {
        while let Some(cell) = self.fill_queue.pop() {
            let state = self.cells[cell];
            match self.rules.constraints.fill(state.constraint) {
                // Beyond the maximum distance nothing is filled automatically.
                Some(orientation) if state.orientation == OrientationIndex::NONE && is_in_reach(self.coord(cell)) => {
                    return Some((cell, orientation));
                }
                _ => {}
            }
        }
        None
    }

    /// Places a tile on an empty cell at any distance, without forcing others.
    pub fn place(&mut self, at: Coord, orientation: OrientationIndex) {
        while self.window.cell(at).is_none() {
            self.grow(at);
        }
        if let Some(cell) = self.window.cell(at) {
            self.lay(cell, orientation, ForcedThresholds::NONE);
        }
    }

    /// Places one tile, with all that is tracked about its neighbours, and queues those that the same move has to fill;
    /// returns a neighbour that no tile can fill any more.
    pub fn lay(
        &mut self,
        cell: WindowCell,
        orientation: OrientationIndex,
        thresholds: ForcedThresholds,
    ) -> Option<WindowCell> {
        let cell = if self.window.is_near_rim(cell) { self.grow(self.coord(cell)) } else { cell };
        if self.rules.measures_extent {
            self.extent = self.extent.including::<SIDES>(self.coord(cell));
        }
        let CellState { rank, touching, .. } = self.cells[cell];
        if touching != 0 {
            if let Some(moved) = self.frontier.swap_remove(rank) {
                self.cells[moved].rank = rank;
            }
            if touching >= self.rules.forced_sides {
                self.forced_count -= 1;
                self.forced_cells.remove(cell);
            }
        }
        let forced_before = self.forced_count;
        self.laid.push((cell, rank));
        self.frontier.reserve(SIDES);
        let TileGrid { rules, cells, frontier, strides, paths, forced_count, fill_queue, .. } = self;
        let tables = &rules.oriented_tiles[orientation];
        cells[cell].orientation = orientation;
        // The contents of the neighbours are unpredictable, so this loop has no branches and is unrolled.
        let neighbours = strides.map(|stride| cell.step(stride));
        let mut same_colour = [0; SIDES];
        for ((&next, demand), same_colour) in neighbours.iter().zip(&tables.demands).zip(&mut same_colour) {
            let state = &mut cells[next];
            let is_empty = state.orientation == OrientationIndex::NONE;
            let joins = is_empty & (state.touching == 0);
            state.rank = select_unpredictable(joins, frontier.next_rank(), state.rank);
            frontier.push_if(joins, next);
            state.touching += 1;
            state.constraint += demand.constraint;
            state.pattern = state.pattern.with(demand.pattern);
            *forced_count += u32::from(is_empty & (state.touching == rules.forced_sides));
            *same_colour = rules.constraints.max_same_colour(state.constraint) & u8::from(is_empty).wrapping_neg();
        }
        let mut impossible = None;
        if same_colour.iter().any(|&same_colour| thresholds.fill_state(same_colour) != FillState::Free) {
            for (next, same_colour) in neighbours.into_iter().zip(same_colour) {
                match thresholds.fill_state(same_colour) {
                    FillState::Free => {}
                    FillState::Forced => fill_queue.push(next),
                    FillState::Impossible => impossible = Some(next),
                }
            }
        }
        for link in &tables.links[..SIDES / 2] {
            paths.link(cell, link);
        }
        if self.forced_count != forced_before {
            self.cache_forced_spaces(cell);
        }
        self.extend_closure(cell);
        impossible
    }

    /// Adds the neighbours of a placed tile that are now forced spaces to the cache.
    #[cold]
    fn cache_forced_spaces(&mut self, cell: WindowCell) {
        for stride in self.strides {
            let next = cell.step(stride);
            let state = &self.cells[next];
            if state.orientation == OrientationIndex::NONE && state.touching == self.rules.forced_sides {
                self.forced_cells.insert(next);
            }
        }
    }

    /// Undoes everything since a mark in reverse order, so that even the order of the frontier is restored.
    pub fn rewind(&mut self, mark: JournalMark) {
        self.closure.invalidate();
        self.forced_cells.invalidate();
        if mark.laid == 0 {
            return self.clear();
        }
        while self.laid.len() > mark.laid as usize {
            let Some((cell, rank)) = self.laid.pop() else { break };
            let TileGrid { rules, cells, frontier, strides, paths, forced_count, .. } = self;
            let orientation = std::mem::replace(&mut cells[cell].orientation, OrientationIndex::NONE);
            let tables = &rules.oriented_tiles[orientation];
            for link in tables.links[..SIDES / 2].iter().rev() {
                paths.unlink(cell, link);
            }
            for (&stride, demand) in strides.iter().zip(&tables.demands) {
                let state = &mut cells[cell.step(stride)];
                let is_empty = state.orientation == OrientationIndex::NONE;
                *forced_count -= u32::from(is_empty & (state.touching == rules.forced_sides));
                state.touching -= 1;
                state.constraint -= demand.constraint;
                state.pattern = state.pattern.without(demand.pattern);
                frontier.pop_if(is_empty & (state.touching == 0));
            }
            let touching = cells[cell].touching;
            if touching != 0 {
                *forced_count += u32::from(touching >= rules.forced_sides);
                cells[cell].rank = rank;
                if let Some((moved, rank)) = frontier.restore(rank, cell) {
                    cells[moved].rank = rank;
                }
            }
        }
        self.extent = mark.extent;
    }

    /// Undoes everything, without restoring any order.
    fn clear(&mut self) {
        let TileGrid { cells, strides, laid, paths, .. } = self;
        paths.clear(laid.iter().map(|(cell, _)| *cell));
        for (cell, _) in laid.drain(..) {
            cells[cell] = EMPTY_CELL;
            strides.iter().for_each(|&stride| cells[cell.step(stride)] = EMPTY_CELL);
        }
        self.frontier.clear();
        self.forced_count = 0;
        self.extent = Extent::EMPTY;
    }

    /// Enlarges the window; every cell gets a new index. Returns the new index of `coord`.
    fn grow(&mut self, coord: Coord) -> WindowCell {
        let (old, new) = (self.window, self.window.grown_around(coord));
        self.closure.invalidate();
        self.forced_cells.invalidate();
        let renumber = |cell: WindowCell| new.cell(old.coord(cell)).expect("a grown window holds the old one");
        let mut cells = IndexVec::from(vec![EMPTY_CELL; new.len()]);
        for (cell, state) in self.cells.iter_enumerated() {
            cells[renumber(cell)] = *state;
        }
        self.cells = cells;
        self.strides = strides(&self.rules, new);
        self.paths = self.paths.renumbered(new.len(), self.strides, renumber);
        self.frontier.renumber(renumber);
        self.fill_queue.iter_mut().for_each(|cell| *cell = renumber(*cell));
        self.laid.iter_mut().for_each(|(cell, _)| *cell = renumber(*cell));
        self.window = new;
        // Far from the tiles one growth may not be enough; `place` repeats it.
        self.window.cell(coord).unwrap_or_default()
    }
}

/// Change of a cell's index for a step through each side.
fn strides<const SIDES: usize>(rules: &TrackRules, window: Window) -> [i32; SIDES] {
    let mut strides = [0; SIDES];
    for (stride, &step) in strides.iter_mut().zip(&rules.lattice.steps) {
        *stride = window.stride(step);
    }
    strides
}
