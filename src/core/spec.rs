//! Descriptions of rule values: a name, the part of the rules, the parameters and one sentence of documentation. The
//! Lua constructor, the checks of scripts and the manual are derived from a [`Spec`]. The values are defined in
//! `mechanics`.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::RangeInclusive;

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
            RulePart::Board => "the board",
            RulePart::Supply => "where tiles come from: bag, hands, pool",
            RulePart::Turn => "turn order and the steps of a turn",
            RulePart::Moves => "what a seat may do",
            RulePart::Constraints => "what makes a move illegal",
            RulePart::After => "what happens automatically after a move",
            RulePart::Finish => "what ends the game, checked after every move in this order",
            RulePart::Points => "the points",
        }
    }

    /// Whether the part is a list of values or a single one.
    pub fn is_list(self) -> bool {
        !matches!(self, RulePart::Board | RulePart::Points)
    }
}

/// Parameter of a rule value, or key of a plain table.
#[derive(Clone, Copy, Debug)]
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

/// Constructors by type, then changes of the default: a flag is false, a word the first one of its list, and any other
/// parameter required unless they say otherwise.
impl Param {
    const fn new(name: &'static str, kind: ParamType, doc: &'static str) -> Param {
        let default = match kind {
            ParamType::Flag => ParamDefault::Flag(false),
            ParamType::Word([first, ..])
            | ParamType::SeatOr([first, ..])
            | ParamType::PerSeat(ParamType::Word([first, ..])) => ParamDefault::Text(first),
            _ => ParamDefault::Required,
        };
        Param { name, kind, default, doc }
    }

    /// Boolean.
    pub const fn flag(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, ParamType::Flag, doc)
    }

    /// Whole number.
    pub const fn int(name: &'static str, bounds: RangeInclusive<i64>, doc: &'static str) -> Param {
        Param::new(name, ParamType::Int { min: *bounds.start(), max: *bounds.end() }, doc)
    }

    /// Number in steps of a half.
    pub const fn half(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, ParamType::Half, doc)
    }

    /// Any string.
    pub const fn text(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, ParamType::Text, doc)
    }

    /// One of some words.
    pub const fn word(name: &'static str, words: &'static [&'static str], doc: &'static str) -> Param {
        Param::new(name, ParamType::Word(words), doc)
    }

    /// List of words.
    pub const fn words(name: &'static str, words: &'static [&'static str], doc: &'static str) -> Param {
        Param::new(name, ParamType::Words(words), doc)
    }

    /// List of names, which may be numbers.
    pub const fn labels(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, ParamType::Labels, doc)
    }

    /// One of the game's pieces.
    pub const fn piece(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, ParamType::Piece, doc)
    }

    /// List of the game's pieces.
    pub const fn pieces(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, ParamType::Pieces, doc)
    }

    /// Seat, or one of some words.
    pub const fn seat_or(name: &'static str, words: &'static [&'static str], doc: &'static str) -> Param {
        Param::new(name, ParamType::SeatOr(words), doc)
    }

    /// One value for all, or a table by seat.
    pub const fn per_seat(name: &'static str, kind: &'static ParamType, doc: &'static str) -> Param {
        Param::new(name, ParamType::PerSeat(kind), doc)
    }

    /// The same with no value unless a script sets one.
    pub const fn optional(self) -> Param {
        Param { default: ParamDefault::Absent, ..self }
    }

    /// The same with a number as the default.
    pub const fn or(self, default: i64) -> Param {
        Param { default: ParamDefault::Int(default), ..self }
    }

    /// The same with a word as the default.
    pub const fn or_word(self, default: &'static str) -> Param {
        Param { default: ParamDefault::Text(default), ..self }
    }

    /// The same with true as the default.
    pub const fn or_true(self) -> Param {
        Param { default: ParamDefault::Flag(true), ..self }
    }

    /// Value where a script sets none.
    fn default_arg(&self) -> Option<Arg> {
        match self.default {
            ParamDefault::Required | ParamDefault::Absent => None,
            ParamDefault::Flag(flag) => Some(Arg::Flag(flag)),
            ParamDefault::Int(n) if matches!(self.kind, ParamType::Half) => Some(Arg::Half(n as f64)),
            ParamDefault::Int(n) => Some(Arg::Int(n)),
            ParamDefault::Text(text) => Some(Arg::Text(text.to_string())),
        }
    }
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

impl Arg {
    /// Boolean, if it is one.
    pub fn flag(&self) -> Option<bool> {
        if let Arg::Flag(flag) = self { Some(*flag) } else { None }
    }

    /// Whole number, if it is one that the type has.
    pub fn int<N: TryFrom<i64>>(&self) -> Option<N> {
        if let Arg::Int(n) = self { N::try_from(*n).ok() } else { None }
    }

    /// String, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Arg::Text(text) = self { Some(text) } else { None }
    }

    /// List, if it is one.
    pub fn list(&self) -> Option<&[String]> {
        if let Arg::List(list) = self { Some(list) } else { None }
    }
}

/// Checked parameters of one rule value, with its defaults. An accessor panics if the value's description has no such
/// parameter, or one of another type: a test reads every rule value.
#[derive(Debug)]
pub struct Args {
    params: &'static [Param],
    values: BTreeMap<&'static str, Arg>,
}

