//! Legal moves of stones, listed and counted by the same walk over placements, then over stacks and directions. To
//! count spreads, one ray gives the reach of a stack, and the number of ways to drop pieces is a table lookup.

use super::packed::StoneMove;
use super::spreads::{Drops, SpreadReach};
use super::{StackPosition, Tower};
use crate::geometry::{Bitboard, Cell, Grid};
use crate::mechanics::{Move, PieceKind, StoneBoard};

/// Bitboards that determine the spreads of the seat to move.
struct SpreadMasks<S> {
    /// Stacks that the seat controls.
    own: S,
    /// Single pieces among them that cannot crush: they have at most one spread per direction, one step to a cell that
    /// is not blocked.
    singles: S,
    /// Tops that can crush another.
    crushers: S,
    /// Tops that may not be covered.
    standing: S,
    /// For each direction, the cells whose next cell is not blocked.
    can_step: [S; Grid::MAX_STEPS],
    steps: usize,
}

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    pub(super) fn list_stone_moves(&self, out: &mut Vec<Move>) {
        out.reserve(128);
        self.for_each_placement(|kind, count, cells| {
            out.extend(cells.cells().map(|cell| StoneMove::Place { kind, cell, count }.pack()));
        });
        let masks = self.spread_masks();
        for from in masks.own.cells() {
            let single = masks.singles.has(from);
            for direction in 0..masks.steps {
                if !single {
                    let (max_take, reach) = self.reach(&masks, from, direction);
                    let spreads = self.rules.spreads.list(max_take, reach);
                    out.extend(spreads.map(|drops| StoneMove::Spread { from, direction, drops }.pack()));
                } else if masks.can_step[direction].has(from) {
                    out.push(StoneMove::Spread { from, direction, drops: Drops::ONE }.pack());
                }
            }
        }
    }

    pub(super) fn count_stone_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_placement(|_, _, cells| count += cells.len());
        let masks = self.spread_masks();
        // All single pieces are counted at once per direction.
        for &can_step in &masks.can_step[..masks.steps] {
            count += (masks.singles & can_step).len();
        }
        for from in (masks.own & !masks.singles).cells() {
            count += self.count_spreads(&masks, from);
        }
        count.into()
    }

    /// Number of spreads of a stack in all directions.
    fn count_spreads(&self, masks: &SpreadMasks<S>, from: Cell) -> u32 {
        let mut count = 0;
        for direction in 0..masks.steps {
            let (max_take, reach) = self.reach(masks, from, direction);
            count += self.rules.spreads.count(max_take, reach);
        }
        count
    }

    /// Maximum number of pieces that may be taken from a stack.
    pub(super) fn max_take(&self, from: Cell) -> usize {
        (self.height_of(from) as usize).min(self.rules.carry)
    }

    /// Calls `visit` with every kind that the seat to move may place, the number placed at once, and the cells.
    pub(super) fn for_each_placement(&self, mut visit: impl FnMut(PieceKind, u32, S)) {
        let seat = self.state.turn_state.seat;
        let empty = self.empty_cells();
        if let Some(opening) = self.opening() {
            let count = opening.stack[seat];
            if self.reserve_of(self.placement_owner(), opening.piece) >= count {
                visit(opening.piece, count, empty & self.tables.opening_cells[seat]);
            }
            return;
        }
        for &kind in &self.rules.place {
            if self.reserve_of(seat, kind) > 0 {
                visit(kind, 1, empty);
            }
        }
    }

    /// Stacks that the seat to move may spread.
    pub(super) fn movable(&self) -> S {
        let can_spread = self.rules.carry > 0 && self.opening().is_none();
        if can_spread { self.state.tops.owner[self.state.turn_state.seat] } else { S::EMPTY }
    }

    fn spread_masks(&self) -> SpreadMasks<S> {
        let tops = &self.state.tops;
        let own = self.movable();
        let crushers = own & tops.of_kinds(&self.tables.crushing);
        let standing = self.standing();
        let steps = &self.tables.bitboards.steps;
        let mut can_step = [S::EMPTY; Grid::MAX_STEPS];
        for (can_step, step) in can_step.iter_mut().zip(steps) {
            *can_step = step.sources(!standing);
        }
        let singles = own & !tops.stacked & !crushers;
        SpreadMasks { own, singles, crushers, standing, can_step, steps: steps.len() }
    }

    /// Maximum number of pieces that may be taken from a stack, and their reach in a direction.
    #[inline(always)]
    fn reach(&self, masks: &SpreadMasks<S>, from: Cell, direction: usize) -> (usize, SpreadReach) {
        let max_take = self.max_take(from);
        let (open, blocker) = self.tables.bitboards.open_steps(direction, from, masks.standing);
        let open = open as usize;
        if open >= max_take {
            // No spread gets as far as the blocked cell.
            return (max_take, SpreadReach { open: max_take, crush: false });
        }
        let crush = masks.crushers.has(from) && blocker.is_some_and(|cell| self.crushes_at(from, cell));
        (max_take, SpreadReach { open, crush })
    }

    /// Whether the top of one cell may crush the top of another.
    pub(super) fn crushes_at(&self, from: Cell, target: Cell) -> bool {
        self.top_of(from).zip(self.top_of(target)).is_some_and(|(top, met)| self.rules.may_crush(top, met))
    }
}
