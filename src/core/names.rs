//! Names of a game's seats, teams and pieces.

use crate::index::{IndexVec, index_type};

index_type! {
    /// A seat at the table, by its place in the turn order.
    Seat(u8)
}

impl Seat {
    /// The seat that opens the turn order.
    pub const FIRST: Seat = Seat(0);

    /// The seat as people count it, from 1.
    pub const fn number(self) -> usize {
        self.index() + 1
    }

    /// The seat after this one, round a table of so many.
    #[inline]
    pub const fn next(self, seats: usize) -> Seat {
        let next = self.index() + 1;
        if next == seats { Seat::FIRST } else { Seat::new(next) }
    }

    /// The seat before this one.
    #[inline]
    pub const fn previous(self, seats: usize) -> Seat {
        Seat::new((if self.0 == 0 { seats } else { self.index() }) - 1)
    }
}

/// Names of a game's seats, teams and pieces, in order. A seat moves; a team scores and wins, and has one seat unless
/// the game says otherwise.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Names {
    /// Seats in turn order.
    pub seats: IndexVec<Seat, String>,
    /// Teams.
    pub teams: Vec<String>,
    /// Team of each seat.
    pub side_of: IndexVec<Seat, u8>,
    /// Kinds of pieces.
    pub pieces: Vec<String>,
}

impl Names {
    /// Names of a game in which each seat is a team of its own.
    pub fn new(seats: Vec<String>, pieces: Vec<String>) -> Names {
        Names { teams: seats.clone(), side_of: (0..seats.len() as u8).collect(), seats: seats.into(), pieces }
    }

    /// Groups seats into teams: `side` names the team of each seat.
    pub fn join_sides(&mut self, side: &[String]) {
        self.teams.clear();
        self.side_of.clear();
        for name in side {
            let index = self.teams.iter().position(|side| side == name).unwrap_or_else(|| {
                self.teams.push(name.clone());
                self.teams.len() - 1
            });
            self.side_of.push(index as u8);
        }
    }

    /// Seats of a team.
    pub fn seats_of(&self, side: u8) -> impl Iterator<Item = Seat> + Clone {
        self.side_of.iter_enumerated().filter(move |(_, of)| **of == side).map(|(seat, _)| seat)
    }

    /// Whether some team has several seats.
    pub fn has_teams(&self) -> bool {
        self.teams.len() < self.seats.len()
    }

    /// Name of a seat and, in a game with teams, its team: `south (red)`.
    pub fn seat_and_side(&self, seat: Seat) -> String {
        let name = &self.seats[seat];
        match self.has_teams() {
            true => format!("{name} ({})", self.teams[self.side_of[seat] as usize]),
            false => name.clone(),
        }
    }

    /// Team with a name.
    pub fn side(&self, name: &str) -> Option<u8> {
        self.teams.iter().position(|side| side == name).map(|index| index as u8)
    }

    /// Seat with a name.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        self.seats.index_of(name)
    }

    /// Kind of piece with a name.
    pub fn piece(&self, name: &str) -> Option<u8> {
        self.pieces.iter().position(|piece| piece == name).map(|index| index as u8)
    }
}
