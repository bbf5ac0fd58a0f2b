//! Rule values of puzzles: the tiles, those placed from the start, the moves, and typical solving times.

use crate::names::Names;
use crate::spec::{Args, Param, RulePart, RuleValue, Spec, plain_values};
use crate::text::plural;

/// Maximum number of tiles in a puzzle.
pub const MAX_PUZZLE_TILES: usize = 500;

/// `pool { tiles = { 1, 2, 3 } }`: the tiles of a puzzle, available to any seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Pool {
    /// Names of the tiles; all of the set if empty.
    pub tiles: Vec<String>,
    /// Whether a tile may be named several times.
    pub copies: bool,
}

impl RuleValue for Pool {
    const SPEC: Spec = Spec {
        name: "pool",
        part: RulePart::Supply,
        doc: "The tiles of a puzzle, visible to all; every tile must be placed.",
        example: "pool { tiles = { 1, 2, 3 } }",
        params: &[
            Param::labels("tiles", "names of the tiles; default: the whole set").optional(),
            Param::flag("copies", "whether a tile may occur more than once"),
        ],
    };

    fn read(args: &Args, _: &Names) -> Pool {
        Pool { tiles: args.list("tiles"), copies: args.flag("copies") }
    }

    fn describe(&self, _: &Names) -> String {
        match self.tiles.len() {
            0 => "Every tile of the set must be placed.".into(),
            count => format!("{} must be placed: {}.", plural(count, "tile"), self.tiles.join(" ")),
        }
    }
}

/// `given { "14@0,0:3", "22@1,0" }`: tiles placed from the start.
#[derive(Clone, PartialEq, Debug)]
pub struct Givens {
    /// Tiles with their cells and rotations.
    pub tiles: Vec<String>,
}

impl RuleValue for Givens {
    const SPEC: Spec = Spec {
        name: "given",
        part: RulePart::Supply,
        doc: "Tiles that are placed from the start and cannot be moved; with a rotation, they cannot be rotated either.",
        example: r#"given { "1@0,0:0" }"#,
        params: &[Param::labels("tiles", "tiles, each as \"tile@column,row\" or \"tile@column,row:rotation\"")],
    };

    fn read(args: &Args, _: &Names) -> Givens {
        Givens { tiles: args.list("tiles") }
    }

    fn describe(&self, _: &Names) -> String {
        format!("These tiles are placed from the start and cannot be moved: {}.", self.tiles.join(" "))
    }
}

plain_values! {
    /// `put {}`: puts a tile of the pool on an empty cell.
    Put = "put" in Moves: "Put a tile from the pool on an empty cell, in any rotation; its edges need not match yet.";

    /// `turn {}`: rotates a tile in place.
    Turn = "turn" in Moves: "Rotate a tile in place.";

    /// `take {}`: takes a tile up again.
    Take = "take" in Moves: "Take a tile off the board.";

    /// `swap {}`: lets two tiles change places.
    Swap = "swap" in Moves: "Swap two tiles; each keeps its rotation.";
}

/// `open_ended { plies = 200 }`: only the goal ends the game.
#[derive(Clone, PartialEq, Debug)]
pub struct OpenEnded {
    /// Number of moves after which a playout is stopped.
    pub plies: u32,
}

impl RuleValue for OpenEnded {
    const SPEC: Spec = Spec {
        name: "open_ended",
        part: RulePart::Finish,
        doc: "The game ends only when it is solved; random playouts stop after a number of moves.",
        example: "open_ended { plies = 200 }",
        params: &[Param::int("plies", 1..=100_000, "number of moves after which a random playout stops").or(200)],
    };

    fn read(args: &Args, _: &Names) -> OpenEnded {
        OpenEnded { plies: args.int("plies") }
    }

    fn describe(&self, _: &Names) -> String {
        "Only a solution ends the game.".into()
    }
}

/// `times { mean = 360 }`: the typical solving time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Times {
    /// Mean, in seconds.
    pub mean: u32,
    /// Upper end of the range, in seconds.
    pub up_to: Option<u32>,
}

impl Times {
    /// The times as text: `20 s`, `6 min`, `18 to 25 min`.
    pub fn to_text(&self) -> String {
        match self.up_to {
            None => format_duration(self.mean),
            Some(up_to) if self.mean.is_multiple_of(60) && up_to.is_multiple_of(60) => {
                format!("{} to {} min", self.mean / 60, up_to / 60)
            }
            Some(up_to) => format!("{} to {}", format_duration(self.mean), format_duration(up_to)),
        }
    }
}

/// Formats a duration in minutes and seconds.
pub fn format_duration(seconds: u32) -> String {
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

impl RuleValue for Times {
    const SPEC: Spec = Spec {
        name: "times",
        part: RulePart::Turn,
        doc: "Average solving time.",
        example: "times { mean = 360 }",
        params: &[
            Param::int("mean", 1..=10_000_000, "average, in seconds"),
            Param::int("up_to", 1..=10_000_000, "upper end, in seconds, if the average is a range").optional(),
        ],
    };

    fn read(args: &Args, _: &Names) -> Times {
        Times { mean: args.int("mean"), up_to: args.optional_int("up_to") }
    }

    fn describe(&self, _: &Names) -> String {
        format!("The average solving time is {}.", self.to_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_readable() {
        let say = |mean, up_to| Times { mean, up_to }.to_text();
        assert_eq!([say(20, None), say(60, None), say(90, None)], ["20 s", "1 min", "1 min 30 s"]);
        assert_eq!([say(1080, Some(1500)), say(30, Some(90))], ["18 to 25 min", "30 s to 1 min 30 s"]);
    }
}
