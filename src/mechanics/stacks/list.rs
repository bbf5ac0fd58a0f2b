//! Legal moves of stones: listed, counted and drawn by the same walk. A spread is one step open where the next cell
//! holds nothing that stands; the sets of such cells, one a direction, are made once a position. A single piece then
//! takes a look at a bit, and the singles of a direction are counted all at once.

use super::packed::StoneMove;
use super::spreads::Reach;
use super::{Stones, Tower};
use crate::geometry::{Cell, CellSet, Grid};
use crate::mechanics::{Kind, Move, StoneBoard};

/// What decides about the spreads of the seat to move.
struct Spreading<S> {
    /// The stacks that the seat controls.
    own: S,
    /// Those among them of one piece that crushes nothing: at most one spread in a direction.
    singles: S,
    /// The cells from which a step in each direction meets nothing that stands.
    open: [S; Grid::MAX_STEPS],
    steps: usize,
}

impl<S: CellSet, T: Tower> Stones<S, T> {
    pub(super) fn list_moves(&self, out: &mut Vec<Move>) {
        self.for_each_placement(|kind, count, cells| {
            out.extend(cells.cells().map(|cell| StoneMove::Place { kind, cell, count }.pack()));
        });
        let spreading = self.spreading();
        for from in spreading.own.cells() {
            for direction in 0..spreading.steps {
                let (take, reach) = self.reach(&spreading, from, direction);
                let ways = self.plan.spreads.of(take, reach);
                out.extend(ways.map(|drops| StoneMove::Spread { from, direction, drops }.pack()));
            }
        }
    }

    pub(super) fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_placement(|_, _, cells| count += cells.len());
        let spreading = self.spreading();
        for &open in &spreading.open[..spreading.steps] {
            count += (spreading.singles & open).len();
        }
        for from in (spreading.own & !spreading.singles).cells() {
            for direction in 0..spreading.steps {
                let (take, reach) = self.reach(&spreading, from, direction);
                count += self.plan.spreads.count(take, reach);
            }
        }
        count.into()
    }

    /// The move that is listed after `index` others.
    pub(super) fn nth_move(&self, index: u64) -> Option<Move> {
        let mut left = index as u32;
        let mut found = None;
        self.for_each_placement(|kind, count, cells| {
            if found.is_none() && left < cells.len() {
                found = Some(StoneMove::Place { kind, cell: cells.nth(left), count }.pack());
            } else if found.is_none() {
                left -= cells.len();
            }
        });
        if found.is_some() {
            return found;
        }
        let spreading = self.spreading();
        for from in spreading.own.cells() {
            for direction in 0..spreading.steps {
                let (take, reach) = self.reach(&spreading, from, direction);
                let ways = self.plan.spreads.count(take, reach);
                if left < ways {
                    let drops = self.plan.spreads.nth(take, reach, left);
                    return Some(StoneMove::Spread { from, direction, drops }.pack());
                }
                left -= ways;
            }
        }
        None
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

    fn spreading(&self) -> Spreading<S> {
        let tops = &self.state.tops;
        let may = self.plan.carry > 0 && self.opening().is_none();
        let own = if may { tops.owner[self.state.clock.seat as usize] } else { S::EMPTY };
        let singles = own & !self.state.tall & !tops.of(&self.kernel.crushing);
        let standing = self.standing();
        let steps = &self.kernel.field.steps;
        let mut open = [S::EMPTY; Grid::MAX_STEPS];
        for (open, step) in open.iter_mut().zip(steps) {
            *open = step.sources(!standing);
        }
        Spreading { own, singles, open, steps: steps.len() }
    }

    /// How many pieces a stack may take at most, and how far they get in a direction.
    fn reach(&self, spreading: &Spreading<S>, from: Cell, direction: usize) -> (usize, Reach) {
        let steps_on = spreading.open[direction];
        if spreading.singles.has(from) {
            return (1, Reach { open: steps_on.has(from) as usize, crush: false });
        }
        let take = (self.height_of(from) as usize).min(self.plan.carry);
        let stride = self.kernel.field.stride(direction);
        let (mut cell, mut open) = (from, 0);
        while open < take && steps_on.has(cell) {
            cell = stride.from(cell);
            open += 1;
        }
        (take, Reach { open, crush: open < take && self.crushes_at(from, cell, direction) })
    }

    /// Whether the top of a stack may crush what stands next to a cell on its way.
    fn crushes_at(&self, from: Cell, before: Cell, direction: usize) -> bool {
        let tops = &self.state.tops;
        if !tops.of(&self.kernel.crushing).has(from) {
            return false;
        }
        let met = self.kernel.field.next(direction, before).and_then(|cell| self.top_of(cell));
        met.zip(self.top_of(from)).is_some_and(|(met, top)| self.may_crush(top, met))
    }
}
