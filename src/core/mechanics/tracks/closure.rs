//! Closure of a position: the result of filling every crowded space repeatedly, ignoring colours.
//!
//! A space is filled once it has `filled` neighbours, and an empty space with one more neighbour is overcrowded. The
//! order of filling does not matter. Suppose that in some order every space had exactly `filled` neighbours when its
//! turn came: call these its supports. Of two neighbours, the later one then has the earlier one among its supports. In
//! any other order, no space can come before its supports either: the first that did would have a neighbour that was
//! filled before one of its own supports. So no space ever has more neighbours than its supports while it is empty. And
//! both orders fill the same spaces: the first space in the other order that this one never fills would have `filled`
//! neighbours here too, since all that were filled before it there are filled here.

use std::cell::{Cell, RefCell, RefMut};

use super::grid::TileGrid;
use crate::geometry::WindowCell;
use crate::index::IndexVec;
use crate::tiles::OrientationIndex;

/// Flood fill of one position, in reused memory.
#[derive(Clone, Debug, Default)]
struct Flood {
    /// One number per cell: the generation in which it was last visited, whether it was filled, and the number of its
    /// neighbours. A mark of an earlier generation is smaller than any of the current one.
    marks: IndexVec<WindowCell, u32>,
    /// Mark of an unvisited cell in the current generation.
    generation: u32,
    queue: Vec<WindowCell>,
    /// Cells filled, and cells whose count of neighbours was incremented, since the lists were last cleared.
    filled: Vec<WindowCell>,
    incremented: Vec<WindowCell>,
}

/// Bit fields of a mark.
const NEIGHBOURS: u32 = 0x7f;
const FILLED: u32 = 0x80;
const GENERATION: u32 = 0x100;

/// Closure of the current position, extended as tiles are placed and invalidated by undo; and scratch memory for other
/// positions.
#[derive(Clone, Debug, Default)]
pub struct Closure {
    current: RefCell<Flood>,
    is_fresh: Cell<bool>,
    scratch: RefCell<Flood>,
}

impl Closure {
    pub fn invalidate(&self) {
        self.is_fresh.set(false);
    }
}

impl Flood {
    /// Starts a new generation; the marks are cleared when the counter wraps around.
    fn begin(&mut self) {
        self.generation = self.generation.wrapping_add(GENERATION);
        if self.generation == 0 {
            self.marks.fill(0);
            self.generation = GENERATION;
        }
    }

    fn mark(&self, cell: WindowCell) -> u32 {
        self.marks[cell].max(self.generation)
    }

    fn is_filled(&self, cell: WindowCell) -> bool {
        self.mark(cell) & FILLED != 0
    }

    /// Fills all crowded spaces, with an additional tile on `tile` if one is given. Stops at an overcrowded space and
    /// returns it.
    fn run<const SIDES: usize>(
        &mut self,
        grid: &TileGrid<SIDES>,
        tile: Option<WindowCell>,
        filled: u32,
    ) -> Option<WindowCell> {
        if self.marks.len() != grid.cell_count() {
            *self = Flood { marks: vec![0; grid.cell_count()].into(), ..Flood::default() };
        }
        self.begin();
        self.queue.clear();
        self.filled.clear();
        self.incremented.clear();
        self.queue.extend(grid.crowded(filled).into_iter().filter(|&cell| Some(cell) != tile));
        if let Some(&crowded) = self.queue.iter().find(|&&cell| grid.touching(cell) > filled) {
            return Some(crowded);
        }
        let crowded = tile.and_then(|tile| self.fill(grid, tile, filled));
        crowded.or_else(|| self.fill_queue(grid, filled))
    }

    /// Processes the queue of spaces to fill.
    fn fill_queue<const SIDES: usize>(&mut self, grid: &TileGrid<SIDES>, filled: u32) -> Option<WindowCell> {
        while let Some(cell) = self.queue.pop() {
            if let Some(crowded) = self.fill(grid, cell, filled) {
                return Some(crowded);
            }
        }
        None
    }

    /// Whether a tile on `cell`, next to which nothing is filled so far, leads to an overcrowded space. Restores the
    /// state.
    fn overcrowds_with<const SIDES: usize>(&mut self, grid: &TileGrid<SIDES>, cell: WindowCell, filled: u32) -> bool {
        self.filled.clear();
        self.incremented.clear();
        let crowded = self.fill(grid, cell, filled).or_else(|| self.fill_queue(grid, filled));
        self.queue.clear();
        for cell in self.filled.drain(..) {
            self.marks[cell] &= !FILLED;
        }
        for cell in self.incremented.drain(..) {
            self.marks[cell] -= 1;
        }
        crowded.is_some()
    }

    /// Extends the closure after a tile was placed on `cell`; stops and returns `false` if that leads to an overcrowded
    /// space.
    fn extend<const SIDES: usize>(&mut self, grid: &TileGrid<SIDES>, cell: WindowCell, filled: u32) -> bool {
        let was_filled = u32::from(self.is_filled(cell));
        let mut is_sound = true;
        for &stride in &grid.strides {
            let next = cell.step(stride);
            let (state, mark) = (&grid.cells[next], self.mark(next));
            let is_open = (state.orientation == OrientationIndex::NONE) & (mark & FILLED == 0);
            // A space of the closure has become a tile, which `touching` counts already.
            let mark = mark - (was_filled & u32::from(is_open));
            self.marks[next] = mark;
            let neighbours = u32::from(state.touching) + (mark & NEIGHBOURS);
            if is_open & (neighbours >= filled) {
                self.queue.push(next);
                is_sound &= neighbours == filled;
            }
        }
        self.filled.clear();
        self.incremented.clear();
        is_sound = is_sound && self.fill_queue(grid, filled).is_none();
        self.queue.clear();
        is_sound
    }

