//! Rule values of tiles and tracks.

use crate::mechanics::Tie;
use crate::names::Names;
use crate::spec::{Arg, Args, Param, ParamType, RulePart, RuleValue, Spec, plain_values};
use crate::text::plural;

plain_values! {
    /// `open_square {}`: an unbounded board of squares.
    OpenSquare = "open_square" in Board:
        "No board: the square tiles in play are the board.",
        |_| "There is no board: the square tiles in play form it.".into();

    /// `open_hex {}`: an unbounded board of hexagons.
    OpenHex = "open_hex" in Board:
        "No board: the hexagonal tiles in play are the board.",
        |_| "There is no board: the hexagonal tiles in play form it.".into();

    /// `lay {}`: places a tile next to others; touching edges must have the same colour.
    Lay = "lay" in Moves:
        "Place a tile on an empty space; touching edges must have the same colour.",
        |_| "Place a tile on an empty space, in any rotation. Touching edges must have the same colour.".into();
}

/// `first { rotation = 0 }`: the rotation of the first tile of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct First {
    /// Rotation in sides, clockwise.
    pub rotation: usize,
}

impl RuleValue for First {
    const SPEC: Spec = Spec {
        name: "first",
        part: RulePart::Turn,
        doc: "The first tile of a game has a fixed rotation.",
        example: "first { rotation = 0 }",
        params: &[Param::int("rotation", 0..=5, "rotation in sides, clockwise").or(0)],
    };

    fn read(args: &Args, _: &Names) -> First {
        First { rotation: args.int("rotation") }
    }

    fn describe(&self, _: &Names) -> String {
        match self.rotation {
            0 => "The first tile is placed as listed above, without rotating it.".into(),
            1 => "The first tile is rotated clockwise by one side.".into(),
            sides => format!("The first tile is rotated clockwise by {sides} sides."),
        }
    }
}

/// `touch { min = 1 }`: the number of tiles that a new one must touch.
#[derive(Clone, PartialEq, Debug)]
pub struct Touch {
    /// Minimum by seat.
    pub min: Vec<u32>,
}

impl Touch {
    /// The minimum, if it is the same for every seat.
    fn all(&self) -> Option<u32> {
        let first = self.min.first().copied().unwrap_or(1);
        self.min.iter().all(|min| *min == first).then_some(first)
    }
}

impl RuleValue for Touch {
    const SPEC: Spec = Spec {
        name: "touch",
        part: RulePart::Constraints,
        doc: "Minimum number of tiles that a new tile must touch; the first tile touches none.",
        example: "touch { min = 2 }",
        params: &[Param::per_seat("min", &ParamType::Int { min: 1, max: 6 }, "number of tiles").or(1)],
    };

    fn read(args: &Args, names: &Names) -> Touch {
        Touch { min: args.by_seat("min", names, Arg::int) }
    }

    fn describe(&self, names: &Names) -> String {
        match self.all() {
            Some(1) => "Every tile after the first must touch another tile.".into(),
            Some(min) => format!("Every tile must touch at least {min} others, or all of them if there are fewer."),
            None => {
                let each = names.seats.iter().zip(&self.min).map(|(seat, min)| format!("{seat} {min}"));
                let each = each.collect::<Vec<_>>().join(", ");
                format!("Every tile must touch a minimum number of others, or all of them if there are fewer: {each}.")
            }
        }
    }
}

/// `within { width = 8, height = 8 }`: a bounding box that the tiles must not exceed.
#[derive(Clone, PartialEq, Debug)]
pub struct Within {
    /// Maximum number of columns.
    pub width: i32,
    /// Maximum number of rows.
    pub height: i32,
}

impl RuleValue for Within {
    const SPEC: Spec = Spec {
        name: "within",
        part: RulePart::Constraints,
        doc: "Maximum number of columns and rows that the tiles may span.",
        example: "within { width = 8, height = 8 }",
        params: &[
            Param::int("width", 2..=200, "maximum number of columns"),
            Param::int("height", 2..=200, "maximum number of rows"),
        ],
    };

    fn read(args: &Args, _: &Names) -> Within {
        Within { width: args.int("width"), height: args.int("height") }
    }

    fn describe(&self, _: &Names) -> String {
        format!("The tiles may span at most {} columns and {} rows.", self.width, self.height)
    }
}

/// `auto_fill { same_colour = 2 }`: fills spaces that one colour enters from several sides.
#[derive(Clone, PartialEq, Debug)]
pub struct AutoFill {
    /// Number of sides of one colour.
    pub same_colour: u32,
}

impl RuleValue for AutoFill {
    const SPEC: Spec = Spec {
        name: "auto_fill",
        part: RulePart::After,
        doc: "An empty space that one colour enters from several sides is filled as part of the move, if exactly one tile \
               in one rotation matches it and joins those sides; otherwise it stays empty.",
        example: "auto_fill { same_colour = 2 }",
        params: &[Param::int("same_colour", 2..=6, "number of sides").or(2)],
    };

