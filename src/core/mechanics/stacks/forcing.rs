//! Forcing moves in a game of rows: completing a row in this turn, or blocking one that the opponent would complete in
//! the next.

use super::ends::{InARow, StackEnd};
use super::packed::StoneMove;
use super::{StackPosition, StackRules, Tower};
use crate::geometry::Bitboard;
use crate::mechanics::{Move, Seat, StoneBoard};

impl StackRules {
    /// The row rules, in a game where two seats place one kind of piece on empty cells and nothing else matters.
    fn pure_row_rules(&self) -> Option<Vec<&InARow>> {
        let is_placement_only = self.carry == 0 && self.opening.is_none() && self.place.len() == 1;
        let is_duel = self.names.seats.len() == 2 && self.names.teams.len() == 2;
        if !is_placement_only || !is_duel {
            return None;
        }
        let counts_all = |row: &InARow| row.pieces.is_empty() || row.pieces == self.place;
        let rows = self.ends.iter().map(|(_, end)| match end {
            StackEnd::InARow(row) if !row.exactly && counts_all(row) => Some(row),
            _ => None,
        });
        rows.collect()
    }
}

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    /// Keeps the placements that complete a row in this turn, if one can be completed; otherwise those that occupy a
    /// cell of a row that the opponent would complete in its next turn. The pruning is sound: one cell of such a row
    /// has to be occupied before the turn ends, and the order of placements within a turn does not matter.
    pub(super) fn retain_forcing_moves(&self, moves: &mut Vec<Move>) {
        let Some(rows) = self.rules.pure_row_rules() else { return };
        let (turn_state, steps) = (self.state.turn_state, self.rules.steps);
        let fewest_missing = |seat: Seat, placements: u8| {
            let max_missing = u32::from(placements).min(self.reserve_of(seat, self.rules.place[0]));
            let missing_cells = |row: &InARow| {
                let own = row.cells(self, seat);
                self.tables.bitboards.nearly_filled(own, self.empty_cells(), row.count, max_missing)
            };
            rows.iter().copied().flat_map(missing_cells).min_by_key(|missing| missing.len())
        };
        let forcing_cells = fewest_missing(turn_state.seat, steps - turn_state.step)
            .or_else(|| fewest_missing(turn_state.seat.next(2), steps));
        if let Some(cells) = forcing_cells {
            moves.retain(|mv| matches!(StoneMove::unpack(*mv), StoneMove::Place { cell, .. } if cells.has(cell)));
        }
    }
}
