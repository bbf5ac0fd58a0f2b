//! Who sits where: people, who type, and bots, who move by themselves when it is their turn.

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::{Answer, NO_GAME, Prompt, Told, aside, refused};
use crate::bot::{Bot, BotName, Level, Limit, Progress, Watch};
use crate::chance::Dice;
use crate::interrupt::STOP;
use crate::mechanics::Seat;
use crate::play::Session;
use crate::protocol::{GUESTS, bot_named};
use crate::rules::RulePlan;
use crate::script::Ruleset;
use crate::vocabulary::{counted, one_line, series};

/// Somebody at the table.
#[derive(Clone)]
pub enum Sitter {
    /// A person, by name if we know it.
    Person(Option<String>),
    Bot(BotName),
}

/// Who sits at every seat of a game.
pub type Sitters = Vec<Sitter>;

const HUMAN: &str = "human";

/// What stands in a sentence that has a bot to suggest.
const NEAR: &str = "did you mean";

/// What gives a hint, and moves for those who ask for a bot and name none.
const ADVISER: BotName = BotName::Level(Level::Hard);

/// Bots that play with each other stop here, in case their game does not end.
const LONGEST: usize = 2_000;

/// Reads `Ann,easy` for a game.
pub fn read(text: &str, rules: &Ruleset) -> Result<Sitters, String> {
    let sitter = |word: &str| match word.trim() {
        HUMAN => Ok(Sitter::Person(None)),
        name if is_persons(name) => Ok(Sitter::Person(Some(name.to_string()))),
        name => bot_named(name).and_then(|bot| bot.found(rules)).map(Sitter::Bot).map_err(|says| match says
            .strip_prefix("there is no bot")
        {
            None => says,
            Some(_) if says.contains(NEAR) => says,
            Some(_) => {
                let name = one_line(name, 40);
                format!(
                    "`{name}` cannot sit down; say `{HUMAN}` or a name with a capital, {}, or {GUESTS}",
                    BotName::KNOWN
                )
            }
        }),
    };
    let sitters: Sitters = text.split(',').map(sitter).collect::<Result<_, String>>()?;
    let (plan, seats) = (&rules.plan, &rules.plan.names.seats);
    if sitters.len() != seats.len() {
        let (has, named) = (counted(seats.len(), "seat"), sitters.len());
        return Err(format!("{} has {has}, {}; you name {named}", plan.title, series(seats, "and")));
    }
    sitters.iter().filter_map(Sitter::bot).try_for_each(|bot| bot.suits(plan))?;
    Ok(sitters)
}

/// Those who sat at a recorded game, if they can be had; what cannot is noted.
pub fn seated_again(seats: &[String], rules: &Ruleset, notes: &mut Vec<String>) -> Sitters {
    if seats.is_empty() {
        return Sitters::new();
    }
    let mut sitters = read(&seats.join(","), rules).unwrap_or_else(|says| {
        notes.push(format!("people play in place of those who sat there: {says}"));
        Sitters::new()
    });
    // A file that somebody else wrote must not start a program.
    for sitter in sitters.iter_mut().filter(|sitter| matches!(sitter, Sitter::Bot(BotName::Guest(_)))) {
        notes.push(format!("`{sitter}` sat there and is not called again by a file; `seats` can call it"));
        *sitter = Sitter::Person(None);
    }
    sitters
}

/// Whether a word is the name of a person: bots are written small, and engines and files have signs in their names.
fn is_persons(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'');
    name.starts_with(char::is_uppercase) && name.chars().count() <= 30 && name.chars().all(is_plain)
}

fn written(sitters: &[Sitter]) -> String {
    sitters.iter().map(Sitter::to_string).collect::<Vec<_>>().join(",")
}

/// A sentence with its first letter large.
fn begun_large(says: &str) -> String {
    let mut letters = says.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

impl Sitter {
    fn bot(&self) -> Option<&BotName> {
        match self {
            Sitter::Person(_) => None,
            Sitter::Bot(bot) => Some(bot),
        }
    }
}

impl fmt::Display for Sitter {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Sitter::Person(name) => f.write_str(name.as_deref().unwrap_or(HUMAN)),
            Sitter::Bot(bot) => write!(f, "{bot}"),
        }
    }
}

