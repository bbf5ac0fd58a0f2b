//! `no_progress { ... }` and `repetition { ... }`: draws of games that make no progress.

use super::{EndRule, all_seats};
use crate::geometry::Bitboard;
use crate::mechanics::stacks::{StackPosition, Tower};
use crate::mechanics::{Seat, SeatSet};
use crate::names::Names;
use crate::spec::{Args, Param, RulePart, RuleValue, Spec};
use crate::text::{ordinal_number, plural};

/// Draw after a number of plies without a placement or a flattening.
#[derive(Clone, PartialEq, Debug)]
pub struct NoProgress {
    /// Number of plies.
    pub plies: u32,
}

impl RuleValue for NoProgress {
    const SPEC: Spec = Spec {
        name: "no_progress",
        part: RulePart::Finish,
        doc: "The game is a draw after a number of moves without a placement or a crush.",
        example: "no_progress { plies = 50 }",
        params: &[Param::int("plies", 1..=10_000, "number of moves, all seats together").or(50)],
    };

    fn read(args: &Args, _: &Names) -> NoProgress {
        NoProgress { plies: args.int("plies") }
    }

    fn describe(&self, _: &Names) -> String {
        format!("After {} in a row without a placement or a crush, the game is a draw.", plural(self.plies, "move"))
    }
}

/// Draw by repetition of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Repetition {
    /// Number of occurrences.
    pub times: u32,
}

impl RuleValue for Repetition {
    const SPEC: Spec = Spec {
        name: "repetition",
        part: RulePart::Finish,
        doc: "The game is a draw when a position is repeated with the same seat to move.",
        example: "repetition { times = 3 }",
        params: &[Param::int("times", 2..=100, "occurrence that ends the game").or(3)],
    };

    fn read(args: &Args, _: &Names) -> Repetition {
        Repetition { times: args.int("times") }
    }

    fn describe(&self, _: &Names) -> String {
        let ordinal = match self.times {
            2 => "second".to_string(),
            3 => "third".to_string(),
            times => ordinal_number(times),
        };
        format!("When a position occurs for the {ordinal} time with the same player to move, the game is a draw.")
    }
}

impl EndRule for NoProgress {
    fn judge<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, _: Seat) -> Option<SeatSet> {
        (stones.state.turn_state.plies_since_progress >= self.plies).then(|| all_seats(stones))
    }
}

impl EndRule for Repetition {
    fn judge<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, _: Seat) -> Option<SeatSet> {
        (stones.occurrences() >= self.times).then(|| all_seats(stones))
    }

    fn counts_positions(&self) -> bool {
        true
    }
}
