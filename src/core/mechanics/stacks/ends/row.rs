//! `in_a_row { ... }`: a number of tops in a straight line.

use crate::geometry::Bitboard;
use crate::mechanics::stacks::position::EndStatus;
use crate::mechanics::stacks::{StackPosition, Tower};
use crate::mechanics::{PieceKind, Seat, SeatSet, Tie, teammates};
use crate::names::Names;
use crate::spec::{Args, Param, ParamDefault, ParamType, RulePart, RuleValue, Spec};
use crate::text::series;

/// End by a row.
#[derive(Clone, PartialEq, Debug)]
pub struct InARow {
    /// Length of the row.
    pub count: u32,
    /// Whether longer rows do not count.
    pub exactly: bool,
    /// Kinds of pieces that count; all if empty.
    pub pieces: Vec<PieceKind>,
    /// Winner if one move makes rows for several seats.
    pub tie: Tie,
}

impl RuleValue for InARow {
    const SPEC: Spec = Spec {
        name: "in_a_row",
        part: RulePart::Finish,
        doc: "So many cells in a straight line, all topped by pieces of one seat, win.",
        example: "in_a_row { count = 5, exactly = true }",
        params: &[
            Param {
                name: "count",
                kind: ParamType::Int { min: 2, max: 15 },
                default: ParamDefault::Required,
                doc: "how many cells, along edges or across corners",
            },
            Param {
                name: "exactly",
                kind: ParamType::Flag,
                default: ParamDefault::Flag(false),
                doc: "whether a longer line does not count",
            },
            Param {
                name: "pieces",
                kind: ParamType::Pieces,
                default: ParamDefault::Absent,
                doc: "the pieces that count; all, unless given",
            },
            Param {
                name: "tie",
                kind: ParamType::Word(&["mover", "opponent", "draw"]),
                default: ParamDefault::Text("mover"),
                doc: "who wins when one move completes a line for the mover and for others",
            },
        ],
    };

    fn read(args: &Args, names: &Names) -> InARow {
        InARow {
            count: args.int("count").unwrap_or(2) as u32,
            exactly: args.flag("exactly"),
            pieces: args.pieces("pieces", names),
            tie: Tie::named(args.text("tie")),
        }
    }

    fn describe(&self, names: &Names) -> String {
        let kinds: Vec<&str> = self.pieces.iter().map(|kind| names.pieces[*kind].as_str()).collect();
        let pieces = if kinds.is_empty() { "piece".to_string() } else { series(&kinds, "or") };
        let more = if self.exactly { ", no more and no fewer" } else { " or more" };
        format!("A seat wins with {}{more} cells in a straight line, each topped by a {pieces} of its own.", self.count)
    }
}

impl InARow {
    /// Cells of a seat that count.
    pub fn cells<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, seat: Seat) -> S {
        let tops = &stones.state.tops;
        let counted = self.pieces.iter().fold(S::EMPTY, |counted, kind| counted | tops.kind[*kind]);
        if self.pieces.is_empty() { tops.owner[seat] } else { tops.owner[seat] & counted }
    }

    /// Winners, if the last move made a row. If the position before it was open, it had no rows, so only a seat that
    /// has gained a cell can have one; but with `exactly`, a row that was too long may have become shorter.
    pub fn judge<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, mover: Seat) -> Option<SeatSet> {
        let before = stones.before().filter(|frame| frame.judged == EndStatus::Open && !self.exactly);
        let seats = &stones.plan.names.seats;
        let mut reached = SeatSet::default();
        for seat in seats.indices() {
            let cells = self.cells(stones, seat);
            let gained = before.is_none_or(|frame| !(cells & !frame.state.tops.owner[seat]).is_empty());
            // A seat may also own the same cell as before, now topped by a kind that counts.
            if (gained || !self.pieces.is_empty()) && stones.kernel.field.in_a_row(cells, self.count, self.exactly) {
                reached.insert(seat);
            }
        }
        self.tie.winners(reached, teammates(&stones.plan.names, mover), SeatSet::first(seats.len()))
    }
}
