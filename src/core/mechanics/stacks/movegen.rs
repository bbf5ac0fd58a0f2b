//! Legal moves of stones, listed and counted by the same walk over placements, then over stacks and directions. Spreads
//! are counted here: one ray shows how far a stack gets, and the number of ways to get there is a table lookup.

use super::packed::StoneMove;
use super::spreads::{Drops, SpreadReach};
use super::{StackPosition, Tower};
use crate::geometry::{Bitboard, Cell, Grid};
use crate::mechanics::{Move, PieceKind, StoneBoard};

/// Bitboards that determine the spreads of the seat to move.
struct Spreading<S> {
    /// Stacks that the seat controls.
    own: S,
    /// Single pieces among them that flatten nothing: they have at most one spread per direction, which only needs an
    /// open step.
    singles: S,
    /// Tops that can flatten a piece.
    crushers: S,
    /// Tops that may not be covered.
    standing: S,
    /// For each direction, the cells whose next cell is not blocked.
    open: [S; Grid::MAX_STEPS],
    steps: usize,
}

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    pub(super) fn list_moves(&self, out: &mut Vec<Move>) {
        out.reserve(128);
        self.for_each_placement(|kind, count, cells| {
            out.extend(cells.cells().map(|cell| StoneMove::Place { kind, cell, count }.pack()));
        });
        let spreading = self.spreading();
        for from in spreading.own.cells() {
            let single = spreading.singles.has(from);
            for direction in 0..spreading.steps {
                if !single {
                    let (take, reach) = self.reach(&spreading, from, direction);
                    let ways = self.plan.spreads.of(take, reach);
                    out.extend(ways.map(|drops| StoneMove::Spread { from, direction, drops }.pack()));
                } else if spreading.open[direction].has(from) {
                    out.push(StoneMove::Spread { from, direction, drops: Drops::ONE }.pack());
                }
            }
        }
    }

    pub(super) fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_placement(|_, _, cells| count += cells.len());
        let spreading = self.spreading();
        // The single pieces of a direction are counted all at once.
        for &open in &spreading.open[..spreading.steps] {
            count += (spreading.singles & open).len();
        }
        for from in (spreading.own & !spreading.singles).cells() {
            count += self.count_spreads(&spreading, from);
        }
        count.into()
    }

    /// Number of spreads of a stack in all directions.
    fn count_spreads(&self, spreading: &Spreading<S>, from: Cell) -> u32 {
        let mut count = 0;
        for direction in 0..spreading.steps {
            let (take, reach) = self.reach(spreading, from, direction);
            count += self.plan.spreads.count(take, reach);
        }
        count
    }

    /// Maximum number of pieces taken from a stack.
    pub(super) fn take(&self, from: Cell) -> usize {
        (self.height_of(from) as usize).min(self.plan.carry)
    }

    /// Visits every kind that the seat to move may place, how many at once, and where.
    pub(super) fn for_each_placement(&self, mut visit: impl FnMut(PieceKind, u32, S)) {
        let seat = self.state.clock.seat;
        let empty = self.empty_cells();
        if let Some(opening) = self.opening() {
            let count = opening.stack[seat];
            if self.in_reserve(self.places_for(), opening.piece) >= count {
                visit(opening.piece, count, empty & self.kernel.opening_cells[seat]);
            }
            return;
        }
        for &kind in &self.plan.place {
            if self.in_reserve(seat, kind) > 0 {
                visit(kind, 1, empty);
            }
        }
    }

    /// Stacks that the seat to move may spread.
    pub(super) fn movable(&self) -> S {
        let may = self.plan.carry > 0 && self.opening().is_none();
        if may { self.state.tops.owner[self.state.clock.seat] } else { S::EMPTY }
    }

    fn spreading(&self) -> Spreading<S> {
        let tops = &self.state.tops;
        let own = self.movable();
        let crushers = own & tops.of(&self.kernel.crushing);
        let standing = self.standing();
        let steps = &self.kernel.field.steps;
        let mut open = [S::EMPTY; Grid::MAX_STEPS];
        for (open, step) in open.iter_mut().zip(steps) {
            *open = step.sources(!standing);
        }
        let singles = own & !tops.tall & !crushers;
        Spreading { own, singles, crushers, standing, open, steps: steps.len() }
    }

    /// Maximum number of pieces taken from a stack, and how far they get in a direction.
    #[inline(always)]
    fn reach(&self, spreading: &Spreading<S>, from: Cell, direction: usize) -> (usize, SpreadReach) {
        let take = self.take(from);
        let (open, met) = self.kernel.field.open_steps(direction, from, spreading.standing);
        let open = open as usize;
        if open >= take {
            return (take, SpreadReach { open: take, crush: false });
        }
        let crush = spreading.crushers.has(from) && met.is_some_and(|cell| self.crushes_at(from, cell));
        (take, SpreadReach { open, crush })
    }

    /// Whether the top of one cell may flatten the top of another.
    pub(super) fn crushes_at(&self, from: Cell, met: Cell) -> bool {
        self.top_of(from).zip(self.top_of(met)).is_some_and(|(top, met)| self.may_crush(top, met))
    }
}
