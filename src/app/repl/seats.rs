//! Seats: people type their moves, bots move when it is their turn.

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, eprint_note, refuse};
use crate::interrupt::STOP;
use crate::protocol::{ENGINE_SYNTAX, parse_bot};
use anyhow::{Context, bail};
use houserule_core::mechanics::Seat;
use houserule_core::rng::Rng;
use houserule_core::text::{capitalised, one_line, plural, series};
use houserule_lab::bot::{Bot, BotName, Level, SearchObserver, SearchProgress, SearchRequest};
use houserule_lab::cores;
use houserule_script::game::BotError;
use houserule_script::lua::Ruleset;
use houserule_script::play::Session;
use houserule_script::rules::RulePlan;

/// Player of a seat.
#[derive(Clone)]
pub enum Occupant {
    /// A person, with a name if it was given.
    Person(Option<String>),
    Bot(BotName),
}

/// Players of all seats of a game, in seat order.
pub type SeatAssignment = Vec<Occupant>;

const HUMAN: &str = "human";

/// Bot for `hint`, and for `bot` without a name.
const ADVISER: BotName = BotName::Level(Level::Hard);

/// Maximum number of moves that bots make in a row, in case their game does not end.
const MAX_BOT_GAME_LEN: usize = 2_000;

/// Parses seats such as `Ann,easy` for a game.
pub fn read(text: &str, rules: &Ruleset) -> Result<SeatAssignment, BotError> {
    let occupant = |word: &str| match word.trim() {
        HUMAN => Ok(Occupant::Person(None)),
        name if is_person_name(name) => Ok(Occupant::Person(Some(name.to_string()))),
        name => parse_bot(name).and_then(|bot| bot.resolve(rules)).map(Occupant::Bot).map_err(|error| match error {
            BotError::Unknown(_) => format!(
                "`{}` cannot sit down; say `{HUMAN}` or a name with a capital, {}, or {ENGINE_SYNTAX}",
                one_line(name, 40),
                BotName::KNOWN
            )
            .into(),
            other => other,
        }),
    };
    let occupants: SeatAssignment = text.split(',').map(occupant).collect::<Result<_, BotError>>()?;
    let (plan, seats) = (&rules.plan, &rules.plan.names.seats);
    if occupants.len() != seats.len() {
        let (has, given) = (plural(seats.len(), "seat"), occupants.len());
        return Err(format!("{} has {has}, {}; you name {given}", plan.title, series(seats, "and")).into());
    }
    occupants.iter().filter_map(Occupant::bot).try_for_each(|bot| bot.supports(plan))?;
    Ok(occupants)
}

/// Restores the seats of a recorded game; adds a note for each that cannot be restored.
pub fn restore_seats(seats: &[String], rules: &Ruleset, notes: &mut Vec<String>) -> SeatAssignment {
    if seats.is_empty() {
        return SeatAssignment::new();
    }
    let mut occupants = read(&seats.join(","), rules).unwrap_or_else(|error| {
        notes.push(format!("people play in place of those who sat there: {error}"));
        SeatAssignment::new()
    });
    // A file from another person must not start a program.
    for occupant in occupants.iter_mut().filter(|occupant| matches!(occupant, Occupant::Bot(BotName::External(_)))) {
        notes.push(format!("`{occupant}` sat there and is not called again by a file; `seats` can call it"));
        *occupant = Occupant::Person(None);
    }
    occupants
}

/// Returns whether a word is a person's name: bots are lower case, engines and files contain punctuation.
fn is_person_name(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'');
    name.starts_with(char::is_uppercase) && name.chars().count() <= 30 && name.chars().all(is_plain)
}

fn seats_text(occupants: &[Occupant]) -> String {
    occupants.iter().map(Occupant::to_string).collect::<Vec<_>>().join(",")
}

impl Occupant {
    fn bot(&self) -> Option<&BotName> {
        match self {
            Occupant::Person(_) => None,
            Occupant::Bot(bot) => Some(bot),
        }
    }
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Occupant::Person(name) => f.write_str(name.as_deref().unwrap_or(HUMAN)),
            Occupant::Bot(bot) => write!(f, "{bot}"),
        }
    }
}

/// Seats of the current game with their bots; empty if no seats were assigned.
#[derive(Default)]
pub struct SeatedBots {
    occupants: SeatAssignment,
    bots: Vec<Option<Box<dyn Bot>>>,
    rng: Option<Rng>,
    /// Bots that still have to move in a race, after a person's move.
    pending: Vec<Seat>,
    /// Whether a game between bots was interrupted.
    pub is_paused: bool,
}

