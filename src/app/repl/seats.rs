//! Seats: people type their moves, bots move when it is their turn.

use std::io::{self, Write};

use super::active_game::{ActiveGame, Pace};
use super::search::SearchPurpose;
use super::{CommandOutcome, CommandResult, Context};
use crate::players::{self, HUMAN, Occupant, SeatAssignment, seats_text};
use crate::protocol::parse_bot;
use houserule_core::mechanics::Seat;
use houserule_core::rng::Rng;
use houserule_core::text::{capitalised, series};
use houserule_lab::bot::{Bot, BotName, Level};
use houserule_lab::cores;
use houserule_script::play::Session;
use houserule_script::rules::RulePlan;

/// Bot for `hint`, and for `bot` without a name.
pub const ADVISER: BotName = BotName::Level(Level::Hard);

/// Seats of the current game with their bots; empty if no seats were assigned.
pub struct SeatedBots {
    occupants: SeatAssignment,
    /// Bots by chair; one that searches is with its thread.
    bots: Vec<Option<Box<dyn Bot>>>,
    rng: Rng,
    /// Bots that still have to move in a race, after a person's move.
    pub pending: Vec<Seat>,
    /// Bots in a row that had no move, as happens in a race.
    pub passes: usize,
    /// Moves of bots since the last line.
    pub moves_in_a_row: usize,
}

impl SeatedBots {
    pub fn new(occupants: SeatAssignment, seed: u64) -> SeatedBots {
        // Only one bot searches at a time, so each may use all cores.
        let bots = occupants.iter().map(|occupant| Some(occupant.bot()?.create_with_threads(cores()))).collect();
        SeatedBots { occupants, bots, rng: Rng::new(seed), pending: Vec::new(), passes: 0, moves_in_a_row: 0 }
    }

    /// Takes the bot of a chair for a search, with a copy of the random numbers.
    pub fn take_bot(&mut self, chair: Seat) -> Option<(Box<dyn Bot>, Rng)> {
        Some((self.bots.get_mut(chair.index())?.take()?, self.rng.clone()))
    }

    /// Takes a bot back after its search, with the random numbers as it left them if its move is played.
    pub fn return_bot(&mut self, chair: Seat, bot: Box<dyn Bot>, rng: Option<Rng>) {
        self.rng = rng.unwrap_or_else(|| self.rng.clone());
        if let Some(place) = self
            .bots
            .get_mut(chair.index())
            .filter(|place| place.is_none() && self.occupants[chair.index()].bot().is_some())
        {
            *place = Some(bot);
        }
    }

    /// Replaces the player of a chair; people need no bot.
    pub fn replace_by_person(&mut self, chair: Seat) {
        self.occupants[chair.index()] = Occupant::Person(None);
        self.bots[chair.index()] = None;
        self.pending.clear();
    }

    /// Returns the chairs of bots.
    pub fn bot_chairs(&self) -> Vec<Seat> {
        Seat::all(self.occupants.len()).filter(|chair| self.is_bot(*chair)).collect()
    }

    /// Returns the default seats at a terminal: a person against easy bots.
    pub fn default_seats(plan: &RulePlan) -> SeatAssignment {
        let easy = |_| Occupant::Bot(BotName::Level(Level::Easy));
        [Occupant::Person(None)].into_iter().chain((1..plan.names.seats.len()).map(easy)).collect()
    }

    pub fn occupants(&self) -> &SeatAssignment {
        &self.occupants
    }

    /// Returns the present player of every seat. After a swap this differs from the chairs.
    pub fn by_seat(&self, session: &Session) -> impl Iterator<Item = (Seat, &Occupant)> {
        const PERSON: &Occupant = &Occupant::Person(None);
        let seats = session.plan().names.seats.indices();
        let chairs: Vec<Seat> = seats.map(|seat| session.game.player(seat)).collect();
        let occupant = |chair: Seat| self.occupants.get(chair.index()).unwrap_or(PERSON);
        chairs.into_iter().enumerate().map(move |(seat, chair)| (Seat::new(seat), occupant(chair)))
    }

    /// Returns the seats of people.
    pub fn people(&self, session: &Session) -> Vec<Seat> {
        self.by_seat(session).filter(|(_, occupant)| occupant.bot().is_none()).map(|(seat, _)| seat).collect()
    }

    pub fn is_bot(&self, seat: Seat) -> bool {
        matches!(self.occupants.get(seat.index()), Some(Occupant::Bot(_)))
    }

    fn has_bots(&self) -> bool {
        self.occupants.iter().any(|occupant| occupant.bot().is_some())
    }

    pub fn has_only_bots(&self) -> bool {
        self.has_bots() && self.occupants.iter().all(|occupant| occupant.bot().is_some())
    }

    /// Returns the bot in a chair.
    pub fn bot_name(&self, chair: Seat) -> Option<&BotName> {
        self.occupants.get(chair.index())?.bot()
    }

    /// Returns the name of the person in a chair.
    pub fn name(&self, chair: Seat) -> Option<&str> {
        match self.occupants.get(chair.index())? {
            Occupant::Person(name) => name.as_deref(),
            Occupant::Bot(_) => None,
        }
    }

