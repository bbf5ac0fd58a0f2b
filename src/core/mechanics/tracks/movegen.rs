//! Legal moves of tiles.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::TrackPosition;
use super::constraints::{ConstraintTables, ForcedThresholds};
use super::preview_fill::FillPreview;
use super::restrictions::While;
use crate::geometry::{Coord, WindowCell};
use crate::mechanics::{TurnStep, is_in_reach};
use crate::tiles::{OrientationIndex, TileIndex};

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
    pub(super) fn is_in_force(&self, while_: While) -> bool {
        match while_ {
            While::Always => true,
            While::BagNotEmpty => self.stock.as_ref().is_some_and(|stock| !stock.bag().is_empty()),
        }
    }

    /// Thresholds of the forced-fill rules that are in force.
    pub(super) fn thresholds(&self) -> ForcedThresholds {
        let impossible = self.rules.impossible_sides.filter(|(_, while_)| self.is_in_force(*while_));
        ForcedThresholds {
            forced: self.rules.auto_fill_sides,
            impossible: impossible.map_or(ForcedThresholds::NEVER, |(sides, _)| sides),
        }
    }

    /// Whether the seat to move holds a tile.
    pub(super) fn holds(&self, tile: TileIndex) -> bool {
        self.stock.as_ref().is_none_or(|stock| stock.holds(self.state.turn_state.seat, tile))
    }

    /// Orientations allowed for the first tile, in any hand.
    pub(super) fn first_orientations(&self) -> impl Iterator<Item = OrientationIndex> + '_ {
        self.first_orientations_of(|_| true)
    }

    /// Orientations of the first tile, restricted to tiles that `is_selected` accepts.
    fn first_orientations_of<'a>(
        &'a self,
        is_selected: impl Fn(TileIndex) -> bool + 'a,
    ) -> impl Iterator<Item = OrientationIndex> + 'a {
        let (set, rotation) = (&self.rules.set, self.rules.first_rotation);
        let tiles = set.tiles.indices().filter(move |tile| is_selected(*tile));
        let orientations = tiles.flat_map(|tile| set.orientation_indices(tile));
        orientations.filter(move |orientation| {
            rotation.is_none_or(|rotation| rotation == set.orientations[*orientation].rotation)
        })
    }

    /// Whether a cell is within the bounding box of the rules and the maximum distance.
    pub(super) fn is_within(&self, at: Coord) -> bool {
        is_in_reach(at) && self.is_in_box(at)
    }

    /// Whether a cell is within the bounding box of the rules, if there is one.
    pub(super) fn is_in_box(&self, at: Coord) -> bool {
        let extent = &self.grid.extent;
        let span = |axis: usize, coord: i32| extent.max[axis].max(coord).saturating_sub(extent.min[axis].min(coord));
        self.rules.max_extent.is_none_or(|(width, height)| span(0, at.x) < width && span(1, at.y) < height)
    }

    /// Number of tiles that the next tile must touch, at most the number on the board.
    pub(super) fn required_neighbours(&self) -> u32 {
        let seat = self.state.turn_state.seat;
        let touch =
            self.rules.min_neighbours_by_seat.as_ref().map_or(self.rules.min_neighbours, |touch_of| touch_of[seat]);
        touch.min(self.grid.tile_count() as u32)
    }

    /// An empty neighbour of `cell` that would touch too many tiles if `cell` held one, assuming that the rule is in
    /// force.
    pub(super) fn overcrowded_neighbour(&self, cell: WindowCell) -> Option<WindowCell> {
        self.neighbours_with_crowding(cell).find_map(|(next, is_crowded)| is_crowded.then_some(next))
    }

    /// Whether `cell` has such a neighbour.
    fn overcrowds_neighbour(&self, cell: WindowCell) -> bool {
        // The contents of the neighbours are unpredictable, so stopping at the first costs more than checking all.
        self.neighbours_with_crowding(cell).fold(false, |any, (_, is_crowded)| any | is_crowded)
    }

    /// Neighbours of `cell`, each with whether it is an empty space that would touch too many tiles.
    fn neighbours_with_crowding(&self, cell: WindowCell) -> impl Iterator<Item = (WindowCell, bool)> {
        let crowded_sides = self.rules.crowded_sides.map_or(u32::MAX, |(sides, _)| sides);
        self.grid.sides().map(move |side| {
            let next = self.grid.neighbour(cell, side);
            (next, self.grid.is_empty(next) & (self.grid.touching(next) + 1 >= crowded_sides))
        })
    }

    /// Whether any tile may be placed on an empty cell, by the conditions that do not depend on colours.
    pub(super) fn is_open(&self, cell: WindowCell) -> bool {
        let is_in_force = |while_: While| self.is_in_force(while_);
        self.is_within(self.grid.coord(cell))
            && (self.rules.min_neighbours <= 1 || self.grid.touching(cell) >= self.required_neighbours())
            && !(self.rules.crowded_sides.is_some_and(|(_, while_)| is_in_force(while_))
                && self.overcrowds_neighbour(cell))
            && !self.rules.controlled_sides.is_some_and(|(filled, while_)| {
                is_in_force(while_) && self.grid.overcrowds(cell, filled, self.state.is_sound)
            })
    }

    /// Whether an empty cell is a forced cell.
    pub(super) fn is_forced(&self, cell: WindowCell) -> bool {
        self.rules.forced_neighbours.is_some_and(|sides| self.grid.touching(cell) >= sides)
    }

    /// Whether a free move is left in this turn.
    pub(super) fn has_free_step(&self) -> bool {
        self.rules.steps[usize::from(self.state.turn_state.step)..].contains(&TurnStep::Free)
    }

    /// Visits every legal placement until `visit` breaks. A chain of forced tiles is only played if the neighbours
    /// alone do not decide it.
    pub(super) fn for_each_move(
        &mut self,
        spaces: Spaces,
        mut visit: impl FnMut(Coord, OrientationIndex) -> ControlFlow<()>,
    ) {
        if self.grid.tile_count() == 0 {
            if spaces == Spaces::All {
                let _ = self
                    .first_orientations_of(|tile| self.holds(tile))
                    .try_for_each(|orientation| visit(ORIGIN, orientation));
            }
            return;
        }
        let (rules, thresholds) = (self.rules.clone(), self.thresholds());
        let forced = (spaces == Spaces::Forced).then(|| self.grid.forced_ranks());
        let space_count = forced.as_ref().map_or(self.grid.frontier().len(), SmallVec::len);
        let seat = self.state.turn_state.seat;
        let hand = self.stock.as_ref().map_or(0, |stock| ConstraintTables::bits(stock.hand(seat).iter().copied()));
        let mut in_hand: SmallVec<[OrientationIndex; 32]> = SmallVec::new();
        for index in 0..space_count {
            let index = forced.as_ref().map_or(index, |forced| forced[index].index());
            let cell = self.grid.frontier()[index];
            // The hand is checked first: few tiles in hand match a space with several constrained sides.
            let need = self.grid.constraint(cell);
            let mut orientations = rules.constraints.fits(need);
            if let Some(stock) = &self.stock {
                if !rules.constraints.may_fit(need, hand) {
                    continue;
                }
                let counts = stock.counts(seat);
                let is_held = |orientation: &OrientationIndex| counts[rules.tile_of[*orientation]] > 0;
                in_hand.clear();
                in_hand.extend(orientations.iter().copied().filter(is_held));
                orientations = &in_hand;
            }
            if orientations.is_empty() || !self.is_open(cell) {
                continue;
            }
            let is_isolated = self.grid.is_isolated(cell);
            for &orientation in orientations {
                // Looked up again: trying a chain may renumber the cells, but keeps their order.
                let cell = self.grid.frontier()[index];
                if (is_isolated || self.is_chain_legal(cell, orientation, thresholds))
                    && visit(self.grid.coord(self.grid.frontier()[index]), orientation).is_break()
                {
                    return;
                }
            }
        }
    }

    /// Whether the seat to move has a legal placement on a forced cell.
    pub(super) fn has_mandatory_move(&mut self) -> bool {
        let mut has_move = false;
        if self.grid.forced_count() > 0 {
            self.for_each_move(Spaces::Forced, |_, _| {
                has_move = true;
                ControlFlow::Break(())
            });
        }
        has_move
    }

    /// Whether a tile and its consequences leave no space impossible to fill. The tests are in order of cost; later
    /// ones are rarely needed.
    pub(super) fn is_chain_legal(
        &mut self,
        cell: WindowCell,
        orientation: OrientationIndex,
        thresholds: ForcedThresholds,
    ) -> bool {
        let is_legal = match self.grid.preview_fill(cell, orientation, thresholds) {
            FillPreview::Free => return true,
            FillPreview::Impossible => return false,
            FillPreview::Forces(side) => self.grid.preview_forced_fill(cell, orientation, side, thresholds),
            FillPreview::ForcesSeveral => None,
        };
        let is_legal = is_legal.or_else(|| self.grid.try_tentatively(cell, orientation, thresholds));
        is_legal.unwrap_or_else(|| self.try_chain(cell, orientation, thresholds))
    }

    /// Plays a tile and its consequences, and undoes them; returns whether no space became impossible.
    fn try_chain(&mut self, cell: WindowCell, orientation: OrientationIndex, thresholds: ForcedThresholds) -> bool {
        let mark = self.grid.mark();
        let is_legal = self.grid.lay_and_follow(cell, orientation, thresholds).is_ok();
        self.grid.rewind(mark);
        is_legal
    }
}
