//! How well a side stands: how much its road lacks, and how many tops it has.

use super::ends::{End, Road};
use super::{Stones, Tower};
use crate::geometry::CellSet;

/// What a cell that is missing for a road weighs against a top.
const STEP: i32 = 20;
const TOP: i32 = 10;
const HALF_TOP: i32 = TOP / 2;

impl<S: CellSet, T: Tower> Stones<S, T> {
    pub(super) fn measured(&self, side: u8) -> i32 {
        let seats =
            || (0..).zip(&self.plan.names.side_of).filter(|(_, of)| **of == side).map(|(seat, _)| seat);
        let mut measure = 0;
        let mut counts_tops = false;
        for (_, end) in &self.plan.ends {
            match end {
                End::Road(road) => {
                    let cost = |seat: usize| self.road_cost(seat, road);
                    measure -= STEP * seats().map(cost).min().unwrap_or(0) as i32;
                }
                End::Tops(tops) if !counts_tops => {
                    counts_tops = true;
                    measure += seats().map(|seat| HALF_TOP * tops.count_of(self, seat)).sum::<i32>();
                }
                End::InARow(row) => {
                    let longest = |seat| self.kernel.field.longest_row(row.cells(self, seat)) as i32;
                    measure += STEP * seats().map(longest).max().unwrap_or(0);
                }
                _ => {}
            }
        }
        if !counts_tops {
            let tops = |seat: usize| TOP * self.state.tops.owner[seat].len() as i32;
            measure += seats().map(tops).sum::<i32>();
        }
        measure
    }

    /// How many cells a seat's road lacks; one that somebody else's piece lies on counts twice, a standing piece bars it.
    fn road_cost(&self, seat: usize, road: &Road) -> u32 {
        let (field, tops) = (&self.kernel.field, &self.state.tops);
        let steps = if road.diagonal { &field.steps_and_diagonals } else { &field.steps };
        let own = tops.owner[seat] & tops.of(&self.kernel.road);
        let free = self.empty_cells();
        let open = if self.plan.carry > 0 { field.all & !(own | free | self.standing()) } else { S::EMPTY };
        let pairs = road.pairs(field, seat);
        field.chain_cost([own, free, open], steps, pairs).unwrap_or(2 * field.shortest_road)
    }
}
