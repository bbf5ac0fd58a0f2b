//! Rule values of tiles dealt apart from the hands: the middle, a remainder, a discard pile.

use crate::mechanics::Seat;
use crate::names::Names;
use crate::spec::{Args, Param, ParamDefault, ParamType, RulePart, RuleValue, Spec};

/// `middle { tiles = 2 }`: tiles that are joined on the board before the first move.
#[derive(Clone, PartialEq, Debug)]
pub struct Middle {
    pub tiles: u32,
}

impl RuleValue for Middle {
    const SPEC: Spec = Spec {
        name: "middle",
        part: RulePart::Supply,
        doc: "After the hands some tiles are drawn and joined by chance, before anybody moves.",
        example: "middle { tiles = 2 }",
        params: &[Param {
            name: "tiles",
            kind: ParamType::Int { min: 1, max: 20 },
            default: ParamDefault::Int(1),
            doc: "how many",
        }],
    };

    fn read(args: &Args, _: &Names) -> Middle {
        Middle { tiles: args.int("tiles").unwrap_or(1) }
    }

    fn describe(&self, _: &Names) -> String {
        match self.tiles {
            1 => "Then a tile is drawn and lies in the middle.".into(),
            tiles => format!("Then {tiles} tiles are drawn and lie joined in the middle."),
        }
    }
}

/// `remainder_to { seat = "one" }`: the tiles left after the deal go to one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct RemainderTo {
    pub seat: Seat,
}

impl RuleValue for RemainderTo {
    const SPEC: Spec = Spec {
        name: "remainder_to",
        part: RulePart::Supply,
        doc: "What is left in the bag after the deal goes to one seat; without this it is not used.",
        example: r#"remainder_to { seat = "one" }"#,
        params: &[Param {
            name: "seat",
            kind: ParamType::SeatOr(&[]),
            default: ParamDefault::Required,
            doc: "the seat that takes it",
        }],
    };

    fn read(args: &Args, names: &Names) -> RemainderTo {
        RemainderTo { seat: args.text("seat").and_then(|seat| names.seat(seat)).unwrap_or_default() }
    }

    fn describe(&self, names: &Names) -> String {
        format!("What is left after the deal goes to {}.", names.seats[self.seat])
    }
}

/// `discard {}`: a tile that fits nowhere goes to a discard pile.
#[derive(Clone, PartialEq, Debug)]
pub struct Discard;

impl RuleValue for Discard {
    const SPEC: Spec = Spec {
        name: "discard",
        part: RulePart::Supply,
        doc: "A seat with no tile that fits anywhere puts one on a pile of discards, face up.",
        example: "discard {}",
        params: &[],
    };

    fn read(_: &Args, _: &Names) -> Discard {
        Discard
    }

    fn describe(&self, _: &Names) -> String {
        "A seat with no tile that fits anywhere puts one on the pile of discards, face up.".into()
    }
}
