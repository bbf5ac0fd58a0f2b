//! Forcing moves in a game of rows: completing a row in this turn, or blocking one that the opponent would complete in
//! the next.

use super::ends::{InARow, StackEnd};
use super::packed::StoneMove;
use super::{StackPosition, StackRules, Tower};
use crate::geometry::Bitboard;
use crate::mechanics::{Move, Seat, StoneBoard};

impl StackRules {
    /// Winning rows, in a game where two seats place one kind of piece on empty cells and nothing else happens.
    fn rows_alone(&self) -> Option<Vec<&InARow>> {
        let is_bare = self.carry == 0 && self.opening.is_none() && self.place.len() == 1;
        let is_duel = self.names.seats.len() == 2 && self.names.teams.len() == 2;
        if !is_bare || !is_duel {
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
    /// has to be occupied before the turn ends, and the order of the placements in a turn does not matter.
    pub(super) fn retain_forcing_moves(&self, moves: &mut Vec<Move>) {
        let Some(rows) = self.plan.rows_alone() else { return };
        let (clock, steps) = (self.state.clock, self.plan.steps);
        let nearest = |seat: Seat, within: u8| {
            let most = u32::from(within).min(self.in_reserve(seat, self.plan.place[0]));
            let near = |row: &InARow| {
                let own = row.cells(self, seat);
                self.kernel.field.nearly_filled(own, self.empty_cells(), row.count, most)
            };
            rows.iter().copied().flat_map(near).min_by_key(|lacks| lacks.len())
        };
        let pressing = nearest(clock.seat, steps - clock.step).or_else(|| nearest(clock.seat.next(2), steps));
        if let Some(cells) = pressing {
            moves.retain(|mv| matches!(StoneMove::unpack(*mv), StoneMove::Place { cell, .. } if cells.has(cell)));
        }
    }
}
