//! Names of a game's seats, teams and pieces.

/// Names of a game's seats, teams and pieces, in order. A seat moves; a team scores and wins, and has one seat unless
/// the game says otherwise.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Names {
    /// Seats in turn order.
    pub seats: Vec<String>,
    /// Teams.
    pub teams: Vec<String>,
    /// Team of each seat.
    pub side_of: Vec<u8>,
    /// Kinds of pieces.
    pub pieces: Vec<String>,
}

impl Names {
    /// Names of a game in which each seat is a team of its own.
    pub fn new(seats: Vec<String>, pieces: Vec<String>) -> Names {
        Names { teams: seats.clone(), side_of: (0..seats.len() as u8).collect(), seats, pieces }
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

    /// Whether some team has several seats.
    pub fn has_teams(&self) -> bool {
        self.teams.len() < self.seats.len()
    }

    /// Name of a seat and, in a game with teams, its team: `south (red)`.
    pub fn seat_and_side(&self, seat: u8) -> String {
        let name = &self.seats[seat as usize];
        match self.has_teams() {
            true => format!("{name} ({})", self.teams[self.side_of[seat as usize] as usize]),
            false => name.clone(),
        }
    }

    /// Team with a name.
    pub fn side(&self, name: &str) -> Option<u8> {
        self.teams.iter().position(|side| side == name).map(|index| index as u8)
    }

    /// Seat with a name.
    pub fn seat(&self, name: &str) -> Option<u8> {
        self.seats.iter().position(|seat| seat == name).map(|index| index as u8)
    }

    /// Kind of piece with a name.
    pub fn piece(&self, name: &str) -> Option<u8> {
        self.pieces.iter().position(|piece| piece == name).map(|index| index as u8)
    }
}
