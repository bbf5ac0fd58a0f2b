//! The list of all rule values. Adding one is a file of its own and a line here.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Complaint;
use super::goal::Goal;
use super::layout::{Cells, Givens, Hexagon, OpenEnded, Pool, Put, Swap, Take, Times, Triangle, Turn};
use super::race::{HandEmpty, Pace, Places, Race};
use super::stacks::{InARow, NoProgress, Piece, Place, Repetition, Road, Spread, Tops};
use super::supply::{Bag, Discard, Give, Hand, Middle, RemainderTo, Reserve, Reward, Start, TakeBack};
use super::tracks::{
    AllPlayed, AutoFill, ControlledSide, FillFirst, Fillable, First, Lay, Line, Longest, Loop, NoFourth,
    NoTriple, OpenHex, OpenSquare, TilesPlayed, Touch, Within,
};
use super::turns::{Limit, Opening, Pie, Steps, Stuck};
use super::worth::WinPoints;
use crate::geometry::{Grid, Naming};
use crate::tiles::TileSet;
use crate::vocabulary::{Args, Fallback, Kind, Names, Param, Part, RuleValue, Spec};

/// Makes the enum of all rule values and the look-ups by name.
macro_rules! vocabulary {
    ($($value:ident),* $(,)?) => {
        /// Any rule value.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Rule { $($value($value)),* }

        impl Rule {
            /// Every value's description.
            pub const SPECS: &'static [Spec] = &[$($value::SPEC),*];

            /// The value called `name`, from checked parameters.
            pub fn read(name: &str, args: &Args, names: &Names) -> Option<Rule> {
                $(if name == $value::SPEC.name {
                    return Some(Rule::$value($value::read(args, names)));
                })*
                None
            }

            /// The rule in plain sentences.
            pub fn words(&self, names: &Names) -> String {
                match self { $(Rule::$value(value) => value.words(names)),* }
            }

            pub fn spec(&self) -> Spec {
                match self { $(Rule::$value(_) => $value::SPEC),* }
            }
        }
    };
}

vocabulary!(
    Square,
    HexRhombus,
    OpenSquare,
    OpenHex,
    Triangle,
    Hexagon,
    Cells,
    Bag,
    Hand,
    Pool,
    Givens,
    Middle,
    RemainderTo,
    Discard,
    Start,
    Steps,
    Race,
    Pace,
    Opening,
    Pie,
    First,
    Times,
    Place,
    Spread,
    Lay,
    Put,
    Turn,
    Take,
    Swap,
    Give,
    TakeBack,
    Touch,
    NoTriple,
    NoFourth,
    ControlledSide,
    FillFirst,
    Fillable,
    Within,
    AutoFill,
    Reward,
    Road,
    InARow,
    Tops,
    Loop,
    Line,
    TilesPlayed,
    AllPlayed,
    HandEmpty,
    Goal,
    OpenEnded,
    NoProgress,
    Repetition,
    Limit,
    Stuck,
    WinPoints,
    Longest,
    Places,
);

impl Rule {
    pub fn spec_of(name: &str) -> Option<&'static Spec> {
        Rule::SPECS.iter().find(|spec| spec.name == name)
    }
}

/// A rule value with the id it goes by.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruled {
    pub id: String,
    pub rule: Rule,
}

impl Ruled {
    /// The key path by which refusals and faults cite the value: `finish.road`, or `board`.
    pub fn cite(&self) -> String {
        let part = self.rule.spec().part;
        if part.is_list() { format!("{}.{}", part.key(), self.id) } else { part.key().to_string() }
    }
}

/// Everything a mechanic folds into its plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Parts {
    pub names: Names,
    pub pieces: Vec<Piece>,
    pub reserve: Reserve,
    /// The tile set, in a game that has one.
    pub tiles: Option<Arc<TileSet>>,
    /// How the cells of an open board are named.
    pub naming: Naming,
    /// The colours of a side, where the game gives it others than the one it is named after.
    pub colours: BTreeMap<String, Vec<String>>,
    /// Whether scripts may add pieces in the course of a game.
    pub grows: bool,
    pub rules: Vec<Ruled>,
}

impl Parts {
    /// Complaints about every second rule value of a kind. A game may end in several ways of one kind, and have several
    /// rewards; of all else the second would silently take the place of the first.
    pub fn second_of_a_kind(&self) -> Vec<Complaint> {
        let mut complaints = Vec::new();
        for (index, ruled) in self.rules.iter().enumerate() {
            let spec = ruled.rule.spec();
            let is_end = spec.part == Part::Finish && !matches!(ruled.rule, Rule::Stuck(_));
            if is_end || matches!(ruled.rule, Rule::Reward(_)) {
                continue;
            }
            let name = spec.name;
            if let Some(Ruled { id, .. }) =
                self.rules[..index].iter().find(|other| other.rule.spec().name == name)
            {
                let says = format!(
                    "a game has one `{name}`, and there is one already; change that one by its id, \
                     `{name} {{ id = \"{id}\", ... }}`, or remove it, `off \"{id}\"`"
                );
                complaints.push(Complaint::new(ruled.cite(), says));
            }
        }
        complaints
    }
}

const SIZE: Param = Param {
    name: "size",
    kind: Kind::Int { min: 1, max: Grid::MAX_SIDE as i64 },
    default: Fallback::Required,
    says: "how many cells a side has",
};

/// `square(n)`: the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Square {
    pub size: u8,
}

impl RuleValue for Square {
    const SPEC: Spec = Spec {
        name: "square",
        part: Part::Board,
        says: "A square board; cells touch along their four edges.",
        example: "square(6)",
        params: &[SIZE],
    };

    fn read(args: &Args, _: &Names) -> Square {
        Square { size: args.int("size").unwrap_or(1) as u8 }
    }

    fn words(&self, _: &Names) -> String {
        format!("The board is a square of {0} by {0}.", self.size)
    }
}

/// `hex_rhombus(n)`: a board of hexagons.
#[derive(Clone, PartialEq, Debug)]
pub struct HexRhombus {
    pub size: u8,
}

impl RuleValue for HexRhombus {
    const SPEC: Spec = Spec {
        name: "hex_rhombus",
        part: Part::Board,
        says: "A rhombus of hexagons; cells touch along their six edges.",
        example: "hex_rhombus(5)",
        params: &[SIZE],
    };

    fn read(args: &Args, _: &Names) -> HexRhombus {
        HexRhombus { size: args.int("size").unwrap_or(1) as u8 }
    }

    fn words(&self, _: &Names) -> String {
        format!("The board is a rhombus of {0} by {0} hexagons.", self.size)
    }
}
