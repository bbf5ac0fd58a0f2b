//! Points for a finished game.

use super::Position;
use crate::mechanics::Team;
use crate::names::Names;
use crate::spec::{Args, Param, RulePart, RuleValue, Spec};
use crate::text::{plural, series};

/// `win_points { ... }`: points for a win; a draw or a loss scores nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct WinPoints {
    /// Points for any win.
    pub base: i64,
    /// Whether the number of cells of the board is added.
    pub cells: bool,
    /// Whether the winner's remaining reserve is added.
    pub reserve: bool,
}

impl RuleValue for WinPoints {
    const SPEC: Spec = Spec {
        name: "win_points",
        part: RulePart::Points,
        doc: "Points for a win, in a match over several games.",
        example: "win_points { cells = true, reserve = true }",
        params: &[
            Param::int("base", 0..=1_000_000, "fixed number of points").or(0),
            Param::flag("cells", "one point for each cell of the board"),
            Param::flag("reserve", "one point for each piece the winner has not played"),
        ],
    };

    fn read(args: &Args, _: &Names) -> WinPoints {
        WinPoints { base: args.int("base"), cells: args.flag("cells"), reserve: args.flag("reserve") }
    }

    fn describe(&self, _: &Names) -> String {
        let mut parts = Vec::new();
        if self.base > 0 {
            parts.push(plural(self.base, "point"));
        }
        if self.cells {
            parts.push("one point for each cell of the board".to_string());
        }
        if self.reserve {
            parts.push("one point for each piece the winner has left".to_string());
        }
        format!("A win scores {}; a draw or a loss scores nothing.", series(&parts, "and"))
    }
}

impl WinPoints {
    /// Points of every team in half points, with an explanation; `is_draw` means that the winners draw with each other.
    pub fn score(&self, board: &dyn Position, winners: &[Team], is_draw: bool, names: &Names) -> Vec<(i32, String)> {
        let score_of = |(team, halves): (Team, i32)| {
            if is_draw || !winners.contains(&team) {
                let word = if winners.contains(&team) { "drawn" } else { "lost" };
                return (halves, word.to_string());
            }
            let mut parts = Vec::new();
            if self.base > 0 {
                parts.push(format!("{}", self.base));
            }
            if self.cells {
                parts.push(format!("{} cells", cell_count(board)));
            }
            if self.reserve {
                parts.push(format!("{} left", reserves_left(board, team, names)));
            }
            (halves, parts.join(" + "))
        };
        names.teams.indices().zip(self.points(board, winners, is_draw, names)).map(score_of).collect()
    }

    /// The numbers of [`WinPoints::score`].
    pub fn points(&self, board: &dyn Position, winners: &[Team], is_draw: bool, names: &Names) -> Vec<i32> {
        let points_of = |team: Team| {
            if is_draw || !winners.contains(&team) {
                return 0;
            }
            let cells = if self.cells { cell_count(board) } else { 0 };
            let left = if self.reserve { reserves_left(board, team, names) } else { 0 };
            2 * (self.base + cells + left) as i32
        };
        names.teams.indices().map(points_of).collect()
    }
}

/// Number of cells, in a game of stones.
fn cell_count(board: &dyn Position) -> i64 {
    board.view().stones().map_or(0, |board| board.game().grid.len() as i64)
}

/// Pieces that the seats of a team have not played.
fn reserves_left(board: &dyn Position, team: Team, names: &Names) -> i64 {
    names.seats_of(team).map(|seat| i64::from(board.reserves_left(seat))).sum()
}
