//! Rule values of a random supply: the content of the bag, the sizes of hands, and who starts.

use crate::index::IndexVec;
use crate::mechanics::Seat;
use crate::names::Names;
use crate::spec::{Arg, Args, Param, ParamType, RulePart, RuleValue, Spec};
use crate::text::{capitalised, plural};

/// `bag { ... }`: tiles are drawn from a bag instead of an unlimited supply.
#[derive(Clone, PartialEq, Debug)]
pub struct Bag {
    /// Names of its tiles; all of the set if empty.
    pub tiles: Vec<String>,
    pub copies: u32,
    /// Drawing order; shuffled if empty.
    pub order: Vec<String>,
}

impl RuleValue for Bag {
    const SPEC: Spec = Spec {
        name: "bag",
        part: RulePart::Supply,
        doc: "Tiles are drawn from a bag; without a bag the supply is unlimited.",
        example: "bag { copies = 2 }",
        params: &[
            Param::labels("tiles", "tiles in the bag; default: the whole set").optional(),
            Param::int("copies", 1..=100, "number of copies of each tile").or(1),
            Param::labels("deal", "all tiles in drawing order, instead of a shuffle").optional(),
        ],
    };

    fn read(args: &Args, _: &Names) -> Bag {
        Bag { tiles: args.list("tiles"), copies: args.int("copies"), order: args.list("deal") }
    }

    fn describe(&self, _: &Names) -> String {
        let what = match self.tiles.len() {
            0 => "all tiles of the set".to_string(),
            count => format!("{} of the set", plural(count, "tile")),
        };
        let which = if self.tiles.is_empty() { String::new() } else { format!(": {}", self.tiles.join(" ")) };
        let copies = if self.copies > 1 { format!(", {} of each", self.copies) } else { String::new() };
        let order = if self.order.is_empty() { "" } else { ", in a fixed drawing order" };
        format!("The bag holds {what}{copies}{order}{which}.")
    }
}

/// `hand { size = 6, ... }`: a seat may only place tiles from its hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Hand {
    /// Hand size of each seat.
    pub sizes: IndexVec<Seat, u32>,
    /// Number of tiles that each seat draws at the start, if that is more than its hand size.
    pub initial_sizes: Option<Vec<u32>>,
    pub open: bool,
    pub refill: bool,
}

impl Hand {
    /// Maximum hand size.
    pub const MAX_HAND: i64 = 100;

    /// Number of tiles that each seat draws at the start.
    pub fn initial_hand_sizes(&self) -> impl Iterator<Item = u32> + '_ {
        let first = self.initial_sizes.as_ref();
        self.sizes.iter().enumerate().map(move |(seat, &size)| first.map_or(size, |first| first[seat].max(size)))
    }
}

impl RuleValue for Hand {
    const SPEC: Spec = Spec {
        name: "hand",
        part: RulePart::Supply,
        doc: "Every seat places tiles from its own hand.",
        example: "hand { size = 4, open = false }",
        params: &[
            Param::per_seat("size", &ParamType::Int { min: 1, max: Hand::MAX_HAND }, "number of tiles in a hand"),
            Param::flag("open", "whether everyone sees the hand").or_true(),
            Param::flag("refill", "whether a seat draws a tile for every tile placed, while the bag lasts").or_true(),
            Param::per_seat(
                "first",
                &ParamType::Int { min: 1, max: Hand::MAX_HAND },
                "number of tiles drawn at the start, if more; a seat draws again once it has fewer than `size`",
            )
            .optional(),
        ],
    };

    fn read(args: &Args, names: &Names) -> Hand {
        Hand {
            sizes: args.by_seat("size", names, Arg::int),
            initial_sizes: args.is_set("first").then(|| args.by_seat("first", names, Arg::int)),
            open: args.flag("open"),
            refill: args.flag("refill"),
        }
    }

    fn describe(&self, names: &Names) -> String {
        let initial: Vec<u32> = self.initial_hand_sizes().collect();
        let is_alone = names.seats.len() == 1;
        let sizes = if initial.iter().all(|size| *size == initial[0]) {
            let who = if is_alone { "The" } else { "Each" };
            format!("{who} player draws {}", plural(initial[0], "tile"))
        } else {
            let each = names.seats.iter().zip(&initial).map(|(seat, size)| format!("{seat} {size}"));
            format!("The players draw hands: {}", each.collect::<Vec<_>>().join(", "))
        };
        let open = match (is_alone, self.open) {
            (true, _) => "",
            (false, true) => ", visible to all",
            (false, false) => ", hidden from the others",
        };
        let refill = match (self.refill, &self.initial_sizes) {
            (true, Some(_)) => {
                let most = self.sizes.iter().max().copied().unwrap_or(1);
                format!("Later, hands are refilled to {} while the bag lasts.", plural(most, "tile"))
            }
            (true, None) => "After each tile placed, a player draws another while the bag lasts.".to_string(),
            (false, _) => "Tiles placed are not replaced.".to_string(),
        };
        format!("{sizes}{open}. {refill}")
    }
}

/// `start { by = "draw" }`: determines who starts.
#[derive(Clone, PartialEq, Debug)]
pub struct StartRule {
    pub by: StartMethod,
}

/// Method that determines the starting seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartMethod {
    /// Highest of one tile drawn for each seat; the tiles go back.
    Draw,
    /// Highest of the first tiles of the hands, which are kept.
    DrawAndKeep,
    /// Highest tile of all hands.
    HighestInHand,
    /// The first seat in turn order.
    FirstSeat,
}

impl RuleValue for StartRule {
    const SPEC: Spec = Spec {
        name: "start",
        part: RulePart::Turn,
        doc: "Which seat moves first.",
        example: r#"start { by = "highest_in_hand" }"#,
        params: &[Param::word("by", &["draw", "draw_and_keep", "highest_in_hand", "first_seat"], "how it is chosen")
            .or_word("first_seat")],
    };

    fn read(args: &Args, _: &Names) -> StartRule {
        use StartMethod::*;
        StartRule { by: args.choice("by", [Draw, DrawAndKeep, HighestInHand, FirstSeat]) }
    }

    fn describe(&self, names: &Names) -> String {
        match self.by {
            StartMethod::Draw => {
                "Each player draws a tile, and the highest number moves first. The tiles go back.".into()
            }
            StartMethod::DrawAndKeep => {
                "Each player draws a tile, and the highest number moves first. The tiles stay in the hands.".into()
            }
            StartMethod::HighestInHand => "The player with the highest number in hand moves first.".into(),
            StartMethod::FirstSeat => format!("{} moves first.", capitalised(&names.seats[Seat::FIRST])),
        }
    }
}
