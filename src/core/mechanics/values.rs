//! Registry of all rule values. A new one needs its own file and a line here.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::CompileErrors;
use super::goal::GoalRule;
use super::puzzle::{CellsArea, Givens, Hexagon, OpenEnded, Pool, Put, Swap, Take, Times, Triangle, Turn};
use super::race::{HandEmpty, PaceRule, PlacesRule, RaceRule};
use super::shapes::*;
use super::stacks::*;
use super::supply::{Bag, Discard, Give, Hand, Middle, RemainderTo, Reserve, Reward, StartRule, TakeBack};
use super::tracks::{
    AllPlayed, AutoFill, ControlledSide, FillFirst, Fillable, First, Lay, LineRule, LongestTrack, LoopRule, NoFourth,
    NoTriple, OpenHex, OpenSquare, TilesPlayed, Touch, Within,
};
use super::turns::{Opening, Pie, PlyLimit, Steps, Stuck};
use super::win_points::WinPoints;
use crate::geometry::CellNaming;
use crate::index::IndexVec;
use crate::mechanics::PieceKind;
use crate::names::Names;
use crate::spec::{Arg, Args, RulePart, RuleValue, Spec};
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

            /// Reads the value called `name` from the parameters that it sets, which have been checked.
            pub fn read(name: &str, set: BTreeMap<&'static str, Arg>, names: &Names) -> Option<Rule> {
                $(if name == $value::SPEC.name {
                    return Some(Rule::$value($value::read(&Args::new($value::SPEC.params, set), names)));
                })*
                None
            }

            /// Describes the rule in sentences.
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

with_board_shapes!(
    with_stack_ends,
    vocabulary,
    [
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
    /// Key path of the value for violations and errors: `finish.road`, or `board`.
    pub fn key_path(&self) -> String {
        let part = self.rule.spec().part;
        if part.is_list() { format!("{}.{}", part.key(), self.id) } else { part.key().to_string() }
    }

    /// Describes the rule in sentences; a road is called by its id.
    pub fn describe(&self, names: &Names) -> String {
        match &self.rule {
            Rule::Road(road) => road.describe_as(&self.id, names),
            rule => rule.words(names),
        }
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
    /// Colours of a team, if they differ from the one that it is named after.
    pub colours: BTreeMap<String, Vec<String>>,
    /// Whether scripts may add pieces during a game.
    pub can_grow: bool,
    /// Rule values.
    pub rules: Vec<NamedRule>,
}

impl GameDef {
    /// Errors for every duplicate rule value. A game may have several ends and several rewards of one type; a second
    /// value of any other type would silently replace the first.
    pub fn duplicate_errors(&self) -> CompileErrors {
        let mut errors = CompileErrors::default();
        for (index, named_rule) in self.rules.iter().enumerate() {
            let spec = named_rule.rule.spec();
            let is_end = spec.part == RulePart::Finish && !matches!(named_rule.rule, Rule::Stuck(_));
            if is_end || matches!(named_rule.rule, Rule::Reward(_)) {
                continue;
            }
            let name = spec.name;
            if let Some(NamedRule { id, .. }) = self.rules[..index].iter().find(|other| other.rule.spec().name == name)
            {
                let message = format!(
                    "a game has only one `{name}`; change the existing one with `{name} {{ id = \"{id}\", ... }}` \
                     or remove it with `off \"{id}\"`"
                );
                errors.add(named_rule.key_path(), message);
            }
        }
        errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Param, ParamDefault, ParamType};

    const NAMES: [&str; 2] = ["first", "second"];

    /// Values that a script may give: the extremes of numbers, all words.
    fn samples(kind: ParamType) -> Vec<Arg> {
        let texts = |words: &[&str]| words.iter().map(|word| Arg::Text(word.to_string())).collect();
        let lists = |words: &[&str]| words.iter().map(|word| Arg::List(vec![word.to_string()])).collect();
        match kind {
            ParamType::Flag => vec![Arg::Flag(false), Arg::Flag(true)],
            ParamType::Int { min, max } => vec![Arg::Int(min), Arg::Int(max)],
            ParamType::Half => vec![Arg::Half(-0.5), Arg::Half(0.5)],
            ParamType::Text | ParamType::Piece => texts(&NAMES),
            ParamType::Word(words) => texts(words),
            ParamType::Words(words) => lists(words),
            ParamType::Labels | ParamType::Pieces => lists(&NAMES),
            ParamType::SeatOr(words) => texts(&[&NAMES, words].concat()),
            ParamType::PerSeat(kind) => {
                let for_first = |arg: &Arg| Arg::BySeat([(NAMES[0].to_string(), arg.clone())].into());
                let each = samples(*kind);
                each.iter().map(for_first).chain(each.iter().cloned()).collect()
            }
        }
    }

    /// Reads a value with what is required, then with every parameter set to all of its samples.
    fn read_all<T: PartialEq>(what: &str, params: &[Param], read: impl Fn(BTreeMap<&'static str, Arg>) -> T) {
        let required = params.iter().filter(|param| matches!(param.default, ParamDefault::Required));
        let required: BTreeMap<_, _> = required.map(|param| (param.name, samples(param.kind).remove(0))).collect();
        let plain = read(required.clone());
        for param in params {
            if let (
                ParamDefault::Int(n),
                ParamType::Int { min, max } | ParamType::PerSeat(&ParamType::Int { min, max }),
            ) = (param.default, param.kind)
            {
                assert!((min..=max).contains(&n), "{what}: {param:?}");
            }
            let with = |sample| read(required.clone().into_iter().chain([(param.name, sample)]).collect());
            let changes = samples(param.kind).into_iter().map(with).filter(|value| *value != plain).count();
            assert!(changes > 0, "{what}: `{}` changes nothing", param.name);
        }
    }

    #[test]
    fn every_rule_value_reads_the_parameters_that_its_description_has_and_no_others() {
        let both = NAMES.map(str::to_string).to_vec();
        let names = Names::new(both.clone(), both);
        for spec in Rule::SPECS {
            read_all(spec.name, spec.params, |set| Rule::read(spec.name, set, &names).expect("the value exists"));
        }
        read_all("a piece", PieceDef::PARAMS, |set| PieceDef::read(NAMES[0], set, &names));
    }
}
