//! The language rule values are described in: a name, the part of the rules they belong to, their
//! parameters and one sentence each. A [`Spec`] is what makes a value a constructor in Lua, what the checker
//! holds a script against and what documentation is made from. Which values exist is not said here.

use std::collections::BTreeMap;
use std::fmt::Debug;

/// One rule value: a constructor a script can call.
#[derive(Debug)]
pub struct Spec {
    /// The constructor's name, and the value's id unless the script gives it another.
    pub name: &'static str,
    pub part: RulePart,
    pub doc: &'static str,
    /// The value as somebody might write it; a test loads it.
    pub example: &'static str,
    /// The first parameter may also be given by position: `square(5)`, `place { "flat", "wall" }`.
    pub params: &'static [Param],
}

/// The key of the rules table under which a value stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RulePart {
    Board,
    Supply,
    Turn,
    Moves,
    Constraints,
    After,
    Finish,
    Points,
}

impl RulePart {
    pub const ALL: [RulePart; 8] = [
        RulePart::Board,
        RulePart::Supply,
        RulePart::Turn,
        RulePart::Moves,
        RulePart::Constraints,
        RulePart::After,
        RulePart::Finish,
        RulePart::Points,
    ];

    pub fn key(self) -> &'static str {
        match self {
            RulePart::Board => "board",
            RulePart::Supply => "supply",
            RulePart::Turn => "turn",
            RulePart::Moves => "moves",
            RulePart::Constraints => "constraints",
            RulePart::After => "after",
            RulePart::Finish => "finish",
            RulePart::Points => "points",
        }
    }

    pub fn describe_type(self) -> &'static str {
        match self {
            RulePart::Board => "what is played on",
            RulePart::Supply => "where tiles come from: bag, hands, pool",
            RulePart::Turn => "who moves when, and what a turn is made of",
            RulePart::Moves => "what a seat may do",
            RulePart::Constraints => "what makes a move illegal",
            RulePart::After => "what follows from a move by itself",
            RulePart::Finish => "what ends the game; judged after every move, in this order",
            RulePart::Points => "what it is worth",
        }
    }

    /// Whether the part is a list of values or a single one.
    pub fn is_list(self) -> bool {
        !matches!(self, RulePart::Board | RulePart::Points)
    }
}

/// One parameter of a rule value, or one key of a plain table.
#[derive(Debug)]
pub struct Param {
    pub name: &'static str,
    pub kind: ParamType,
    pub default: ParamDefault,
    pub doc: &'static str,
}

/// What a parameter's value may be.
#[derive(Clone, Copy, Debug)]
pub enum ParamType {
    Flag,
    Int {
        min: i64,
        max: i64,
    },
    /// A number in steps of a half.
    Half,
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of these words.
    Words(&'static [&'static str]),
    /// A list of names, which may be numbers.
    Labels,
    /// The name of one of the game's pieces.
    Piece,
    Pieces,
    /// The name of a seat, or one of these words.
    SeatOr(&'static [&'static str]),
    /// One value for all, or a table by seat.
    PerSeat(&'static ParamType),
}

/// What stands in when a script does not set a parameter.
#[derive(Clone, Copy, Debug)]
pub enum ParamDefault {
    Required,
    Absent,
    Flag(bool),
    Int(i64),
    Text(&'static str),
}

/// A checked value.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    Flag(bool),
    Int(i64),
    Half(f64),
    Text(String),
    List(Vec<String>),
    BySeat(BTreeMap<String, Arg>),
}

