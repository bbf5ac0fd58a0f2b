//! Legal moves of games with offboard rules.

use super::super::constraints::ForcedThresholds;
use super::super::position::unpack;
use super::{OffboardPosition, moves};
use crate::geometry::Coord;
use crate::mechanics::{Move, Position, Seat};
use crate::tiles::{OrientationIndex, TileIndex};

impl<const SIDES: usize> OffboardPosition<SIDES> {
    /// Whether a seat has to give a tile away or deal with a discard before any other move.
    pub(super) fn is_pending(&self, seat: Seat) -> bool {
        self.offboard.gifts_due[seat] > 0 || self.offboard.discards_due > 0 && seat == self.tracks.state.turn_state.seat
    }

    /// Seats that a seat may give a tile to.
    pub(super) fn opponents(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(move |other| *other != seat && self.is_playing(*other))
    }

    /// Lists every move of every seat that may move, pending moves included.
    pub(super) fn list_all(&mut self, out: &mut Vec<Move>) {
        if !self.offboard_rules().is_race {
            return self.list_in_turn(out);
        }
        let movers = self.movers();
        for seat in self.seats().filter(|seat| movers.has(*seat)) {
            let before = out.len();
            if self.is_pending(seat) {
                self.list_gifts(seat, out);
            } else {
                self.as_seat(seat, |position| position.list_lays(out));
            }
            out[before..].iter_mut().for_each(|mv| *mv = moves::with_seat(seat, *mv));
        }
    }

    /// Lists the moves of the seat to move, in a game with turns.
    fn list_in_turn(&mut self, out: &mut Vec<Move>) {
        let seat = self.tracks.state.turn_state.seat;
        if self.offboard.gifts_due[seat] > 0 {
            return self.list_gifts(seat, out);
        }
        if self.offboard.discards_due > 0 {
            out.push(moves::TAKE_BACK);
            return self.with_top_discard(|position| position.list_lays(out));
        }
        let before = out.len();
        self.tracks.free_moves(out);
        self.retain_fillable(before, out);
        if out.len() == before && self.offboard_rules().has_discards && self.tracks.has_free_step() {
            let mut tiles = self.stock().hand(seat).to_vec();
            tiles.sort_unstable();
            tiles.dedup();
            out.extend(tiles.into_iter().map(moves::discard));
        }
    }

    fn list_lays(&mut self, out: &mut Vec<Move>) {
        let before = out.len();
        self.tracks.list_moves(out);
        self.retain_fillable(before, out);
    }

    fn list_gifts(&self, seat: Seat, out: &mut Vec<Move>) {
        let mut tiles = self.stock().hand(seat).to_vec();
        tiles.sort_unstable();
        tiles.dedup();
        for tile in tiles {
            out.extend(self.opponents(seat).map(|to| moves::give(tile, to)));
        }
    }

    /// Removes placements that would create a forced space which the seat could not fill.
    fn retain_fillable(&mut self, from: usize, out: &mut Vec<Move>) {
        if self.fillable_sides().is_none() {
            return;
        }
        let listed = out.split_off(from);
        for mv in listed {
            let (at, orientation) = unpack(mv);
            if self.unfillable_space(at, orientation).is_none() {
                out.push(mv);
            }
        }
    }

    /// Number of neighbours from which a space must be fillable, if the rule is in force.
    fn fillable_sides(&self) -> Option<u32> {
        let (sides, while_) = self.offboard_rules().fillable?;
        self.tracks.is_in_force(while_).then_some(sides)
    }

    /// A space that a placement would make forced and that no other tile in the hand of the seat to move fits.
    pub(super) fn unfillable_space(&mut self, at: Coord, orientation: OrientationIndex) -> Option<Coord> {
        let sides = self.fillable_sides()?;
        let grid = &mut self.tracks.grid;
        let cell = grid.cell(at)?;
        // Spaces that arise from filling a forced one are exempt.
        if grid.touching(cell) >= sides {
            return None;
        }
        let neighbours = grid.sides().map(|side| grid.neighbour(cell, side));
        let new_spaces = neighbours.filter(|&next| grid.is_empty(next) && grid.touching(next) + 1 == sides);
        let new_spaces: Vec<Coord> = new_spaces.map(|next| grid.coord(next)).collect();
        if new_spaces.is_empty() {
            return None;
        }
        let mark = grid.mark();
        grid.lay(cell, orientation, ForcedThresholds::NONE);
        let unfillable = new_spaces.into_iter().find(|&space| !self.fits_hand(space, self.rules.tile_of[orientation]));
        self.tracks.grid.rewind(mark);
        unfillable
    }

    /// Whether a tile in the hand of the seat to move, apart from the one just placed, matches a space.
    fn fits_hand(&self, space: Coord, placed_tile: TileIndex) -> bool {
        let grid = &self.tracks.grid;
        let Some(cell) = grid.cell(space) else { return false };
        let hand = self.stock().hand(self.tracks.state.turn_state.seat);
        let count_in_hand = |tile: TileIndex| hand.iter().filter(|held| **held == tile).count();
        let mut matching = self.rules.constraints.fits(grid.constraint(cell)).iter();
        matching.any(|orientation| {
            let tile = self.rules.tile_of[*orientation];
            count_in_hand(tile) > usize::from(tile == placed_tile)
        })
    }
}
