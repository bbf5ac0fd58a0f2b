//! Tiles on the board and the frontier around them. The cost of placing and undoing a tile does not depend on the
//! number of tiles.

use std::sync::Arc;

use smallvec::SmallVec;

use super::closure::Closure;
use super::constraints::{EdgeConstraint, FillState, ForcedThresholds, NONE};
use super::forced_cells::ForcedCells;
use super::frontier::Frontier;
use super::paths::{ClosedPath, Paths};
use super::queries::Extent;
use super::rules::TrackRules;
use super::tables::{EdgePattern, TrackLink};
use crate::geometry::{Coord, Window};
use crate::mechanics::reaches;

/// State of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellState {
    /// Constraint by the neighbours, as an index into tables and as a pattern to compare orientations with. It is kept
    /// even if the cell holds a tile, because adding is cheaper than branching.
    pub need: EdgeConstraint,
    pub pattern: EdgePattern,
    /// Rank in the frontier, if it is empty and touches a tile.
    rank: u32,
    /// Orientation of its tile, or `NONE`.
    pub orientation: u16,
    /// Number of tiles that it touches.
    pub touching: u8,
}

const BARE: CellState = CellState { need: 0, pattern: EdgePattern::NONE, rank: 0, orientation: NONE, touching: 0 };

/// Tiles on the board. The number of sides is a compile-time constant, so that loops over them are unrolled.
#[derive(Clone)]
pub struct TileGrid<const SIDES: usize> {
    pub(super) plan: Arc<TrackRules>,
    pub(super) window: Window,
    pub(super) strides: [i32; SIDES],
    pub(super) spots: Vec<CellState>,
    /// Empty cells that touch a tile.
    frontier: Frontier,
    /// Number of forced cells, and which they are.
    forced: u32,
    pub(super) forced_cells: ForcedCells,
    pub paths: Paths<SIDES>,
    /// Extent of the tiles, if a rule needs it after every move.
    pub extent: Extent,
    /// Placed tiles, oldest first, each with its former rank in the frontier.
    laid: Vec<(u32, u32)>,
    /// Cells to be filled at once; empty between moves.
    pub(super) pulled: Vec<u32>,
    /// Cells where tiles are placed tentatively; empty otherwise.
    pub(super) rehearsed: Vec<u32>,
    pub closure: Closure,
}

/// Point in the history to return to.
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

/// Why a chain of forced tiles is illegal: the cell that one colour enters too often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImpossibleFill(pub Coord);

impl<const SIDES: usize> TileGrid<SIDES> {
    pub fn new(plan: Arc<TrackRules>) -> Self {
        let window = Window::around_origin(plan.reach());
        let strides = strides(&plan, window);
        TileGrid {
            window,
            strides,
            spots: vec![BARE; window.len()],
            frontier: Frontier::default(),
            forced: 0,
            forced_cells: ForcedCells::default(),
            paths: Paths::new(window.len(), strides),
            extent: Extent::EMPTY,
            laid: Vec::new(),
            pulled: Vec::new(),
            rehearsed: Vec::new(),
            closure: Closure::default(),
            plan,
        }
    }

    /// Number of cells that have memory.
    pub fn cells(&self) -> usize {
        self.spots.len()
    }

    pub fn sides(&self) -> std::ops::Range<usize> {
        0..SIDES
    }

    pub fn next(&self, cell: u32, side: usize) -> u32 {
        cell.wrapping_add_signed(self.strides[side])
    }

    pub fn is_empty(&self, cell: u32) -> bool {
        self.spots[cell as usize].orientation == NONE
    }

    /// Number of tiles that an empty cell touches.
    pub fn touching(&self, cell: u32) -> u32 {
        self.spots[cell as usize].touching.into()
    }

    /// Empty cells that touch at least `tiles` tiles, in the order of the frontier.
    pub fn crowded(&self, tiles: u32) -> SmallVec<[u32; 8]> {
        let frontier = self.frontier();
        match tiles == u32::from(self.plan.forced_sides) {
            true => self.forced_ranks().into_iter().map(|rank| frontier[rank as usize]).collect(),
            false => frontier.iter().copied().filter(|&cell| self.touching(cell) >= tiles).collect(),
        }
    }

    /// Rank of an empty cell in the frontier.
    pub(super) fn rank(&self, cell: u32) -> u32 {
        self.spots[cell as usize].rank
    }

    pub fn at(&self, cell: u32) -> Coord {
        self.window.at(cell)
    }

    /// Index of a cell near the tiles.
    pub fn cell(&self, at: Coord) -> Option<u32> {
        self.window.index(at)
    }

    pub fn orientation_at(&self, at: Coord) -> Option<u16> {
        let orientation = self.spots[self.cell(at)? as usize].orientation;
        (orientation != NONE).then_some(orientation)
    }

