//! The clock of the game at the prompt. A person's time runs while the prompt waits for a line and that person may move;
//! a bot's time is what its search took. Everything else (drawing, saving, other searches) costs no time.
//!
//! | module | contents |
//! |---|---|
//! | `commands` | `clock`, `pause`, the clock in the text of the prompt |

mod commands;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use super::active_game::{ActiveGame, Pace};
use super::mode::Prompt;
use super::{CommandOutcome, CommandResult, Context};
use crate::active_time::TimeSource;
use crate::render::{BoardStyle, Screen};
use houserule_core::mechanics::Seat;
use houserule_lab::bot::{GameTime, SeatTime};
use houserule_script::notation::record::Record;
use houserule_script::play::AgreedResult;
use houserule_script::play::clock::{Clock, Renewal, SavedClock, TimeControl};

/// Time after which the prompt is written again while a clock runs.
const TICK: Duration = Duration::from_secs(1);

/// Time that the answer of a bot may be on its way; what counts is how long its search took.
const ANSWER_DELAY: Duration = Duration::from_secs(1);

/// Clock of a game, and whose time runs.
pub struct TableClock {
    pub clock: Clock,
    time: TimeSource,
    /// Players by seat, before the next move of the game; in a variation they are out of date.
    players: Vec<Seat>,
    /// Number of moves of the game that the times belong to.
    moves: usize,
    /// Since when the time of which players runs.
    running: Option<(Duration, Vec<Seat>)>,
    pub is_paused: bool,
    /// Player whose flag has fallen, until the game ends by that.
    fallen: Option<Seat>,
}

impl TableClock {
    fn new(clock: Clock, game: &ActiveGame, time: &TimeSource) -> TableClock {
        time.watch();
        TableClock {
            clock,
            time: time.clone(),
            players: game.session.players_by_seat(),
            moves: game.session.game_length(),
            running: None,
            is_paused: false,
            fallen: None,
        }
    }

    /// Returns the times at this moment; `thinking` is a bot and since when it thinks.
    fn clock_now(&self, thinking: Option<(Seat, Duration)>) -> Clock {
        let (mut clock, now) = (self.clock.clone(), self.time.now());
        let running = self.running.clone().into_iter();
        for (since, players) in running.chain(thinking.map(|(player, since)| (since, vec![player]))) {
            clock.charge(&players, now.saturating_sub(since));
        }
        clock
    }
}

impl ActiveGame {
    /// Sets the clock of the game, or removes it.
    pub fn set_clock(&mut self, clock: Option<Clock>, context: &Context) {
        self.session.count_penalties(clock.as_ref());
        self.clock = clock.map(|clock| TableClock::new(clock, self, &context.time));
    }

    /// Restores the clock of a record; one that does not fit is reported.
    pub fn restore_clock(&mut self, record: &Record, context: &mut Context) {
        match self.session.adopt_clock(record.clock.as_ref()) {
            Ok(clock) => self.set_clock(clock, context),
            Err(error) => context.remarks.notes.push(format!("the game goes on without its clock: {error}")),
        }
    }

    /// Returns the clock for a record.
    pub fn saved_clock(&self) -> Option<SavedClock> {
        self.clock.as_ref().map(|table| table.clock.to_saved(self.session.game_moves().len()))
    }

    /// Returns the time control.
    pub fn time_control(&self) -> Option<&TimeControl> {
        self.clock.as_ref().map(|table| table.clock.control())
    }

    /// Returns whether the clock was stopped by `pause`.
    pub fn is_paused(&self) -> bool {
        self.clock.as_ref().is_some_and(|table| table.is_paused)
    }

    /// Lets a paused clock run again.
    pub fn unpause(&mut self) {
        if let Some(table) = &mut self.clock {
            table.is_paused = false;
        }
    }

