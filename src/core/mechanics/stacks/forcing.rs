//! What cannot wait in a game of rows: a row that can be filled in this turn, or one that another would fill in the next.

use super::ends::{InARow, StackEnd};
use super::packed::StoneMove;
use super::{StackPosition, StackRules, Tower};
use crate::geometry::Bitboard;
use crate::mechanics::{Move, Seat, StoneBoard};

impl StackRules {
    /// The rows that win, where two seats place one kind of piece on empty cells and nothing else ever happens.
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
    /// Leaves of the placings those that fill a row in this turn, if one can be filled; or else those that take a cell of a
    /// row which the other seat would fill in its next. In that row one cell has to be taken before the turn is over, and in
    /// which order a turn's pieces are placed makes no difference: who leaves out all other moves misses nothing.
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
            moves.retain(
                |mv| matches!(StoneMove::unpack(*mv), StoneMove::Place { cell, .. } if cells.has(cell)),
            );
        }
    }
}
