//! Descriptions of rule values: a name, the part of the rules, the parameters and one sentence of documentation. The
//! Lua constructor, the checks of scripts and the manual are derived from a [`Spec`]. The values are defined in
//! `mechanics`.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::mechanics::PieceKind;
use crate::names::Names;

/// Description of a rule value: a constructor that a script can call.
#[derive(Debug)]
pub struct Spec {
    /// Name of the constructor, and the value's id unless the script gives another.
    pub name: &'static str,
    /// Part of the rules.
    pub part: RulePart,
    /// One sentence of documentation.
    pub doc: &'static str,
    /// Example call; a test loads it.
    pub example: &'static str,
    /// Parameters. The first may also be given by position: `square(5)`, `place { "flat", "wall" }`.
    pub params: &'static [Param],
}

/// Key of the rules table that holds a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RulePart {
    /// `board`
    Board,
    /// `supply`
    Supply,
    /// `turn`
    Turn,
    /// `moves`
    Moves,
    /// `constraints`
    Constraints,
    /// `after`
    After,
    /// `finish`
    Finish,
    /// `points`
    Points,
}

impl RulePart {
    /// All parts.
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

    /// Lua key.
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

    /// One line of documentation.
    pub fn doc(self) -> &'static str {
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

/// Parameter of a rule value, or key of a plain table.
#[derive(Debug)]
pub struct Param {
    /// Lua key.
    pub name: &'static str,
    /// Type of its value.
    pub kind: ParamType,
    /// Default.
    pub default: ParamDefault,
    /// One sentence of documentation.
    pub doc: &'static str,
}

/// Type of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum ParamType {
    /// Boolean.
    Flag,
    /// Whole number within bounds.
    Int {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// Number in steps of a half.
    Half,
    /// Any string.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// List of these words.
    Words(&'static [&'static str]),
    /// List of names, which may be numbers.
    Labels,
    /// Name of one of the game's pieces.
    Piece,
    /// List of names of the game's pieces.
    Pieces,
    /// Name of a seat, or one of these words.
    SeatOr(&'static [&'static str]),
    /// One value for all, or a table by seat.
    PerSeat(&'static ParamType),
}

/// Default of a parameter that a script does not set.
#[derive(Clone, Copy, Debug)]
pub enum ParamDefault {
    /// No default: the parameter is required.
    Required,
    /// No value.
    Absent,
    /// Boolean.
    Flag(bool),
    /// Whole number.
    Int(i64),
    /// String.
    Text(&'static str),
}

/// Checked value.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// Boolean.
    Flag(bool),
    /// Whole number.
    Int(i64),
    /// Number in steps of a half.
    Half(f64),
    /// String.
    Text(String),
    /// List of strings.
    List(Vec<String>),
    /// Table by seat.
    BySeat(BTreeMap<String, Arg>),
}

/// Checked parameters of one rule value. The checker guarantees that every parameter with a default has a value and
/// that every value has its parameter's type, so accessors do not fail.
#[derive(Clone, PartialEq, Debug)]
pub struct Args(pub BTreeMap<&'static str, Arg>);

impl Args {
    fn get(&self, name: &str) -> Option<&Arg> {
        self.0.get(name)
    }

    /// Boolean parameter.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Arg::Flag(true)))
    }

    /// Integer parameter.
    pub fn int<N: TryFrom<i64>>(&self, name: &str) -> Option<N> {
        match self.get(name) {
            Some(Arg::Int(n)) => N::try_from(*n).ok(),
            _ => None,
        }
    }

    /// Number in steps of a half, as a count of halves.
    pub fn halves(&self, name: &str) -> i32 {
        match self.get(name) {
            Some(Arg::Half(n)) => (n * 2.0) as i32,
            _ => 0,
        }
    }

    /// String parameter.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Arg::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// List parameter; empty if it is not set.
    pub fn list(&self, name: &str) -> Vec<String> {
        match self.get(name) {
            Some(Arg::List(list)) => list.clone(),
            _ => Vec::new(),
        }
    }

    /// Piece named by a parameter.
    pub fn piece(&self, name: &str, names: &Names) -> PieceKind {
        self.text(name).and_then(|piece| names.piece(piece)).unwrap_or_default()
    }

    /// Pieces named by a parameter.
    pub fn pieces(&self, name: &str, names: &Names) -> Vec<PieceKind> {
        self.list(name).iter().filter_map(|piece| names.piece(piece)).collect()
    }

    /// Value for one seat of a parameter that may differ by seat.
    pub fn for_seat(&self, name: &str, seat: &str) -> Option<&Arg> {
        match self.get(name)? {
            Arg::BySeat(by_seat) => by_seat.get(seat),
            all => Some(all),
        }
    }

    /// Integer for one seat.
    pub fn int_for_seat<N: TryFrom<i64>>(&self, name: &str, seat: &str) -> Option<N> {
        match self.for_seat(name, seat) {
            Some(Arg::Int(n)) => N::try_from(*n).ok(),
            _ => None,
        }
    }

    /// String for one seat.
    pub fn text_for_seat(&self, name: &str, seat: &str) -> Option<&str> {
        match self.for_seat(name, seat) {
            Some(Arg::Text(text)) => Some(text),
            _ => None,
        }
    }
}

/// Rule value: its description, how it is read from checked parameters, and its text.
pub trait RuleValue: Sized {
    /// Description.
    const SPEC: Spec;

    /// Reads the value from checked parameters.
    fn read(args: &Args, names: &Names) -> Self;

    /// Describes the rule in one or more sentences.
    fn describe(&self, names: &Names) -> String;
}
