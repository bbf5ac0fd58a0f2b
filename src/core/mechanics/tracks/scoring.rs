//! Points of tracks, and the end of a game in which all tiles are placed.

use crate::names::Names;
use crate::spec::{Args, Param, RulePart, RuleValue, Spec, plain_values};
use crate::text::plural;

/// `longest { line = 1, loop = 2 }`: points for the best track of a team's colour.
#[derive(Clone, PartialEq, Debug)]
pub struct LongestTrack {
    /// Points per tile of a line.
    pub line: u32,
    /// Points per tile of a loop.
    pub closed: u32,
    /// Whether a team with several colours scores the sum of all of them instead of the best one.
    pub sum: bool,
}

const MAX_POINTS_PER_TILE: i64 = 1000;

impl RuleValue for LongestTrack {
    const SPEC: Spec = Spec {
        name: "longest",
        part: RulePart::Points,
        doc: "A side scores its longest line or loop, whichever is worth more.",
        example: "longest { line = 1, loop = 3 }",
        params: &[
            Param::int("line", 0..=MAX_POINTS_PER_TILE, "points per tile of a line").or(1),
            Param::int("loop", 0..=MAX_POINTS_PER_TILE, "points per tile of a loop").or(2),
            Param::word(
                "colours",
                &["best", "sum"],
                "whether a side with several colours scores the best of them or their sum",
            ),
        ],
    };

    fn read(args: &Args, _: &Names) -> LongestTrack {
        LongestTrack { line: args.int("line"), closed: args.int("loop"), sum: args.choice("colours", [false, true]) }
    }

    fn describe(&self, names: &Names) -> String {
        let owner = if names.has_teams() { "team" } else { "player" };
        let worth = |points: u32, form: &str| match points {
            0 => format!("nothing for a {form}"),
            points => format!("{} per tile of a {form}", plural(points, "point")),
        };
        let worth = match self.line == self.closed {
            true => format!("{} per tile", plural(self.line, "point")),
            false => format!("{}, {}", worth(self.line, "line"), worth(self.closed, "loop")),
        };
        let track = if self.sum { "the best track of each of their colours" } else { "their best track" };
        format!("Each {owner} scores {track}: {worth}.")
    }
}

impl LongestTrack {
    /// Points of a colour's longest line or loop, whichever scores more.
    pub fn points(&self, line: u32, closed: u32) -> u32 {
        (line * self.line).max(closed * self.closed)
    }

    /// [`LongestTrack::points`] with a description of the track that scores.
    pub fn best(&self, line: u32, closed: u32) -> (u32, String) {
        let (line_points, loop_points) = (line * self.line, closed * self.closed);
        match (line_points, loop_points) {
            (0, 0) => (0, "nothing".into()),
            _ if loop_points > line_points => (loop_points, format!("loop of {closed}")),
            _ => (line_points, format!("line of {line}")),
        }
    }
}

plain_values! {
    /// `all_played {}`: the game ends when no seat has a tile left, and the points decide it.
    AllPlayed = "all_played" in Finish:
        "The game ends when no seat has a tile left. The most points win; a shared best score is a draw.",
        |names| {
            let level = match names.teams.len() > 2 {
                true => "those who share the best score draw, and the others lose",
                false => "equal points are a draw",
            };
            {
                let owner = if names.has_teams() { "team" } else { "player" };
                format!("When all tiles are placed, the {owner} with the most points wins; {level}.")
            }
        };
}
