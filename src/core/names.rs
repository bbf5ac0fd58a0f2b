//! Names of a game's seats, teams and pieces.

use crate::index::{IndexVec, index_type};

index_type! {
    /// Seat, as an index in turn order.
    Seat(u8)
}

impl Seat {
    /// The seat that opens the turn order.
    pub const FIRST: Seat = Seat(0);

    /// Number of the seat, counted from 1.
    pub const fn number(self) -> usize {
        self.index() + 1
    }

    /// Next seat in turn order, among `seats` seats.
    #[inline]
    pub const fn next(self, seats: usize) -> Seat {
        let next = self.index() + 1;
        if next == seats { Seat::FIRST } else { Seat::new(next) }
    }

    /// Previous seat in turn order, among `seats` seats.
    #[inline]
    pub const fn previous(self, seats: usize) -> Seat {
        Seat::new((if self.0 == 0 { seats } else { self.index() }) - 1)
    }
}

index_type! {
    /// Team: seats that score and win together, as an index into the game's teams.
    Team(u8)
}

impl Team {
    /// Team of the first seat.
    pub const FIRST: Team = Team(0);

    /// The opponent, where there are two.
    pub const fn other(self) -> Team {
        Team(1 - self.0)
    }
}

index_type! {
    /// Kind of piece, as an index into the game's list of pieces.
    PieceKind(u8)
}

impl PieceKind {
    /// First kind in the list.
    pub const FIRST: PieceKind = PieceKind(0);
}

/// Names of a game's seats, teams and pieces, in order. A seat moves; a team scores and wins. Each seat is its own team
/// unless the game groups seats.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Names {
    /// Seats in turn order.
    pub seats: IndexVec<Seat, String>,
    /// Teams.
    pub teams: IndexVec<Team, String>,
    /// Team of each seat.
    pub team_of: IndexVec<Seat, Team>,
    /// Kinds of pieces.
    pub pieces: IndexVec<PieceKind, String>,
}

impl Names {
    /// Names of a game in which each seat is its own team.
    pub fn new(seats: Vec<String>, pieces: Vec<String>) -> Names {
        Names {
            teams: seats.clone().into(),
            team_of: Team::all(seats.len()).collect(),
            seats: seats.into(),
            pieces: pieces.into(),
        }
    }

    /// Groups seats into teams; `team_names` has one entry per seat.
    pub fn join_teams(&mut self, team_names: &[String]) {
        self.teams.clear();
        self.team_of.clear();
        for name in team_names {
            let team = self.team(name).unwrap_or_else(|| {
                self.teams.push(name.clone());
                Team::new(self.teams.len() - 1)
            });
            self.team_of.push(team);
        }
    }

    /// Seats of a team.
    #[inline]
    pub fn seats_of(&self, team: Team) -> impl Iterator<Item = Seat> + Clone {
        self.team_of.iter_enumerated().filter(move |(_, seat_team)| **seat_team == team).map(|(seat, _)| seat)
    }

    /// Whether some team has several seats.
    pub fn has_teams(&self) -> bool {
        self.teams.len() < self.seats.len()
    }

    /// Name of a seat and, in a game with teams, its team: `south (red)`.
    pub fn seat_and_team(&self, seat: Seat) -> String {
        let name = &self.seats[seat];
        if self.has_teams() { format!("{name} ({})", self.teams[self.team_of[seat]]) } else { name.clone() }
    }

    /// Team with a name.
    pub fn team(&self, name: &str) -> Option<Team> {
        self.teams.index_of(name)
    }

    /// Seat with a name.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        self.seats.index_of(name)
    }

    /// Kind of piece with a name.
    pub fn piece(&self, name: &str) -> Option<PieceKind> {
        self.pieces.index_of(name)
    }
}
