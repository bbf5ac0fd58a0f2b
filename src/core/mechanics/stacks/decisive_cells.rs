//! Cells that decided a game, for renderers: a shortest road, or all winning rows.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::ends::EndRule;
use super::{StackPosition, Tower};
use crate::geometry::{Bitboard, Cell, Coord, Grid, Offset};
use crate::mechanics::Seat;

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    /// Cells of the road, from edge to edge, or of the rows that ended the game; empty if something else ended it.
    pub(super) fn deciding_cells(&self) -> Vec<Coord> {
        let Some(outcome) = self.judge() else { return Vec::new() };
        let end = &self.rules.ends[outcome.end].1;
        let seats = self.rules.names.seats.indices();
        let cells: Vec<(Seat, Vec<Cell>)> = seats.map(|seat| (seat, end.decisive_cells(self, seat))).collect();
        // In a misère game the winner is not the owner of the road or row.
        let won = cells.iter().filter(|(seat, cells)| outcome.winners.has(*seat) && !cells.is_empty());
        let deciding = won.chain(&cells).find(|(_, cells)| !cells.is_empty());
        deciding.into_iter().flat_map(|(_, cells)| cells).map(|cell| self.rules.grid.coord(*cell)).collect()
    }
}

/// Shortest chain of cells by `steps` from one edge to the other (breadth-first search).
pub(super) fn shortest_chain<S: Bitboard>(
    grid: &Grid,
    cells: S,
    (from, to): (S, S),
    steps: &[Offset],
) -> Option<Vec<Cell>> {
    let mut previous: BTreeMap<Cell, Option<Cell>> = (cells & from).cells().map(|cell| (cell, None)).collect();
    let mut next: VecDeque<Cell> = previous.keys().copied().collect();
    while let Some(cell) = next.pop_front() {
        if to.has(cell) {
            return Some(std::iter::successors(Some(cell), |cell| previous[cell]).collect());
        }
        for &step in steps {
            let Some(neighbour) = grid.neighbour(cell, step).filter(|&cell| cells.has(cell)) else { continue };
            if let std::collections::btree_map::Entry::Vacant(entry) = previous.entry(neighbour) {
                entry.insert(Some(cell));
                next.push_back(neighbour);
            }
        }
    }
    None
}

/// Cells of all straight lines of at least `count` cells.
pub(super) fn long_rows<S: Bitboard>(grid: &Grid, cells: S, count: u32) -> Vec<Cell> {
    let mut row_cells = BTreeSet::new();
    for start in cells.cells() {
        for &step in grid.steps.iter().chain(&grid.diagonals) {
            let next = |cell: &Cell| grid.neighbour(*cell, step).filter(|&cell| cells.has(cell));
            let row = std::iter::successors(Some(start), next);
            if row.clone().nth(count as usize - 1).is_some() {
                row_cells.extend(row);
            }
        }
    }
    row_cells.into_iter().collect()
}
