//! Random moves: sampled without a full list, and placed at once during a playout.

use super::TrackPosition;
use super::constraints::ForcedThresholds;
use super::position::pack;
use super::preview_fill::FillPreview;
use crate::mechanics::{Move, Position};

impl<const SIDES: usize> TrackPosition<SIDES> {
    /// Uniformly random legal move; `None` if there is none.
    pub(super) fn draw_move(&mut self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        let mut moves = Vec::new();
        self.mandatory_moves(&mut moves);
        if moves.is_empty() && self.has_free_step() {
            let mut drawn = None;
            let found = self.try_moves(pick, |tracks, cell, orientation, strain| {
                let at = tracks.field.at(cell);
                drawn = tracks.tears_nothing(cell, orientation, strain).then(|| pack(at, orientation));
                drawn.is_some()
            });
            if found {
                return drawn;
            }
            self.free_moves(&mut moves);
        }
        if moves.is_empty() { None } else { Some(moves[pick(moves.len())]) }
    }

    /// Playout. It plays the same moves as sampling one by one, but a tile that fits is placed at once, without trying
    /// its consequences first. Mandatory moves are listed once: if the turn continues only because of them, the list
    /// that showed this is also the one sampled from.
    pub(super) fn wander_on(&mut self, most: usize, pick: &mut dyn FnMut(usize) -> usize) -> usize {
        fn list_owed<const SIDES: usize>(tracks: &mut TrackPosition<SIDES>, owed: &mut Vec<Move>) -> bool {
            owed.clear();
            tracks.mandatory_moves(owed);
            !owed.is_empty()
        }
        let (mut owed, mut is_listed) = (Vec::new(), false);
        for played in 0..most {
            if self.state.verdict.is_some() {
                return played;
            }
            if std::mem::take(&mut is_listed) || list_owed(self, &mut owed) {
                let mv = owed[pick(owed.len())];
                self.make(mv, |tracks| {
                    is_listed = list_owed(tracks, &mut owed);
                    is_listed
                });
                continue;
            }
            let laid = self.has_free_step()
                && self.try_moves(pick, |tracks, cell, orientation, strain| {
                    let begun = tracks.begin(cell);
                    let laid = tracks.lay_unless_torn(cell, orientation, strain);
                    if laid {
                        tracks.finish(begun, orientation, |tracks| {
                            is_listed = list_owed(tracks, &mut owed);
                            is_listed
                        });
                    } else {
                        tracks.frames.pop();
                    }
                    laid
                });
            if !laid {
                match self.draw_move(pick) {
                    Some(mv) => self.play(mv),
                    None => return played,
                }
            }
        }
        most
    }

    /// Rejection sampling: draws a space and one of as many numbers as orientations could match it, until they go
    /// together. Every legal move is equally likely, and most of the work of listing is saved. `accept` has the last
    /// word; returns `false` if no move was found within the allowed attempts.
    fn try_moves(
        &mut self,
        pick: &mut dyn FnMut(usize) -> usize,
        mut accept: impl FnMut(&mut Self, u32, u16, ForcedThresholds) -> bool,
    ) -> bool {
        const MAX_SAMPLES: usize = 200;
        let strain = self.strain();
        let numbers = match &self.stock {
            Some(stock) => stock.hand(self.state.clock.seat).len() * self.plan.needs.most_turns(),
            None => self.plan.needs.most_fits(),
        };
        let spaces = self.field.frontier().len();
        if spaces * numbers == 0 {
            return false;
        }
        for _ in 0..MAX_SAMPLES {
            // Small numbers, because dividing large ones is slow.
            let (number, numbers) = (pick(spaces * numbers) as u32, numbers as u32);
            let cell = self.field.frontier()[(number / numbers) as usize];
            let Some(orientation) = self.match_numbered(cell, (number % numbers) as usize) else { continue };
            if self.is_open(cell) && accept(self, cell, orientation, strain) {
                return true;
            }
        }
        false
    }

    /// Places a tile and all forced tiles, unless some space becomes impossible to fill: then nothing is changed.
    fn lay_unless_torn(&mut self, cell: u32, orientation: u16, strain: ForcedThresholds) -> bool {
        // If no tile is ever forced, one look at the neighbours suffices.
        if strain.pulled == ForcedThresholds::NEVER {
            let calm = self.field.preview_fill(cell, orientation, strain) == FillPreview::Calm;
            if calm {
                self.field.lay(cell, orientation, strain);
            }
            return calm;
        }
        let mark = self.field.mark();
        let holds = self.field.lay_and_follow(cell, orientation, strain).is_ok();
        if !holds {
            self.field.rewind(mark);
        }
        holds
    }

    /// Orientation with a number among those that match a cell and that the seat to move holds. Some numbers have no
    /// orientation, and no two have the same.
    fn match_numbered(&self, cell: u32, number: usize) -> Option<u16> {
        let Some(stock) = &self.stock else {
            return self.plan.needs.fits(self.field.need(cell)).get(number).copied();
        };
        let (hand, turns) = (stock.hand(self.state.clock.seat), self.plan.needs.most_turns());
        let (slot, nth) = (number / turns, number % turns);
        if self.plan.has_copies && hand[..slot].contains(&hand[slot]) {
            return None;
        }
        let tile = &self.plan.set.tiles[hand[slot] as usize];
        let asked = self.field.pattern(cell);
        let orientations = tile.first_orientation..tile.first_orientation + u16::from(tile.rotations);
        let patterns = &self.plan.patterns[usize::from(orientations.start)..usize::from(orientations.end)];
        // Whether they match is unpredictable, so this computes one bit for each and branches only on the requested
        // one.
        let bits =
            (0..).zip(patterns).fold(0u32, |bits, (turn, pattern)| bits | u32::from(pattern.answers(asked)) << turn);
        let left = (0..nth).fold(bits, |bits, _| bits & bits.wrapping_sub(1));
        (left != 0).then(|| orientations.start + left.trailing_zeros() as u16)
    }
}
