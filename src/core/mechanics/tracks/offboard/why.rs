//! Legality of one action, with the rules that it violates.

use super::super::position::unpack;
use super::super::{Fillable, Lay};
use super::OffboardPosition;
use crate::mechanics::race::HandEmpty;
use crate::mechanics::supply::{Discard, Give, Hand, TakeBack};
use crate::mechanics::{Action, Explain, Position, Seat, Violation};
use crate::text::{plural, series};
use crate::tiles::{OrientationIndex, TileIndex};

impl<const SIDES: usize> OffboardPosition<SIDES> {
    /// Seat that acts: the one that the action names, otherwise the first one that holds the tile.
    pub(super) fn mover_of(&self, action: &Action) -> Seat {
        let tile = match action {
            Action::Lay { orientation: Some(orientation), .. } => Some(self.rules.tile_of[*orientation]),
            Action::Give { tile, .. } => Some(*tile),
            _ => None,
        };
        let holder = tile.and_then(|tile| self.seats().find(|seat| self.stock().holds(*seat, tile)));
        action.seat().or(holder).unwrap_or(self.tracks.state.turn_state.seat)
    }

    pub(super) fn explain(&mut self, action: &Action) -> Vec<Violation> {
        let seat = match self.offboard_rules().is_race {
            true => self.mover_of(action),
            false => self.tracks.state.turn_state.seat,
        };
        if !self.is_playing(seat) {
            let message = format!("{} is out", self.seat_name(seat));
            return vec![self.rules.sources.violation::<HandEmpty>("out", message)];
        }
        self.as_seat(seat, |position| match action {
            Action::Lay { .. } => position.explain_lay(seat, action),
            Action::Give { tile, to, .. } => position.explain_gift(seat, *tile, *to),
            Action::Discard { tile } => position.explain_discard(seat, *tile),
            Action::TakeBack => position.explain_take(seat).into_iter().collect(),
            _ => position.tracks.violations(action),
        })
    }

    fn explain_lay(&mut self, seat: Seat, action: &Action) -> Vec<Violation> {
        let mut violations: Vec<Violation> = self.pending_gift(seat).into_iter().collect();
        if self.offboard.discards_due > 0 {
            let tile = |orientation: &OrientationIndex| self.rules.tile_of[*orientation];
            let is_top = match action {
                Action::Lay { orientation: Some(orientation), .. } => {
                    self.stock().pile().last() == Some(&tile(orientation))
                }
                _ => true,
            };
            match is_top {
                true => violations.extend(self.with_top_discard(|position| position.tracks.violations(action))),
                false => violations.push(self.pending_discard()),
            }
            return violations;
        }
        violations.extend(self.tracks.violations(action));
        if let (true, Some(mv)) = (violations.is_empty(), self.tracks.pack(action)) {
            let (at, orientation) = unpack(mv);
            violations.extend(self.unfillable_space(at, orientation).map(|space| {
                let place = self.tracks.cell_name(space);
                let message = format!("{place} would become a forced space, but no tile left in hand fits it");
                self.rules.sources.violation::<Fillable>("fillable", message).with_cells([space])
            }));
            violations.extend(self.skipped_mandatory(mv.0));
        }
        violations
    }

    /// Violation for skipping a mandatory move, in a race, where every seat has its own. In games with turns the caller
    /// checks mandatory moves.
    fn skipped_mandatory(&mut self, packed: u64) -> Option<Violation> {
        if !self.offboard_rules().is_race {
            return None;
        }
        let mut mandatory = Vec::new();
        self.tracks.mandatory_moves(&mut mandatory);
        let witness = mandatory.first().copied()?;
        (!mandatory.iter().any(|mv| mv.0 == packed)).then(|| self.tracks.mandatory_violation(witness))
    }

    /// Violation for a move before a pending gift.
    fn pending_gift(&self, seat: Seat) -> Option<Violation> {
        let gifts_due = self.offboard.gifts_due[seat] as usize;
        (gifts_due > 0).then(|| {
            let message = format!("{} must give away {} first", self.seat_name(seat), plural(gifts_due, "tile"));
            self.rules.sources.violation::<Give>("gift-first", message)
        })
    }

    /// Violation for a move before dealing with an earned discard.
    fn pending_discard(&self) -> Violation {
        let top = self.stock().pile().last().map_or("", |top| self.tile_name(*top));
        let message = format!("the discard {top} must go back to the bag or onto the board first");
        self.rules.sources.violation::<TakeBack>("take-first", message)
    }

    fn explain_gift(&self, seat: Seat, tile: TileIndex, to: Seat) -> Vec<Violation> {
        let sources = &self.rules.sources;
        if !self.offboard_rules().has_gifts {
            return vec![sources.violation::<Lay>("no-gift", "tiles cannot be given away in this game")];
        }
        let mut violations = Vec::new();
        if self.offboard.gifts_due[seat] == 0 {
            let message = format!("{} has no tile to give away now", self.seat_name(seat));
            violations.push(sources.violation::<Give>("no-gift", message));
        }
        if !self.stock().holds(seat, tile) {
            violations.push(self.not_in_hand(seat, tile));
        }
        if to == seat {
            violations.push(sources.violation::<Give>("opponent", "a tile must be given to an opponent"));
        } else if !self.is_playing(to) {
            let message = format!("{} is out; give the tile to a seat that is still playing", self.seat_name(to));
            violations.push(sources.violation::<Give>("opponent", message));
        }
        violations
    }

    fn not_in_hand(&self, seat: Seat, tile: TileIndex) -> Violation {
        let (name, tile) = (self.seat_name(seat), self.tile_name(tile));
        let message = match self.stock().known_hand(seat) {
            None => format!("the hand of {name} is unknown in this position"),
            Some([]) => format!("{name} has no tiles"),
            Some(hand) => {
                let held_names: Vec<&str> = hand.iter().map(|held| self.tile_name(*held)).collect();
                format!("{name} does not hold tile {tile}; the hand is {}", series(&held_names, "and"))
            }
        };
        self.rules.sources.violation::<Hand>("not-in-hand", message)
    }

    fn explain_discard(&mut self, seat: Seat, tile: TileIndex) -> Vec<Violation> {
        if !self.offboard_rules().has_discards {
            return vec![self.rules.sources.violation::<Lay>("discard", "tiles cannot be discarded in this game")];
        }
        let mut violations: Vec<Violation> = self.pending_gift(seat).into_iter().collect();
        if self.offboard.discards_due > 0 {
            violations.push(self.pending_discard());
            return violations;
        }
        if !self.stock().holds(seat, tile) {
            violations.push(self.not_in_hand(seat, tile));
            return violations;
        }
        let mut placements = Vec::new();
        self.tracks.free_moves(&mut placements);
        if let Some((at, orientation)) = placements.first().map(|mv| unpack(*mv)) {
            let fitting_tile = self.tile_name(self.rules.tile_of[orientation]);
            let place = self.tracks.cell_name(at);
            let message = format!("tile {fitting_tile} fits at {place}; discard only if no tile fits");
            violations.push(self.rules.sources.violation::<Discard>("discard", message).with_cells([at]));
        }
        violations
    }

    fn explain_take(&self, seat: Seat) -> Option<Violation> {
        if self.offboard.discards_due > 0 {
            return self.pending_gift(seat);
        }
        let message = match self.stock().pile() {
            [] => "the discard pile is empty".to_string(),
            _ => format!("{} has not earned a discard", self.seat_name(seat)),
        };
        Some(self.rules.sources.violation::<TakeBack>("no-take", message))
    }
}
