//! Tiles on the board and the frontier around them. Laying a tile and taking it back cost the same however many tiles
//! lie there.

use std::sync::Arc;

use smallvec::SmallVec;

use super::asked::Extent;
use super::closure::Closure;
use super::crowd::Crowd;
use super::frontier::Frontier;
use super::kit::{Link, Pattern};
use super::needs::{NONE, Need, Pressure, Strain};
use super::paths::{Closed, Paths};
use super::plan::TrackPlan;
use crate::geometry::{At, Window};
use crate::mechanics::reaches;

/// What is known of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    /// What its neighbours ask of a tile, as a number to look things up by and as a pattern to hold lies against. It is
    /// kept whether or not a tile lies there: adding is cheaper than asking.
    pub need: Need,
    pub pattern: Pattern,
    /// Its place in the frontier, if it is empty and touches a tile.
    rank: u32,
    /// The lie of the tile on it, or `NONE`.
    pub lie: u16,
    /// How many tiles it touches.
    pub touching: u8,
}

const BARE: Spot = Spot { need: 0, pattern: Pattern::NONE, rank: 0, lie: NONE, touching: 0 };

/// The sides of a cell are a number known when the program is built, so that every loop over them is unrolled.
#[derive(Clone)]
pub struct Field<const SIDES: usize> {
    pub(super) plan: Arc<TrackPlan>,
    pub(super) window: Window,
    pub(super) strides: [i32; SIDES],
    pub(super) spots: Vec<Spot>,
    /// The empty cells that touch a tile.
    frontier: Frontier,
    /// How many of them are filled first by the rules of the game, and which.
    forced: u32,
    pub(super) crowd: Crowd,
    pub paths: Paths<SIDES>,
    /// How far the tiles reach, where a rule asks for it after every move.
    pub extent: Extent,
    /// Every tile laid, oldest first, with its rank in the frontier before.
    laid: Vec<(u32, u32)>,
    /// Cells that are to be filled at once; empty between moves.
    pub(super) pulled: Vec<u32>,
    /// Cells on which tiles are laid for a moment; empty otherwise.
    pub(super) rehearsed: Vec<u32>,
    pub closure: Closure,
}

/// A moment to go back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    laid: u32,
    /// How many tracks were closed.
    closed: u32,
    extent: Extent,
}

impl Mark {
    /// Before anything was laid.
    pub const START: Mark = Mark { laid: 0, closed: 0, extent: Extent::EMPTY };
}

/// Why a chain of forced tiles cannot be: the cell that one colour enters too often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TornAt(pub At);

impl<const SIDES: usize> Field<SIDES> {
    pub fn new(plan: Arc<TrackPlan>) -> Self {
        let window = Window::around_origin(plan.reach());
        let strides = strides(&plan, window);
        Field {
            window,
            strides,
            spots: vec![BARE; window.len()],
            frontier: Frontier::default(),
            forced: 0,
            crowd: Crowd::default(),
            paths: Paths::new(window.len(), strides),
            extent: Extent::EMPTY,
            laid: Vec::new(),
            pulled: Vec::new(),
            rehearsed: Vec::new(),
            closure: Closure::default(),
            plan,
        }
    }

