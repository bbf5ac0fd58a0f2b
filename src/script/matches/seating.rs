//! Who sits where in the games of a match. Partners stay partners.

use houserule_core::names::Names;

/// Teams of the seats, in turn order. The players of a match are numbered by their seats in the first game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatLayout {
    team_of: Vec<usize>,
}

impl SeatLayout {
    /// Layout of a game.
    pub fn of(names: &Names) -> SeatLayout {
        SeatLayout { team_of: names.team_of.iter().map(|team| team.index()).collect() }
    }

    /// Layout with the team of each seat; `None` if a team before the last has no seat.
    pub fn new(team_of: Vec<usize>) -> Option<SeatLayout> {
        let layout = SeatLayout { team_of };
        let is_complete = (0..layout.teams()).all(|team| layout.team_of.contains(&team));
        is_complete.then_some(layout)
    }

    /// Team of each seat.
    pub fn team_of(&self) -> &[usize] {
        &self.team_of
    }

    /// Number of seats.
    pub fn seats(&self) -> usize {
        self.team_of.len()
    }

    /// Number of teams.
    pub fn teams(&self) -> usize {
        self.team_of.iter().max().map_or(0, |team| team + 1)
    }

    /// Seats of a team.
    pub fn seats_of(&self, team: usize) -> Vec<usize> {
        (0..self.seats()).filter(|seat| self.team_of[*seat] == team).collect()
    }

    /// Players in the order in which they begin if everyone begins once: one of each team in turn. Players whose team
    /// cannot take the place of the first seat's are missing.
    pub fn beginners(&self) -> Vec<usize> {
        let first = self.seats_of(self.team_of.first().copied().unwrap_or(0));
        let teams: Vec<Vec<usize>> = (0..self.teams()).map(|team| self.seats_of(team)).collect();
        let teams: Vec<&Vec<usize>> = teams.iter().filter(|seats| seats.len() == first.len()).collect();
        (0..first.len()).flat_map(|index| teams.iter().map(move |seats| seats[index])).collect()
    }

    /// Seats of the players, given who sat where before and who takes the first seat now. Everyone moves on by the same
    /// number of seats. If that would part partners, the teams change places; if their sizes differ, all keep their seats.
    pub fn with_first(&self, before: &[usize], first: usize) -> Vec<usize> {
        let seats = self.seats();
        let Some(from) = before.iter().position(|player| *player == first) else { return before.to_vec() };
        let moved_on: Vec<usize> = (0..seats).map(|seat| before[(seat + from) % seats]).collect();
        if self.keeps_partners(&moved_on) {
            return moved_on;
        }
        let (here, there) = (self.seats_of(self.team_of[0]), self.seats_of(self.team_of[from]));
        if here.len() != there.len() {
            return before.to_vec();
        }
        let mut after = before.to_vec();
        let offset = there.iter().position(|seat| *seat == from).unwrap_or(0);
        for (index, (here, there_seat)) in here.iter().zip(&there).enumerate() {
            after[*there_seat] = before[*here];
            after[*here] = before[there[(index + offset) % there.len()]];
        }
        after
    }

    /// Whether partners in the first game are partners now.
    pub fn keeps_partners(&self, players: &[usize]) -> bool {
        let are_partners = |one: usize, other: usize| self.team_of[one] == self.team_of[other];
        let pairs = (0..self.seats()).flat_map(|one| (0..one).map(move |other| (one, other)));
        pairs.into_iter().all(|(one, other)| are_partners(one, other) == are_partners(players[one], players[other]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(team_of: &[usize]) -> SeatLayout {
        SeatLayout::new(team_of.to_vec()).expect("a layout")
    }

    /// Players by seat in as many games as there are beginners.
    fn rotation(team_of: &[usize]) -> Vec<Vec<usize>> {
        let layout = layout(team_of);
        let start: Vec<usize> = (0..layout.seats()).collect();
        layout.beginners().into_iter().map(|first| layout.with_first(&start, first)).collect()
    }

    #[test]
    fn everyone_moves_on_by_one_seat() {
        assert_eq!(rotation(&[0, 1]), [[0, 1], [1, 0]]);
        assert_eq!(rotation(&[0, 1, 2]), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
        assert_eq!(rotation(&[0]), [[0]]);
    }

    #[test]
    fn partners_stay_partners_and_every_player_begins_once() {
        let opposite = rotation(&[0, 1, 0, 1]);
        assert_eq!(opposite, [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]);
        let beside = rotation(&[0, 0, 1, 1]);
        assert_eq!(beside, [[0, 1, 2, 3], [2, 3, 0, 1], [1, 0, 2, 3], [3, 2, 0, 1]]);
        for team_of in [&[0, 1, 1, 0][..], &[0, 0, 0, 1, 1, 1], &[0, 1, 2, 2, 1, 0], &[0, 1, 0, 1, 0, 1]] {
            let games = rotation(team_of);
            assert!(games.iter().all(|players| layout(team_of).keeps_partners(players)), "{team_of:?}: {games:?}");
            let mut beginners: Vec<usize> = games.iter().map(|players| players[0]).collect();
            beginners.sort_unstable();
            assert_eq!(beginners, (0..team_of.len()).collect::<Vec<_>>(), "{team_of:?}");
        }
    }

    #[test]
    fn a_larger_team_does_not_change_places_with_a_smaller_one() {
        assert_eq!(layout(&[0, 0, 1]).beginners(), [0, 1]);
        assert_eq!(rotation(&[0, 0, 1]), [[0, 1, 2], [1, 0, 2]]);
        assert_eq!(layout(&[0, 0, 1]).with_first(&[0, 1, 2], 2), [0, 1, 2]);
    }
}