    /// Counts the people on `chairs` chairs.
    pub fn count_people(&self, chairs: usize) -> usize {
        Seat::all(chairs).filter(|chair| !self.is_bot(*chair)).count()
    }

    /// Returns the chair of the person, if there is exactly one.
    pub fn only_person(&self, chairs: usize) -> Option<Seat> {
        let mut people = Seat::all(chairs).filter(|chair| !self.is_bot(*chair));
        let first = people.next()?;
        (people.next().is_none()).then_some(first)
    }

    /// Returns the seats for a record; empty if all are unnamed people.
    pub fn seat_names(&self) -> Vec<String> {
        let is_named = self.occupants.iter().any(|occupant| !matches!(occupant, Occupant::Person(None)));
        self.occupants.iter().filter(|_| is_named).map(Occupant::to_string).collect()
    }
}

impl ActiveGame {
    /// Returns whether a bot plays a seat now.
    pub fn is_bots_seat(&self, seat: Seat) -> bool {
        self.seating.is_bot(self.session.game.player(seat))
    }

    /// Adapts the seats to a new number of seats. People take new seats, and replace bots that do not support the
    /// rules.
    pub fn reseat(&mut self) {
        if self.seating.occupants.is_empty() {
            return;
        }
        let plan = self.session.plan();
        let mut occupants = self.seating.occupants.clone();
        occupants.resize(plan.names.seats.len(), Occupant::Person(None));
        let is_unsupported = |occupant: &&mut Occupant| occupant.bot().is_some_and(|bot| bot.supports(plan).is_err());
        occupants.iter_mut().filter(is_unsupported).for_each(|occupant| *occupant = Occupant::Person(None));
        self.seating = SeatedBots::new(occupants, self.session.seed);
    }

    /// Prints who plays which seat.
    pub fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.seating.seat_names().is_empty() {
            return Ok(());
        }
        let session = &self.session;
        let names = &session.plan().names;
        let who = |(seat, occupant): (Seat, &Occupant)| match occupant {
            Occupant::Person(None) => format!("you play {}", names.seat_and_team(seat)),
            Occupant::Person(Some(name)) => format!("{name} plays {}", names.seat_and_team(seat)),
            Occupant::Bot(bot) => format!("{bot} plays {}", names.seat_and_team(seat)),
        };
        let all: Vec<String> = self.seating.by_seat(session).map(who).collect();
        let people = vec![HUMAN; names.seats.len()].join(",");
        let text = match self.seating.has_bots() {
            true => format!("{}. Type `seats {people}` to play without bots.", series(&all, "and")),
            false => format!("{}.", series(&all, "and")),
        };
        writeln!(out, "{}", crate::render::wrap_hanging(&capitalised(&text)))
    }

    /// Prints who plays which seat after a swap.
    pub fn announce_swap(&self, out: &mut dyn Write) -> io::Result<()> {
        let session = &self.session;
        let names = &session.plan().names;
        let is_alone = self.seating.only_person(names.seats.len()).is_some();
        let who = |(seat, occupant): (Seat, &Occupant)| {
            let now = names.seat_and_team(seat);
            match occupant {
                Occupant::Person(None) if is_alone => format!("you now play {now}"),
                Occupant::Person(None) => {
                    format!("the player of {} now plays {now}", names.seat_and_team(session.game.player(seat)))
                }
                occupant => format!("{occupant} now plays {now}"),
            }
        };
        let all: Vec<String> = self.seating.by_seat(session).map(who).collect();
        let text = capitalised(&format!("{}.", series(&all, "and")));
        writeln!(out, "{}", crate::render::wrap_hanging(&text))
    }

    /// Returns the players by chair, as the game began.
    pub fn players(&self) -> Vec<String> {
        let occupant = |seat: usize| self.seating.occupants.get(seat).map_or(HUMAN.to_string(), Occupant::to_string);
        (0..self.seats()).map(occupant).collect()
    }

    /// Runs `seats` or `seats human,hard`.
    pub fn seat(&mut self, _: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        let session = &self.session;
        if rest.is_empty() {
            for (seat, occupant) in self.seating.by_seat(session) {
                writeln!(out, "{}: {occupant}", session.plan().seat_name(seat))?;
            }
            return Ok(CommandOutcome::Done);
        }
        let occupants = or_refuse!(players::read(rest, &session.ruleset));
        // Names are given by seat; after a swap the chairs differ.
        let chairs = Seat::all(occupants.len());
        let chairs: SeatAssignment =
            chairs.map(|chair| occupants[session.game.player(chair).index()].clone()).collect();
        or_refuse!(self.check_match_players(&chairs));
        writeln!(out, "seats: {}", seats_text(&occupants))?;
        self.seating = SeatedBots::new(chairs, session.seed);
        self.pace = Pace::Playing;
        self.mark_changed();
        Ok(CommandOutcome::Done)
    }

    /// Runs `bot` or `bot greedy`: a bot makes the next move for any player.
    pub fn bot(&mut self, context: &mut Context, rest: &str, _: &mut dyn Write) -> CommandResult {
        let name = match rest {
            "" => ADVISER,
            name => or_refuse!(parse_bot(name).and_then(|bot| bot.resolve(&self.session.ruleset))),
        };
        or_refuse!(self.consult(&name, SearchPurpose::Move, context));
        Ok(CommandOutcome::Done)
    }
}
