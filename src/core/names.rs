//! The names of a game's seats, teams and pieces.

/// The names a game gives to its seats, sides and pieces, in their order. A seat acts, a side scores and wins; a side
/// has one seat unless the game says otherwise.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Names {
    pub seats: Vec<String>,
    pub teams: Vec<String>,
    /// The side of each seat.
    pub side_of: Vec<u8>,
    pub pieces: Vec<String>,
}

impl Names {
    /// Seats of which each is a side of its own.
    pub fn new(seats: Vec<String>, pieces: Vec<String>) -> Names {
        Names { teams: seats.clone(), side_of: (0..seats.len() as u8).collect(), seats, pieces }
    }

    /// Puts seats together: `side` names the side of each.
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

    /// Whether some side has several seats.
    pub fn has_teams(&self) -> bool {
        self.teams.len() < self.seats.len()
    }

    /// A seat, and in a game of teams its side: `south (red)`.
    pub fn seat_and_side(&self, seat: u8) -> String {
        let name = &self.seats[seat as usize];
        match self.has_teams() {
            true => format!("{name} ({})", self.teams[self.side_of[seat as usize] as usize]),
            false => name.clone(),
        }
    }

    pub fn side(&self, name: &str) -> Option<u8> {
        self.teams.iter().position(|side| side == name).map(|index| index as u8)
    }

    pub fn seat(&self, name: &str) -> Option<u8> {
        self.seats.iter().position(|seat| seat == name).map(|index| index as u8)
    }

    pub fn piece(&self, name: &str) -> Option<u8> {
        self.pieces.iter().position(|piece| piece == name).map(|index| index as u8)
    }
}
