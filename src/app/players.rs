//! The players of a game, as `--seats` and `seats` name them and records keep them.

use std::fmt;

use crate::protocol::{ENGINE_PREFIX, ENGINE_SYNTAX, parse_bot};
use houserule_core::text::{one_line, plural, series};
use houserule_lab::bot::BotName;
use houserule_script::game::BotError;
use houserule_script::lua::Ruleset;

/// Player of a seat.
#[derive(Clone)]
pub enum Occupant {
    /// A person, with a name if it was given.
    Person(Option<String>),
    Bot(BotName),
}

/// Players of all seats of a game, in seat order.
pub type SeatAssignment = Vec<Occupant>;

pub const HUMAN: &str = "human";

/// Longest name of a person that is shown.
const MAX_NAME_LEN: usize = 30;

/// Parses seats such as `Ann,easy` for a game.
pub fn read(text: &str, rules: &Ruleset) -> Result<SeatAssignment, BotError> {
    let occupant = |word: &str| match word.trim() {
        HUMAN => Ok(Occupant::Person(None)),
        name if is_person_name(name) => Ok(Occupant::Person(Some(name.to_string()))),
        name => parse_bot(name).and_then(|bot| bot.resolve(rules)).map(Occupant::Bot).map_err(|error| match error {
            BotError::Unknown(_) => format!(
                "unknown player `{}`; write `{HUMAN}`, a name with a capital letter, {}, or {ENGINE_SYNTAX}",
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
        let (has, given) = (plural(seats.len(), "seat"), plural(occupants.len(), "player"));
        return Err(format!("{} has {has} ({}), but you named {given}", plan.title, series(seats, "and")).into());
    }
    occupants.iter().filter_map(Occupant::bot).try_for_each(|bot| bot.supports(plan))?;
    Ok(occupants)
}

/// Restores the seats of a recorded game; adds a note for each that cannot be restored. The names come from a file: a
/// name that is not a bot's is a person's.
pub fn restore_seats(seats: &[String], rules: &Ruleset, notes: &mut Vec<String>) -> SeatAssignment {
    let names = &rules.plan.names.seats;
    if seats.len() > names.len() {
        let (has, given) = (plural(names.len(), "seat"), plural(seats.len(), "player"));
        notes.push(format!("the file names {given}, but {} has {has}, so unnamed people play", rules.plan.title));
        return SeatAssignment::new();
    }
    if seats.is_empty() {
        return SeatAssignment::new();
    }
    let recorded = seats.iter().map(String::as_str).chain(std::iter::repeat(HUMAN));
    names.iter().zip(recorded).map(|(seat, name)| restore_seat(name.trim(), seat, rules, notes)).collect()
}

/// Restores the player of a seat.
fn restore_seat(name: &str, seat: &str, rules: &Ruleset, notes: &mut Vec<String>) -> Occupant {
    // Files without names use those of the seats.
    if matches!(name, "" | "?" | HUMAN) || name.eq_ignore_ascii_case(seat) {
        return Occupant::Person(None);
    }
    let shown = one_line(name, MAX_NAME_LEN);
    if name.starts_with(ENGINE_PREFIX) {
        // A file from another person must not start a program.
        notes.push(format!(
            "a saved game must not start an engine, so a person plays instead of `{shown}`; `seats` starts it again"
        ));
        return Occupant::Person(None);
    }
    if is_person_name(name) {
        return Occupant::Person(Some(shown));
    }
    let bot =
        parse_bot(name).and_then(|bot| bot.resolve(rules)).and_then(|bot| bot.supports(&rules.plan).map(|()| bot));
    match bot {
        Ok(bot) => Occupant::Bot(bot),
        Err(error) if BotName::has_syntax_of_bot(name) => {
            notes.push(format!("a person plays instead of the bot `{shown}`: {error}"));
            Occupant::Person(None)
        }
        Err(_) => Occupant::Person(Some(shown)),
    }
}

/// Returns whether a word is a person's name: bots are lower case, engines and files contain punctuation.
fn is_person_name(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'');
    name.starts_with(char::is_uppercase) && name.chars().count() <= MAX_NAME_LEN && name.chars().all(is_plain)
}

pub fn seats_text(occupants: &[Occupant]) -> String {
    occupants.iter().map(Occupant::to_string).collect::<Vec<_>>().join(",")
}

impl Occupant {
    pub fn bot(&self) -> Option<&BotName> {
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
