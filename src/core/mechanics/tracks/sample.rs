//! Random moves: sampled without a full list, and placed directly during a playout.

use super::TrackPosition;
use super::constraints::ForcedThresholds;
use super::position::pack;
use super::preview_fill::FillPreview;
use crate::geometry::WindowCell;
use crate::mechanics::{Move, Position};
use crate::tiles::OrientationIndex;

impl<const SIDES: usize> TrackPosition<SIDES> {
    /// Uniformly random legal move; `None` if there is none.
    pub(super) fn sample_legal_move(&mut self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        let mut moves = Vec::new();
        self.mandatory_moves(&mut moves);
        if moves.is_empty() && self.has_free_step() {
            let mut sampled = None;
            let is_found = self.sample_placement(pick, |tracks, cell, orientation, thresholds| {
                let at = tracks.grid.coord(cell);
                sampled = tracks.is_chain_legal(cell, orientation, thresholds).then(|| pack(at, orientation));
                sampled.is_some()
            });
            if is_found {
                return sampled;
            }
            self.free_moves(&mut moves);
        }
        if moves.is_empty() { None } else { Some(moves[pick(moves.len())]) }
    }

    /// Playout. It plays the same moves as sampling one by one, but a tile that fits is placed directly, without
    /// testing its consequences first. Mandatory moves are listed once: the list that shows that the turn continues is
    /// also the one sampled from.
    pub(super) fn fast_playout(&mut self, max_plies: usize, pick: &mut dyn FnMut(usize) -> usize) -> usize {
        fn list_mandatory<const SIDES: usize>(tracks: &mut TrackPosition<SIDES>, mandatory: &mut Vec<Move>) -> bool {
            mandatory.clear();
            tracks.mandatory_moves(mandatory);
            !mandatory.is_empty()
        }
        let (mut mandatory, mut is_listed) = (Vec::new(), false);
        for plies in 0..max_plies {
            if self.state.outcome.is_some() {
                return plies;
            }
            if std::mem::take(&mut is_listed) || list_mandatory(self, &mut mandatory) {
                let mv = mandatory[pick(mandatory.len())];
                self.make(mv, |tracks| {
                    is_listed = list_mandatory(tracks, &mut mandatory);
                    is_listed
                });
                continue;
            }
            let is_laid = self.has_free_step()
                && self.sample_placement(pick, |tracks, cell, orientation, thresholds| {
                    let started = tracks.begin_move(cell);
                    let is_laid = tracks.lay_if_legal(cell, orientation, thresholds);
                    if is_laid {
                        tracks.finish_move(started, orientation, |tracks| {
                            is_listed = list_mandatory(tracks, &mut mandatory);
                            is_listed
                        });
                    } else {
                        tracks.frames.pop();
                    }
                    is_laid
                });
            if !is_laid {
                match self.sample_legal_move(pick) {
                    Some(mv) => self.play(mv),
                    None => return plies,
                }
            }
        }
        max_plies
    }

    /// Rejection sampling: draws a space and a number below the maximum count of matching orientations until the number
    /// selects an orientation. Every legal move is equally likely, and most of the work of listing is saved. `accept`
    /// decides last; returns `false` if no move was accepted within the allowed attempts.
    fn sample_placement(
        &mut self,
        pick: &mut dyn FnMut(usize) -> usize,
        mut accept: impl FnMut(&mut Self, WindowCell, OrientationIndex, ForcedThresholds) -> bool,
    ) -> bool {
        const MAX_SAMPLES: usize = 200;
        let thresholds = self.thresholds();
        let numbers_per_space = match &self.stock {
            Some(stock) => stock.hand(self.state.turn_state.seat).len() * self.rules.constraints.max_rotations(),
            None => self.rules.constraints.max_fits(),
        };
        let spaces = self.grid.frontier().len();
        if spaces * numbers_per_space == 0 {
            return false;
        }
        for _ in 0..MAX_SAMPLES {
            // One small number for both, because dividing large ones is slow.
            let (number, numbers_per_space) = (pick(spaces * numbers_per_space) as u32, numbers_per_space as u32);
            let cell = self.grid.frontier()[(number / numbers_per_space) as usize];
            let Some(orientation) = self.numbered_match(cell, (number % numbers_per_space) as usize) else { continue };
            if self.is_open(cell) && accept(self, cell, orientation, thresholds) {
                return true;
            }
        }
        false
    }

    /// Places a tile and all forced tiles; changes nothing if some space would become impossible to fill.
    fn lay_if_legal(&mut self, cell: WindowCell, orientation: OrientationIndex, thresholds: ForcedThresholds) -> bool {
        // If no tile is ever forced, a look at the neighbours suffices.
        if thresholds.forced == ForcedThresholds::NEVER {
            let is_free = self.grid.preview_fill(cell, orientation, thresholds) == FillPreview::Free;
            if is_free {
                self.grid.lay(cell, orientation, thresholds);
            }
            return is_free;
        }
        let mark = self.grid.mark();
        let is_legal = self.grid.lay_and_follow(cell, orientation, thresholds).is_ok();
        if !is_legal {
            self.grid.rewind(mark);
        }
        is_legal
    }

    /// The orientation that a number selects among those that match a cell and that the seat to move holds. Some
    /// numbers select none, and no two the same.
    fn numbered_match(&self, cell: WindowCell, number: usize) -> Option<OrientationIndex> {
        let Some(stock) = &self.stock else {
            return self.rules.constraints.fits(self.grid.constraint(cell)).get(number).copied();
        };
        let (hand, max_rotations) = (stock.hand(self.state.turn_state.seat), self.rules.constraints.max_rotations());
        let (slot, nth) = (number / max_rotations, number % max_rotations);
        if self.rules.has_copies && hand[..slot].contains(&hand[slot]) {
            return None;
        }
        let tile = &self.rules.set.tiles[hand[slot]];
        let required = self.grid.pattern(cell);
        let patterns = &self.rules.patterns.as_slice()[tile.orientations()];
        // Whether they match is unpredictable, so this computes one bit for each and branches only on the selected one.
        let bits = (0..)
            .zip(patterns)
            .fold(0u32, |bits, (turn, pattern)| bits | u32::from(pattern.satisfies(required)) << turn);
        let remaining = (0..nth).fold(bits, |bits, _| bits & bits.wrapping_sub(1));
        (remaining != 0).then(|| tile.orientation(remaining.trailing_zeros() as usize))
    }
}
