//! Clocks of sessions: who has which time, when a turn ends, what a player over time loses.

use super::{Clock, ClockError, SavedClock, TimeControl};
use crate::play::{Session, TurnStamp};
use houserule_core::mechanics::Seat;

impl Session {
    /// New clock that starts at this point of the game; in a variation, where the game was left.
    pub fn start_clock(&mut self, control: TimeControl) -> Result<Clock, ClockError> {
        let place = self.place();
        self.return_to_game();
        let clock = Clock::new(control, &self.plan().names, |seat| self.game.player(seat), self.moves().len());
        if let Some(place) = &place {
            // The place was left just now.
            let _ = self.go_to_place(place);
        }
        clock
    }

    /// Clock of a record of this game; `None` if the record contains no times. Its penalties are counted.
    pub fn adopt_clock(&mut self, saved: Option<&SavedClock>) -> Result<Option<Clock>, ClockError> {
        let clock = saved.map(|saved| Clock::from_saved(saved, &self.plan().names)).transpose()?.flatten();
        self.count_penalties(clock.as_ref());
        Ok(clock)
    }

    /// Players by seat.
    pub fn players_by_seat(&self) -> Vec<Seat> {
        self.plan().names.seats.indices().map(|seat| self.game.player(seat)).collect()
    }

    /// Seat that a player has now.
    pub fn seat_of_player(&self, player: Seat) -> Option<Seat> {
        self.plan().names.seats.indices().find(|seat| self.game.player(*seat) == player)
    }

    /// Whether the last move ended a turn. In a race every move is a turn.
    pub fn has_ended_turn(&self) -> bool {
        self.is_race() || self.stamps().last().map(TurnStamp::turn) != Some(self.next_stamp().turn())
    }

    /// Takes the points from the teams that their players lose for time.
    pub fn count_penalties(&mut self, clock: Option<&Clock>) {
        let names = &self.plan().names;
        let mut penalties = vec![0.0; names.teams.len()];
        for seat in names.seats.indices() {
            let points = clock.map_or(0, |clock| clock.penalty_of(self.game.player(seat)));
            penalties[names.team_of[seat].index()] += f64::from(points);
        }
        self.game.set_penalties(penalties);
    }
}
