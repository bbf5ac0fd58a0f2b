//! Static evaluation of a team: the cells its road lacks, the rows it may complete, and its tops.

use super::ends::{InARow, Road, StackEnd};
use super::{StackPosition, Tower};
use crate::geometry::Bitboard;
use crate::mechanics::{Seat, Team};

/// Weight of a cell that a road lacks, compared with a top.
const STEP: i32 = 20;
const TOP: i32 = 10;
const HALF_TOP: i32 = TOP / 2;

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    pub(super) fn measured(&self, team: Team) -> i32 {
        let seats = || self.plan.names.seats_of(team);
        let mut measure = 0;
        let mut counts_tops = false;
        for (_, end) in &self.plan.ends {
            match end {
                StackEnd::Road(road) => {
                    let cost = |seat: Seat| self.road_cost(seat, road);
                    measure -= STEP * seats().map(cost).min().unwrap_or(0) as i32;
                }
                StackEnd::Tops(tops) if !counts_tops => {
                    counts_tops = true;
                    measure += seats().map(|seat| HALF_TOP * tops.count_of(self, seat)).sum::<i32>();
                }
                StackEnd::InARow(row) => {
                    measure += seats().map(|seat| self.row_hopes(seat, row)).sum::<i32>();
                }
                _ => {}
            }
        }
        if !counts_tops {
            let tops = |seat: Seat| TOP * self.state.tops.owner[seat].len() as i32;
            measure += seats().map(tops).sum::<i32>();
        }
        measure
    }

    /// Value of the rows that a seat may still complete: higher the fewer cells a row lacks, and doubled for the seat
    /// to move. A row that can be completed within the turn is as good as a win.
    fn row_hopes(&self, seat: Seat, row: &InARow) -> i32 {
        /// Value of a row that lacks one cell, and the loss for each further one. They are summed in small units,
        /// because many rows that lack nearly all cells have some value together.
        const NEARLY: i32 = 64 * PART;
        const PART: i32 = 1 << 10;
        const FALL: u32 = 2;
        const WON: i32 = 2_000;
        let found = self.kernel.field.stretches(row.cells(self, seat), self.empty_cells(), row.count);
        let lacking = |own: usize| row.count.saturating_sub(own as u32 + 1);
        let worth = |(own, &rows): (usize, &u32)| rows as i32 * (NEARLY >> (FALL * lacking(own)).min(31));
        let hopes = found.iter().enumerate().skip(1).map(worth).sum::<i32>() / PART;
        if self.state.clock.seat != seat {
            return hopes;
        }
        let left = u32::from(self.plan.steps - self.state.clock.step).min(self.state.reserve.total(seat));
        let near = row.count.saturating_sub(left) as usize..row.count as usize;
        let is_won = !row.exactly && found[near].iter().any(|rows| *rows > 0);
        2 * hopes + if is_won { WON } else { 0 }
    }

    /// Number of cells that a seat's road lacks; a cell with an opponent's piece counts twice, and a standing piece
    /// blocks it.
    fn road_cost(&self, seat: Seat, road: &Road) -> u32 {
        let (field, tops) = (&self.kernel.field, &self.state.tops);
        let steps = if road.diagonal { &field.steps_and_diagonals } else { &field.steps };
        let own = tops.owner[seat] & tops.of(&self.kernel.road);
        let free = self.empty_cells();
        let open = if self.plan.carry > 0 { field.all & !(own | free | self.standing()) } else { S::EMPTY };
        let pairs = road.pairs(field, seat);
        field.chain_cost([own, free, open], steps, pairs).unwrap_or(2 * field.shortest_road)
    }
}
