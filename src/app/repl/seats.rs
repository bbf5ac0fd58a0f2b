//! Who sits where: people, who type, and bots, who move by themselves when it is their turn.

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, eprint_note, refused};
use crate::interrupt::STOP;
use crate::protocol::{GUESTS, bot_named};
use anyhow::{Context, bail};
use houserule_core::mechanics::Seat;
use houserule_core::rng::Rng;
use houserule_core::text::{counted, one_line, series};
use houserule_lab::bot::{Bot, BotName, Level, SearchObserver, SearchProgress, SearchRequest};
use houserule_lab::cores;
use houserule_script::game::BotError;
use houserule_script::lua::Ruleset;
use houserule_script::play::Session;
use houserule_script::rules::RulePlan;

/// Somebody at the table.
#[derive(Clone)]
pub enum Occupant {
    /// A person, by name if we know it.
    Person(Option<String>),
    Bot(BotName),
}

/// Who sits at every seat of a game.
pub type SeatAssignment = Vec<Occupant>;

const HUMAN: &str = "human";

/// What gives a hint, and moves for those who ask for a bot and name none.
const ADVISER: BotName = BotName::Level(Level::Hard);

/// Bots that play with each other stop here, in case their game does not end.
const MAX_BOT_GAME_LEN: usize = 2_000;

