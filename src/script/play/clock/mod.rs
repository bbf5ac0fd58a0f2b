//! Clocks of games: how much time each player has left. Nothing here reads the time: callers pass in how long a
//! player took.
//!
//! A time control names seats. In a game times belong to players, so players who swap seats keep their times; the next
//! game of a match starts again with the times of its seats. The clock remembers its times after every move, so a move
//! that is undone gives its time back.

mod control;
mod face;
mod saved;
mod session;

use std::time::Duration;

use houserule_core::mechanics::Seat;
use houserule_core::names::Names;

pub use control::{ClockError, PlayerTime, Renewal, TimeControl, format_time, parse_time};
pub use face::ClockFace;
pub use saved::SavedClock;

/// Least time of a player whose flag is forgiven.
pub const GRACE: Duration = Duration::from_secs(15);

const MINUTE: Duration = Duration::from_secs(60);

/// Time of one player at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeLeft {
    /// Time left.
    pub left: Duration,
    /// Time used after none was left, where that costs points.
    pub over: Duration,
}

/// Times of all players, by player; `None` without a limit.
type Times = Vec<Option<TimeLeft>>;

/// Clock of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// Control of each player.
    players: Vec<Option<PlayerTime>>,
    times: Times,
    /// Times when each number of moves had been made, also of moves that were undone.
    history: Vec<Times>,
}

impl Clock {
    /// Starts a clock in a game with some moves; `player_of` returns the player who has a seat.
    pub fn new(
        control: TimeControl,
        names: &Names,
        player_of: impl Fn(Seat) -> Seat,
        moves: usize,
    ) -> Result<Clock, ClockError> {
        control.check_seats(names)?;
        let control = control.by_player(names, player_of);
        let players: Vec<Option<PlayerTime>> =
            names.seats.indices().map(|player| control.of_seat(player, names)).collect();
        let start = |player: &Option<PlayerTime>| player.map(|time| TimeLeft { left: time.time, over: Duration::ZERO });
        let times: Times = players.iter().map(start).collect();
        let history = vec![times.clone(); moves + 1];
        Ok(Clock { control, players, times, history })
    }

    /// Returns the time control, by the seats that the players had at first.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Returns the number of players.
    pub fn player_count(&self) -> usize {
        self.players.len()
    }

    /// Returns the control of a player; `None` without a limit.
    pub fn control_of(&self, player: Seat) -> Option<PlayerTime> {
        self.players.get(player.index()).copied().flatten()
    }

    /// Returns the time of a player; `None` without a limit.
    pub fn time_of(&self, player: Seat) -> Option<TimeLeft> {
        self.times.get(player.index()).copied().flatten()
    }

    /// Counts time against some players.
    pub fn charge(&mut self, players: &[Seat], elapsed: Duration) {
        for player in players {
            let goes_on = self.control_of(*player).is_some_and(|control| control.penalty.is_some());
            if let Some(Some(time)) = self.times.get_mut(player.index()) {
                time.over += if goes_on { elapsed.saturating_sub(time.left) } else { Duration::ZERO };
                time.left = time.left.saturating_sub(elapsed);
            }
        }
    }

    /// Notes a move of a player, after which there are `moves`. At the end of a turn the player gets time.
    pub fn note_move(&mut self, player: Seat, ends_turn: bool, moves: usize) {
        if ends_turn
            && let (Some(control), Some(Some(time))) = (self.control_of(player), self.times.get_mut(player.index()))
        {
            time.left = match control.renewal {
                Renewal::Nothing => time.left,
                Renewal::Increment(increment) => time.left + increment,
                Renewal::Whole => control.time,
            };
        }
        self.history.resize(moves, self.times.clone());
        self.history.push(self.times.clone());
    }

    /// Goes back or forward to the times when some number of moves had been made.
    pub fn go_to(&mut self, moves: usize) {
        if let Some(times) = self.history.get(moves).or(self.history.last()) {
            self.times.clone_from(times);
        }
    }

    /// Leaves a player no time.
    pub fn run_out(&mut self, player: Seat) {
        if let Some(Some(time)) = self.times.get_mut(player.index()) {
            time.left = Duration::ZERO;
        }
    }

    /// Returns the first of some players whose flag has fallen.
    pub fn flagged(&self, players: &[Seat]) -> Option<Seat> {
        players.iter().copied().find(|player| self.time_to_flag(&[*player]) == Some(Duration::ZERO))
    }

    /// Returns how long some players may think until the first of them loses; `None` if none of them can.
    pub fn time_to_flag(&self, players: &[Seat]) -> Option<Duration> {
        let loses = |player: &&Seat| self.control_of(**player).is_some_and(|control| control.penalty.is_none());
        players.iter().filter(loses).filter_map(|player| Some(self.time_of(*player)?.left)).min()
    }

    /// Returns the points that a player loses for minutes begun over time.
    pub fn penalty_of(&self, player: Seat) -> u32 {
        let points = self.control_of(player).and_then(|control| control.penalty).unwrap_or(0);
        let minutes = self.time_of(player).map_or(0, |time| time.over.as_nanos().div_ceil(MINUTE.as_nanos()));
        points.saturating_mul(minutes.try_into().unwrap_or(u32::MAX))
    }

    /// Lets a player go on whose flag has fallen: the turn starts again with the time it began with, and at least
    /// [`GRACE`].
    pub fn forgive(&mut self, player: Seat, moves: usize) {
        self.go_to(moves);
        if let Some(Some(time)) = self.times.get_mut(player.index()) {
            time.left = time.left.max(GRACE);
        }
        if let Some(times) = self.history.get_mut(moves) {
            times.clone_from(&self.times);
        }
    }
}

#[cfg(test)]
mod tests;
