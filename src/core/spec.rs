//! The language rule values are described in: a name, the part of the rules they belong to, their
//! parameters and one sentence each. A [`Spec`] is what makes a value a constructor in Lua, what the checker
//! holds a script against and what documentation is made from. Which values exist is not said here.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::mechanics::PieceKind;
use crate::names::Names;

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
    pub fn piece(&self, name: &str, names: &Names) -> PieceKind {
        self.text(name).and_then(|piece| names.piece(piece)).unwrap_or_default()
    }

    pub fn pieces(&self, name: &str, names: &Names) -> Vec<PieceKind> {
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