impl Args {
    /// Adds the defaults to what a script sets.
    pub(crate) fn new(params: &'static [Param], set: BTreeMap<&'static str, Arg>) -> Args {
        let defaults = params.iter().filter_map(|param| Some((param.name, param.default_arg()?)));
        Args { params, values: defaults.chain(set).collect() }
    }

    fn param(&self, name: &str) -> &'static Param {
        let param = self.params.iter().find(|param| param.name == name);
        param.unwrap_or_else(|| panic!("`{name}` is read but is no parameter"))
    }

    /// Value of a parameter, if it has one.
    fn find<'a, T>(&'a self, name: &str, read: impl Fn(&'a Arg) -> Option<T>) -> Option<T> {
        let (param, arg) = (self.param(name), self.values.get(name)?);
        Some(read(arg).unwrap_or_else(|| panic!("{param:?} is read as another type: {arg:?}")))
    }

    /// Value of a parameter that is required or has a default.
    fn get<'a, T>(&'a self, name: &str, read: impl Fn(&'a Arg) -> Option<T>) -> T {
        self.find(name, read).unwrap_or_else(|| panic!("the parameter `{name}` has no value"))
    }

    /// Whether a parameter has a value.
    pub fn is_set(&self, name: &str) -> bool {
        self.find(name, Some).is_some()
    }

    /// Boolean parameter.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name, Arg::flag)
    }

    /// Integer parameter.
    pub fn int<N: TryFrom<i64>>(&self, name: &str) -> N {
        self.get(name, Arg::int)
    }

    /// Integer parameter that may be unset.
    pub fn optional_int<N: TryFrom<i64>>(&self, name: &str) -> Option<N> {
        self.find(name, Arg::int)
    }

    /// Number in steps of a half, as a count of halves.
    pub fn halves(&self, name: &str) -> i32 {
        self.get(name, |arg| if let Arg::Half(n) = arg { Some((n * 2.0) as i32) } else { None })
    }

    /// String parameter.
    pub fn text(&self, name: &str) -> &str {
        self.get(name, Arg::text)
    }

    /// String parameter that may be unset.
    pub fn optional_text(&self, name: &str) -> Option<&str> {
        self.find(name, Arg::text)
    }

    /// What a word parameter means, given the meanings of its words in their order.
    pub fn choice<T: Copy, const N: usize>(&self, name: &str, meanings: [T; N]) -> T {
        let words = match self.param(name).kind {
            ParamType::Word(words) if words.len() == N => words,
            kind => panic!("`{name}` is read as one of {N} words, but is {kind:?}"),
        };
        let index = self.get(name, |arg| words.iter().position(|word| Some(*word) == arg.text()));
        meanings[index]
    }

    /// List parameter; empty if it is not set.
    pub fn list(&self, name: &str) -> Vec<String> {
        self.find(name, Arg::list).unwrap_or_default().to_vec()
    }

    /// Piece named by a parameter.
    pub fn piece(&self, name: &str, names: &Names) -> PieceKind {
        self.get(name, |arg| names.piece(arg.text()?))
    }

    /// Pieces named by a parameter; none if it is not set.
    pub fn pieces(&self, name: &str, names: &Names) -> Vec<PieceKind> {
        let read = |arg: &Arg| arg.list()?.iter().map(|piece| names.piece(piece)).collect();
        self.find(name, read).unwrap_or_default()
    }

    /// Values of all seats; a seat that a table leaves out has the default or, without one, the least value.
    pub fn by_seat<T, C: FromIterator<T>>(&self, name: &str, names: &Names, read: impl Fn(&Arg) -> Option<T>) -> C {
        let param = self.param(name);
        let least = if let ParamType::PerSeat(ParamType::Int { min, .. }) = param.kind { *min } else { 0 };
        let left_out = param.default_arg().unwrap_or(Arg::Int(least));
        let read_for = |seat: &String, arg: &Arg| match arg {
            Arg::BySeat(by_seat) => read(by_seat.get(seat).unwrap_or(&left_out)),
            all => read(all),
        };
        names.seats.iter().map(|seat| self.get(name, |arg| read_for(seat, arg))).collect()
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

/// Defines rule values without parameters: type, name, part, and one sentence of documentation, which also describes
/// the rule unless a function of the names follows.
macro_rules! plain_values {
    ($($(#[$attribute:meta])* $type:ident = $name:literal in $part:ident: $doc:literal $(, $describe:expr)?;)*) => { $(
        $(#[$attribute])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $type;

        impl $crate::spec::RuleValue for $type {
            const SPEC: $crate::spec::Spec = $crate::spec::Spec {
                name: $name,
                part: $crate::spec::RulePart::$part,
                doc: $doc,
                example: concat!($name, " {}"),
                params: &[],
            };

            fn read(_: &$crate::spec::Args, _: &$crate::names::Names) -> $type {
                $type
            }

            fn describe(&self, _names: &$crate::names::Names) -> String {
                let describe: fn(&$crate::names::Names) -> String = $crate::spec::plain_values!(@ $doc $(, $describe)?);
                describe(_names)
            }
        }
    )* };
    (@ $doc:literal) => { |_| $doc.into() };
    (@ $doc:literal, $describe:expr) => { $describe };
}
pub(crate) use plain_values;
