//! Legal moves of tiles.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::TrackPosition;
use super::constraints::{ConstraintTables, ForcedThresholds};
use super::preview_fill::FillPreview;
use super::restrictions::While;
use crate::geometry::Coord;
use crate::mechanics::{TurnStep, reaches};

/// Cell of the first tile.
pub const ORIGIN: Coord = Coord { x: 0, y: 0 };

/// Empty spaces to consider.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spaces {
    All,
    /// The forced cells.
    Forced,
}

impl<const SIDES: usize> TrackPosition<SIDES> {
    /// Whether a temporary restriction is in force.
    pub(super) fn in_force(&self, while_: While) -> bool {
        match while_ {
            While::Always => true,
            While::BagNotEmpty => self.stock.as_ref().is_some_and(|stock| !stock.bag().is_empty()),
        }
    }

    /// Thresholds of the forced-fill rules that are in force.
    pub(super) fn strain(&self) -> ForcedThresholds {
        let torn = self.plan.torn.filter(|(_, while_)| self.in_force(*while_));
        ForcedThresholds { pulled: self.plan.pulled, torn: torn.map_or(ForcedThresholds::NEVER, |(sides, _)| sides) }
    }

    /// Whether the seat to move holds a tile.
    pub(super) fn holds(&self, tile: u16) -> bool {
        self.stock.as_ref().is_none_or(|stock| stock.holds(self.state.clock.seat, tile))
    }

