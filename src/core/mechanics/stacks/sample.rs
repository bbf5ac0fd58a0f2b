//! Random move by rejection sampling, without a list. A number is drawn among the moves there would be if nothing
//! blocked them; their counts depend on cells and heights alone and are table lookups. Every legal move is exactly one
//! of them, so drawing again when a move is blocked leaves the legal moves equally likely.

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
    row_len: usize,
}

impl FreeSpreads {
    pub fn new<S: Bitboard>(
        grid: &Grid,
        bitboards: &BitboardTables<S>,
        spreads: &Spreads,
        carry: usize,
    ) -> FreeSpreads {
        let count = |cell, take| {
            let ways = |direction| spreads.count(take, free_reach(bitboards, cell, direction, take));
            (0..grid.steps.len()).map(ways).sum()
        };
        let counts = Cell::all(grid.span()).flat_map(|cell| (0..=carry).map(move |take| count(cell, take)));
        FreeSpreads { counts: counts.collect(), row_len: carry + 1 }
    }

    fn count(&self, cell: Cell, take: usize) -> u32 {
        self.counts[cell.index() * self.row_len + take]
    }
}

fn free_reach<S: Bitboard>(bitboards: &BitboardTables<S>, cell: Cell, direction: usize, take: usize) -> SpreadReach {
    let (steps, _) = bitboards.open_steps(direction, cell, S::EMPTY);
    SpreadReach { open: take.min(steps as usize), crush: false }
}

/// Number of moves to skip before the sampled one.
struct Countdown(u32);

impl Countdown {
    /// Returns whether the sampled move is among the next `count`; if not, skips them.
    fn contains(&mut self, count: u32) -> bool {
        let is_found = self.0 < count;
        self.0 -= if is_found { 0 } else { count };
        is_found
    }
}

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    pub(super) fn sample_legal_move(&self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        let movable = self.movable();
        let mut count = 0;
        self.for_each_placement(|_, _, cells| count += cells.len());
        for from in movable.cells() {
            count += self.tables.free_spreads.count(from, self.max_take(from));
        }
        if count > 0 {
            for _ in 0..MAX_SAMPLES {
                let sampled = self.nth_move(Countdown(pick(count as usize) as u32), movable);
                if sampled.is_some() {
                    return sampled;
                }
            }
        }
        let mut moves = Vec::new();
        self.list_stone_moves(&mut moves);
        if moves.is_empty() { None } else { Some(moves[pick(moves.len())]) }
    }

    /// The move that the countdown selects, unless it is blocked.
    fn nth_move(&self, mut countdown: Countdown, movable: S) -> Option<Move> {
        let mut placement = None;
        self.for_each_placement(|kind, count, cells| {
            if placement.is_none() && countdown.contains(cells.len()) {
                placement = Some(StoneMove::Place { kind, cell: cells.nth(countdown.0), count }.pack());
            }
        });
        if placement.is_some() {
            return placement;
        }
        let from = movable
            .cells()
            .find(|&from| countdown.contains(self.tables.free_spreads.count(from, self.max_take(from))))?;
        let take = self.max_take(from);
        let bitboards = &self.tables.bitboards;
        let reaches = (0..bitboards.steps.len()).map(|direction| free_reach(bitboards, from, direction, take));
        let (direction, reach) =
            reaches.enumerate().find(|&(_, reach)| countdown.contains(self.rules.spreads.count(take, reach)))?;
        let drops = self.rules.spreads.nth(take, reach, countdown.0);
        self.is_open(from, direction, drops).then(|| StoneMove::Spread { from, direction, drops }.pack())
    }

    /// Whether a spread is not blocked, except by a piece that it may flatten at its end.
    fn is_open(&self, from: Cell, direction: usize, drops: Drops) -> bool {
        let (open, blocker) = self.tables.bitboards.open_steps(direction, from, self.standing());
        let cells = drops.cells();
        let crushes = |target| drops.ends_alone() && self.crushes_at(from, target);
        cells <= open || cells == open + 1 && blocker.is_some_and(crushes)
    }
}