/// The bots at a table. Without any it is empty.
#[derive(Default)]
pub struct Seated {
    sitters: Sitters,
    bots: Vec<Option<Box<dyn Bot>>>,
    dice: Option<Dice>,
    /// In a race: the bots that move because somebody has.
    due: Vec<Seat>,
    /// Whether bots that play among themselves were stopped.
    pub is_resting: bool,
}

impl Seated {
    pub fn new(sitters: Sitters, seed: u64) -> Seated {
        // Nobody else thinks while a bot does.
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let bots = sitters.iter().map(|sitter| Some(sitter.bot()?.bot_on(threads))).collect();
        Seated { sitters, bots, dice: Some(Dice::new(seed)), due: Vec::new(), is_resting: false }
    }

    /// Those who sit down with a person who has said nothing about it: where two play, an easy opponent.
    pub fn usual(plan: &RulePlan) -> Sitters {
        match plan.names.seats.len() {
            2 => vec![Sitter::Person(None), Sitter::Bot(BotName::Level(Level::Easy))],
            seats => vec![Sitter::Person(None); seats],
        }
    }

    pub fn sitters(&self) -> &Sitters {
        &self.sitters
    }

    /// Who plays every seat now: after a change of sides it is not the one whose chair it was.
    fn by_seat(&self, session: &Session) -> impl Iterator<Item = (Seat, &Sitter)> {
        const PERSON: &Sitter = &Sitter::Person(None);
        let seats = 0..session.plan().names.seats.len() as Seat;
        let chairs: Vec<Seat> = seats.map(|seat| session.game.player(seat)).collect();
        let sitter = |chair: Seat| self.sitters.get(chair as usize).unwrap_or(PERSON);
        chairs.into_iter().enumerate().map(move |(seat, chair)| (seat as Seat, sitter(chair)))
    }

    fn is_bot(&self, seat: Seat) -> bool {
        matches!(self.sitters.get(seat as usize), Some(Sitter::Bot(_)))
    }

    fn has_bots(&self) -> bool {
        self.sitters.iter().any(|sitter| sitter.bot().is_some())
    }

    fn only_bots(&self) -> bool {
        self.has_bots() && self.sitters.iter().all(|sitter| sitter.bot().is_some())
    }

    /// The bot in a chair.
    pub fn bot_name(&self, chair: Seat) -> Option<&BotName> {
        self.sitters.get(chair as usize)?.bot()
    }

    /// The name of the person in a chair.
    pub fn name(&self, chair: Seat) -> Option<&str> {
        match self.sitters.get(chair as usize)? {
            Sitter::Person(name) => name.as_deref(),
            Sitter::Bot(_) => None,
        }
    }

    /// How many people sit at a table with so many chairs.
    pub fn people(&self, chairs: usize) -> usize {
        (0..chairs as Seat).filter(|chair| !self.is_bot(*chair)).count()
    }

    /// The only person among bots.
    pub fn person(&self, chairs: usize) -> Option<Seat> {
        let mut people = (0..chairs as Seat).filter(|chair| !self.is_bot(*chair));
        let first = people.next()?;
        (people.next().is_none()).then_some(first)
    }

    /// Who sits where, as records keep it; nothing where nobody was named.
    pub fn recorded(&self) -> Vec<String> {
        let is_told = self.sitters.iter().any(|sitter| !matches!(sitter, Sitter::Person(None)));
        self.sitters.iter().filter(|_| is_told).map(Sitter::to_string).collect()
    }
}

/// Ctrl-C while a bot thinks: it moves with what it knows by then.
#[derive(Default)]
struct Impatience {
    is_stopped: bool,
}

impl Impatience {
    /// Whether Ctrl-C was pressed, during the thought or since: some bots are too fast to look.
    fn was_stopped(&self) -> bool {
        self.is_stopped || STOP.swap(false, Ordering::Relaxed)
    }
}