    /// Returns the people whose time runs while a line is asked for.
    fn thinkers(&mut self) -> Vec<Seat> {
        let is_browsing = self.pace == Pace::Browsing && !self.session.undone_moves().is_empty();
        let is_stopped = self.clock.as_ref().is_none_or(|table| table.is_paused);
        let is_stopped = is_stopped || self.session.variation().is_some();
        if is_stopped || is_browsing || self.pace == Pace::Paused || self.search.is_some() || self.is_hand_hidden() {
            return Vec::new();
        }
        let session = &mut self.session;
        if !matches!(session.game.outcome(), Ok(None)) {
            return Vec::new();
        }
        let movers = session.game.board().movers();
        let seats = session.plan().names.seats.indices().filter(|seat| movers.has(*seat));
        let players = seats.map(|seat| session.game.player(seat));
        players.filter(|player| !self.seating.is_bot(*player)).collect()
    }

    /// Returns the bot on a clock that thinks, and since when.
    fn thinking_bot(&self) -> Option<(Seat, Duration)> {
        self.search.as_ref()?.thinking_since()
    }

    /// Returns whether a flag has fallen and the game goes on.
    pub fn has_fallen_flag(&self) -> bool {
        self.clock.as_ref().is_some_and(|table| table.fallen.is_some())
    }

    /// Counts time against players; those whose flag falls lose the game.
    pub fn charge(&mut self, players: &[Seat], elapsed: Duration) {
        let Some(table) = &mut self.clock else { return };
        table.clock.charge(players, elapsed);
        table.fallen = table.fallen.or(table.clock.flagged(players));
        self.session.count_penalties(Some(&table.clock));
    }

    /// Notes a move of a seat.
    pub fn note_clock_move(&mut self, seat: Seat) {
        if self.session.variation().is_some() {
            return;
        }
        let Some(table) = &mut self.clock else { return };
        let (moves, ends_turn) = (self.session.moves().len(), self.session.has_ended_turn());
        // After a swap the seat is another player's.
        let player = table.players.get(seat.index()).copied().unwrap_or(seat);
        table.clock.note_move(player, ends_turn, moves);
        (table.moves, table.players) = (moves, self.session.players_by_seat());
    }

    /// Adapts the clock to moves that were undone or played again, and to another game.
    pub fn sync_clock(&mut self, context: &mut Context) {
        // A variation is tried outside the time of the game.
        if self.session.variation().is_some() {
            return;
        }
        let Some(table) = &mut self.clock else { return };
        let session = &mut self.session;
        let moves = session.moves().len();
        if table.clock.player_count() != session.plan().names.seats.len() {
            let clock = session.start_clock(table.clock.control().clone());
            if let Err(error) = &clock {
                context.remarks.notes.push(format!("the game goes on without its clock: {error}"));
            }
            self.set_clock(clock.ok(), context);
            return;
        }
        if table.moves != moves {
            table.clock.go_to(moves);
            (table.moves, table.fallen) = (moves, None);
        }
        if let Some(AgreedResult::Flagged(seat)) = session.agreed() {
            // The loss on time is redone, or shown again: it is recorded by the time that is left.
            table.clock.run_out(session.game.player(seat));
        }
        table.players = session.players_by_seat();
        session.count_penalties(Some(&table.clock));
    }

    /// Lets a player go on whose flag had fallen.
    pub fn forgive_flag(&mut self, seat: Seat) {
        if let Some(table) = &mut self.clock {
            table.clock.forgive(self.session.game.player(seat), self.session.moves().len());
            table.fallen = None;
        }
    }

    /// Ends the game of a player whose flag has fallen.
    fn fall_flag(&mut self, context: &mut Context, out: &mut dyn Write) -> CommandResult {
        let fallen = self.clock.as_mut().and_then(|table| table.fallen.take());
        let Some(seat) = fallen.and_then(|player| self.session.seat_of_player(player)) else {
            return Ok(CommandOutcome::Done);
        };
        // The game may have ended in the same moment.
        if self.session.end_by_agreement(AgreedResult::Flagged(seat)).is_ok() {
            self.mark_changed();
            self.show(context, out)?;
        }
        Ok(CommandOutcome::Done)
    }