/// The checked parameters of one rule value. Every parameter its spec gives a default has a value, and every
/// value is of its parameter's kind: the checker promises that, so reading one cannot fail.
#[derive(Clone, PartialEq, Debug)]
pub struct Args(pub BTreeMap<&'static str, Arg>);

impl Args {
    fn get(&self, name: &str) -> Option<&Arg> {
        self.0.get(name)
    }

    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Arg::Flag(true)))
    }

    pub fn int(&self, name: &str) -> Option<i64> {
        match self.get(name) {
            Some(Arg::Int(n)) => Some(*n),
            _ => None,
        }
    }

    /// A number in half steps, counted in halves.
    pub fn halves(&self, name: &str) -> i32 {
        match self.get(name) {
            Some(Arg::Half(n)) => (n * 2.0) as i32,
            _ => 0,
        }
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Arg::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub fn list(&self, name: &str) -> Vec<String> {
        match self.get(name) {
            Some(Arg::List(list)) => list.clone(),
            _ => Vec::new(),
        }
    }

    /// The piece a parameter names.
    pub fn piece(&self, name: &str, names: &Names) -> u8 {
        self.text(name).and_then(|piece| names.piece(piece)).unwrap_or(0)
    }

    pub fn pieces(&self, name: &str, names: &Names) -> Vec<u8> {
        self.list(name).iter().filter_map(|piece| names.piece(piece)).collect()
    }

    /// A value that may differ by seat, for one seat.
    pub fn for_seat(&self, name: &str, seat: &str) -> Option<&Arg> {
        match self.get(name)? {
            Arg::BySeat(by_seat) => by_seat.get(seat),
            all => Some(all),
        }
    }

    pub fn int_for_seat(&self, name: &str, seat: &str) -> Option<i64> {
        match self.for_seat(name, seat) {
            Some(Arg::Int(n)) => Some(*n),
            _ => None,
        }
    }

    pub fn text_for_seat(&self, name: &str, seat: &str) -> Option<&str> {
        match self.for_seat(name, seat) {
            Some(Arg::Text(text)) => Some(text),
            _ => None,
        }
    }
}

/// A rule value: what it is called, how it is read from checked parameters and what it says in words.
pub trait RuleValue: Sized {
    const SPEC: Spec;

    fn read(args: &Args, names: &Names) -> Self;

    /// The rule as one or more plain sentences.
    fn describe(&self, names: &Names) -> String;
}

/// The names a game gives to its seats, sides and pieces, in their order. A seat acts, a side scores and wins; a side
/// has one seat unless the game says otherwise.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Names {
    pub seats: Vec<String>,
    pub teams: Vec<String>,
    /// The side of each seat.
    pub side_of: Vec<u8>,
    pub pieces: Vec<String>,
}

impl Names {
    /// Seats of which each is a side of its own.
    pub fn new(seats: Vec<String>, pieces: Vec<String>) -> Names {
        Names { teams: seats.clone(), side_of: (0..seats.len() as u8).collect(), seats, pieces }
    }

    /// Puts seats together: `side` names the side of each.
    pub fn join_sides(&mut self, side: &[String]) {
        self.teams.clear();
        self.side_of.clear();
        for name in side {
            let index = self.teams.iter().position(|side| side == name).unwrap_or_else(|| {
                self.teams.push(name.clone());
                self.teams.len() - 1
            });
            self.side_of.push(index as u8);
        }
    }

    /// Whether some side has several seats.
    pub fn has_teams(&self) -> bool {
        self.teams.len() < self.seats.len()
    }

    /// A seat, and in a game of teams its side: `south (red)`.
    pub fn seat_and_side(&self, seat: u8) -> String {
        let name = &self.seats[seat as usize];
        match self.has_teams() {
            true => format!("{name} ({})", self.teams[self.side_of[seat as usize] as usize]),
            false => name.clone(),
        }
    }

    pub fn side(&self, name: &str) -> Option<u8> {
        self.teams.iter().position(|side| side == name).map(|index| index as u8)
    }

    pub fn seat(&self, name: &str) -> Option<u8> {
        self.seats.iter().position(|seat| seat == name).map(|index| index as u8)
    }

    pub fn piece(&self, name: &str) -> Option<u8> {
        self.pieces.iter().position(|piece| piece == name).map(|index| index as u8)
    }
}