impl SeatedBots {
    pub fn new(occupants: SeatAssignment, seed: u64) -> SeatedBots {
        // Only one bot searches at a time, so each may use all cores.
        let bots = occupants.iter().map(|occupant| Some(occupant.bot()?.create_with_threads(cores()))).collect();
        SeatedBots { occupants, bots, rng: Some(Rng::new(seed)), pending: Vec::new(), is_paused: false }
    }

    /// Returns the default seats at a terminal: in games for two, a person against an easy bot.
    pub fn default_seats(plan: &RulePlan) -> SeatAssignment {
        match plan.names.seats.len() {
            2 => vec![Occupant::Person(None), Occupant::Bot(BotName::Level(Level::Easy))],
            seats => vec![Occupant::Person(None); seats],
        }
    }

    pub fn occupants(&self) -> &SeatAssignment {
        &self.occupants
    }

    /// Returns the present player of every seat. After a swap this differs from the chairs.
    fn by_seat(&self, session: &Session) -> impl Iterator<Item = (Seat, &Occupant)> {
        const PERSON: &Occupant = &Occupant::Person(None);
        let seats = session.plan().names.seats.indices();
        let chairs: Vec<Seat> = seats.map(|seat| session.game.player(seat)).collect();
        let occupant = |chair: Seat| self.occupants.get(chair.index()).unwrap_or(PERSON);
        chairs.into_iter().enumerate().map(move |(seat, chair)| (Seat::new(seat), occupant(chair)))
    }

    fn is_bot(&self, seat: Seat) -> bool {
        matches!(self.occupants.get(seat.index()), Some(Occupant::Bot(_)))
    }

    fn has_bots(&self) -> bool {
        self.occupants.iter().any(|occupant| occupant.bot().is_some())
    }

