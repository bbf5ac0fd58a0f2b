//! Tiles on the board and the frontier around them. Laying a tile and taking it back cost the same however many tiles
//! lie there.

use std::sync::Arc;

use super::closure::Closure;
use super::kit::Pattern;
use super::needs::{NONE, Need, Pressure, Strain};
use super::paths::{Closed, Mark as PathMark, Paths};
use super::plan::TrackPlan;
use crate::geometry::{At, Lattice, Window};

const MAX_AXES: usize = Lattice::MAX_AXES;

/// What is known of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spot {
    /// What it asks of a tile, as a number to look things up by and as a pattern to hold lies against.
    need: Need,
    pattern: Pattern,
    /// Its place in the frontier, if it is empty and touches a tile.
    rank: u32,
    /// The lie of the tile on it, or `NONE`.
    lie: u16,
    /// How many tiles it touches.
    touching: u8,
}

const BARE: Spot = Spot { need: 0, pattern: Pattern::NONE, rank: 0, lie: NONE, touching: 0 };

/// The extent of the tiles along every axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    pub least: [i32; MAX_AXES],
    pub most: [i32; MAX_AXES],
}

impl Extent {
    const EMPTY: Extent = Extent { least: [i32::MAX; MAX_AXES], most: [i32::MIN; MAX_AXES] };

    fn with(mut self, lattice: &Lattice, at: At) -> Extent {
        for axis in 0..lattice.axes {
            let along = Lattice::along(axis, at);
            self.least[axis] = self.least[axis].min(along);
            self.most[axis] = self.most[axis].max(along);
        }
        self
    }

    /// How many cells the tiles span along an axis.
    pub fn span(&self, axis: usize) -> i32 {
        if self.least[axis] > self.most[axis] { 0 } else { self.most[axis] - self.least[axis] + 1 }
    }
}

/// The sides of a cell are a number known when the program is built, so that every loop over them is unrolled.
#[derive(Clone)]
pub struct Field<const SIDES: usize> {
    plan: Arc<TrackPlan>,
    window: Window,
    strides: [i32; SIDES],
    spots: Vec<Spot>,
    /// The empty cells that touch a tile.
    frontier: Vec<u32>,
    /// How many of them are filled first by the rules of the game.
    forced: u32,
    pub paths: Paths<SIDES>,
    /// How far the tiles reach, where a rule asks for it after every move.
    pub extent: Extent,
    /// Every tile laid, oldest first, with its rank in the frontier before.
    laid: Vec<(u32, u32)>,
    /// Cells that are to be filled at once; empty between moves.
    pulled: Vec<u32>,
    /// Cells on which tiles are laid for a moment; empty otherwise.
    rehearsed: Vec<u32>,
    pub closure: Closure,
}

/// What becomes of the neighbours when a tile is laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foreseen {
    Calm,
    /// The neighbour through one side is filled at once.
    Pulls(usize),
    PullsSeveral,
    Torn,
}

/// Two sides that meet and differ: the neighbour's place, and both colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    pub there: At,
    pub own: u8,
    pub theirs: u8,
}

/// A moment to go back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    paths: PathMark,
    laid: u32,
    extent: Extent,
}

/// Why a chain of forced tiles cannot be: the cell that one colour enters too often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TornAt(pub At);

impl<const SIDES: usize> Field<SIDES> {
    pub fn new(plan: Arc<TrackPlan>) -> Self {
        let window = Window::around_origin(plan.reach());
        let mut field = Field {
            window,
            strides: [0; SIDES],
            spots: vec![BARE; window.len()],
            frontier: Vec::new(),
            forced: 0,
            paths: Paths::new(window.len()),
            extent: Extent::EMPTY,
            laid: Vec::new(),
            pulled: Vec::new(),
            rehearsed: Vec::new(),
            closure: Closure::default(),
            plan,
        };
        field.set_strides();
        field
    }

