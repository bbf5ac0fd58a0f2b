//! `in_a_row { ... }`: a number of tops in a straight line.

use super::EndRule;
use crate::geometry::{Bitboard, Cell};
use crate::mechanics::stacks::decisive_cells::long_rows;
use crate::mechanics::stacks::position::EndStatus;
use crate::mechanics::stacks::{StackPosition, Tower};
use crate::mechanics::{PieceKind, Seat, SeatSet, Team, Tie, teammates};
use crate::names::Names;
use crate::spec::{Args, Param, RulePart, RuleValue, Spec};
use crate::text::{plural_of, series};

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
        doc: "A straight line of cells topped by a seat's pieces wins.",
        example: "in_a_row { count = 5, exactly = true }",
        params: &[
            Param::int("count", 2..=15, "number of cells, along edges or diagonally"),
            Param::flag("exactly", "whether longer lines do not count"),
            Param::pieces("pieces", "kinds that count; default: all").optional(),
            Tie::param("who wins when one move completes a line for the mover and for others"),
        ],
    };

    fn read(args: &Args, names: &Names) -> InARow {
        InARow {
            count: args.int("count"),
            exactly: args.flag("exactly"),
            pieces: args.pieces("pieces", names),
            tie: Tie::read(args),
        }
    }

    fn describe(&self, names: &Names) -> String {
        let kinds: Vec<&str> = self.pieces.iter().map(|kind| names.pieces[*kind].as_str()).collect();
        let kinds: Vec<&str> = match (kinds.as_slice(), names.pieces.as_slice()) {
            ([], [only]) => vec![only],
            ([], _) => vec!["piece"],
            _ => kinds,
        };
        let pieces: Vec<String> = kinds.into_iter().map(plural_of).collect();
        let count = if self.exactly { format!("exactly {}", self.count) } else { format!("{} or more", self.count) };
        format!("A player wins with {count} of their {} in a straight line, in any direction.", series(&pieces, "or"))
    }
}

impl InARow {
    /// Cells of a seat that count.
    pub fn cells<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, seat: Seat) -> S {
        let tops = &stones.state.tops;
        let counted = self.pieces.iter().fold(S::EMPTY, |counted, kind| counted | tops.kind[*kind]);
        if self.pieces.is_empty() { tops.owner[seat] } else { tops.owner[seat] & counted }
    }

    /// Value of the rows that a seat may still complete: higher the fewer cells a row lacks, doubled for the seat to
    /// move. A row that can be completed within the turn is worth almost a win.
    fn potential<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, seat: Seat) -> i32 {
        /// Value of a row that lacks one cell, and the bits lost for each further one. Values are summed in small
        /// units, because many rows that lack nearly all cells are worth something together.
        const ONE_SHORT: i32 = 64 * UNIT;
        const UNIT: i32 = 1 << 10;
        const DECAY_BITS: u32 = 2;
        const WIN_VALUE: i32 = 2_000;
        let counts = stones.tables.bitboards.count_segments(self.cells(stones, seat), stones.empty_cells(), self.count);
        let missing = |own: usize| self.count.saturating_sub(own as u32 + 1);
        let value = |(own, &rows): (usize, &u32)| rows as i32 * (ONE_SHORT >> (DECAY_BITS * missing(own)).min(31));
        let potential = counts.iter().enumerate().skip(1).map(value).sum::<i32>() / UNIT;
        if stones.state.turn_state.seat != seat {
            return potential;
        }
        let placements_left =
            u32::from(stones.rules.steps - stones.state.turn_state.step).min(stones.state.reserve.total(seat));
        let completable = self.count.saturating_sub(placements_left) as usize..self.count as usize;
        let is_won = !self.exactly && counts[completable].iter().any(|rows| *rows > 0);
        2 * potential + if is_won { WIN_VALUE } else { 0 }
    }
}

impl EndRule for InARow {
    /// Winners, if the last move made a row. If the position before it was open, it had no rows, so only a seat that
    /// has gained a cell can have one; but with `exactly`, a row that was too long may have become shorter.
    fn judge<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, mover: Seat) -> Option<SeatSet> {
        let before = stones.last_frame().filter(|frame| frame.end_status == EndStatus::Open && !self.exactly);
        let seats = &stones.rules.names.seats;
        let mut claimants = SeatSet::default();
        for seat in seats.indices() {
            let cells = self.cells(stones, seat);
            let has_gained = before.is_none_or(|frame| !(cells & !frame.state.tops.owner[seat]).is_empty());
            // A seat may also own the same cell as before, now topped by a kind that counts.
            if (has_gained || !self.pieces.is_empty())
                && stones.tables.bitboards.in_a_row(cells, self.count, self.exactly)
            {
                claimants.insert(seat);
            }
        }
        self.tie.winners(claimants, teammates(&stones.rules.names, mover), SeatSet::all(seats.len()))
    }

    fn evaluate<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, team: Team) -> i32 {
        stones.rules.names.seats_of(team).map(|seat| self.potential(stones, seat)).sum()
    }

    /// A static evaluation does not see which row is completed first, so playouts are better; but on a board more than
    /// twice as long as a row, playouts seldom complete one.
    fn prefers_static_eval(&self, cells: u32) -> bool {
        cells > (2 * self.count).pow(2)
    }

    fn decisive_cells<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, seat: Seat) -> Vec<Cell> {
        long_rows(&stones.rules.grid, self.cells(stones, seat), self.count)
    }
}
