//! Rule values of tiles dealt apart from the hands: the middle, a remainder, a discard pile.

use crate::mechanics::Seat;
use crate::names::Names;
use crate::spec::{Args, Param, RulePart, RuleValue, Spec, plain_values};

/// `middle { tiles = 2 }`: tiles that are joined on the board before the first move.
#[derive(Clone, PartialEq, Debug)]
pub struct Middle {
    pub tiles: u32,
}

impl RuleValue for Middle {
    const SPEC: Spec = Spec {
        name: "middle",
        part: RulePart::Supply,
        doc: "Tiles that are drawn after the hands and joined at random in the middle.",
        example: "middle { tiles = 2 }",
        params: &[Param::int("tiles", 1..=20, "number of tiles").or(1)],
    };

    fn read(args: &Args, _: &Names) -> Middle {
        Middle { tiles: args.int("tiles") }
    }

    fn describe(&self, _: &Names) -> String {
        match self.tiles {
            1 => "Then one tile is drawn and placed in the middle.".into(),
            tiles => format!("Then {tiles} tiles are drawn and joined in the middle."),
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
        doc: "The tiles left in the bag after the deal go to one seat; without this rule they are not used.",
        example: r#"remainder_to { seat = "one" }"#,
        params: &[Param::seat_or("seat", &[], "seat that takes them")],
    };

    fn read(args: &Args, names: &Names) -> RemainderTo {
        RemainderTo { seat: names.seat(args.text("seat")).unwrap_or_default() }
    }

    fn describe(&self, names: &Names) -> String {
        format!("The tiles left after the deal go to {}.", names.seats[self.seat])
    }
}

plain_values! {
    /// `discard {}`: a tile that fits nowhere goes to a discard pile.
    Discard = "discard" in Supply:
        "A seat with no tile that fits anywhere puts one on the discard pile, face up.",
        |_| "If none of your tiles fits anywhere, put one on the discard pile, face up.".into();
}