    /// Fills one cell and queues neighbours that become crowded; returns an overcrowded neighbour.
    fn fill<const SIDES: usize>(
        &mut self,
        grid: &TileGrid<SIDES>,
        cell: WindowCell,
        filled: u32,
    ) -> Option<WindowCell> {
        self.marks[cell] = self.mark(cell) | FILLED;
        self.filled.push(cell);
        // The contents of the neighbours are unpredictable: the only branch is the last one, which is rarely taken.
        let (mut incremented, mut count) = ([WindowCell::default(); SIDES], 0);
        let mut crowded = None;
        for &stride in &grid.strides {
            let next = cell.step(stride);
            let (state, mark) = (&grid.cells[next], self.mark(next));
            let is_open = (state.orientation == OrientationIndex::NONE) & (mark & FILLED == 0);
            let mark = mark + u32::from(is_open);
            self.marks[next] = mark;
            incremented[count] = next;
            count += usize::from(is_open);
            let neighbours = u32::from(state.touching) + (mark & NEIGHBOURS);
            if is_open & (neighbours >= filled) {
                self.queue.push(next);
                crowded = crowded.or((neighbours > filled).then_some(next));
            }
        }
        self.incremented.extend_from_slice(&incremented[..count]);
        crowded
    }
}

impl<const SIDES: usize> TileGrid<SIDES> {
    /// Whether a tile on the empty `cell` could lead to an overcrowded space. `is_sound` means that there is none
    /// without the tile.
    pub fn overcrowds(&self, cell: WindowCell, filled: u32, is_sound: bool) -> bool {
        if !is_sound {
            return self.find_overcrowded(Some(cell), filled).is_some();
        }
        // A tile on a space that is already filled in the closure changes nothing.
        if self.touching(cell) >= filled {
            return false;
        }
        let mut closure = self.current_closure(filled);
        let (mut touches_filled, mut fills_another) = (false, false);
        for next in self.sides().map(|side| self.neighbour(cell, side)) {
            let (is_empty, mark) = (self.is_empty(next), closure.mark(next));
            touches_filled |= is_empty & (mark & FILLED != 0);
            fills_another |= is_empty & (self.touching(next) + (mark & NEIGHBOURS) + 1 >= filled);
        }
        // A space of the closure next to the tile would have one neighbour too many.
        touches_filled || fills_another && closure.overcrowds_with(self, cell, filled)
    }

    /// A space that a tile on the empty `cell` could overcrowd, if any; preferably a neighbour.
    pub fn overcrowded_by(&self, cell: WindowCell, filled: u32, is_sound: bool) -> Option<WindowCell> {
        if !self.overcrowds(cell, filled, is_sound) {
            return None;
        }
        let mut neighbours = self.sides().map(|side| self.neighbour(cell, side)).filter(|&next| self.is_empty(next));
        let near = if is_sound { neighbours.find(|&next| self.current_closure(filled).is_filled(next)) } else { None };
        near.or_else(|| self.find_overcrowded(Some(cell), filled))
    }

    /// Closure of the current position.
    fn current_closure(&self, filled: u32) -> RefMut<'_, Flood> {
        let mut closure = self.closure.current.borrow_mut();
        if !self.closure.is_fresh.get() {
            let is_complete = closure.run(self, None, filled).is_none();
            debug_assert!(is_complete, "only sound positions are asked about");
            self.closure.is_fresh.set(is_complete);
        }
        closure
    }

    /// Extends the closure after a tile was placed, if it is up to date.
    #[inline]
    pub(super) fn extend_closure(&mut self, cell: WindowCell) {
        if let Some((filled, _)) = self.rules.controlled_sides.filter(|_| self.closure.is_fresh.get()) {
            let is_sound = self.closure.current.borrow_mut().extend(self, cell, filled);
            self.closure.is_fresh.set(is_sound);
        }
    }

    /// A space that could be overcrowded, with an additional tile on `cell` if one is given.
    pub fn find_overcrowded(&self, cell: Option<WindowCell>, filled: u32) -> Option<WindowCell> {
        self.closure.scratch.borrow_mut().run(self, cell, filled)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{hexagons, random_walks};
    use super::*;
    use crate::geometry::Coord;

    #[test]
    fn floods_survive_an_overflow_of_their_counter() {
        let mut grid = TileGrid::<6>::new(hexagons());
        for (x, y) in [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, -1)] {
            grid.place(Coord { x, y }, OrientationIndex::default());
        }
        let results_of = |flood: &mut Flood| -> Vec<bool> {
            let tiles = grid.frontier().iter();
            tiles.map(|&tile| flood.run(&grid, Some(tile), 3).is_some()).collect()
        };
        let mut flood = Flood::default();
        let results = results_of(&mut flood);
        assert!(results.contains(&true) && results.contains(&false), "one side of the row is controlled: {results:?}");
        flood.generation = u32::MAX - 3 * GENERATION + 1;
        assert_eq!(results_of(&mut flood), results);
    }

    /// The incrementally extended closure agrees with one computed from scratch, for every cell of the frontier.
    #[test]
    fn incremental_filling_equals_filling_from_scratch() {
        let mut counts = [0; 2];
        random_walks(|board, seed| {
            let (grid, is_sound) = (&board.grid, board.state.is_sound);
            for &cell in grid.frontier() {
                let expected = grid.find_overcrowded(Some(cell), 3).is_some();
                assert_eq!(grid.overcrowds(cell, 3, is_sound), expected, "seed {seed} at {:?}", grid.coord(cell));
                counts[usize::from(expected)] += 1;
            }
        });
        assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
    }
}