    /// Returns the clock as bots see it.
    pub fn game_time(&self) -> Option<GameTime> {
        let table = self.clock.as_ref()?;
        let seat_time = |player: &Seat| {
            let (control, time) = (table.clock.control_of(*player)?, table.clock.time_of(*player)?);
            let (increment, moves_to_go) = match control.renewal {
                Renewal::Nothing => (Duration::ZERO, None),
                Renewal::Increment(increment) => (increment, None),
                Renewal::Whole => (Duration::ZERO, Some(1)),
            };
            Some(SeatTime { left: time.left, increment, moves_to_go })
        };
        Some(GameTime { seats: self.session.players_by_seat().iter().map(seat_time).collect() })
    }

    /// Returns the seconds that each seat has left, to the millisecond; negative over time.
    pub fn seconds_left(&self) -> BTreeMap<&str, f64> {
        let Some(table) = &self.clock else { return BTreeMap::new() };
        let names = &self.session.plan().names;
        let seconds = |seat: Seat| {
            let time = table.clock.time_of(self.session.game.player(seat))?;
            let millis = time.left.as_millis() as f64 - time.over.as_millis() as f64;
            Some((names.seats[seat].as_str(), millis / 1000.0))
        };
        names.seats.indices().filter_map(seconds).collect()
    }
}

impl Prompt {
    /// Lets the time run of those who are asked for a line; returns when the prompt has to look again.
    pub fn run_clock(&mut self) -> Option<Duration> {
        let is_ticking = self.context.is_interactive && Screen::current().boards != BoardStyle::Words;
        let game = self.game_mut().filter(|game| game.clock.is_some())?;
        let (thinkers, bot) = (game.thinkers(), game.thinking_bot());
        let table = game.clock.as_mut()?;
        let now = table.time.now();
        let flag_of_bot = bot.and_then(|(player, since)| {
            let left = table.clock.time_to_flag(&[player])?;
            Some((left + ANSWER_DELAY).saturating_sub(now.saturating_sub(since)))
        });
        let flag = table.clock.time_to_flag(&thinkers);
        let tick = (is_ticking && (!thinkers.is_empty() || bot.is_some())).then_some(TICK);
        table.running = (!thinkers.is_empty()).then_some((now, thinkers));
        flag.into_iter().chain(flag_of_bot).chain(tick).min()
    }

    /// Stops the time when something has happened, `at` which time.
    pub fn stop_clock(&mut self, at: Option<Duration>) {
        let Some(game) = self.game_mut() else { return };
        let Some(table) = &mut game.clock else { return };
        let (at, is_input) = (at.unwrap_or_else(|| table.time.now()), at.is_some());
        if let Some((since, players)) = table.running.take() {
            game.charge(&players, at.saturating_sub(since));
            // A tick alone is not worth it.
            if is_input {
                game.file.mark_outdated();
            }
        }
        // A bot that does not answer.
        let Some((player, since)) = game.thinking_bot() else { return };
        let Some(table) = &mut game.clock else { return };
        let left = table.clock.time_to_flag(&[player]);
        if left.is_some_and(|left| table.time.now().saturating_sub(since) >= left + ANSWER_DELAY) {
            game.charge(&[player], left.unwrap_or_default());
        }
    }

    /// Returns whether a flag has fallen and the game goes on.
    pub fn has_fallen_flag(&self) -> bool {
        self.game().is_some_and(ActiveGame::has_fallen_flag)
    }

    /// Ends the game of a player whose flag has fallen.
    pub fn fall_flag(&mut self, out: &mut dyn Write) -> CommandResult {
        self.in_game(|game, context| game.fall_flag(context, out))
    }
}
