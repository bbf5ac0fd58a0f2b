//! Holes (enclosed empty cells) and disconnected tiles, by flood fill.

use super::search::{ExactSearch, SearchCell};
use super::tables::PieceIndex;
use houserule_core::index::IndexVec;

/// Marks on cells, cleared all at once by a generation counter.
pub struct CellMarks {
    marks: IndexVec<SearchCell, u32>,
    current: u32,
    queue: Vec<SearchCell>,
}

impl CellMarks {
    pub fn new(cells: usize) -> CellMarks {
        CellMarks { marks: vec![0; cells].into(), current: 0, queue: Vec::new() }
    }

    fn clear(&mut self) {
        self.current += 1;
        self.queue.clear();
    }

    /// Marks a cell and queues it, unless it is marked.
    fn mark(&mut self, cell: SearchCell) {
        if self.marks[cell] != self.current {
            self.marks[cell] = self.current;
            self.queue.push(cell);
        }
    }
}

/// Bounding box of the tiles.
struct BoundingBox {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

impl<const W: usize> ExactSearch<'_, W> {
    /// Returns whether the tiles, which are connected, enclose an empty cell.
    pub fn has_holes(&mut self) -> bool {
        match self.tables.sides {
            6 => self.has_holes_by_euler(),
            _ => self.has_enclosed_cells(),
        }
    }

    /// Returns whether hexagons enclose a cell, by Euler's formula: tiles minus contacts plus corners where three meet
    /// is 1 minus the number of holes.
    fn has_holes_by_euler(&self) -> bool {
        let mut sum = 0;
        for &(cell, orientation) in &self.path {
            if orientation != PieceIndex::BLOCKED {
                let filled = |side| i32::from(self.cells[self.neighbour(cell, side)].is_piece());
                let [one, two, three] = [filled(0), filled(1), filled(2)];
                sum += 1 - one - two - three + one * two + two * three;
            }
        }
        sum != 1
    }

    /// Returns whether an empty cell next to a tile cannot be reached from outside.
    fn has_enclosed_cells(&mut self) -> bool {
        let bounds = self.bounding_box();
        let neighbours: Vec<SearchCell> = self
            .path
            .iter()
            .filter(|step| step.1 != PieceIndex::BLOCKED)
            .flat_map(|step| (0..self.tables.sides).map(|side| self.neighbour(step.0, side)))
            .filter(|cell| !self.cells[*cell].is_piece())
            .collect();
        neighbours.into_iter().any(|cell| {
            self.marks.clear();
            self.marks.mark(cell);
            self.enclosed_region(&bounds).is_some()
        })
    }

    /// Returns whether a tile just placed cuts off empty cells that can no longer all be filled.
    pub fn cuts_off(&mut self, cell: SearchCell) -> bool {
        let sides = self.tables.sides;
        let is_empty = |search: &Self, side: usize| !search.cells[search.neighbour(cell, side % sides)].is_piece();
        // Only a tile that separates the empty cells around it can cut any off; squares also touch at corners.
        let filled_runs = (0..sides).filter(|&side| is_empty(self, side + 1) && !is_empty(self, side)).count();
        if filled_runs < 2 && sides == 6 {
            return false;
        }
        let bounds = self.bounding_box();
        for side in 0..sides {
            if !is_empty(self, side) || (sides == 6 && is_empty(self, side + sides - 1)) {
                continue;
            }
            self.marks.clear();
            self.marks.mark(self.neighbour(cell, side));
            if self.enclosed_region(&bounds).is_some_and(|(size, dead)| dead || size > self.tiles_left) {
                return true;
            }
        }
        false
    }

    /// Returns the size of the empty region around the marked cell, and whether part of it must stay empty; `None` if
    /// it is not enclosed.
    fn enclosed_region(&mut self, bounds: &BoundingBox) -> Option<(usize, bool)> {
        let (mut next, mut has_blocked_cell) = (0, false);
        while let Some(&cell) = self.marks.queue.get(next) {
            next += 1;
            if self.is_outside(cell, bounds) {
                return None;
            }
            has_blocked_cell |= self.cells[cell] == PieceIndex::BLOCKED;
            for side in 0..self.tables.sides {
                let neighbour = self.neighbour(cell, side);
                if !self.cells[neighbour].is_piece() {
                    self.marks.mark(neighbour);
                }
            }
        }
        Some((next, has_blocked_cell))
    }

    /// Returns whether all tiles are connected.
    pub fn is_connected(&mut self) -> bool {
        let placed = self.path.iter().filter(|step| step.1 != PieceIndex::BLOCKED);
        let count = placed.clone().count();
        let Some(first) = placed.clone().next().map(|step| step.0) else { return true };
        let mut next = 0;
        self.marks.clear();
        self.marks.mark(first);
        while let Some(&cell) = self.marks.queue.get(next) {
            next += 1;
            for side in 0..self.tables.sides {
                let neighbour = self.neighbour(cell, side);
                if self.cells[neighbour].is_piece() {
                    self.marks.mark(neighbour);
                }
            }
        }
        next == count
    }

    fn bounding_box(&self) -> BoundingBox {
        let mut bounds = BoundingBox { left: i32::MAX, right: i32::MIN, top: i32::MAX, bottom: i32::MIN };
        for step in self.path.iter().filter(|step| step.1 != PieceIndex::BLOCKED) {
            let at = self.start.coords[step.0];
            bounds.left = bounds.left.min(at.x);
            bounds.right = bounds.right.max(at.x);
            bounds.top = bounds.top.min(at.y);
            bounds.bottom = bounds.bottom.max(at.y);
        }
        bounds
    }

    fn is_outside(&self, cell: SearchCell, bounds: &BoundingBox) -> bool {
        let at = self.start.coords[cell];
        at.x < bounds.left || at.x > bounds.right || at.y < bounds.top || at.y > bounds.bottom
    }
}
