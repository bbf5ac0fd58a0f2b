//! Cells that decided a game, for renderers: a shortest road, or the rows.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::ends::EndRule;
use super::{StackPosition, Tower};
use crate::geometry::{Bitboard, Cell, Coord, Offset};
use crate::mechanics::Seat;

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    /// Cells of the road or the rows that ended the game, a road from edge to edge; empty if it ended otherwise.
    pub(super) fn deciding_cells(&self) -> Vec<Coord> {
        let Some(verdict) = self.judge() else { return Vec::new() };
        let end = &self.plan.ends[verdict.end].1;
        let seats = self.plan.names.seats.indices();
        let cells: Vec<(Seat, Vec<Cell>)> = seats.map(|seat| (seat, end.decisive_cells(self, seat))).collect();
        // In a misère game the road or row does not belong to a winner.
        let won = cells.iter().filter(|(seat, cells)| verdict.winners.has(*seat) && !cells.is_empty());
        let decided = won.chain(&cells).find(|(_, cells)| !cells.is_empty());
        decided.into_iter().flat_map(|(_, cells)| cells).map(|cell| self.plan.grid.at(*cell)).collect()
    }

    fn steps(&self, diagonal: bool) -> impl Iterator<Item = Offset> + '_ {
        let diagonals = self.plan.grid.diagonals.iter().take(if diagonal { usize::MAX } else { 0 });
        self.plan.grid.steps.iter().chain(diagonals).copied()
    }

    /// Shortest chain of cells from one edge to the other (breadth-first search).
    pub(super) fn chain(&self, cells: S, from: S, to: S, diagonal: bool) -> Option<Vec<Cell>> {
        let first: Vec<Cell> = self.plan.grid.cells().filter(|cell| (cells & from).has(*cell)).collect();
        let mut came: BTreeMap<Cell, Option<Cell>> = first.iter().map(|cell| (*cell, None)).collect();
        let mut next: VecDeque<Cell> = first.into();
        while let Some(cell) = next.pop_front() {
            if to.has(cell) {
                return Some(std::iter::successors(Some(cell), |cell| came[cell]).collect());
            }
            for step in self.steps(diagonal) {
                let Some(beside) = self.plan.grid.neighbour(cell, step).filter(|cell| cells.has(*cell)) else {
                    continue;
                };
                if let std::collections::btree_map::Entry::Vacant(entry) = came.entry(beside) {
                    entry.insert(Some(cell));
                    next.push_back(beside);
                }
            }
        }
        None
    }

    /// Cells of all straight lines of at least `count` cells.
    pub(super) fn rows(&self, cells: S, count: u32) -> Vec<Cell> {
        let mut found = BTreeSet::new();
        for start in self.plan.grid.cells().filter(|cell| cells.has(*cell)) {
            for step in self.steps(true) {
                let on = |cell: &Cell| self.plan.grid.neighbour(*cell, step).filter(|cell| cells.has(*cell));
                let row: Vec<Cell> = std::iter::successors(Some(start), on).collect();
                if row.len() >= count as usize {
                    found.extend(row);
                }
            }
        }
        found.into_iter().collect()
    }
}
