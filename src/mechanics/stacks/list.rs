//! Legal moves of stones, listed and counted by the same walk.

use super::packed::StoneMove;
use super::spreads::Reach;
use super::{Stones, Tower};
use crate::geometry::{Cell, CellSet};
use crate::mechanics::{Kind, Move, Stone, StoneBoard};

impl<S: CellSet, T: Tower> Stones<S, T> {
    pub(super) fn list_moves(&self, out: &mut Vec<Move>) {
        self.for_each_placement(|kind, count, cells| {
            out.extend(cells.cells().map(|cell| StoneMove::Place { kind, cell, count }.pack()));
        });
        self.for_each_spread(|from, direction, take, reach| {
            let ways = self.plan.spreads.of(take, reach);
            out.extend(ways.map(|drops| StoneMove::Spread { from, direction, drops }.pack()));
        });
    }

    pub(super) fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_placement(|_, _, cells| count += cells.len() as u64);
        self.for_each_spread(|_, _, take, reach| count += self.plan.spreads.count(take, reach) as u64);
        count
    }

    /// Visits every kind the seat to move may place, how many at once, and where.
    fn for_each_placement(&self, mut visit: impl FnMut(Kind, u32, S)) {
        let seat = self.state.clock.seat;
        let empty = self.empty_cells();
        if let Some(opening) = self.opening() {
            let count = opening.stack[seat as usize];
            if self.in_reserve(self.places_for(), opening.piece) >= count {
                visit(opening.piece, count, empty & self.kernel.opening_cells[seat as usize]);
            }
            return;
        }
        for &kind in &self.plan.place {
            if self.in_reserve(seat, kind) > 0 {
                visit(kind, 1, empty);
            }
        }
    }

    /// Visits every stack and direction the seat to move can spread in: how many pieces it may take, how far
    /// they reach.
    fn for_each_spread(&self, mut visit: impl FnMut(Cell, usize, usize, Reach)) {
        if self.plan.carry == 0 || self.opening().is_some() {
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