/// Reads `Ann,easy` for a game.
pub fn read(text: &str, rules: &Ruleset) -> Result<SeatAssignment, BotError> {
    let occupant = |word: &str| match word.trim() {
        HUMAN => Ok(Occupant::Person(None)),
        name if is_persons(name) => Ok(Occupant::Person(Some(name.to_string()))),
        name => bot_named(name).and_then(|bot| bot.resolve(rules)).map(Occupant::Bot).map_err(|error| match error {
            BotError::Unknown(_) => format!(
                "`{}` cannot sit down; say `{HUMAN}` or a name with a capital, {}, or {GUESTS}",
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
        let (has, named) = (counted(seats.len(), "seat"), occupants.len());
        return Err(format!("{} has {has}, {}; you name {named}", plan.title, series(seats, "and")).into());
    }
    occupants.iter().filter_map(Occupant::bot).try_for_each(|bot| bot.supports(plan))?;
    Ok(occupants)
}

/// Those who sat at a recorded game, if they can be had; what cannot is noted.
pub fn seated_again(seats: &[String], rules: &Ruleset, notes: &mut Vec<String>) -> SeatAssignment {
    if seats.is_empty() {
        return SeatAssignment::new();
    }
    let mut occupants = read(&seats.join(","), rules).unwrap_or_else(|says| {
        notes.push(format!("people play in place of those who sat there: {says}"));
        SeatAssignment::new()
    });
    // A file that somebody else wrote must not start a program.
    for occupant in occupants.iter_mut().filter(|occupant| matches!(occupant, Occupant::Bot(BotName::Guest(_)))) {
        notes.push(format!("`{occupant}` sat there and is not called again by a file; `seats` can call it"));
        *occupant = Occupant::Person(None);
    }
    occupants
}

/// Whether a word is the name of a person: bots are written small, and engines and files have signs in their names.
fn is_persons(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'');
    name.starts_with(char::is_uppercase) && name.chars().count() <= 30 && name.chars().all(is_plain)
}

fn written(occupants: &[Occupant]) -> String {
    occupants.iter().map(Occupant::to_string).collect::<Vec<_>>().join(",")
}

/// A sentence with its first letter large.
fn begun_large(says: &str) -> String {
    let mut letters = says.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
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

/// The bots at a table. Without any it is empty.
#[derive(Default)]
pub struct SeatedBots {
    occupants: SeatAssignment,
    bots: Vec<Option<Box<dyn Bot>>>,
    rng: Option<Rng>,
    /// In a race: the bots that move because somebody has.
    due: Vec<Seat>,
    /// Whether bots that play among themselves were stopped.
    pub is_resting: bool,
}

impl SeatedBots {
    pub fn new(occupants: SeatAssignment, seed: u64) -> SeatedBots {
        // Nobody else thinks while a bot does.
        let bots = occupants.iter().map(|occupant| Some(occupant.bot()?.bot_on(cores()))).collect();
        SeatedBots { occupants, bots, rng: Some(Rng::new(seed)), due: Vec::new(), is_resting: false }
    }

    /// Those who sit down with a person who has said nothing about it: where two play, an easy opponent.
    pub fn usual(plan: &RulePlan) -> SeatAssignment {
        match plan.names.seats.len() {
            2 => vec![Occupant::Person(None), Occupant::Bot(BotName::Level(Level::Easy))],
            seats => vec![Occupant::Person(None); seats],
        }
    }

    pub fn occupants(&self) -> &SeatAssignment {
        &self.occupants
    }

    /// Who plays every seat now: after a change of sides it is not the one whose chair it was.
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

    fn only_bots(&self) -> bool {
        self.has_bots() && self.occupants.iter().all(|occupant| occupant.bot().is_some())
    }

    /// The bot in a chair.
    pub fn bot_name(&self, chair: Seat) -> Option<&BotName> {
        self.occupants.get(chair.index())?.bot()
    }

    /// The name of the person in a chair.
    pub fn name(&self, chair: Seat) -> Option<&str> {
        match self.occupants.get(chair.index())? {
            Occupant::Person(name) => name.as_deref(),
            Occupant::Bot(_) => None,
        }
    }

    /// How many people sit at a table with so many chairs.
    pub fn people(&self, chairs: usize) -> usize {
        Seat::all(chairs).filter(|chair| !self.is_bot(*chair)).count()
    }

    /// The only person among bots.
    pub fn person(&self, chairs: usize) -> Option<Seat> {
        let mut people = Seat::all(chairs).filter(|chair| !self.is_bot(*chair));
        let first = people.next()?;
        (people.next().is_none()).then_some(first)
    }

    /// Who sits where, as records keep it; nothing where nobody was named.
    pub fn recorded(&self) -> Vec<String> {
        let is_told = self.occupants.iter().any(|occupant| !matches!(occupant, Occupant::Person(None)));
        self.occupants.iter().filter(|_| is_told).map(Occupant::to_string).collect()
    }
}

/// Ctrl-C while a bot thinks: it moves with what it knows by then.
#[derive(Default)]
struct CtrlCObserver {
    is_stopped: bool,
}

impl CtrlCObserver {
    /// Whether Ctrl-C was pressed, during the thought or since: some bots are too fast to look.
    fn was_stopped(&self) -> bool {
        self.is_stopped || STOP.swap(false, Ordering::Relaxed)
    }
}

impl SearchObserver for CtrlCObserver {
    fn look(&mut self, _: &dyn Fn() -> SearchProgress) -> ControlFlow<()> {
        self.is_stopped |= STOP.swap(false, Ordering::Relaxed);
        if self.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Prompt {
    /// Keeps those who sat where there are more seats now, or fewer: people take the new ones, and the place of a bot that
    /// cannot play under these rules.
    pub(super) fn reseat(&mut self) {
        let Some(session) = self.session.as_ref().filter(|_| !self.seated.occupants.is_empty()) else {
            return;
        };
        let plan = session.plan();
        let mut occupants = self.seated.occupants.clone();
        occupants.resize(plan.names.seats.len(), Occupant::Person(None));
        let cannot = |occupant: &&mut Occupant| occupant.bot().is_some_and(|bot| bot.supports(plan).is_err());
        occupants.iter_mut().filter(cannot).for_each(|occupant| *occupant = Occupant::Person(None));
        self.seated = SeatedBots::new(occupants, session.seed);
    }

    /// Says whom a person plays with.
    pub(super) fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = self.session.as_ref().filter(|_| !self.seated.recorded().is_empty()) else {
            return Ok(());
        };
        let names = &session.plan().names;
        let who = |(seat, occupant): (Seat, &Occupant)| match occupant {
            Occupant::Person(None) => format!("{} is yours", names.seat_and_team(seat)),
            Occupant::Person(Some(name)) => format!("{} is {name}", names.seat_and_team(seat)),
            Occupant::Bot(bot) => format!("{} is played by {bot}", names.seat_and_team(seat)),
        };
        let all: Vec<String> = self.seated.by_seat(session).map(who).collect();
        let people = vec![HUMAN; names.seats.len()].join(",");
        let says = match self.seated.has_bots() {
            true => format!("{}; `seats {people}` is for people alone.", series(&all, "and")),
            false => format!("{}.", series(&all, "and")),
        };
        writeln!(out, "{}", crate::render::folded(&begun_large(&says)))
    }

    /// Says who plays what after the sides were changed.
    pub(super) fn introduce_swapped(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &self.session else { return Ok(()) };
        let names = &session.plan().names;
        let is_alone = self.seated.person(names.seats.len()).is_some();
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
        let all: Vec<String> = self.seated.by_seat(session).map(who).collect();
        let says = begun_large(&format!("{} now.", series(&all, "and")));
        writeln!(out, "{}", crate::render::folded(&says))
    }

    /// Who plays, seat by seat, as the game began.
    pub(super) fn players(&self) -> Vec<String> {
        let seats = self.session.as_ref().map_or(0, |session| session.plan().names.seats.len());
        let occupant = |seat: usize| self.seated.occupants.get(seat).map_or(HUMAN.to_string(), Occupant::to_string);
        (0..seats).map(occupant).collect()
    }

    /// `seats`, or `seats human,hard`.
    pub(super) fn seats(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else { return refused(NO_GAME) };
        if rest.is_empty() {
            for (seat, occupant) in self.seated.by_seat(session) {
                writeln!(out, "{}: {occupant}", session.plan().seat_name(seat))?;
            }
            return Ok(CommandOutcome::Done);
        }
        match read(rest, &session.ruleset) {
            Err(says) => refused(says),
            Ok(occupants) => {
                writeln!(out, "seats: {}", written(&occupants))?;
                // They are named by what they play now; who has changed sides sits in another's chair.
                let chairs = Seat::all(occupants.len());
                let chairs = chairs.map(|chair| occupants[session.game.player(chair).index()].clone());
                self.seated = SeatedBots::new(chairs.collect(), session.seed);
                self.is_looking_back = false;
                self.keep();
                Ok(CommandOutcome::Done)
            }
        }
    }

    /// `bot`, or `bot greedy`: a bot makes the next move, whoever sits there.
    pub(super) fn bot(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let name = match rest {
            "" => ADVISER,
            name => {
                let Some(session) = &self.session else { return refused(NO_GAME) };
                match bot_named(name).and_then(|bot| bot.resolve(&session.ruleset)) {
                    Ok(name) => name,
                    Err(says) => return refused(says),
                }
            }
        };
        match self.advice(&name) {
            Err(says) => refused(says),
            Ok((seat, text)) => self.make(seat, &text, out),
        }
    }

    /// The move that a good bot would make.
    pub(super) fn suggest(&mut self, out: &mut dyn Write) -> CommandResult {
        match self.advice(&ADVISER) {
            Err(says) => refused(says),
            Ok((_, text)) => {
                writeln!(out, "{ADVISER} would play {text}")?;
                Ok(CommandOutcome::Done)
            }
        }
    }

    /// What a bot would play for a seat that may move: in a race for the first that is no bot's.
    fn advice(&mut self, name: &BotName) -> anyhow::Result<(Seat, String)> {
        let session = self.session.as_mut().context(NO_GAME)?;
        name.supports(session.plan())?;
        if let Some(outcome) = session.game.outcome()? {
            bail!("the game is over: {}", outcome.words(session.plan()));
        }
        let movers = session.game.board().movers();
        let seats = session.plan().names.seats.indices();
        let mut rng = Rng::new(session.seed);
        let mut bot = name.bot();
        let of_bot: Vec<bool> = seats.clone().map(|seat| self.seated.is_bot(session.game.player(seat))).collect();
        let order = seats.clone().filter(|seat| !of_bot[seat.index()]);
        for seat in order.chain(seats.filter(|seat| of_bot[seat.index()])).filter(|seat| movers.has(*seat)) {
            let mut stopper = CtrlCObserver::default();
            let request = SearchRequest::observed(seat, &mut stopper);
            let mv = bot.search(&mut session.game, &mut rng, request)?;
            if let Some(mv) = mv {
                return Ok((seat, session.written(mv)));
            }
        }
        bail!("nobody can move")
    }

    /// Plays a bot's move and shows it.
    fn make(&mut self, seat: Seat, text: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        match session.play(text) {
            Ok(written) => {
                self.moved(seat);
                self.keep_soon();
                self.announce(seat, &written, out)?;
                Ok(CommandOutcome::Done)
            }
            Err(error) => refused(format!("{text} cannot be played: {}", session.tell(&error))),
        }
    }

    /// Notes that a seat has moved: in a race every bot moves once for every move of a person.
    pub(super) fn moved(&mut self, seat: Seat) {
        self.offered_moves.clear();
        self.taken_back.clear();
        (self.is_looking_back, self.cut_from, self.seated.is_resting) = (false, None, false);
        let is_race = self.session.as_ref().is_some_and(|session| session.is_race());
        if is_race && !self.seated.is_bot(seat) {
            let bots = Seat::all(self.seated.occupants.len()).filter(|seat| self.seated.is_bot(*seat));
            self.seated.due = bots.collect();
        }
    }

    /// The bot that is to move now, if one is.
    fn next_bot(&mut self) -> Option<Seat> {
        let session = self.session.as_ref()?;
        if !session.is_race() {
            return Some(session.game.seat()).filter(|seat| self.seated.is_bot(session.game.player(*seat)));
        }
        if self.seated.due.is_empty() && self.seated.only_bots() {
            self.seated.due = Seat::all(self.seated.occupants.len()).collect();
        }
        (!self.seated.due.is_empty()).then(|| self.seated.due.remove(0))
    }

    /// Lets every bot move whose turn it is.
    pub(super) fn let_bots_move(&mut self, out: &mut dyn Write) -> CommandResult {
        if self.is_looking_back || self.seated.is_resting {
            // Whoever looks at an earlier turn is not answered there.
            return Ok(CommandOutcome::Done);
        }
        let (mut idle, only_bots) = (0, self.seated.only_bots());
        let mut impatience = CtrlCObserver::default();
        for _ in 0..MAX_BOT_GAME_LEN {
            let Some(session) = &mut self.session else { return Ok(CommandOutcome::Done) };
            match session.game.outcome() {
                Ok(None) => {}
                Ok(Some(_)) => {
                    self.seated.due.clear();
                    return Ok(CommandOutcome::Done);
                }
                Err(fault) => return refused(fault),
            }
            let Some(seat) = self.next_bot() else { return Ok(CommandOutcome::Done) };
            let Some(session) = &mut self.session else { return Ok(CommandOutcome::Done) };
            let SeatedBots { bots, rng: Some(rng), .. } = &mut self.seated else {
                return Ok(CommandOutcome::Done);
            };
            let Some(bot) = bots.get_mut(session.game.player(seat).index()).and_then(Option::as_mut) else {
                return Ok(CommandOutcome::Done);
            };
            let chosen = bot.search(&mut session.game, rng, SearchRequest::observed(seat, &mut impatience));
            if impatience.was_stopped() && only_bots {
                // Among bots nobody waits for this move: who presses Ctrl-C wants to be asked again.
                self.seated.is_resting = true;
                let says = "The bots wait: Enter or `bot` lets them go on, `seats` changes who plays.";
                writeln!(out, "{}", crate::render::folded(says))?;
                return Ok(CommandOutcome::Done);
            }
            impatience.is_stopped = false;
            match chosen {
                Err(fault) => return self.vacate(seat, &fault.to_string()),
                // In a race somebody who cannot move waits for the others.
                Ok(None) if idle < self.seated.occupants.len() => idle += 1,
                Ok(None) => return Ok(CommandOutcome::Done),
                Ok(Some(mv)) => {
                    idle = 0;
                    let text = session.written(mv);
                    if let violation @ CommandOutcome::Refused(_) = self.make(seat, &text, out)? {
                        return Ok(violation);
                    }
                }
            }
        }
        refused(format!("the bots have made {MAX_BOT_GAME_LEN} moves without an end; `seats` changes who plays"))
    }

    /// Gives the seat of somebody who cannot go on to a person, and says so. The game stays as it is.
    fn vacate(&mut self, seat: Seat, says: &str) -> CommandResult {
        let Some(session) = &self.session else { return refused(NO_GAME) };
        let name = session.plan().names.seat_and_team(seat);
        let chair = session.game.player(seat).index();
        self.seated.occupants[chair] = Occupant::Person(None);
        self.seated.bots[chair] = None;
        self.seated.due.clear();
        self.bot_failed = true;
        eprint_note(&format!("{says}; {name} is yours now"))?;
        Ok(CommandOutcome::Done)
    }

    /// Whether a bot is to move, in a game of turns.
    pub(super) fn is_bots_turn(&self) -> bool {
        let turn = self.session.as_ref().filter(|session| !session.is_race());
        turn.is_some_and(|session| self.seated.is_bot(session.game.player(session.game.seat())))
    }
}
