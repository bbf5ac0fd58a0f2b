//! Kinds of pieces, and the two moves of stones: `place` and `spread`.

use std::collections::BTreeMap;

use super::spreads::MAX_CARRY;
use crate::mechanics::PieceKind;
use crate::names::Names;
use crate::spec::{Arg, Args, Param, RulePart, RuleValue, Spec};
use crate::text::{plural_of, series};

/// Properties of a kind of piece.
#[derive(Clone, PartialEq, Debug)]
pub struct PieceDef {
    /// Letter in notation.
    pub letter: char,
    /// Whether it counts for roads.
    pub road: bool,
    /// Whether it may not be covered.
    pub stands: bool,
    /// Kind from whose reserve it is placed.
    pub pool: PieceKind,
    /// Kinds that it flattens.
    pub crushes: Vec<PieceKind>,
    /// Whose pieces it flattens.
    pub crushes_whose: PieceOwner,
    /// Kind that it becomes when it is flattened.
    pub crushed_to: PieceKind,
}

/// Properties of pieces that matter in a game, to leave out the others in descriptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uses<'a> {
    /// What the game calls roads, if it has roads and some pieces do not count for them.
    pub road: Option<&'a str>,
    /// Whether pieces can be stacked.
    pub stacks: bool,
}

/// Whose pieces a rule concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceOwner {
    /// All pieces.
    Any,
    /// The mover's pieces.
    Own,
    /// The opponents' pieces.
    Other,
}

impl PieceDef {
    /// Keys of an entry of `pieces`.
    pub const PARAMS: &'static [Param] = &[
        Param::text("letter", "capital letter in notation; default: the first letter of the name").optional(),
        Param::flag("road", "whether it counts for roads"),
        Param::flag("stands", "whether it stands: no piece may cover it"),
        Param::piece("from", "piece from whose reserve it comes; default: its own").optional(),
        Param::pieces("crushes", "standing pieces that it may crush when it ends a spread alone").optional(),
        Param::word("crushes_whose", &["any", "own", "other"], "whose pieces it may crush"),
        Param::piece("crushed_to", "piece that it becomes when it is crushed").optional(),
    ];

    /// Reads an entry of `pieces` from the parameters that it sets.
    pub fn read(name: &str, set: BTreeMap<&'static str, Arg>, names: &Names) -> PieceDef {
        let args = Args::new(PieceDef::PARAMS, set);
        let own_kind = names.piece(name).unwrap_or_default();
        let kind = |key: &str| args.optional_text(key).and_then(|name| names.piece(name)).unwrap_or(own_kind);
        let letter = args.optional_text("letter").unwrap_or(name).chars().next().unwrap_or('?');
        PieceDef {
            letter: letter.to_ascii_uppercase(),
            road: args.flag("road"),
            stands: args.flag("stands"),
            pool: kind("from"),
            crushes: args.pieces("crushes", names),
            crushes_whose: args.choice("crushes_whose", [PieceOwner::Any, PieceOwner::Own, PieceOwner::Other]),
            crushed_to: kind("crushed_to"),
        }
    }

    /// Describes the piece in a sentence; `None` if it has no special properties.
    pub fn describe(&self, name: &str, names: &Names, uses: Uses<'_>) -> Option<String> {
        let name_of = |kind: PieceKind| names.pieces[kind].as_str();
        let mut phrases: Vec<String> = Vec::new();
        if let Some(road) = uses.road {
            let roads = plural_of(road);
            phrases.push(if self.road { format!("counts for {roads}") } else { format!("does not count for {roads}") });
        }
        if uses.stacks {
            phrases.push(if self.stands { "cannot be covered" } else { "can be covered" }.into());
        }
        if uses.stacks && !self.crushes.is_empty() {
            let whose = match self.crushes_whose {
                PieceOwner::Any => "any",
                PieceOwner::Own => "your own",
                PieceOwner::Other => "an opponent's",
            };
            let targets: Vec<_> = self.crushes.iter().map(|&kind| name_of(kind)).collect();
            phrases.push(format!(
                "crushes {whose} {} that it lands on alone at the end of a spread",
                series(&targets, "or")
            ));
        }
        if uses.stacks && self.stands && !self.is_kind(self.crushed_to, name, names) {
            phrases.push(format!("becomes a {} when crushed", name_of(self.crushed_to)));
        }
        let source = if self.is_kind(self.pool, name, names) {
            String::new()
        } else {
            format!(" It comes from the reserve of {}.", plural_of(name_of(self.pool)))
        };
        if phrases.is_empty() {
            return (!source.is_empty()).then(|| format!("A {name} ({}).{source}", self.letter));
        }
        Some(format!("A {name} ({}) {}.{source}", self.letter, series(&phrases, "and")))
    }

    fn is_kind(&self, kind: PieceKind, name: &str, names: &Names) -> bool {
        names.piece(name) == Some(kind)
    }
}

/// `place { ... }`: places a piece from the reserve on an empty cell.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaceRule {
    /// Kinds that may be placed.
    pub pieces: Vec<PieceKind>,
}

impl RuleValue for PlaceRule {
    const SPEC: Spec = Spec {
        name: "place",
        part: RulePart::Moves,
        doc: "Place a piece from the reserve on an empty cell.",
        example: r#"place { "flat", "cap" }"#,
        params: &[Param::pieces("pieces", "kinds that may be placed; notation omits the letter of the first")],
    };

    fn read(args: &Args, names: &Names) -> PlaceRule {
        PlaceRule { pieces: args.pieces("pieces", names) }
    }

    fn describe(&self, names: &Names) -> String {
        let pieces: Vec<_> = self.pieces.iter().map(|&kind| &names.pieces[kind]).collect();
        format!("Place a {} from your reserve on an empty cell.", series(&pieces, "or"))
    }
}

/// `spread { carry = n }`: moves pieces off the top of a stack along a line.
#[derive(Clone, PartialEq, Debug)]
pub struct SpreadRule {
    /// Maximum number of pieces taken.
    pub carry: usize,
}

impl RuleValue for SpreadRule {
    const SPEC: Spec = Spec {
        name: "spread",
        part: RulePart::Moves,
        doc: "Take pieces off a stack that you control and drop them along a straight line.",
        example: "spread { carry = 4 }",
        params: &[Param::int("carry", 1..=MAX_CARRY as i64, "maximum number of pieces taken")],
    };

    fn read(args: &Args, _: &Names) -> SpreadRule {
        SpreadRule { carry: args.int("carry") }
    }

    fn describe(&self, _: &Names) -> String {
        let taken = if self.carry == 1 { "the top piece".to_string() } else { format!("up to {} pieces", self.carry) };
        format!(
            "Spread a stack with your piece on top: take {taken} off it and move in a straight line. Drop at least \
             one piece on each cell you enter, starting with the lowest. Pieces that cannot be covered block the way."
        )
    }
}