    /// How many cells have memory.
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
        self.spots[cell as usize].lie == NONE
    }

    /// How many tiles an empty cell touches.
    pub fn touching(&self, cell: u32) -> u32 {
        self.spots[cell as usize].touching.into()
    }

    /// The empty cells that touch at least so many tiles, in the order of the frontier.
    pub fn crowded(&self, tiles: u32) -> SmallVec<[u32; 8]> {
        let frontier = self.frontier();
        match tiles == u32::from(self.plan.forced_sides) {
            true => self.forced_ranks().into_iter().map(|rank| frontier[rank as usize]).collect(),
            false => frontier.iter().copied().filter(|&cell| self.touching(cell) >= tiles).collect(),
        }
    }

    /// The place of an empty cell in the frontier.
    pub(super) fn rank(&self, cell: u32) -> u32 {
        self.spots[cell as usize].rank
    }

    pub fn at(&self, cell: u32) -> At {
        self.window.at(cell)
    }

    /// The number of a cell near the tiles.
    pub fn cell(&self, at: At) -> Option<u32> {
        self.window.index(at)
    }

    pub fn lie_at(&self, at: At) -> Option<u16> {
        let lie = self.spots[self.cell(at)? as usize].lie;
        (lie != NONE).then_some(lie)
    }

    pub fn frontier(&self) -> &[u32] {
        self.frontier.cells()
    }

    pub fn need(&self, cell: u32) -> Need {
        self.spots[cell as usize].need
    }

    /// The colours that the tiles around a cell show it.
    pub fn pattern(&self, cell: u32) -> Pattern {
        self.spots[cell as usize].pattern
    }

    /// Whether a lie shows every colour that an empty cell asks for.
    pub fn matches(&self, cell: u32, lie: u16) -> bool {
        self.plan.patterns[lie as usize].answers(self.pattern(cell))
    }

    /// How many empty cells are filled first by the rules of the game.
    pub fn forced(&self) -> u32 {
        self.forced
    }

    pub fn tiles(&self) -> usize {
        self.laid.len()
    }

    /// The cells of all tiles, oldest first.
    pub fn laid(&self) -> impl DoubleEndedIterator<Item = At> + '_ {
        self.laid.iter().map(|(cell, _)| self.at(*cell))
    }

    /// Where tiles were laid since a mark.
    pub fn laid_since(&self, mark: Mark) -> impl Iterator<Item = At> + '_ {
        self.cells_since(mark).map(|cell| self.at(cell))
    }

    /// How far the tiles reach along every axis.
    pub fn reach(&self) -> Extent {
        match self.plan.measures_extent {
            true => self.extent,
            false => self.laid().fold(Extent::EMPTY, |extent, at| extent.with::<SIDES>(at)),
        }
    }

    pub fn mark(&self) -> Mark {
        let closed = self.paths.closed.len() as u32;
        Mark { laid: self.laid.len() as u32, closed, extent: self.extent }
    }

    /// The tracks closed since a mark.
    pub fn closed_since(&self, mark: Mark) -> &[Closed] {
        &self.paths.closed[mark.closed as usize..]
    }

    /// The cells laid since a mark.
    pub(super) fn cells_since(&self, mark: Mark) -> impl Iterator<Item = u32> + '_ {
        self.laid[mark.laid as usize..].iter().map(|(cell, _)| *cell)
    }

    /// The links of the tile on a cell.
    pub(super) fn links(&self, cell: u32) -> &[Link] {
        &self.plan.kit[self.spots[cell as usize].lie as usize].links[..SIDES / 2]
    }

    /// Lays a tile and then every tile that is forced, in turn. On an error the board is left as the chain left it:
    /// rewind to the mark.
    pub fn lay_and_follow(&mut self, cell: u32, lie: u16, strain: Strain) -> Result<(), TornAt> {
        self.pulled.clear();
        let mut next = Some((cell, lie));
        while let Some((cell, lie)) = next {
            if let Some(torn) = self.lay(cell, lie, strain) {
                return Err(TornAt(self.at(torn)));
            }
            next = self.next_fill();
        }
        Ok(())
    }

    /// The next cell that must be filled, and how; it may have been filled, or have come to need more, since it was
    /// noted.
    pub(super) fn next_fill(&mut self) -> Option<(u32, u16)> {
        while let Some(cell) = self.pulled.pop() {
            let spot = self.spots[cell as usize];
            match self.plan.needs.fill(spot.need) {
                // Beyond what we can hold nothing fills itself.
                Some(lie) if spot.lie == NONE && reaches(self.at(cell)) => {
                    return Some((cell, lie));
                }
                _ => {}
            }
        }
        None
    }

    /// Puts a tile on an empty place, near or far, and nothing else.
    pub fn put(&mut self, at: At, lie: u16) {
        while self.window.index(at).is_none() {
            self.grow(at);
        }
        if let Some(cell) = self.window.index(at) {
            self.lay(cell, lie, Strain::NONE);
        }
    }

    /// Lays one tile. Cells that are now to be filled at once are noted; one that is torn is given.
    pub fn lay(&mut self, cell: u32, lie: u16, strain: Strain) -> Option<u32> {
        let cell = if self.window.is_tight(cell) { self.grow(self.at(cell)) } else { cell };
        if self.plan.measures_extent {
            self.extent = self.extent.with::<SIDES>(self.at(cell));
        }
        let Spot { rank, touching, .. } = self.spots[cell as usize];
        if touching != 0 {
            if let Some(moved) = self.frontier.take(rank) {
                self.spots[moved as usize].rank = rank;
            }
            if touching >= self.plan.forced_sides {
                self.forced -= 1;
                self.crowd.leave(cell);
            }
        }
        let forced_before = self.forced;
        self.laid.push((cell, rank));
        self.frontier.make_room(SIDES);
        let Field { plan, spots, frontier, strides, paths, forced, pulled, .. } = self;
        let mut torn = None;
        let kit = &plan.kit[lie as usize];
        spots[cell as usize].lie = lie;
        for (&stride, ask) in strides.iter().zip(&kit.asks) {
            let next = cell.wrapping_add_signed(stride);
            let spot = &mut spots[next as usize];
            // What lies where is a matter of chance: no branch but the last, which few take.
            let is_empty = spot.lie == NONE;
            let joins = is_empty & (spot.touching == 0);
            spot.rank = if joins { frontier.len() } else { spot.rank };
            frontier.push_if(joins, next);
            spot.touching += 1;
            spot.need += ask.need;
            spot.pattern = spot.pattern.with(ask.pattern);
            *forced += (is_empty & (spot.touching == plan.forced_sides)) as u32;
            let most = plan.needs.most(spot.need) & (is_empty as u8).wrapping_neg();
            match strain.pressure(most) {
                Pressure::Calm => {}
                Pressure::Pulled => pulled.push(next),
                Pressure::Torn => torn = Some(next),
            }
        }
        for link in &kit.links[..SIDES / 2] {
            paths.link(cell, link);
        }
        if self.forced != forced_before {
            self.note_forced(cell);
        }
        self.fill_on(cell);
        torn
    }

    /// Notes which neighbours of a tile that was laid are now to be filled first.
    #[cold]
    fn note_forced(&mut self, cell: u32) {
        for stride in self.strides {
            let next = cell.wrapping_add_signed(stride);
            let spot = &self.spots[next as usize];
            if spot.lie == NONE && spot.touching == self.plan.forced_sides {
                self.crowd.join(next);
            }
        }
    }

    /// Takes back everything since a mark, last first, so that even the order of the frontier is as it was.
    pub fn rewind(&mut self, mark: Mark) {
        self.closure.forget();
        self.crowd.forget();
        if mark.laid == 0 {
            return self.clear();
        }
        while self.laid.len() > mark.laid as usize {
            let Some((cell, rank)) = self.laid.pop() else { break };
            let Field { plan, spots, frontier, strides, paths, forced, .. } = self;
            let lie = std::mem::replace(&mut spots[cell as usize].lie, NONE);
            let kit = &plan.kit[lie as usize];
            for link in kit.links[..SIDES / 2].iter().rev() {
                paths.unlink(cell, link);
            }
            for (&stride, ask) in strides.iter().zip(&kit.asks) {
                let spot = &mut spots[cell.wrapping_add_signed(stride) as usize];
                let is_empty = spot.lie == NONE;
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

    /// Takes back everything. Nothing has to be put back in its order.
    fn clear(&mut self) {
        let Field { spots, strides, laid, paths, .. } = self;
        paths.forget(laid.iter().map(|(cell, _)| *cell));
        for (cell, _) in laid.drain(..) {
            spots[cell as usize] = BARE;
            strides.iter().for_each(|&stride| spots[cell.wrapping_add_signed(stride) as usize] = BARE);
        }
        self.frontier.clear();
        self.forced = 0;
        self.extent = Extent::EMPTY;
    }

    /// A larger window; every cell gets a new number, and that of `around` is given.
    fn grow(&mut self, around: At) -> u32 {
        let (old, new) = (self.window, self.window.grown_around(around));
        self.closure.forget();
        self.crowd.forget();
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

/// By how much a cell's number changes with a step through each side.
fn strides<const SIDES: usize>(plan: &TrackPlan, window: Window) -> [i32; SIDES] {
    let mut strides = [0; SIDES];
    for (stride, &step) in strides.iter_mut().zip(&plan.lattice.steps) {
        *stride = window.stride(step);
    }
    strides
}
