//! Random move by rejection sampling, without a list. A number is drawn among the moves there would be if nothing
//! blocked them; their counts depend on cells and heights alone and are table lookups. Every legal move is one of them,
//! exactly once, so drawing again when a move is blocked leaves the legal moves equally likely.

use super::packed::StoneMove;
use super::spreads::{Drops, SpreadReach, Spreads};
use super::{StackPosition, Tower};
use crate::geometry::{Bitboard, BitboardTables, Cell, Grid};
use crate::mechanics::Move;

/// Number of attempts before all moves are listed.
const MAX_SAMPLES: usize = 24;

/// Number of unblocked spreads for every cell and number of pieces.
#[derive(Debug)]
pub(super) struct FreeSpreads {
    counts: Vec<u32>,
    takes: usize,
}

impl FreeSpreads {
    pub fn new<S: Bitboard>(grid: &Grid, field: &BitboardTables<S>, spreads: &Spreads, carry: usize) -> FreeSpreads {
        let count = |cell, take| {
            let ways = |direction| spreads.count(take, free_reach(field, cell, direction, take));
            (0..grid.steps.len()).map(ways).sum()
        };
        let counts = Cell::all(grid.span()).flat_map(|cell| (0..=carry).map(move |take| count(cell, take)));
        FreeSpreads { counts: counts.collect(), takes: carry + 1 }
    }

    fn count(&self, cell: Cell, take: usize) -> u32 {
        self.counts[cell.index() * self.takes + take]
    }
}

fn free_reach<S: Bitboard>(field: &BitboardTables<S>, cell: Cell, direction: usize, take: usize) -> SpreadReach {
    let (steps, _) = field.open_steps(direction, cell, S::EMPTY);
    SpreadReach { open: take.min(steps as usize), crush: false }
}

/// Number of moves to skip before the sampled one.
struct Countdown(u32);

impl Countdown {
    /// Whether the sampled move is among the next `count`; if not, they are skipped.
    fn falls_into(&mut self, count: u32) -> bool {
        let found = self.0 < count;
        self.0 -= if found { 0 } else { count };
        found
    }
}

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    pub(super) fn draw_move(&self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        let movable = self.movable();
        let mut count = 0;
        self.for_each_placement(|_, _, cells| count += cells.len());
        for from in movable.cells() {
            count += self.kernel.free.count(from, self.take(from));
        }
        if count > 0 {
            for _ in 0..MAX_SAMPLES {
                let drawn = self.drawn(Countdown(pick(count as usize) as u32), movable);
                if drawn.is_some() {
                    return drawn;
                }
            }
        }
        let mut moves = Vec::new();
        self.list_moves(&mut moves);
        if moves.is_empty() { None } else { Some(moves[pick(moves.len())]) }
    }

    /// Move with a number, unless it is blocked.
    fn drawn(&self, mut left: Countdown, movable: S) -> Option<Move> {
        let mut placed = None;
        self.for_each_placement(|kind, count, cells| {
            if placed.is_none() && left.falls_into(cells.len()) {
                placed = Some(StoneMove::Place { kind, cell: cells.nth(left.0), count }.pack());
            }
        });
        if placed.is_some() {
            return placed;
        }
        let from = movable.cells().find(|&from| left.falls_into(self.kernel.free.count(from, self.take(from))))?;
        let take = self.take(from);
        let field = &self.kernel.field;
        let reaches = (0..field.steps.len()).map(|direction| free_reach(field, from, direction, take));
        let (direction, reach) =
            reaches.enumerate().find(|&(_, reach)| left.falls_into(self.plan.spreads.count(take, reach)))?;
        let drops = self.plan.spreads.nth(take, reach, left.0);
        self.is_open(from, direction, drops).then(|| StoneMove::Spread { from, direction, drops }.pack())
    }

    /// Whether a spread is not blocked, except by a piece that it may flatten at its end.
    fn is_open(&self, from: Cell, direction: usize, drops: Drops) -> bool {
        let (open, met) = self.kernel.field.open_steps(direction, from, self.standing());
        let cells = drops.cells();
        let crushes = |met| drops.end_alone() && self.crushes_at(from, met);
        cells <= open || cells == open + 1 && met.is_some_and(crushes)
    }
}
