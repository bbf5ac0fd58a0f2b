//! Legality of one action, explained.

use super::super::position::unpack;
use super::super::{Fillable, Lay};
use super::OffboardPosition;
use crate::mechanics::race::HandEmpty;
use crate::mechanics::supply::{Discard, Give, Hand, TakeBack};
use crate::mechanics::{Action, Explain, Position, Seat, Violation};
use crate::text::{counted, series};

impl<const SIDES: usize> OffboardPosition<SIDES> {
    /// Seat that acts: the one that is named, otherwise the only one that holds the tile.
    pub(super) fn mover_of(&self, action: &Action) -> Seat {
        let tile = match action {
            Action::Lay { orientation: Some(orientation), .. } => Some(self.plan.tile_of[*orientation as usize]),
            Action::Give { tile, .. } => Some(*tile),
            _ => None,
        };
        let holder = tile.and_then(|tile| self.seats().find(|seat| self.stock().holds(*seat, tile)));
        action.seat().or(holder).unwrap_or(self.tracks.state.clock.seat)
    }

    pub(super) fn explain(&mut self, action: &Action) -> Vec<Violation> {
        let seat = match self.rules().race {
            true => self.mover_of(action),
            false => self.tracks.state.clock.seat,
        };
        if !self.is_in(seat) {
            let says = format!("{} is out", self.seat_name(seat));
            return vec![self.plan.sources.violation::<HandEmpty>("out", says)];
        }
        self.as_seat(seat, |aside| match action {
            Action::Lay { .. } => aside.explain_lay(seat, action),
            Action::Give { tile, to, .. } => aside.explain_gift(seat, *tile, *to),
            Action::Discard { tile } => aside.explain_discard(seat, *tile),
            Action::TakeBack => aside.explain_take(seat).into_iter().collect(),
            _ => aside.tracks.violations(action),
        })
    }

    fn explain_lay(&mut self, seat: Seat, action: &Action) -> Vec<Violation> {
        let mut broken: Vec<Violation> = self.gift_first(seat).into_iter().collect();
        if self.beside.takes > 0 {
            let tile = |orientation: &u16| self.plan.tile_of[*orientation as usize];
            let is_top = match action {
                Action::Lay { orientation: Some(orientation), .. } => {
                    self.stock().pile().last() == Some(&tile(orientation))
                }
                _ => true,
            };
            match is_top {
                true => broken.extend(self.with_top_discard(|aside| aside.tracks.violations(action))),
                false => broken.push(self.take_first()),
            }
            return broken;
        }
        broken.extend(self.tracks.violations(action));
        if let (true, Some(mv)) = (broken.is_empty(), self.tracks.pack(action)) {
            let (at, orientation) = unpack(mv);
            broken.extend(self.unfillable(at, orientation).map(|space| {
                let place = self.tracks.place_name(space);
                let says = format!("{place} would be forced, and nothing left in hand would fit it");
                self.plan.sources.violation::<Fillable>("fillable", says).about([space])
            }));
            broken.extend(self.fill_first(mv.0));
        }
        broken
    }

    /// Violation for skipping a mandatory move: in a race every seat has its own; in games with turns the game asks for
    /// them.
    fn fill_first(&mut self, packed: u64) -> Option<Violation> {
        if !self.rules().race {
            return None;
        }
        let mut owed = Vec::new();
        self.tracks.mandatory_moves(&mut owed);
        let witness = owed.first().copied()?;
        (!owed.iter().any(|mv| mv.0 == packed)).then(|| self.tracks.mandatory_violation(witness))
    }

    /// Violation for a move before a pending gift.
    fn gift_first(&self, seat: Seat) -> Option<Violation> {
        let owed = self.beside.owes[seat] as usize;
        (owed > 0).then(|| {
            let says = format!("{} gives away {} first", self.seat_name(seat), counted(owed, "tile"));
            self.plan.sources.violation::<Give>("gift-first", says)
        })
    }

    /// Violation for a move before dealing with an earned discard.
    fn take_first(&self) -> Violation {
        let top = self.stock().pile().last().map_or("", |top| self.tile_name(*top));
        let says = format!("the discard {top} goes back to the bag or on the board first");
        self.plan.sources.violation::<TakeBack>("take-first", says)
    }

    fn explain_gift(&self, seat: Seat, tile: u16, to: Seat) -> Vec<Violation> {
        let sources = &self.plan.sources;
        if !self.rules().gives {
            return vec![sources.violation::<Lay>("no-gift", "nothing is given away in this game")];
        }
        let mut broken = Vec::new();
        if self.beside.owes[seat] == 0 {
            let says = format!("{} owes nobody a tile", self.seat_name(seat));
            broken.push(sources.violation::<Give>("no-gift", says));
        }
        if !self.stock().holds(seat, tile) {
            broken.push(self.not_in_hand(seat, tile));
        }
        if to == seat {
            broken.push(sources.violation::<Give>("opponent", "a gift goes to an opponent"));
        } else if !self.is_in(to) {
            let says = format!("{} is out; a gift goes to who is not", self.seat_name(to));
            broken.push(sources.violation::<Give>("opponent", says));
        }
        broken
    }

    fn not_in_hand(&self, seat: Seat, tile: u16) -> Violation {
        let (name, tile) = (self.seat_name(seat), self.tile_name(tile));
        let says = match self.stock().told(seat) {
            None => format!("the position does not tell the hand of {name}"),
            Some([]) => format!("{name} holds no tile"),
            Some(hand) => {
                let held: Vec<&str> = hand.iter().map(|held| self.tile_name(*held)).collect();
                format!("{name} does not hold tile {tile}, but {}", series(&held, "and"))
            }
        };
        self.plan.sources.violation::<Hand>("not-in-hand", says)
    }

    fn explain_discard(&mut self, seat: Seat, tile: u16) -> Vec<Violation> {
        if !self.rules().discards {
            return vec![self.plan.sources.violation::<Lay>("discard", "nothing is discarded in this game")];
        }
        let mut broken: Vec<Violation> = self.gift_first(seat).into_iter().collect();
        if self.beside.takes > 0 {
            broken.push(self.take_first());
            return broken;
        }
        if !self.stock().holds(seat, tile) {
            broken.push(self.not_in_hand(seat, tile));
            return broken;
        }
        let mut lays = Vec::new();
        self.tracks.free_moves(&mut lays);
        if let Some((at, orientation)) = lays.first().map(|mv| unpack(*mv)) {
            let fits = self.tile_name(self.plan.tile_of[orientation as usize]);
            let place = self.tracks.place_name(at);
            let says = format!("tile {fits} fits at {place}; only what fits nowhere is discarded");
            broken.push(self.plan.sources.violation::<Discard>("discard", says).about([at]));
        }
        broken
    }

    fn explain_take(&self, seat: Seat) -> Option<Violation> {
        if self.beside.takes > 0 {
            return self.gift_first(seat);
        }
        let says = match self.stock().pile() {
            [] => "there is no discard to take back".to_string(),
            _ => format!("{} has not earned a discard", self.seat_name(seat)),
        };
        Some(self.plan.sources.violation::<TakeBack>("no-take", says))
    }
}