    fn has_only_bots(&self) -> bool {
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

/// Observer that stops a search on Ctrl-C; the bot plays the best move so far.
#[derive(Default)]
struct CtrlCObserver {
    is_stopped: bool,
}

impl CtrlCObserver {
    /// Returns whether Ctrl-C was pressed during the search or since; fast bots do not poll.
    fn was_stopped(&self) -> bool {
        self.is_stopped || STOP.swap(false, Ordering::Relaxed)
    }
}

impl SearchObserver for CtrlCObserver {
    fn on_progress(&mut self, _: &dyn Fn() -> SearchProgress) -> ControlFlow<()> {
        self.is_stopped |= STOP.swap(false, Ordering::Relaxed);
        if self.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Prompt {
    /// Adapts the seats to a new number of seats. People take new seats, and replace bots that do not support the
    /// rules.
    pub(super) fn reseat(&mut self) {
        let Some(session) = self.session.as_ref().filter(|_| !self.seating.occupants.is_empty()) else { return };
        let plan = session.plan();
        let mut occupants = self.seating.occupants.clone();
        occupants.resize(plan.names.seats.len(), Occupant::Person(None));
        let is_unsupported = |occupant: &&mut Occupant| occupant.bot().is_some_and(|bot| bot.supports(plan).is_err());
        occupants.iter_mut().filter(is_unsupported).for_each(|occupant| *occupant = Occupant::Person(None));
        self.seating = SeatedBots::new(occupants, session.seed);
    }

    /// Prints who plays which seat.
    pub(super) fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = self.session.as_ref().filter(|_| !self.seating.seat_names().is_empty()) else {
            return Ok(());
        };
        let names = &session.plan().names;
        let who = |(seat, occupant): (Seat, &Occupant)| match occupant {
            Occupant::Person(None) => format!("{} is yours", names.seat_and_team(seat)),
            Occupant::Person(Some(name)) => format!("{} is {name}", names.seat_and_team(seat)),
            Occupant::Bot(bot) => format!("{} is played by {bot}", names.seat_and_team(seat)),
        };
        let all: Vec<String> = self.seating.by_seat(session).map(who).collect();
        let people = vec![HUMAN; names.seats.len()].join(",");
        let text = match self.seating.has_bots() {
            true => format!("{}; `seats {people}` is for people alone.", series(&all, "and")),
            false => format!("{}.", series(&all, "and")),
        };
        writeln!(out, "{}", crate::render::wrap_hanging(&capitalised(&text)))
    }

    /// Prints who plays which seat after a swap.
    pub(super) fn announce_swap(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &self.session else { return Ok(()) };
        let names = &session.plan().names;
        let is_alone = self.seating.only_person(names.seats.len()).is_some();
        let who = |(seat, occupant): (Seat, &Occupant)| {
            let now = names.seat_and_team(seat);
            match occupant {
                Occupant::Person(None) if is_alone => format!("you play {now}"),
                Occupant::Person(None) => {
                    format!("whoever was {} plays {now}", names.seat_and_team(session.game.player(seat)))
                }
                occupant => format!("{occupant} plays {now}"),
            }
        };
        let all: Vec<String> = self.seating.by_seat(session).map(who).collect();
        let text = capitalised(&format!("{} now.", series(&all, "and")));
        writeln!(out, "{}", crate::render::wrap_hanging(&text))
    }

    /// Returns the players by chair, as the game began.
    pub(super) fn players(&self) -> Vec<String> {
        let seats = self.session.as_ref().map_or(0, |session| session.plan().names.seats.len());
        let occupant = |seat: usize| self.seating.occupants.get(seat).map_or(HUMAN.to_string(), Occupant::to_string);
        (0..seats).map(occupant).collect()
    }

    /// Runs `seats` or `seats human,hard`.
    pub(super) fn seats(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else { return refuse(NO_GAME) };
        if rest.is_empty() {
            for (seat, occupant) in self.seating.by_seat(session) {
                writeln!(out, "{}: {occupant}", session.plan().seat_name(seat))?;
            }
            return Ok(CommandOutcome::Done);
        }
        let occupants = or_refuse!(read(rest, &session.ruleset));
        writeln!(out, "seats: {}", seats_text(&occupants))?;
        // Names are given by seat; after a swap the chairs differ.
        let chairs = Seat::all(occupants.len());
        let chairs = chairs.map(|chair| occupants[session.game.player(chair).index()].clone());
        self.seating = SeatedBots::new(chairs.collect(), session.seed);
        self.is_reviewing = false;
        self.autosave_now();
        Ok(CommandOutcome::Done)
    }

    /// Runs `bot` or `bot greedy`: a bot makes the next move for any player.
    pub(super) fn bot(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let name = match rest {
            "" => ADVISER,
            name => {
                let Some(session) = &self.session else { return refuse(NO_GAME) };
                or_refuse!(parse_bot(name).and_then(|bot| bot.resolve(&session.ruleset)))
            }
        };
        let (seat, text) = or_refuse!(self.suggest_move(&name));
        self.play_bot_move(seat, &text, out)
    }

    /// Prints the move that a strong bot would play.
    pub(super) fn suggest(&mut self, out: &mut dyn Write) -> CommandResult {
        let (_, text) = or_refuse!(self.suggest_move(&ADVISER));
        writeln!(out, "{ADVISER} would play {text}")?;
        Ok(CommandOutcome::Done)
    }

    /// Returns a bot's move for a seat that may move; in a race, preferably a person's seat.
    fn suggest_move(&mut self, name: &BotName) -> anyhow::Result<(Seat, String)> {
        let session = self.session.as_mut().context(NO_GAME)?;
        name.supports(session.plan())?;
        if let Some(outcome) = session.game.outcome()? {
            bail!("the game is over: {}", outcome.describe(session.plan()));
        }
        let movers = session.game.board().movers();
        let seats = session.plan().names.seats.indices();
        let mut rng = Rng::new(session.seed);
        let mut bot = name.create();
        let is_bot: Vec<bool> = seats.clone().map(|seat| self.seating.is_bot(session.game.player(seat))).collect();
        let order = seats.clone().filter(|seat| !is_bot[seat.index()]);
        for seat in order.chain(seats.filter(|seat| is_bot[seat.index()])).filter(|seat| movers.has(*seat)) {
            let mut observer = CtrlCObserver::default();
            let request = SearchRequest::new(seat, &mut observer);
            let mv = bot.search(&mut session.game, &mut rng, request)?;
            if let Some(mv) = mv {
                return Ok((seat, session.move_text(mv)));
            }
        }
        bail!("nobody can move")
    }

    /// Plays a bot's move and prints it.
    fn play_bot_move(&mut self, seat: Seat, text: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else { return refuse(NO_GAME) };
        match session.play(text) {
            Ok(notation) => {
                self.after_move(seat);
                self.autosave_soon();
                self.announce(seat, &notation, out)?;
                Ok(CommandOutcome::Done)
            }
            Err(error) => refuse(format!("{text} cannot be played: {}", session.explain_error(&error))),
        }
    }

    /// Updates the state after a move. In a race every bot moves once after each move of a person.
    pub(super) fn after_move(&mut self, seat: Seat) {
        self.offered_moves.clear();
        self.redo_stack.clear();
        (self.is_reviewing, self.moves_before_cut, self.seating.is_paused) = (false, None, false);
        let is_race = self.session.as_ref().is_some_and(|session| session.is_race());
        if is_race && !self.seating.is_bot(seat) {
            let bots = Seat::all(self.seating.occupants.len()).filter(|seat| self.seating.is_bot(*seat));
            self.seating.pending = bots.collect();
        }
    }

    /// Returns the seat of the bot to move, if any.
    fn next_bot(&mut self) -> Option<Seat> {
        let session = self.session.as_ref()?;
        if !session.is_race() {
            return Some(session.game.seat()).filter(|seat| self.seating.is_bot(session.game.player(*seat)));
        }
        if self.seating.pending.is_empty() && self.seating.has_only_bots() {
            self.seating.pending = Seat::all(self.seating.occupants.len()).collect();
        }
        (!self.seating.pending.is_empty()).then(|| self.seating.pending.remove(0))
    }

    /// Lets bots move until it is a person's turn.
    pub(super) fn let_bots_move(&mut self, out: &mut dyn Write) -> CommandResult {
        if self.is_reviewing || self.seating.is_paused {
            // Bots do not move while an earlier turn is shown.
            return Ok(CommandOutcome::Done);
        }
        let (mut passes, only_bots) = (0, self.seating.has_only_bots());
        let mut observer = CtrlCObserver::default();
        for _ in 0..MAX_BOT_GAME_LEN {
            let Some(session) = &mut self.session else { return Ok(CommandOutcome::Done) };
            if or_refuse!(session.game.outcome()).is_some() {
                self.seating.pending.clear();
                return Ok(CommandOutcome::Done);
            }
            let Some(seat) = self.next_bot() else { return Ok(CommandOutcome::Done) };
            let Some(session) = &mut self.session else { return Ok(CommandOutcome::Done) };
            let SeatedBots { bots, rng: Some(rng), .. } = &mut self.seating else { return Ok(CommandOutcome::Done) };
            let Some(bot) = bots.get_mut(session.game.player(seat).index()).and_then(Option::as_mut) else {
                return Ok(CommandOutcome::Done);
            };
            let chosen = bot.search(&mut session.game, rng, SearchRequest::new(seat, &mut observer));
            if observer.was_stopped() && only_bots {
                // In a game between bots, Ctrl-C returns to the prompt.
                self.seating.is_paused = true;
                let text = "The bots wait: Enter or `bot` lets them go on, `seats` changes who plays.";
                writeln!(out, "{}", crate::render::wrap_hanging(text))?;
                return Ok(CommandOutcome::Done);
            }
            observer.is_stopped = false;
            match chosen {
                Err(fault) => return self.replace_bot(seat, &fault.to_string()),
                // In a race a bot that cannot move waits for the others.
                Ok(None) if passes < self.seating.occupants.len() => passes += 1,
                Ok(None) => return Ok(CommandOutcome::Done),
                Ok(Some(mv)) => {
                    passes = 0;
                    let text = session.move_text(mv);
                    if let violation @ CommandOutcome::Refused(_) = self.play_bot_move(seat, &text, out)? {
                        return Ok(violation);
                    }
                }
            }
        }
        refuse(format!("the bots have made {MAX_BOT_GAME_LEN} moves without an end; `seats` changes who plays"))
    }

    /// Replaces a failed bot by a person and prints why. The game stays unchanged.
    fn replace_bot(&mut self, seat: Seat, message: &str) -> CommandResult {
        let Some(session) = &self.session else { return refuse(NO_GAME) };
        let name = session.plan().names.seat_and_team(seat);
        let chair = session.game.player(seat).index();
        self.seating.occupants[chair] = Occupant::Person(None);
        self.seating.bots[chair] = None;
        self.seating.pending.clear();
        self.bot_failed = true;
        eprint_note(&format!("{message}; {name} is yours now"))?;
        Ok(CommandOutcome::Done)
    }

    /// Returns whether it is a bot's turn; false in a race.
    pub(super) fn is_bots_turn(&self) -> bool {
        let turn = self.session.as_ref().filter(|session| !session.is_race());
        turn.is_some_and(|session| self.seating.is_bot(session.game.player(session.game.seat())))
    }
}