    fn read(args: &Args, _: &Names) -> AutoFill {
        AutoFill { same_colour: args.int("same_colour") }
    }

    fn describe(&self, _: &Names) -> String {
        format!(
            "After the move, every empty space that one colour enters from {} or more sides is filled, if exactly one \
             tile in one rotation matches and joins those sides. This repeats until there is no such space.",
            self.same_colour
        )
    }
}

/// Result of a track for the seat of its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrackResult {
    Win,
    Loss,
}

const RESULT: Param = Param::word("result", &["win", "loss"], "result for the seat of that colour");

const ONLY_MOVER: Param = Param::flag("only_mover", "whether it counts only in the mover's own colour");

const TIE: Param = Tie::param("who wins when one move does this for the mover and for others");

/// Result of a track that ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrackClaim {
    pub result: TrackResult,
    pub only_mover: bool,
    pub tie: Tie,
}

impl TrackClaim {
    fn read(args: &Args) -> TrackClaim {
        TrackClaim {
            result: args.choice("result", [TrackResult::Win, TrackResult::Loss]),
            only_mover: args.flag("only_mover"),
            tie: Tie::read(args),
        }
    }

    fn describe(&self, what: &str, names: &Names) -> String {
        let result = match self.result {
            TrackResult::Win => "wins",
            TrackResult::Loss => "loses",
        };
        if self.only_mover {
            return format!(
                "A player who makes {what} of their own colour {result}; one of another colour does not count."
            );
        }
        let tie = self.tie.describe(names);
        let several = if names.teams.len() > 2 { "the mover and others" } else { "both colours" };
        format!(
            "The player whose colour forms {what} {result}, no matter who placed the tile. If one move does this for \
             {several}, {tie}."
        )
    }
}

/// `loop { ... }`: a closed track.
#[derive(Clone, PartialEq, Debug)]
pub struct LoopRule {
    /// Minimum number of tiles.
    pub min: u32,
    /// Who wins by it.
    pub claim: TrackClaim,
}

impl RuleValue for LoopRule {
    const SPEC: Spec = Spec {
        name: "loop",
        part: RulePart::Finish,
        doc: "A closed track wins or loses for the seat of its colour.",
        example: "loop { min = 6 }",
        params: &[Param::int("min", 1..=1000, "minimum number of tiles").or(1), RESULT, ONLY_MOVER, TIE],
    };

    fn read(args: &Args, _: &Names) -> LoopRule {
        LoopRule { min: args.int("min"), claim: TrackClaim::read(args) }
    }

    fn describe(&self, names: &Names) -> String {
        let what = match self.min {
            1 => "a loop".to_string(),
            min => format!("a loop of at least {min} tiles"),
        };
        self.claim.describe(&what, names)
    }
}

/// `line { across = 8 }`: a track from one outermost edge to the opposite one.
#[derive(Clone, PartialEq, Debug)]
pub struct LineRule {
    /// Minimum extent of the tiles.
    pub across: i32,
    /// Who wins by it.
    pub claim: TrackClaim,
}

impl RuleValue for LineRule {
    const SPEC: Spec = Spec {
        name: "line",
        part: RulePart::Finish,
        doc: "A track between opposite outermost edges of the tiles in play wins or loses for the seat of its colour.",
        example: "line { across = 8 }",
        params: &[
            Param::int("across", 1..=200, "minimum number of columns or rows that the tiles span in that direction"),
            RESULT,
            ONLY_MOVER,
            TIE,
        ],
    };

    fn read(args: &Args, _: &Names) -> LineRule {
        LineRule { across: args.int("across"), claim: TrackClaim::read(args) }
    }

    fn describe(&self, names: &Names) -> String {
        let what = format!(
            "a line (a track between opposite outermost edges of the tiles, {} or more tiles across)",
            self.across
        );
        self.claim.describe(&what, names)
    }
}

/// `tiles_played { count = 64 }`: a draw after a number of tiles.
#[derive(Clone, PartialEq, Debug)]
pub struct TilesPlayed {
    /// Number of tiles.
    pub count: u32,
}

impl RuleValue for TilesPlayed {
    const SPEC: Spec = Spec {
        name: "tiles_played",
        part: RulePart::Finish,
        doc: "The game is a draw after a number of tiles.",
        example: "tiles_played { count = 64 }",
        params: &[Param::int("count", 1..=100_000, "number of tiles")],
    };

    fn read(args: &Args, _: &Names) -> TilesPlayed {
        TilesPlayed { count: args.int("count") }
    }

    fn describe(&self, _: &Names) -> String {
        format!("After {}, the game is a draw.", plural(self.count, "tile"))
    }
}
