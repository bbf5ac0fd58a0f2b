//! Legal moves of games with offboard rules.

use super::super::constraints::ForcedThresholds;
use super::super::position::unpack;
use super::{OffboardPosition, moves};
use crate::geometry::Coord;
use crate::mechanics::{Move, Position, Seat};

impl<const SIDES: usize> OffboardPosition<SIDES> {
    /// Whether a seat must first do something else: give a tile away, or deal with a discard.
    pub(super) fn is_pending(&self, seat: Seat) -> bool {
        self.beside.owes[seat] > 0 || self.beside.takes > 0 && seat == self.tracks.state.clock.seat
    }

    /// Seats that a seat may give a tile to.
    pub(super) fn opponents(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(move |other| *other != seat && self.is_in(*other))
    }

    /// Every move of every seat that may move, except pending ones.
    pub(super) fn list_all(&mut self, out: &mut Vec<Move>) {
        if !self.rules().race {
            return self.list_in_turn(out);
        }
        let movers = self.movers();
        for seat in self.seats().filter(|seat| movers.has(*seat)) {
            let before = out.len();
            if self.is_pending(seat) {
                self.list_gifts(seat, out);
            } else {
                self.as_seat(seat, |aside| aside.list_lays(out));
            }
            out[before..].iter_mut().for_each(|mv| *mv = moves::by(seat, *mv));
        }
    }

    /// Moves of the seat to move, in a game with turns.
    fn list_in_turn(&mut self, out: &mut Vec<Move>) {
        let seat = self.tracks.state.clock.seat;
        if self.beside.owes[seat] > 0 {
            return self.list_gifts(seat, out);
        }
        if self.beside.takes > 0 {
            out.push(moves::TAKE_BACK);
            return self.with_top_discard(|aside| aside.list_lays(out));
        }
        let before = out.len();
        self.tracks.free_moves(out);
        self.drop_unfillable(before, out);
        if out.len() == before && self.rules().discards && self.tracks.has_free_step() {
            let mut tiles = self.stock().hand(seat).to_vec();
            tiles.sort_unstable();
            tiles.dedup();
            out.extend(tiles.into_iter().map(moves::discard));
        }
    }

    fn list_lays(&mut self, out: &mut Vec<Move>) {
        let before = out.len();
        self.tracks.list(out);
        self.drop_unfillable(before, out);
    }

    fn list_gifts(&self, seat: Seat, out: &mut Vec<Move>) {
        let mut tiles = self.stock().hand(seat).to_vec();
        tiles.sort_unstable();
        tiles.dedup();
        for tile in tiles {
            out.extend(self.opponents(seat).map(|to| moves::give(tile, to)));
        }
    }

    /// Removes placements that would create a space which the seat could not fill.
    fn drop_unfillable(&mut self, from: usize, out: &mut Vec<Move>) {
        if self.fillable().is_none() {
            return;
        }
        let listed = out.split_off(from);
        for mv in listed {
            let (at, orientation) = unpack(mv);
            if self.unfillable(at, orientation).is_none() {
                out.push(mv);
            }
        }
    }

    /// Number of neighbours from which a space must be fillable, if the rule is in force.
    fn fillable(&self) -> Option<u32> {
        let (sides, while_) = self.rules().fillable?;
        self.tracks.in_force(while_).then_some(sides)
    }

    /// A space that a tile would force and that nothing else in the hand of the seat to move would fit.
    pub(super) fn unfillable(&mut self, at: Coord, orientation: u16) -> Option<Coord> {
        let sides = self.fillable()?;
        let field = &mut self.tracks.field;
        let cell = field.cell(at)?;
        // Spaces that arise from filling a forced one are not the seat's choice.
        if field.touching(cell) >= sides {
            return None;
        }
        let beside = field.sides().map(|side| field.next(cell, side));
        let made = beside.filter(|&next| field.is_empty(next) && field.touching(next) + 1 == sides);
        let made: Vec<Coord> = made.map(|next| field.at(next)).collect();
        if made.is_empty() {
            return None;
        }
        let mark = field.mark();
        field.lay(cell, orientation, ForcedThresholds::NONE);
        let found = made.into_iter().find(|&space| !self.fits_hand(space, self.plan.tile_of[orientation as usize]));
        self.tracks.field.rewind(mark);
        found
    }

    /// Whether a tile in the hand of the seat to move matches a space; the one just placed is no longer there.
    fn fits_hand(&self, space: Coord, laid: u16) -> bool {
        let field = &self.tracks.field;
        let Some(cell) = field.cell(space) else { return false };
        let hand = self.stock().hand(self.tracks.state.clock.seat);
        let held = |tile: u16| hand.iter().filter(|held| **held == tile).count();
        let mut fitting = self.plan.needs.fits(field.need(cell)).iter();
        fitting.any(|orientation| {
            let tile = self.plan.tile_of[*orientation as usize];
            held(tile) > usize::from(tile == laid)
        })
    }
}
