//! Registry of all rule values. A new one needs a file of its own and a line here.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::CompileError;
use super::goal::GoalRule;
use super::puzzle::{CellsArea, Givens, Hexagon, OpenEnded, Pool, Put, Swap, Take, Times, Triangle, Turn};
use super::race::{HandEmpty, PaceRule, PlacesRule, RaceRule};
use super::stacks::*;
use super::supply::{Bag, Discard, Give, Hand, Middle, RemainderTo, Reserve, Reward, StartRule, TakeBack};
use super::tracks::{
    AllPlayed, AutoFill, ControlledSide, FillFirst, Fillable, First, Lay, LineRule, LongestTrack, LoopRule, NoFourth,
    NoTriple, OpenHex, OpenSquare, TilesPlayed, Touch, Within,
};
use super::turns::{Opening, Pie, PlyLimit, Steps, Stuck};
use super::win_points::WinPoints;
use crate::geometry::{CellNaming, Grid};
use crate::index::IndexVec;
use crate::mechanics::PieceKind;
use crate::names::Names;
use crate::spec::{Args, Param, ParamDefault, ParamType, RulePart, RuleValue, Spec};
use crate::tiles::TileSet;

/// Defines the enum of all rule values and the lookups by name.
macro_rules! vocabulary {
    ($($value:ident),* $(,)?) => {
        /// Any rule value.
        #[derive(Clone, PartialEq, Debug)]
        #[expect(missing_docs, reason = "every variant is named after its type, which is documented")]
        pub enum Rule { $($value($value)),* }

        impl Rule {
            /// Descriptions of all values.
            pub const SPECS: &'static [Spec] = &[$($value::SPEC),*];

            /// Reads the value called `name` from checked parameters.
            pub fn read(name: &str, args: &Args, names: &Names) -> Option<Rule> {
                $(if name == $value::SPEC.name {
                    return Some(Rule::$value($value::read(args, names)));
                })*
                None
            }

            /// The rule in plain sentences.
            pub fn words(&self, names: &Names) -> String {
                match self { $(Rule::$value(value) => value.describe(names)),* }
            }

            /// Description of the value.
            pub fn spec(&self) -> Spec {
                match self { $(Rule::$value(_) => $value::SPEC),* }
            }
        }
    };
}

with_stack_ends!(
    vocabulary,
    [
        SquareBoard,
        HexRhombus,
        OpenSquare,
        OpenHex,
        Triangle,
        Hexagon,
        CellsArea,
        Bag,
        Hand,
        Pool,
        Givens,
        Middle,
        RemainderTo,
        Discard,
        StartRule,
        Steps,
        RaceRule,
        PaceRule,
        Opening,
        Pie,
        First,
        Times,
        PlaceRule,
        SpreadRule,
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
    ],
    [
        LoopRule,
        LineRule,
        TilesPlayed,
        AllPlayed,
        HandEmpty,
        GoalRule,
        OpenEnded,
        NoProgress,
        Repetition,
        PlyLimit,
        Stuck,
        WinPoints,
        LongestTrack,
        PlacesRule,
    ]
);

impl Rule {
    /// Description of the value called `name`.
    pub fn spec_of(name: &str) -> Option<&'static Spec> {
        Rule::SPECS.iter().find(|spec| spec.name == name)
    }
}

/// Rule value with its id.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedRule {
    /// Id within the game.
    pub id: String,
    /// The value.
    pub rule: Rule,
}

impl NamedRule {
    /// Key path by which violations and errors cite the value: `finish.road`, or `board`.
    pub fn key_path(&self) -> String {
        let part = self.rule.spec().part;
        if part.is_list() { format!("{}.{}", part.key(), self.id) } else { part.key().to_string() }
    }
}

/// Definition of a game, which a mechanic compiles.
#[derive(Clone, PartialEq, Debug)]
pub struct GameDef {
    /// Names of seats, teams and pieces.
    pub names: Names,
    /// Kinds of pieces.
    pub pieces: IndexVec<PieceKind, PieceDef>,
    /// Pieces in reserve.
    pub reserve: Reserve,
    /// Tile set, in a game that has one.
    pub tiles: Option<Arc<TileSet>>,
    /// Naming of the cells of an open board.
    pub naming: CellNaming,
    /// Colours of a team, where they differ from the one it is named after.
    pub colours: BTreeMap<String, Vec<String>>,
    /// Whether scripts may add pieces during a game.
    pub grows: bool,
    /// Rule values.
    pub rules: Vec<NamedRule>,
}

impl GameDef {
    /// Errors for every second rule value of the same type. A game may have several ends and several rewards of one
    /// type; of all others, the second would silently replace the first.
    pub fn second_of_a_kind(&self) -> Vec<CompileError> {
        let mut complaints = Vec::new();
        for (index, named_rule) in self.rules.iter().enumerate() {
            let spec = named_rule.rule.spec();
            let is_end = spec.part == RulePart::Finish && !matches!(named_rule.rule, Rule::Stuck(_));
            if is_end || matches!(named_rule.rule, Rule::Reward(_)) {
                continue;
            }
            let name = spec.name;
            if let Some(NamedRule { id, .. }) = self.rules[..index].iter().find(|other| other.rule.spec().name == name)
            {
                let says = format!(
                    "a game has one `{name}`, and there is one already; change that one by its id, \
                     `{name} {{ id = \"{id}\", ... }}`, or remove it, `off \"{id}\"`"
                );
                complaints.push(CompileError::new(named_rule.key_path(), says));
            }
        }
        complaints
    }
}

const SIZE: Param = Param {
    name: "size",
    kind: ParamType::Int { min: 1, max: Grid::MAX_SIDE as i64 },
    default: ParamDefault::Required,
    doc: "how many cells a side has",
};

/// `square(n)`: a board of `n` by `n` squares.
#[derive(Clone, PartialEq, Debug)]
pub struct SquareBoard {
    pub size: u8,
}

impl RuleValue for SquareBoard {
    const SPEC: Spec = Spec {
        name: "square",
        part: RulePart::Board,
        doc: "A square board; cells touch along their four edges.",
        example: "square(6)",
        params: &[SIZE],
    };

    fn read(args: &Args, _: &Names) -> SquareBoard {
        SquareBoard { size: args.int("size").unwrap_or(1) as u8 }
    }

    fn describe(&self, _: &Names) -> String {
        format!("The board is a square of {0} by {0}.", self.size)
    }
}

/// `hex_rhombus(n)`: a rhombus of `n` by `n` hexagons.
#[derive(Clone, PartialEq, Debug)]
pub struct HexRhombus {
    pub size: u8,
}

impl RuleValue for HexRhombus {
    const SPEC: Spec = Spec {
        name: "hex_rhombus",
        part: RulePart::Board,
        doc: "A rhombus of hexagons; cells touch along their six edges.",
        example: "hex_rhombus(5)",
        params: &[SIZE],
    };

    fn read(args: &Args, _: &Names) -> HexRhombus {
        HexRhombus { size: args.int("size").unwrap_or(1) as u8 }
    }

    fn describe(&self, _: &Names) -> String {
        format!("The board is a rhombus of {0} by {0} hexagons.", self.size)
    }
}
