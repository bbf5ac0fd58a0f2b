//! Legal moves of stones, listed and counted by the same walk.

use super::packed::StoneMove;
use super::spreads::Reach;
use super::{Stones, Tower};
use crate::geometry::{Cell, CellSet};
use crate::mechanics::{Move, Stone};

impl<S: CellSet, T: Tower> Stones<S, T> {
    pub(super) fn list_moves(&self, out: &mut Vec<Move>) {
        let seat = self.state.clock.seat as usize;
        let empty = self.empty_cells();
        let place = |kind, cell, count| StoneMove::Place { kind, cell, count }.pack();
        if let Some(opening) = self.opening() {
            let cells = empty & self.kernel.opening_cells[seat];
            out.extend(cells.cells().map(|cell| place(opening.piece, cell, opening.stack[seat])));
            return;
        }
        for &kind in &self.plan.place {
            if self.state.reserve.get(seat as u8, self.plan.pool(kind)) > 0 {
                out.extend(empty.cells().map(|cell| place(kind, cell, 1)));
            }
        }
        self.for_each_spread(|from, direction, take, reach| {
            out.extend(
                self.plan
                    .spreads
                    .of(take, reach)
                    .map(|drops| StoneMove::Spread { from, direction, drops }.pack()),
            );
        });
    }

    pub(super) fn count_moves(&self) -> u64 {
        let seat = self.state.clock.seat as usize;
        let empty = self.empty_cells();
        if self.opening().is_some() {
            return (empty & self.kernel.opening_cells[seat]).len() as u64;
        }
        let in_reserve = |kind: &&u8| self.state.reserve.get(seat as u8, self.plan.pool(**kind)) > 0;
        let kinds = self.plan.place.iter().filter(in_reserve).count() as u64;
        let mut count = kinds * empty.len() as u64;
        self.for_each_spread(|_, _, take, reach| count += self.plan.spreads.count(take, reach) as u64);
        count
    }

    /// Visits every stack and direction the seat to move can spread in: how many pieces it may take, how far
    /// they reach.
    fn for_each_spread(&self, mut visit: impl FnMut(Cell, usize, usize, Reach)) {
        if self.plan.carry == 0 {
            return;
        }
        let standing = self.standing();
        let own = self.state.tops.owner[self.state.clock.seat as usize];
        for from in own.cells() {
            let take = (self.height_of(from) as usize).min(self.plan.carry);
            for direction in 0..self.kernel.field.steps.len() {
                let reach = self.reach(from, direction, take, standing);
                if reach.open > 0 || reach.crush {
                    visit(from, direction, take, reach);
                }
            }
        }
    }

    /// How far `take` pieces from a stack get in a direction.
    pub(super) fn reach(&self, from: Cell, direction: usize, take: usize, standing: S) -> Reach {
        let mut cell = from;
        for open in 0..take {
            match self.kernel.field.next(direction, cell) {
                Some(next) if !standing.has(next) => cell = next,
                Some(next) => {
                    return Reach { open, crush: self.crushes_at(from, next) };
                }
                None => return Reach { open, crush: false },
            }
        }
        Reach { open: take, crush: false }
    }

    fn crushes_at(&self, from: Cell, met: Cell) -> bool {
        let crushes = |top: Stone| !self.plan.pieces[top.kind as usize].crushes.is_empty();
        match (self.top_of(from).filter(|&top| crushes(top)), self.top_of(met)) {
            (Some(top), Some(met)) => self.may_crush(top, met),
            _ => false,
        }
    }
}
