//! Kinds of pieces, and the two moves of stones: `place` and `spread`.

use super::spreads::MAX_CARRY;
use crate::mechanics::PieceKind;
use crate::names::Names;
use crate::spec::{Args, Param, ParamDefault, ParamType, RulePart, RuleValue, Spec};
use crate::text::series;

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
pub struct Uses {
    /// Whether the game has roads.
    pub roads: bool,
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
        Param {
            name: "letter",
            kind: ParamType::Text,
            default: ParamDefault::Absent,
            doc: "the capital letter that notation writes for it; the name's first letter unless given",
        },
        Param {
            name: "road",
            kind: ParamType::Flag,
            default: ParamDefault::Flag(false),
            doc: "whether it is part of roads",
        },
        Param {
            name: "stands",
            kind: ParamType::Flag,
            default: ParamDefault::Flag(false),
            doc: "whether it stands, so that nothing may cover it",
        },
        Param {
            name: "from",
            kind: ParamType::Piece,
            default: ParamDefault::Absent,
            doc: "the piece whose reserve it is taken from; its own unless given",
        },
        Param {
            name: "crushes",
            kind: ParamType::Pieces,
            default: ParamDefault::Absent,
            doc: "the standing pieces it may crush when it ends a spread alone",
        },
        Param {
            name: "crushes_whose",
            kind: ParamType::Word(&["any", "own", "other"]),
            default: ParamDefault::Text("any"),
            doc: "whose pieces it may crush",
        },
        Param {
            name: "crushed_to",
            kind: ParamType::Piece,
            default: ParamDefault::Absent,
            doc: "the piece it becomes when it is crushed",
        },
    ];

    /// Reads an entry of `pieces` from checked parameters.
    pub fn read(name: &str, args: &Args, names: &Names) -> PieceDef {
        let own_kind = names.piece(name).unwrap_or_default();
        let kind = |key: &str| args.text(key).and_then(|name| names.piece(name));
        let letter = args.text("letter").unwrap_or(name).chars().next().unwrap_or('?');
        PieceDef {
            letter: letter.to_ascii_uppercase(),
            road: args.flag("road"),
            stands: args.flag("stands"),
            pool: kind("from").unwrap_or(own_kind),
            crushes: args.pieces("crushes", names),
            crushes_whose: match args.text("crushes_whose") {
                Some("own") => PieceOwner::Own,
                Some("other") => PieceOwner::Other,
                _ => PieceOwner::Any,
            },
            crushed_to: kind("crushed_to").unwrap_or(own_kind),
        }
    }

    /// Describes the piece in a sentence; `None` if it has no special properties.
    pub fn describe(&self, name: &str, names: &Names, uses: Uses) -> Option<String> {
        let name_of = |kind: PieceKind| names.pieces[kind].as_str();
        let mut phrases: Vec<String> = Vec::new();
        if uses.roads {
            phrases.push(if self.road { "makes roads" } else { "makes no road" }.into());
        }
        if uses.stacks {
            phrases.push(if self.stands { "may not be covered" } else { "may be covered" }.into());
        }
        if uses.stacks && !self.crushes.is_empty() {
            let whose = match self.crushes_whose {
                PieceOwner::Any => "any",
                PieceOwner::Own => "an own",
                PieceOwner::Other => "another seat's",
            };
            let targets: Vec<_> = self.crushes.iter().map(|&kind| name_of(kind)).collect();
            phrases.push(format!("crushes {whose} {} when it ends a spread alone", series(&targets, "or")));
        }
        if uses.stacks && self.stands && !self.is_kind(self.crushed_to, name, names) {
            phrases.push(format!("becomes a {} when crushed", name_of(self.crushed_to)));
        }
        let source = if self.is_kind(self.pool, name, names) {
            String::new()
        } else {
            format!(" It is taken from the {}s in reserve.", name_of(self.pool))
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
        doc: "Put a piece from the reserve on an empty cell.",
        example: r#"place { "flat", "cap" }"#,
        params: &[Param {
            name: "pieces",
            kind: ParamType::Pieces,
            default: ParamDefault::Required,
            doc: "the kinds that may be placed; notation leaves out the letter of the first",
        }],
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
        doc: "Take pieces off the top of a stack you control and drop them along a straight line.",
        example: "spread { carry = 4 }",
        params: &[Param {
            name: "carry",
            kind: ParamType::Int { min: 1, max: MAX_CARRY as i64 },
            default: ParamDefault::Required,
            doc: "how many pieces may be taken at once",
        }],
    };

    fn read(args: &Args, _: &Names) -> SpreadRule {
        SpreadRule { carry: args.int("carry").unwrap_or(1) }
    }

    fn describe(&self, _: &Names) -> String {
        format!(
            "Spread: from a stack whose top piece is yours take 1 to {} off the top and go in a straight line, \
             dropping at least one from the bottom of your hand on every cell you enter.",
            self.carry
        )
    }
}