    fn set_strides(&mut self) {
        for (stride, &step) in self.strides.iter_mut().zip(&self.plan.lattice.steps) {
            *stride = self.window.stride(step);
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

    /// The empty cells that touch at least so many tiles.
    pub fn crowded(&self, tiles: u32) -> impl Iterator<Item = u32> + '_ {
        self.frontier.iter().copied().filter(move |&cell| self.touching(cell) >= tiles)
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
        &self.frontier
    }

    pub fn need(&self, cell: u32) -> Need {
        self.spots[cell as usize].need
    }

    /// Whether a lie shows every colour that an empty cell asks for.
    pub fn matches(&self, cell: u32, lie: u16) -> bool {
        self.plan.kit[lie as usize].pattern.answers(self.spots[cell as usize].pattern)
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

    /// The cells laid since a mark.
    pub fn laid_since(&self, mark: Mark) -> impl Iterator<Item = At> + '_ {
        self.laid[mark.laid as usize..].iter().map(|(cell, _)| self.at(*cell))
    }

    /// How far the tiles reach along every axis.
    pub fn reach(&self) -> Extent {
        match self.plan.measures_extent {
            true => self.extent,
            false => self.laid().fold(Extent::EMPTY, |extent, at| extent.with(&self.plan.lattice, at)),
        }
    }

    pub fn mark(&self) -> Mark {
        Mark { paths: self.paths.mark(), laid: self.laid.len() as u32, extent: self.extent }
    }

    /// What becomes of the neighbours of an empty cell if `lie` is laid there can be told without laying anything.
    pub fn foresee(&self, cell: u32, lie: u16, strain: Strain) -> Foreseen {
        let asks = &self.plan.kit[lie as usize].asks;
        let mut foreseen = Foreseen::Calm;
        for (side, (&stride, ask)) in self.strides.iter().zip(asks).enumerate() {
            let next = &self.spots[cell.wrapping_add_signed(stride) as usize];
            // One side of one colour alone presses nothing.
            if next.touching == 0 || next.lie != NONE {
                continue;
            }
            match (self.plan.needs.pressure(next.need + ask.need, strain), foreseen) {
                (Pressure::Torn, _) => return Foreseen::Torn,
                (Pressure::Pulled, Foreseen::Calm) => foreseen = Foreseen::Pulls(side),
                (Pressure::Pulled, _) => foreseen = Foreseen::PullsSeveral,
                (Pressure::Calm, _) => {}
            }
        }
        foreseen
    }

    /// Whether a tile that pulls one neighbour tears nothing, where that can be told by looking one tile further: the
    /// tile that fills the neighbour leaves its own neighbours calm, or tears one. `None`: the chain goes on.
    pub fn foresee_fill(&self, cell: u32, lie: u16, side: usize, strain: Strain) -> Option<bool> {
        let pulled = self.next(cell, side);
        if self.window.is_tight(pulled) || !TrackPlan::reaches(self.at(pulled)) {
            return None;
        }
        let (plan, asks) = (&self.plan, &self.plan.kit[lie as usize].asks);
        let Some(fill) = plan.needs.fill(self.spots[pulled as usize].need + asks[side].need) else {
            return Some(true);
        };
        for (beyond, ask) in plan.kit[fill as usize].asks[..SIDES].iter().enumerate() {
            let next = self.next(pulled, beyond);
            let spot = &self.spots[next as usize];
            if spot.lie != NONE || next == cell {
                continue;
            }
            let from_cell = plan.shortcuts[side][beyond].map_or(0, |side| asks[side as usize].need);
            match plan.needs.pressure(spot.need + ask.need + from_cell, strain) {
                Pressure::Torn => return Some(false),
                Pressure::Pulled => return None,
                Pressure::Calm => {}
            }
        }
        Some(true)
    }

    /// Whether no neighbour of an empty cell touches another tile, so that no tile there can press any of them.
    pub fn stands_free(&self, cell: u32) -> bool {
        let mut beside = self.sides().map(|side| &self.spots[self.next(cell, side) as usize]);
        beside.all(|spot| spot.touching == 0 || spot.lie != NONE)
    }

    /// Whether a tile and all that follow from it tear nothing. They are laid for a moment as far as their neighbours
    /// would notice, without the frontier and the tracks: a good deal less than laying them. `None`: the chain comes
    /// near the rim of the window, so it must be laid to know.
    pub fn rehearse(&mut self, cell: u32, lie: u16, strain: Strain) -> Option<bool> {
        let (mut holds, mut next) = (Some(true), Some((cell, lie)));
        self.pulled.clear();
        while let Some((cell, lie)) = next {
            if self.window.is_tight(cell) {
                holds = None;
                break;
            }
            self.rehearsed.push(cell);
            let Field { plan, spots, strides, pulled, .. } = self;
            spots[cell as usize].lie = lie;
            for (&stride, ask) in strides.iter().zip(&plan.kit[lie as usize].asks) {
                let beside = cell.wrapping_add_signed(stride);
                let spot = &mut spots[beside as usize];
                if spot.lie != NONE {
                    continue;
                }
                spot.need += ask.need;
                match plan.needs.pressure(spot.need, strain) {
                    Pressure::Torn => holds = Some(false),
                    Pressure::Pulled => pulled.push(beside),
                    Pressure::Calm => {}
                }
            }
            next = if holds == Some(true) { self.next_fill() } else { None };
        }
        let Field { plan, spots, strides, rehearsed, .. } = self;
        for cell in rehearsed.drain(..).rev() {
            let lie = std::mem::replace(&mut spots[cell as usize].lie, NONE);
            for (&stride, ask) in strides.iter().zip(&plan.kit[lie as usize].asks) {
                let spot = &mut spots[cell.wrapping_add_signed(stride) as usize];
                if spot.lie == NONE {
                    spot.need -= ask.need;
                }
            }
        }
        holds
    }

    /// Lays a tile and then every tile that is forced, in turn. On an error the board is left as the chain left it:
    /// rewind to the mark.
    pub fn lay_and_follow(&mut self, cell: u32, lie: u16, strain: Strain) -> Result<(), TornAt> {
        self.pulled.clear();
        let mut next = Some((cell, lie));
        while let Some((cell, lie)) = next {
            let cell = self.lay(cell, lie);
            for side in self.sides() {
                let next = self.next(cell, side);
                let spot = &self.spots[next as usize];
                if spot.lie != NONE {
                    continue;
                }
                match self.plan.needs.pressure(spot.need, strain) {
                    Pressure::Torn => return Err(TornAt(self.at(next))),
                    Pressure::Pulled => self.pulled.push(next),
                    Pressure::Calm => {}
                }
            }
            next = self.next_fill();
        }
        Ok(())
    }

    /// The next cell that must be filled, and how; it may have been filled, or have come to need more, since it was
    /// noted.
    fn next_fill(&mut self) -> Option<(u32, u16)> {
        while let Some(cell) = self.pulled.pop() {
            let spot = self.spots[cell as usize];
            match self.plan.needs.fill(spot.need) {
                // Beyond what we can hold nothing fills itself.
                Some(lie) if spot.lie == NONE && TrackPlan::reaches(self.at(cell)) => {
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
            self.lay(cell, lie);
        }
    }

    /// Lays one tile; gives the cell's number, which changes when the window has to grow.
    pub fn lay(&mut self, cell: u32, lie: u16) -> u32 {
        self.closure.forget();
        let cell = if self.window.is_tight(cell) { self.grow(self.at(cell)) } else { cell };
        if self.plan.measures_extent {
            self.extent = self.extent.with(&self.plan.lattice, self.at(cell));
        }
        let Spot { rank, touching, .. } = self.spots[cell as usize];
        if touching != 0 {
            self.leave_frontier(rank);
            self.forced -= (touching >= self.plan.forced_sides) as u32;
        }
        self.laid.push((cell, rank));
        let Field { plan, spots, frontier, strides, paths, forced, .. } = self;
        let kit = &plan.kit[lie as usize];
        spots[cell as usize].lie = lie;
        for (&stride, ask) in strides.iter().zip(&kit.asks) {
            let next = cell.wrapping_add_signed(stride);
            let spot = &mut spots[next as usize];
            if spot.lie != NONE {
                continue;
            }
            if spot.touching == 0 {
                spot.rank = frontier.len() as u32;
                frontier.push(next);
            }
            spot.touching += 1;
            spot.need += ask.need;
            spot.pattern = spot.pattern.with(ask.pattern);
            *forced += (spot.touching == plan.forced_sides) as u32;
        }
        // Where the track on a side ends now: far away, or just beyond the side if that cell is empty.
        let far = |paths: &Paths<SIDES>, side: u8| {
            let next = cell.wrapping_add_signed(strides[side as usize]);
            if spots[next as usize].lie == NONE {
                return paths.beyond(next, ((side as usize + SIDES / 2) % SIDES) as u8);
            }
            paths.from(cell, side)
        };
        for link in &kit.links[..SIDES / 2] {
            let (a, b) = (far(paths, link.a), far(paths, link.b));
            paths.link(cell, link, a, b);
        }
        cell
    }

    fn leave_frontier(&mut self, rank: u32) {
        self.frontier.swap_remove(rank as usize);
        if let Some(&moved) = self.frontier.get(rank as usize) {
            self.spots[moved as usize].rank = rank;
        }
    }

    /// Takes back everything since a mark, last first, so that even the order of the frontier is as it was.
    pub fn rewind(&mut self, mark: Mark) {
        self.closure.forget();
        if mark.laid == 0 {
            return self.clear();
        }
        self.paths.rewind(mark.paths);
        while self.laid.len() > mark.laid as usize {
            let Some((cell, rank)) = self.laid.pop() else { break };
            let Field { plan, spots, frontier, strides, forced, .. } = self;
            let kit = &plan.kit[spots[cell as usize].lie as usize];
            for (&stride, ask) in strides.iter().zip(&kit.asks).rev() {
                let spot = &mut spots[cell.wrapping_add_signed(stride) as usize];
                if spot.lie != NONE {
                    continue;
                }
                *forced -= (spot.touching == plan.forced_sides) as u32;
                spot.touching -= 1;
                spot.need -= ask.need;
                spot.pattern = spot.pattern.without(ask.pattern);
                if spot.touching == 0 {
                    frontier.pop();
                }
            }
            spots[cell as usize].lie = NONE;
            let touching = spots[cell as usize].touching;
            if touching != 0 {
                *forced += (touching >= plan.forced_sides) as u32;
                self.return_to_frontier(cell, rank);
            }
        }
        self.extent = mark.extent;
    }

    /// Takes back everything. Nothing has to be put back in its order.
    fn clear(&mut self) {
        let Field { spots, strides, laid, .. } = self;
        for (cell, _) in laid.drain(..) {
            spots[cell as usize] = BARE;
            strides.iter().for_each(|&stride| spots[cell.wrapping_add_signed(stride) as usize] = BARE);
        }
        self.frontier.clear();
        self.forced = 0;
        self.paths.clear();
        self.extent = Extent::EMPTY;
    }

    fn return_to_frontier(&mut self, cell: u32, rank: u32) {
        let end = self.frontier.len() as u32;
        self.frontier.push(cell);
        if rank < end {
            self.frontier.swap(rank as usize, end as usize);
            let moved = self.frontier[end as usize];
            self.spots[moved as usize].rank = end;
        }
        self.spots[cell as usize].rank = rank;
    }

    /// A larger window; every cell gets a new number, and that of `around` is given.
    fn grow(&mut self, around: At) -> u32 {
        let (old, new) = (self.window, self.window.grown_around(around));
        let renumber = |cell: u32| new.index(old.at(cell)).expect("a grown window holds the old one");
        let mut spots = vec![BARE; new.len()];
        for (cell, spot) in self.spots.iter().enumerate() {
            spots[renumber(cell as u32) as usize] = *spot;
        }
        self.spots = spots;
        self.paths = self.paths.renumbered(new.len(), renumber);
        self.frontier.iter_mut().chain(&mut self.pulled).for_each(|cell| *cell = renumber(*cell));
        self.laid.iter_mut().for_each(|(cell, _)| *cell = renumber(*cell));
        self.window = new;
        self.set_strides();
        self.window.index(around).unwrap_or_default()
    }

    /// Whether the tiles span so many cells in some direction.
    pub fn is_as_wide_as(&self, across: i32) -> bool {
        (0..self.plan.lattice.axes).any(|axis| self.extent.span(axis) >= across)
    }

    /// The colours, as bits, of the tracks touched since a mark whose ends leave the tiles in play on opposite sides, where
    /// the tiles span at least `across` from one to the other.
    pub fn lines_since(&self, mark: Mark, across: i32) -> u32 {
        if !self.is_as_wide_as(across) {
            return 0;
        }
        let (extent, axes) = (&self.extent, 0..self.plan.lattice.axes);
        let wide = |axis: &usize| extent.span(*axis) >= across;
        let mut colours = 0;
        for (cell, side) in self.paths.set_since(mark.paths) {
            let here = self.at(cell);
            // Few ends stand outside of all tiles: that is asked first.
            for axis in axes.clone().filter(wide) {
                let along = |at: At| Lattice::along(axis, at);
                if along(here) >= extent.least[axis] || !self.is_empty(cell) {
                    continue;
                }
                let there = self.at(self.paths.place(self.paths.from(cell, side)).0);
                if along(there) > extent.most[axis] {
                    colours |= self.colour_into(cell, side as usize).map_or(0, |colour| 1 << colour);
                }
            }
        }
        colours
    }

    pub fn closed_since(&self, mark: Mark) -> &[Closed] {
        self.paths.closed_since(mark.paths)
    }

    /// The number of tiles of the longest line and of the longest loop of every colour.
    pub fn longest(&self) -> Vec<(u32, u32)> {
        let mut longest = vec![(0, 0); self.plan.set.colours.len()];
        for (cell, side, colour) in self.open_ends() {
            let line = &mut longest[colour as usize].0;
            *line = (*line).max(self.paths.from(cell, side).length);
        }
        for closed in &self.paths.closed {
            let closed_before = &mut longest[closed.colour as usize].1;
            *closed_before = (*closed_before).max(closed.length);
        }
        longest
    }

    /// Every end of a track: the empty cell it would enter, through which side, and its colour.
    pub fn open_ends(&self) -> impl Iterator<Item = (u32, u8, u8)> + '_ {
        let around = |cell: u32| self.sides().map(move |side| (cell, side));
        let ends = self.frontier.iter().copied().flat_map(around);
        ends.filter_map(|(cell, side)| Some((cell, side as u8, self.colour_into(cell, side)?)))
    }

    /// Where a lie would differ from the tiles around a place.
    pub fn clashes(&self, at: At, lie: u16) -> impl Iterator<Item = Clash> + '_ {
        let (lies, lattice) = (&self.plan.set.lies, &self.plan.lattice);
        let clash = move |side: usize| {
            let there = at.plus(lattice.steps[side], 1);
            let theirs = lies[self.lie_at(there)? as usize].colours[lattice.opposite(side)];
            let own = lies[lie as usize].colours[side];
            (own != theirs).then_some(Clash { there, own, theirs })
        };
        self.sides().filter_map(clash)
    }

    /// The colour that enters an empty cell from the most sides, and from how many; of several the last.
    pub fn presses(&self, cell: u32) -> Option<(u8, usize)> {
        let entering: Vec<u8> = self.sides().filter_map(|side| self.colour_into(cell, side)).collect();
        let count = |colour: u8| entering.iter().filter(|entered| **entered == colour).count();
        entering.iter().map(|&colour| (colour, count(colour))).max_by_key(|&(colour, sides)| (sides, colour))
    }

    /// The colour of the track that would enter an empty cell through a side.
    fn colour_into(&self, cell: u32, side: usize) -> Option<u8> {
        let lie = self.spots[self.next(cell, side) as usize].lie;
        (lie != NONE).then(|| self.plan.set.lies[lie as usize].colours[(side + SIDES / 2) % SIDES])
    }
}