    /// Orientations allowed for the first tile, whoever holds it.
    pub(super) fn first_orientations(&self) -> impl Iterator<Item = u16> + '_ {
        self.first_orientations_of(|_| true)
    }

    /// Orientations of the first tile, only of the tiles that `is_asked` selects.
    fn first_orientations_of<'a>(&'a self, is_asked: impl Fn(u16) -> bool + 'a) -> impl Iterator<Item = u16> + 'a {
        let (set, wanted) = (&self.plan.set, self.plan.first_rotation);
        let tiles = (0..).zip(&set.tiles).filter(move |(tile, _)| is_asked(*tile));
        let orientations =
            tiles.flat_map(|(_, tile)| tile.first_orientation..tile.first_orientation + u16::from(tile.rotations));
        orientations.filter(move |orientation| {
            wanted.is_none_or(|wanted| wanted == set.orientations[*orientation as usize].rotation)
        })
    }

    /// Whether a tile there stays within the rules' box and the maximum distance.
    pub(super) fn is_within(&self, at: Coord) -> bool {
        reaches(at) && self.is_in_box(at)
    }

    /// Whether a tile there stays within the rules' box, if there is one.
    pub(super) fn is_in_box(&self, at: Coord) -> bool {
        let extent = &self.field.extent;
        let span = |axis: usize, along: i32| extent.most[axis].max(along).saturating_sub(extent.least[axis].min(along));
        self.plan.within.is_none_or(|(width, height)| span(0, at.x) < width && span(1, at.y) < height)
    }

    /// Number of tiles that the next one must touch: at most the number on the board.
    pub(super) fn to_touch(&self) -> u32 {
        let seat = self.state.clock.seat;
        let touch = self.plan.touch_of.as_ref().map_or(self.plan.touch, |touch_of| touch_of[seat]);
        touch.min(self.field.tiles() as u32)
    }

    /// An empty space beside `cell` that would touch too many tiles if `cell` held one, supposing that the rule is in
    /// force.
    pub(super) fn crowds_beside(&self, cell: u32) -> Option<u32> {
        self.spaces_beside(cell).find_map(|(next, is_crowded)| is_crowded.then_some(next))
    }

    /// Whether there is such a space.
    fn is_crowding(&self, cell: u32) -> bool {
        // What is beside it is unpredictable, so stopping at the first costs more than checking all.
        self.spaces_beside(cell).fold(false, |any, (_, is_crowded)| any | is_crowded)
    }

    /// Cells beside `cell`, each with whether it is an empty space that would touch too many tiles.
    fn spaces_beside(&self, cell: u32) -> impl Iterator<Item = (u32, bool)> {
        let most = self.plan.crowded.map_or(u32::MAX, |(sides, _)| sides);
        self.field.sides().map(move |side| {
            let next = self.field.next(cell, side);
            (next, self.field.is_empty(next) & (self.field.touching(next) + 1 >= most))
        })
    }

    /// Whether any tile at all may be placed on an empty cell: the conditions that do not depend on colours.
    pub(super) fn is_open(&self, cell: u32) -> bool {
        let in_force = |while_: While| self.in_force(while_);
        self.is_within(self.field.at(cell))
            && (self.plan.touch <= 1 || self.field.touching(cell) >= self.to_touch())
            && !(self.plan.crowded.is_some_and(|(_, while_)| in_force(while_)) && self.is_crowding(cell))
            && !self
                .plan
                .controlled
                .is_some_and(|(filled, while_)| in_force(while_) && self.field.crowds(cell, filled, self.state.sound))
    }

    /// Whether an empty cell is a forced cell.
    pub(super) fn is_forced(&self, cell: u32) -> bool {
        self.plan.forced.is_some_and(|sides| self.field.touching(cell) >= sides)
    }

    /// Whether one more free move belongs to this turn.
    pub(super) fn has_free_step(&self) -> bool {
        self.plan.steps[self.state.clock.step as usize..].contains(&TurnStep::Free)
    }

    /// Visits every legal placement until told to stop. A chain of forced tiles is placed only if a look at the
    /// neighbours cannot decide it.
    pub(super) fn for_each_move(&mut self, spaces: Spaces, mut visit: impl FnMut(Coord, u16) -> ControlFlow<()>) {
        if self.field.tiles() == 0 {
            if spaces == Spaces::All {
                let _ = self
                    .first_orientations_of(|tile| self.holds(tile))
                    .try_for_each(|orientation| visit(ORIGIN, orientation));
            }
            return;
        }
        let (plan, strain) = (self.plan.clone(), self.strain());
        let forced = (spaces == Spaces::Forced).then(|| self.field.forced_ranks());
        let looked_at = forced.as_ref().map_or(self.field.frontier().len(), SmallVec::len);
        let seat = self.state.clock.seat;
        let hand = self.stock.as_ref().map_or(0, |stock| ConstraintTables::bits(stock.hand(seat).iter().copied()));
        let mut in_hand: SmallVec<[u16; 32]> = SmallVec::new();
        for index in 0..looked_at {
            let index = forced.as_ref().map_or(index, |forced| forced[index] as usize);
            let cell = self.field.frontier()[index];
            // The hand is checked first: few spaces with several constrained sides find a tile there.
            let need = self.field.need(cell);
            let mut orientations = plan.needs.fits(need);
            if let Some(stock) = &self.stock {
                if !plan.needs.may_fit(need, hand) {
                    continue;
                }
                let held = stock.held(seat);
                let is_held = |orientation: &u16| held[plan.tile_of[*orientation as usize] as usize] > 0;
                in_hand.clear();
                in_hand.extend(orientations.iter().copied().filter(is_held));
                orientations = &in_hand;
            }
            if orientations.is_empty() || !self.is_open(cell) {
                continue;
            }
            let free = self.field.stands_free(cell);
            for &orientation in orientations {
                // Looked up again: trying a chain may renumber the cells, but their order stays.
                let cell = self.field.frontier()[index];
                if (free || self.tears_nothing(cell, orientation, strain))
                    && visit(self.field.at(self.field.frontier()[index]), orientation).is_break()
                {
                    return;
                }
            }
        }
    }

    /// Whether some tile may be placed on a forced cell.
    pub(super) fn owes(&mut self) -> bool {
        let mut owes = false;
        if self.field.forced() > 0 {
            self.for_each_move(Spaces::Forced, |_, _| {
                owes = true;
                ControlFlow::Break(())
            });
        }
        owes
    }

    /// Whether a tile and its consequences leave no space impossible to fill. Each test costs more than the one before
    /// it and is needed less often.
    pub(super) fn tears_nothing(&mut self, cell: u32, orientation: u16, strain: ForcedThresholds) -> bool {
        let told = match self.field.preview_fill(cell, orientation, strain) {
            FillPreview::Calm => return true,
            FillPreview::Torn => return false,
            FillPreview::Pulls(side) => self.field.foresee_fill(cell, orientation, side, strain),
            FillPreview::PullsSeveral => None,
        };
        let told = told.or_else(|| self.field.rehearse(cell, orientation, strain));
        told.unwrap_or_else(|| self.chain_holds(cell, orientation, strain))
    }

    /// Places a tile and its consequences, and undoes them: whether no space became impossible.
    fn chain_holds(&mut self, cell: u32, orientation: u16, strain: ForcedThresholds) -> bool {
        let mark = self.field.mark();
        let held = self.field.lay_and_follow(cell, orientation, strain).is_ok();
        self.field.rewind(mark);
        held
    }
}