/// The words that are commands at the prompt, where a move so called could not be played; in their order.
pub const COMMAND_WORDS: &[&str] = &[
    "board", "bot", "clear", "clock", "draw", "exit", "forget", "games", "goto", "hand", "help", "hint",
    "history", "lesson", "load", "look", "lua", "moves", "new", "note", "play", "png", "position", "put",
    "quit", "quiz", "redo", "reload", "resign", "resume", "rules", "save", "score", "seats", "set", "svg",
    "undo", "variant", "watch", "why",
];

/// Whether a text can name a script or a tile set: such names are typed, and looked for as files.
pub fn is_script_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Whether a character does something to a terminal or to the order of what is read there, in place of being read itself.
pub fn is_unseen(letter: char) -> bool {
    let turns = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || letter.is_control()
}

/// A stranger's words on one line: no characters that are not read, and no more than so many letters.
pub fn one_line(text: &str, longest: usize) -> String {
    let mut letters = text.chars().map(|letter| if is_unseen(letter) { ' ' } else { letter });
    let mut line: String = letters.by_ref().take(longest).collect();
    if letters.next().is_some() {
        line.push_str("...");
    }
    line
}

/// A stranger's words on any number of lines, without characters that are not read.
pub fn readable(text: &str) -> String {
    let seen = |letter: char| !is_unseen(letter) || letter == '\n' || letter == '\t';
    text.chars().map(|letter| if seen(letter) { letter } else { ' ' }).collect()
}

/// The known name most like `name`, if one is near enough to have been meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const MAX_NAME_LEN: usize = 64;
    if name.len() > MAX_NAME_LEN {
        return None;
    }
    let typed = name.to_lowercase();
    let known: Vec<&str> = known.into_iter().collect();
    known
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(&typed, &candidate.to_lowercase()), *candidate))
        .filter(|&(distance, candidate)| distance <= candidate.len().max(typed.len()).div_ceil(3))
        // Few get the first letter wrong.
        .min_by_key(|&(distance, candidate)| (distance, candidate.chars().next() != typed.chars().next()))
        .map(|(_, candidate)| candidate)
        .or_else(|| of_same_words(&typed, &known))
}

/// The only known name that has all words of another, or of which that one has all: `width` for `board_width`.
pub fn of_same_words<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let words = |name: &str| -> Vec<String> { name.split('_').map(str::to_lowercase).collect() };
    let typed = words(name);
    let is_like = |candidate: &&&str| {
        let theirs = words(candidate);
        let is_within = |few: &[String], many: &[String]| few.iter().all(|word| many.contains(word));
        typed.len().max(theirs.len()) > 1 && (is_within(&theirs, &typed) || is_within(&typed, &theirs))
    };
    let mut like = known.iter().filter(is_like);
    let first = like.next()?;
    like.next().is_none().then_some(first)
}

/// `1 tile`, `2 tiles`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A text as it stands in SVG and HTML, between tags and in quotes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// `a`, `a and b`, `a, b and c`; or with "or".
pub fn series(items: &[impl AsRef<str>], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_string(),
        [firsts @ .., end] => {
            let firsts: Vec<_> = firsts.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", firsts.join(", "), end.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_keyboard_finds_the_name_meant() {
        let known = ["finish", "moves", "board", "notation"];
        assert_eq!(nearest("finsh", known), Some("finish"));
        assert_eq!(nearest("Borad", known), Some("board"));
        assert_eq!(nearest("xyz", known), None);
    }

    #[test]
    fn a_strangers_words_can_neither_move_the_cursor_nor_turn_the_line_round() {
        assert_eq!(one_line("a\u{1b}[2J\u{202e}b\u{2067}c", 20), "a [2J b c");
    }

    #[test]
    fn a_series_reads_as_a_sentence_does() {
        assert_eq!(series(&["a"], "or"), "a");
        assert_eq!(series(&["a", "b", "c"], "or"), "a, b or c");
    }
}
