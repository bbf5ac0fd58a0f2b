//! Races on a page: bots lay at the pace of the rules, whatever the people do. At the prompt alone, where nobody can type as
//! fast, every bot moves once after each move of a person.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::active_game::{ActiveGame, Pace};
use super::mode::Prompt;
use houserule_core::mechanics::Seat;

/// When each bot moves next, by chair; empty until the race has begun with a person's move.
#[derive(Default)]
pub struct RacePace {
    due: BTreeMap<Seat, Instant>,
}

impl Prompt {
    /// Lets the bots of a race move at their pace while a window is open.
    pub fn update_race_pace(&mut self) {
        let is_open = self.hub().is_some_and(|hub| hub.has_windows());
        let Some(game) = self.game_mut() else { return };
        let is_paced = is_open && game.session.is_race() && !game.seating.bot_chairs().is_empty();
        match is_paced {
            true => {
                game.race_pace.get_or_insert_default();
            }
            false => game.race_pace = None,
        }
        if is_paced && game.seating.has_only_bots() {
            game.begin_race();
        }
    }

    /// Returns the time until a bot of a race has to move.
    pub fn time_to_race_move(&self) -> Option<Duration> {
        let game = self.game()?;
        let due = game.race_pace.as_ref()?.due.values().min()?;
        // While a bot thinks, its answer comes first.
        let is_running = game.search.is_none() && game.pace == Pace::Playing && !game.is_paused();
        let is_running = is_running && game.session.variation().is_none() && !game.session.game.is_over();
        is_running.then(|| due.saturating_duration_since(Instant::now()))
    }
}

impl ActiveGame {
    /// Starts the time of all bots, unless the race has begun.
    fn begin_race(&mut self) {
        if self.race_pace.as_ref().is_some_and(|race| race.due.is_empty()) {
            self.seating.bot_chairs().into_iter().for_each(|chair| self.plan_next_move(chair));
        }
    }

    /// Notes a move in a race; returns whether bots move at their pace.
    pub fn note_race_move(&mut self, is_bot: bool) -> bool {
        if !is_bot {
            self.begin_race();
        }
        self.race_pace.is_some()
    }

    /// Lets the bots move whose time has come.
    pub fn call_due_bots(&mut self) {
        let Some(race) = &self.race_pace else { return };
        let now = Instant::now();
        let due: Vec<Seat> = race.due.iter().filter(|(_, at)| **at <= now).map(|(chair, _)| *chair).collect();
        for chair in due {
            // A bot that could not move tries again.
            self.seating.passes = 0;
            if !self.seating.pending.contains(&chair) {
                self.seating.pending.push(chair);
            }
            self.plan_next_move(chair);
        }
    }

    /// Stops the time of all bots until the next move of a person.
    pub fn stop_race(&mut self) {
        if let Some(race) = &mut self.race_pace {
            race.due.clear();
        }
    }

    fn plan_next_move(&mut self, chair: Seat) {
        let session = &self.session;
        let seat = session.seat_of_player(chair).unwrap_or(chair);
        let seconds = session.plan().pace(seat).unwrap_or(DEFAULT_PACE);
        if let Some(race) = &mut self.race_pace {
            race.due.insert(chair, Instant::now() + Duration::from_secs(seconds.into()));
        }
    }
}

/// Seconds per move under rules without a pace.
const DEFAULT_PACE: u32 = 10;
