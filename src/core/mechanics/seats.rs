//! Seats at the table, and sets of them.

use crate::names::{Names, Seat, Team};

/// The most seats a game can have.
pub const MAX_SEATS: usize = 6;

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    pub fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.index())
    }

    pub fn first(count: usize) -> SeatSet {
        SeatSet((1 << count) - 1)
    }

    pub fn has(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 != 0
    }

    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    pub fn union(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    pub fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Whether the two sets share a seat.
    pub fn meets(self, other: SeatSet) -> bool {
        self.0 & other.0 != 0
    }

    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The teams that have a seat in the set, in their order.
    pub fn teams(self, names: &Names) -> impl Iterator<Item = Team> {
        names.teams.indices().filter(move |team| names.seats_of(*team).any(|seat| self.has(seat)))
    }

    /// The seat, where the set holds exactly one.
    pub fn single(self) -> Option<Seat> {
        (self.len() == 1).then(|| Seat::new(self.0.trailing_zeros() as usize))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<S: IntoIterator<Item = Seat>>(seats: S) -> SeatSet {
        seats.into_iter().map(SeatSet::only).fold(SeatSet::default(), SeatSet::union)
    }
}

/// The seats of the team that a seat belongs to.
pub fn teammates(names: &Names, seat: Seat) -> SeatSet {
    names.seats.indices().filter(|other| names.team_of[*other] == names.team_of[seat]).collect()
}

/// The seats of the teams with the most points: one team, or those that share the best score. `points` has an entry a
/// team.
pub fn leaders<P: PartialOrd + Copy>(names: &Names, points: &[P]) -> SeatSet {
    let leads = |team: Team| {
        let own = points.get(team.index());
        own.is_none_or(|own| points.iter().all(|other| own >= other))
    };
    names.team_of.iter_enumerated().filter(|(_, team)| leads(**team)).map(|(seat, _)| seat).collect()
}
