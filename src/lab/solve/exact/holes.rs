//! Holes (enclosed empty cells) and disconnected tiles, by floodfill.

use super::search::{ExactSearch, SHUT};

/// Marks on cells that are cleared all at once by a generation counter.
pub struct CellMarks {
    marks: Vec<u32>,
    current: u32,
    queue: Vec<u32>,
}

impl CellMarks {
    pub fn new(cells: usize) -> CellMarks {
        CellMarks { marks: vec![0; cells], current: 0, queue: Vec::new() }
    }

    fn wipe(&mut self) {
        self.current += 1;
        self.queue.clear();
    }

    /// Marks a cell and queues it, unless it is marked.
    fn reach(&mut self, cell: u32) {
        if self.marks[cell as usize] != self.current {
            self.marks[cell as usize] = self.current;
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
    /// Whether the tiles, which are connected, enclose an empty cell.
    pub fn has_holes(&mut self) -> bool {
        match self.tables.sides {
            6 => self.turns_inside_out(),
            _ => self.has_lost_cells(),
        }
    }

    /// On hexagons Euler's formula suffices: tiles minus contacts plus corners where three meet is 1 minus the number
    /// of holes.
    fn turns_inside_out(&self) -> bool {
        let mut sum = 0;
        for &(cell, orientation) in &self.path {
            if orientation != SHUT {
                let beside = |side| (self.cells[self.neighbour(cell, side) as usize] < SHUT) as i32;
                let [one, two, three] = [beside(0), beside(1), beside(2)];
                sum += 1 - one - two - three + one * two + two * three;
            }
        }
        sum != 1
    }

    /// Whether some empty cell beside a tile cannot be reached from outside.
    fn has_lost_cells(&mut self) -> bool {
        let frame = self.frame();
        let beside: Vec<u32> = self
            .path
            .iter()
            .filter(|step| step.1 != SHUT)
            .flat_map(|step| (0..self.tables.sides).map(|side| self.neighbour(step.0, side)))
            .filter(|cell| self.cells[*cell as usize] >= SHUT)
            .collect();
        beside.into_iter().any(|cell| {
            self.marks.wipe();
            self.marks.reach(cell);
            self.is_enclosed(&frame).is_some()
        })
    }

    /// Whether a tile just placed cuts off empty cells that can no longer all be filled.
    pub fn cuts_off(&mut self, cell: u32) -> bool {
        let sides = self.tables.sides;
        let is_empty = |search: &Self, side: usize| search.cells[search.neighbour(cell, side % sides) as usize] >= SHUT;
        // Only a tile that separates the empty cells around it can cut any off; squares also touch at corners.
        let runs = (0..sides).filter(|&side| is_empty(self, side + 1) && !is_empty(self, side)).count();
        if runs < 2 && sides == 6 {
            return false;
        }
        let frame = self.frame();
        for side in 0..sides {
            if !is_empty(self, side) || (sides == 6 && is_empty(self, side + sides - 1)) {
                continue;
            }
            self.marks.wipe();
            self.marks.reach(self.neighbour(cell, side));
            if self.is_enclosed(&frame).is_some_and(|(size, dead)| dead || size > self.tiles_left) {
                return true;
            }
        }
        false
    }

    /// Size of the empty region around the marked cell if it is enclosed, and whether part of it must stay empty.
    fn is_enclosed(&mut self, frame: &BoundingBox) -> Option<(usize, bool)> {
        let (mut next, mut dead) = (0, false);
        while let Some(&cell) = self.marks.queue.get(next) {
            next += 1;
            if self.is_outside(cell, frame) {
                return None;
            }
            dead |= self.cells[cell as usize] == SHUT;
            for side in 0..self.tables.sides {
                let beside = self.neighbour(cell, side);
                if self.cells[beside as usize] >= SHUT {
                    self.marks.reach(beside);
                }
            }
        }
        Some((next, dead))
    }

    /// Whether all tiles are connected.
    pub fn is_one_piece(&mut self) -> bool {
        let laid = self.path.iter().filter(|step| step.1 != SHUT);
        let count = laid.clone().count();
        let Some(first) = laid.clone().next().map(|step| step.0) else { return true };
        let mut next = 0;
        self.marks.wipe();
        self.marks.reach(first);
        while let Some(&cell) = self.marks.queue.get(next) {
            next += 1;
            for side in 0..self.tables.sides {
                let beside = self.neighbour(cell, side);
                if self.cells[beside as usize] < SHUT {
                    self.marks.reach(beside);
                }
            }
        }
        next == count
    }

    fn frame(&self) -> BoundingBox {
        let mut frame = BoundingBox { left: i32::MAX, right: i32::MIN, top: i32::MAX, bottom: i32::MIN };
        for step in self.path.iter().filter(|step| step.1 != SHUT) {
            let at = self.start.places[step.0 as usize];
            frame.left = frame.left.min(at.x);
            frame.right = frame.right.max(at.x);
            frame.top = frame.top.min(at.y);
            frame.bottom = frame.bottom.max(at.y);
        }
        frame
    }

    fn is_outside(&self, cell: u32, frame: &BoundingBox) -> bool {
        let at = self.start.places[cell as usize];
        at.x < frame.left || at.x > frame.right || at.y < frame.top || at.y > frame.bottom
    }
}