impl Watch for Impatience {
    fn look(&mut self, _: &dyn Fn() -> Progress) -> ControlFlow<()> {
        self.is_stopped |= STOP.swap(false, Ordering::Relaxed);
        if self.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Prompt {
    /// Keeps those who sat where there are more seats now, or fewer: people take the new ones, and the place of a bot that
    /// cannot play under these rules.
    pub(super) fn reseat(&mut self) {
        let Some(session) = self.session.as_ref().filter(|_| !self.seated.sitters.is_empty()) else { return };
        let plan = session.plan();
        let mut sitters = self.seated.sitters.clone();
        sitters.resize(plan.names.seats.len(), Sitter::Person(None));
        let cannot = |sitter: &&mut Sitter| sitter.bot().is_some_and(|bot| bot.suits(plan).is_err());
        sitters.iter_mut().filter(cannot).for_each(|sitter| *sitter = Sitter::Person(None));
        self.seated = Seated::new(sitters, session.seed);
    }

    /// Says whom a person plays with.
    pub(super) fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = self.session.as_ref().filter(|_| !self.seated.recorded().is_empty()) else {
            return Ok(());
        };
        let names = &session.plan().names;
        let who = |(seat, sitter): (Seat, &Sitter)| match sitter {
            Sitter::Person(None) => format!("{} is yours", names.seat_and_side(seat)),
            Sitter::Person(Some(name)) => format!("{} is {name}", names.seat_and_side(seat)),
            Sitter::Bot(bot) => format!("{} is played by {bot}", names.seat_and_side(seat)),
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
        let who = |(seat, sitter): (Seat, &Sitter)| {
            let now = names.seat_and_side(seat);
            match sitter {
                Sitter::Person(None) if is_alone => format!("you play {now}"),
                Sitter::Person(None) => {
                    format!("whoever was {} plays {now}", names.seat_and_side(session.game.player(seat)))
                }
                sitter => format!("{sitter} plays {now}"),
            }
        };
        let all: Vec<String> = self.seated.by_seat(session).map(who).collect();
        let says = begun_large(&format!("{} now.", series(&all, "and")));
        writeln!(out, "{}", crate::render::folded(&says))
    }

    /// Who plays, seat by seat, as the game began.
    pub(super) fn players(&self) -> Vec<String> {
        let seats = self.session.as_ref().map_or(0, |session| session.plan().names.seats.len());
        let sitter = |seat: usize| self.seated.sitters.get(seat).map_or(HUMAN.to_string(), Sitter::to_string);
        (0..seats).map(sitter).collect()
    }

    /// `seats`, or `seats human,hard`.
    pub(super) fn seats(&mut self, rest: &str, out: &mut dyn Write) -> Told {
        let Some(session) = &self.session else { return refused(NO_GAME) };
        if rest.is_empty() {
            for (seat, sitter) in self.seated.by_seat(session) {
                writeln!(out, "{}: {sitter}", session.plan().seat_name(seat))?;
            }
            return Ok(Answer::Done);
        }
        match read(rest, &session.ruleset) {
            Err(says) => refused(says),
            Ok(sitters) => {
                writeln!(out, "seats: {}", written(&sitters))?;
                // They are named by what they play now; who has changed sides sits in another's chair.
                let chairs = 0..sitters.len() as Seat;
                let chairs = chairs.map(|chair| sitters[session.game.player(chair) as usize].clone());
                self.seated = Seated::new(chairs.collect(), session.seed);
                self.is_looking_back = false;
                self.keep();
                Ok(Answer::Done)
            }
        }
    }

    /// `bot`, or `bot greedy`: a bot makes the next move, whoever sits there.
    pub(super) fn bot(&mut self, rest: &str, out: &mut dyn Write) -> Told {
        let name = match rest {
            "" => ADVISER,
            name => {
                let Some(session) = &self.session else { return refused(NO_GAME) };
                match bot_named(name).and_then(|bot| bot.found(&session.ruleset)) {
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
    pub(super) fn suggest(&mut self, out: &mut dyn Write) -> Told {
        match self.advice(&ADVISER) {
            Err(says) => refused(says),
            Ok((_, text)) => {
                writeln!(out, "{ADVISER} would play {text}")?;
                Ok(Answer::Done)
            }
        }
    }

    /// What a bot would play for a seat that may move: in a race for the first that is no bot's.
    fn advice(&mut self, name: &BotName) -> Result<(Seat, String), String> {
        let session = self.session.as_mut().ok_or(NO_GAME)?;
        name.suits(session.plan())?;
        if let Some(outcome) = session.game.outcome().map_err(|fault| fault.to_string())? {
            return Err(format!("the game is over: {}", outcome.words(session.plan())));
        }
        let movers = session.game.board().movers();
        let seats = 0..session.plan().names.seats.len() as Seat;
        let mut dice = Dice::new(session.seed);
        let mut bot = name.bot();
        let of_bot: Vec<bool> =
            seats.clone().map(|seat| self.seated.is_bot(session.game.player(seat))).collect();
        let order = seats.clone().filter(|seat| !of_bot[*seat as usize]);
        for seat in order.chain(seats.filter(|seat| of_bot[*seat as usize])).filter(|seat| movers.has(*seat))
        {
            let mv = bot
                .choose_watched(&mut session.game, seat, &mut dice, Limit::NONE, &mut Impatience::default())
                .map_err(|fault| fault.to_string())?;
            if let Some(mv) = mv {
                return Ok((seat, session.written(mv)));
            }
        }
        Err("nobody can move".to_string())
    }

    /// Plays a bot's move and shows it.
    fn make(&mut self, seat: Seat, text: &str, out: &mut dyn Write) -> Told {
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        match session.play(text) {
            Ok(written) => {
                self.moved(seat);
                self.keep_soon();
                self.announce(seat, &written, out)?;
                Ok(Answer::Done)
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
            let bots = (0..self.seated.sitters.len() as Seat).filter(|seat| self.seated.is_bot(*seat));
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
            self.seated.due = (0..self.seated.sitters.len() as Seat).collect();
        }
        (!self.seated.due.is_empty()).then(|| self.seated.due.remove(0))
    }

    /// Lets every bot move whose turn it is.
    pub(super) fn let_bots_move(&mut self, out: &mut dyn Write) -> Told {
        if self.is_looking_back || self.seated.is_resting {
            // Whoever looks at an earlier turn is not answered there.
            return Ok(Answer::Done);
        }
        let (mut idle, only_bots) = (0, self.seated.only_bots());
        let mut impatience = Impatience::default();
        for _ in 0..LONGEST {
            let Some(session) = &mut self.session else { return Ok(Answer::Done) };
            match session.game.outcome() {
                Ok(None) => {}
                Ok(Some(_)) => {
                    self.seated.due.clear();
                    return Ok(Answer::Done);
                }
                Err(fault) => return refused(fault.to_string()),
            }
            let Some(seat) = self.next_bot() else { return Ok(Answer::Done) };
            let Some(session) = &mut self.session else { return Ok(Answer::Done) };
            let Seated { bots, dice: Some(dice), .. } = &mut self.seated else { return Ok(Answer::Done) };
            let Some(bot) = bots.get_mut(session.game.player(seat) as usize).and_then(Option::as_mut) else {
                return Ok(Answer::Done);
            };
            let chosen = bot.choose_watched(&mut session.game, seat, dice, Limit::NONE, &mut impatience);
            if impatience.was_stopped() && only_bots {
                // Among bots nobody waits for this move: who presses Ctrl-C wants to be asked again.
                self.seated.is_resting = true;
                let says = "The bots wait: Enter or `bot` lets them go on, `seats` changes who plays.";
                writeln!(out, "{}", crate::render::folded(says))?;
                return Ok(Answer::Done);
            }
            impatience.is_stopped = false;
            match chosen {
                Err(fault) => return self.vacate(seat, &fault.to_string()),
                // In a race somebody who cannot move waits for the others.
                Ok(None) if idle < self.seated.sitters.len() => idle += 1,
                Ok(None) => return Ok(Answer::Done),
                Ok(Some(mv)) => {
                    idle = 0;
                    let text = session.written(mv);
                    if let refusal @ Answer::Refused(_) = self.make(seat, &text, out)? {
                        return Ok(refusal);
                    }
                }
            }
        }
        refused(format!("the bots have made {LONGEST} moves without an end; `seats` changes who plays"))
    }

    /// Gives the seat of somebody who cannot go on to a person, and says so. The game stays as it is.
    fn vacate(&mut self, seat: Seat, says: &str) -> Told {
        let Some(session) = &self.session else { return refused(NO_GAME) };
        let name = session.plan().names.seat_and_side(seat);
        let chair = session.game.player(seat) as usize;
        self.seated.sitters[chair] = Sitter::Person(None);
        self.seated.bots[chair] = None;
        self.seated.due.clear();
        self.is_let_down = true;
        aside(&format!("{says}; {name} is yours now"))?;
        Ok(Answer::Done)
    }

    /// Whether a bot is to move, in a game of turns.
    pub(super) fn is_bots_turn(&self) -> bool {
        let turn = self.session.as_ref().filter(|session| !session.is_race());
        turn.is_some_and(|session| self.seated.is_bot(session.game.player(session.game.seat())))
    }
}