    pub fn frontier(&self) -> &[u32] {
        self.frontier.cells()
    }

    pub fn need(&self, cell: u32) -> EdgeConstraint {
        self.spots[cell as usize].need
    }

    /// Colours of the tiles around a cell.
    pub fn pattern(&self, cell: u32) -> EdgePattern {
        self.spots[cell as usize].pattern
    }

    /// Whether an orientation matches all colours around an empty cell.
    pub fn matches(&self, cell: u32, orientation: u16) -> bool {
        self.plan.patterns[orientation as usize].answers(self.pattern(cell))
    }

    /// Number of forced cells.
    pub fn forced(&self) -> u32 {
        self.forced
    }

    pub fn tiles(&self) -> usize {
        self.laid.len()
    }

    /// Cells of all tiles, oldest first.
    pub fn laid(&self) -> impl DoubleEndedIterator<Item = Coord> + '_ {
        self.laid.iter().map(|(cell, _)| self.at(*cell))
    }

    /// Coordinates of the tiles placed since a mark.
    pub fn laid_since(&self, mark: JournalMark) -> impl Iterator<Item = Coord> + '_ {
        self.cells_since(mark).map(|cell| self.at(cell))
    }

    /// Extent of the tiles along every axis.
    pub fn reach(&self) -> Extent {
        match self.plan.measures_extent {
            true => self.extent,
            false => self.laid().fold(Extent::EMPTY, |extent, at| extent.with::<SIDES>(at)),
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

    /// Cells of the tiles placed since a mark.
    pub(super) fn cells_since(&self, mark: JournalMark) -> impl Iterator<Item = u32> + '_ {
        self.laid[mark.laid as usize..].iter().map(|(cell, _)| *cell)
    }

    /// Links of the tile on a cell.
    pub(super) fn links(&self, cell: u32) -> &[TrackLink] {
        &self.plan.tables[self.spots[cell as usize].orientation as usize].links[..SIDES / 2]
    }

    /// Places a tile and then every forced tile in turn. On an error the board is left as the chain left it: rewind to
    /// the mark.
    pub fn lay_and_follow(
        &mut self,
        cell: u32,
        orientation: u16,
        strain: ForcedThresholds,
    ) -> Result<(), ImpossibleFill> {
        self.pulled.clear();
        let mut next = Some((cell, orientation));
        while let Some((cell, orientation)) = next {
            if let Some(torn) = self.lay(cell, orientation, strain) {
                return Err(ImpossibleFill(self.at(torn)));
            }
            next = self.next_fill();
        }
        Ok(())
    }

    /// Next cell that must be filled, with its orientation. A noted cell may have been filled or become more
    /// constrained since.
    pub(super) fn next_fill(&mut self) -> Option<(u32, u16)> {
        while let Some(cell) = self.pulled.pop() {
            let spot = self.spots[cell as usize];
            match self.plan.needs.fill(spot.need) {
                // Beyond the maximum distance nothing is filled automatically.
                Some(orientation) if spot.orientation == NONE && reaches(self.at(cell)) => {
                    return Some((cell, orientation));
                }
                _ => {}
            }
        }
        None
    }

    /// Places a tile on an empty cell, near or far, without any consequences.
    pub fn put(&mut self, at: Coord, orientation: u16) {
        while self.window.index(at).is_none() {
            self.grow(at);
        }
        if let Some(cell) = self.window.index(at) {
            self.lay(cell, orientation, ForcedThresholds::NONE);
        }
    }

    /// Places one tile and notes the cells that are now forced; returns a cell that has become impossible to fill.
    pub fn lay(&mut self, cell: u32, orientation: u16, strain: ForcedThresholds) -> Option<u32> {
        let cell = if self.window.is_tight(cell) { self.grow(self.at(cell)) } else { cell };
        if self.plan.measures_extent {
            self.extent = self.extent.with::<SIDES>(self.at(cell));
        }
        let CellState { rank, touching, .. } = self.spots[cell as usize];
        if touching != 0 {
            if let Some(moved) = self.frontier.take(rank) {
                self.spots[moved as usize].rank = rank;
            }
            if touching >= self.plan.forced_sides {
                self.forced -= 1;
                self.forced_cells.leave(cell);
            }
        }
        let forced_before = self.forced;
        self.laid.push((cell, rank));
        self.frontier.make_room(SIDES);
        let TileGrid { plan, spots, frontier, strides, paths, forced, pulled, .. } = self;
        let mut torn = None;
        let tables = &plan.tables[orientation as usize];
        spots[cell as usize].orientation = orientation;
        for (&stride, ask) in strides.iter().zip(&tables.asks) {
            let next = cell.wrapping_add_signed(stride);
            let spot = &mut spots[next as usize];
            // What is on the neighbours is unpredictable: the only branch is the last one, which is rarely taken.
            let is_empty = spot.orientation == NONE;
            let joins = is_empty & (spot.touching == 0);
            spot.rank = if joins { frontier.len() } else { spot.rank };
            frontier.push_if(joins, next);
            spot.touching += 1;
            spot.need += ask.need;
            spot.pattern = spot.pattern.with(ask.pattern);
            *forced += (is_empty & (spot.touching == plan.forced_sides)) as u32;
            let most = plan.needs.most(spot.need) & (is_empty as u8).wrapping_neg();
            match strain.pressure(most) {
                FillState::Free => {}
                FillState::Forced => pulled.push(next),
                FillState::Impossible => torn = Some(next),
            }
        }
        for link in &tables.links[..SIDES / 2] {
            paths.link(cell, link);
        }
        if self.forced != forced_before {
            self.note_forced(cell);
        }
        self.fill_on(cell);
        torn
    }

    /// Notes which neighbours of a placed tile are now forced cells.
    #[cold]
    fn note_forced(&mut self, cell: u32) {
        for stride in self.strides {
            let next = cell.wrapping_add_signed(stride);
            let spot = &self.spots[next as usize];
            if spot.orientation == NONE && spot.touching == self.plan.forced_sides {
                self.forced_cells.join(next);
            }
        }
    }

    /// Undoes everything since a mark in reverse order, so that even the order of the frontier is restored.
    pub fn rewind(&mut self, mark: JournalMark) {
        self.closure.forget();
        self.forced_cells.forget();
        if mark.laid == 0 {
            return self.clear();
        }
        while self.laid.len() > mark.laid as usize {
            let Some((cell, rank)) = self.laid.pop() else { break };
            let TileGrid { plan, spots, frontier, strides, paths, forced, .. } = self;
            let orientation = std::mem::replace(&mut spots[cell as usize].orientation, NONE);
            let tables = &plan.tables[orientation as usize];
            for link in tables.links[..SIDES / 2].iter().rev() {
                paths.unlink(cell, link);
            }
            for (&stride, ask) in strides.iter().zip(&tables.asks) {
                let spot = &mut spots[cell.wrapping_add_signed(stride) as usize];
                let is_empty = spot.orientation == NONE;
                *forced -= (is_empty & (spot.touching == plan.forced_sides)) as u32;
                spot.touching -= 1;
                spot.need -= ask.need;
                spot.pattern = spot.pattern.without(ask.pattern);
                frontier.drop_last_if(is_empty & (spot.touching == 0));
            }
            let touching = spots[cell as usize].touching;
            if touching != 0 {
                *forced += (touching >= plan.forced_sides) as u32;
                spots[cell as usize].rank = rank;
                if let Some((moved, rank)) = frontier.put_back(rank, cell) {
                    spots[moved as usize].rank = rank;
                }
            }
        }
        self.extent = mark.extent;
    }

    /// Undoes everything, without restoring any order.
    fn clear(&mut self) {
        let TileGrid { spots, strides, laid, paths, .. } = self;
        paths.forget(laid.iter().map(|(cell, _)| *cell));
        for (cell, _) in laid.drain(..) {
            spots[cell as usize] = BARE;
            strides.iter().for_each(|&stride| spots[cell.wrapping_add_signed(stride) as usize] = BARE);
        }
        self.frontier.clear();
        self.forced = 0;
        self.extent = Extent::EMPTY;
    }

    /// Enlarges the window; every cell gets a new index, and that of `around` is returned.
    fn grow(&mut self, around: Coord) -> u32 {
        let (old, new) = (self.window, self.window.grown_around(around));
        self.closure.forget();
        self.forced_cells.forget();
        let renumber = |cell: u32| new.index(old.at(cell)).expect("a grown window holds the old one");
        let mut spots = vec![BARE; new.len()];
        for (cell, spot) in self.spots.iter().enumerate() {
            spots[renumber(cell as u32) as usize] = *spot;
        }
        self.spots = spots;
        self.strides = strides(&self.plan, new);
        self.paths = self.paths.renumbered(new.len(), self.strides, renumber);
        self.frontier.renumber(renumber);
        self.pulled.iter_mut().for_each(|cell| *cell = renumber(*cell));
        self.laid.iter_mut().for_each(|(cell, _)| *cell = renumber(*cell));
        self.window = new;
        self.window.index(around).unwrap_or_default()
    }
}

/// Change of a cell's index for a step through each side.
fn strides<const SIDES: usize>(plan: &TrackRules, window: Window) -> [i32; SIDES] {
    let mut strides = [0; SIDES];
    for (stride, &step) in strides.iter_mut().zip(&plan.lattice.steps) {
        *stride = window.stride(step);
    }
    strides
}
