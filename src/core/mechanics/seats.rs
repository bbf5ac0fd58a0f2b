//! Seats and sets of seats.

use crate::names::{Names, Seat, Team};

/// Maximum number of seats.
pub const MAX_SEATS: usize = 6;

/// Bitset of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// Set of one seat.
    pub fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.index())
    }

    /// Set of all seats of a game with `count` seats.
    pub fn all(count: usize) -> SeatSet {
        SeatSet((1 << count) - 1)
    }

    /// Whether the set contains a seat.
    pub fn has(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 != 0
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Removes a seat.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// Seats in either set.
    pub fn union(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// Seats that are not in `other`.
    pub fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Whether the sets intersect.
    pub fn intersects(self, other: SeatSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Number of seats.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no seats.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The teams that have a seat in the set, in their order.
    pub fn teams(self, names: &Names) -> impl Iterator<Item = Team> {
        names.teams.indices().filter(move |team| names.seats_of(*team).any(|seat| self.has(seat)))
    }

    /// The only seat of the set, if it has exactly one.
    pub fn single(self) -> Option<Seat> {
        (self.len() == 1).then(|| Seat::new(self.0.trailing_zeros() as usize))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<S: IntoIterator<Item = Seat>>(seats: S) -> SeatSet {
        seats.into_iter().map(SeatSet::only).fold(SeatSet::default(), SeatSet::union)
    }
}

/// Seats of the team that a seat belongs to.
#[inline]
pub fn teammates(names: &Names, seat: Seat) -> SeatSet {
    names.seats.indices().filter(|other| names.team_of[*other] == names.team_of[seat]).collect()
}

/// Seats of the teams with the most points: one team, or several that are tied. `points` has one entry per team.
pub fn leaders<P: PartialOrd + Copy>(names: &Names, points: &[P]) -> SeatSet {
    let leads = |team: Team| {
        let own = points.get(team.index());
        own.is_none_or(|own| points.iter().all(|other| own >= other))
    };
    names.team_of.iter_enumerated().filter(|(_, team)| leads(**team)).map(|(seat, _)| seat).collect()
}
