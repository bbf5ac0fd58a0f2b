//! Closure of a position: the result of filling every crowded space repeatedly, ignoring colours.
//!
//! A space is filled once it has `filled` neighbours, and one more neighbour while it is still empty is one too many.
//! The order of filling does not matter. Suppose that in some order every space had exactly `filled` neighbours when
//! its turn came: call these its supports. Of two neighbours, the later one then has the earlier one among its
//! supports. In any other order, no space can come before its supports either: the first that did would have a
//! neighbour that was filled before one of its own supports. So no space ever has more neighbours than its supports
//! while it is empty. And both orders fill the same spaces: the first space in the other order that this one never
//! fills would have `filled` neighbours here too, since all that were filled before it there are filled here.

use std::cell::{Cell, RefCell, RefMut};

use super::constraints::NONE;
use super::grid::TileGrid;

/// Floodfill of one position, in reused memory.
#[derive(Clone, Debug, Default)]
struct Flood {
    /// One number per cell: the generation in which it was last visited, whether it was filled, and the number of its
    /// neighbours. A mark of an earlier generation is smaller than any of the current one.
    marks: Vec<u32>,
    /// Empty mark of the current generation.
    blank: u32,
    waiting: Vec<u32>,
    /// Cells filled, and cells that gained a neighbour, since the lists were last cleared.
    filled: Vec<u32>,
    given: Vec<u32>,
}

/// Fields of a mark.
const NEIGHBOURS: u32 = 0x7f;
const FILLED: u32 = 0x80;
const FLOOD: u32 = 0x100;

/// Closure of the current position, extended as tiles are placed and discarded when some are undone; and scratch memory
/// for other positions.
#[derive(Clone, Debug, Default)]
pub struct Closure {
    as_is: RefCell<Flood>,
    is_fresh: Cell<bool>,
    with_tile: RefCell<Flood>,
}

impl Closure {
    pub fn forget(&self) {
        self.is_fresh.set(false);
    }
}

impl Flood {
    /// Starts a new generation; the marks are cleared when the counter wraps around.
    fn begin(&mut self) {
        self.blank = self.blank.wrapping_add(FLOOD);
        if self.blank == 0 {
            self.marks.fill(0);
            self.blank = FLOOD;
        }
    }

    fn mark(&self, cell: u32) -> u32 {
        self.marks[cell as usize].max(self.blank)
    }

    fn is_filled(&self, cell: u32) -> bool {
        self.mark(cell) & FILLED != 0
    }

    /// Fills all crowded spaces, with an additional tile on `tile` if one is given. Stops at a space with one neighbour
    /// too many and returns it.
    fn run<const SIDES: usize>(&mut self, field: &TileGrid<SIDES>, tile: Option<u32>, filled: u32) -> Option<u32> {
        if self.marks.len() != field.cells() {
            *self = Flood { marks: vec![0; field.cells()], ..Flood::default() };
        }
        self.begin();
        self.waiting.clear();
        self.filled.clear();
        self.given.clear();
        self.waiting.extend(field.crowded(filled).into_iter().filter(|&cell| Some(cell) != tile));
        if let Some(&crowded) = self.waiting.iter().find(|&&cell| field.touching(cell) > filled) {
            return Some(crowded);
        }
        let crowded = tile.and_then(|tile| self.fill(field, tile, filled));
        crowded.or_else(|| self.fill_waiting(field, filled))
    }

    /// Processes the queue of spaces to fill.
    fn fill_waiting<const SIDES: usize>(&mut self, field: &TileGrid<SIDES>, filled: u32) -> Option<u32> {
        while let Some(cell) = self.waiting.pop() {
            if let Some(crowded) = self.fill(field, cell, filled) {
                return Some(crowded);
            }
        }
        None
    }

    /// Whether filling fails once a tile is on `cell`, beside which nothing is filled so far. The state is restored.
    fn goes_wrong_with<const SIDES: usize>(&mut self, field: &TileGrid<SIDES>, cell: u32, filled: u32) -> bool {
        self.filled.clear();
        self.given.clear();
        let crowded = self.fill(field, cell, filled).or_else(|| self.fill_waiting(field, filled));
        self.waiting.clear();
        for cell in self.filled.drain(..) {
            self.marks[cell as usize] &= !FILLED;
        }
        for cell in self.given.drain(..) {
            self.marks[cell as usize] -= 1;
        }
        crowded.is_some()
    }

    /// Extends the closure after a tile was placed on `cell`; returns `false`, and stops, if that leads to a space with
    /// one neighbour too many.
    fn carry_on<const SIDES: usize>(&mut self, field: &TileGrid<SIDES>, cell: u32, filled: u32) -> bool {
        let was_filled = self.is_filled(cell) as u32;
        let mut holds = true;
        for &stride in &field.strides {
            let next = cell.wrapping_add_signed(stride);
            let (spot, mark) = (&field.spots[next as usize], self.mark(next));
            let is_open = (spot.orientation == NONE) & (mark & FILLED == 0);
            // A space that was to be filled is a tile now, and counted as one.
            let mark = mark - (was_filled & is_open as u32);
            self.marks[next as usize] = mark;
            let neighbours = u32::from(spot.touching) + (mark & NEIGHBOURS);
            if is_open & (neighbours >= filled) {
                self.waiting.push(next);
                holds &= neighbours == filled;
            }
        }
        self.filled.clear();
        self.given.clear();
        holds = holds && self.fill_waiting(field, filled).is_none();
        self.waiting.clear();
        holds
    }

    /// Fills one cell and queues neighbours that become crowded; returns a neighbour that has one too many.
    fn fill<const SIDES: usize>(&mut self, field: &TileGrid<SIDES>, cell: u32, filled: u32) -> Option<u32> {
        self.marks[cell as usize] = self.mark(cell) | FILLED;
        self.filled.push(cell);
        // What is beside it is unpredictable: the only branch is the last one, which is rarely taken.
        let (mut given, mut count) = ([0; SIDES], 0);
        let mut crowded = None;
        for &stride in &field.strides {
            let next = cell.wrapping_add_signed(stride);
            let (spot, mark) = (&field.spots[next as usize], self.mark(next));
            let is_open = (spot.orientation == NONE) & (mark & FILLED == 0);
            let mark = mark + is_open as u32;
            self.marks[next as usize] = mark;
            given[count] = next;
            count += is_open as usize;
            let neighbours = u32::from(spot.touching) + (mark & NEIGHBOURS);
            if is_open & (neighbours >= filled) {
                self.waiting.push(next);
                crowded = crowded.or((neighbours > filled).then_some(next));
            }
        }
        self.given.extend_from_slice(&given[..count]);
        crowded
    }
}

impl<const SIDES: usize> TileGrid<SIDES> {
    /// Whether a tile on the empty `cell` could lead to an empty space with too many neighbours. `sound` means that
    /// without the tile none could.
    pub fn crowds(&self, cell: u32, filled: u32, sound: bool) -> bool {
        if !sound {
            return self.runs_into(Some(cell), filled).is_some();
        }
        // A tile on a space that is already filled in the closure changes nothing.
        if self.touching(cell) >= filled {
            return false;
        }
        let mut as_is = self.filling(filled);
        let (mut is_beside, mut makes_another) = (false, false);
        for next in self.sides().map(|side| self.next(cell, side)) {
            let (is_empty, mark) = (self.is_empty(next), as_is.mark(next));
            is_beside |= is_empty & (mark & FILLED != 0);
            makes_another |= is_empty & (self.touching(next) + (mark & NEIGHBOURS) + 1 >= filled);
        }
        // Beside a space that will be filled, the tile would be one neighbour too many.
        is_beside || makes_another && as_is.goes_wrong_with(self, cell, filled)
    }

    /// A space that could have too many neighbours with a tile on the empty `cell`, if there is one; preferably one
    /// beside it.
    pub fn crowded_by(&self, cell: u32, filled: u32, sound: bool) -> Option<u32> {
        if !self.crowds(cell, filled, sound) {
            return None;
        }
        let mut beside = self.sides().map(|side| self.next(cell, side)).filter(|&next| self.is_empty(next));
        let near = if sound { beside.find(|&next| self.filling(filled).is_filled(next)) } else { None };
        near.or_else(|| self.runs_into(Some(cell), filled))
    }

    /// Closure of the current position.
    fn filling(&self, filled: u32) -> RefMut<'_, Flood> {
        let mut as_is = self.closure.as_is.borrow_mut();
        if !self.closure.is_fresh.get() {
            let is_whole = as_is.run(self, None, filled).is_none();
            debug_assert!(is_whole, "only sound positions are asked about");
            self.closure.is_fresh.set(is_whole);
        }
        as_is
    }

    /// Extends the closure when a tile was placed, if it was requested before.
    #[inline]
    pub(super) fn fill_on(&mut self, cell: u32) {
        if let Some((filled, _)) = self.plan.controlled.filter(|_| self.closure.is_fresh.get()) {
            let holds = self.closure.as_is.borrow_mut().carry_on(self, cell, filled);
            self.closure.is_fresh.set(holds);
        }
    }

    /// An empty space that could have too many neighbours, with an additional tile on `cell` if one is given.
    pub fn runs_into(&self, cell: Option<u32>, filled: u32) -> Option<u32> {
        self.closure.with_tile.borrow_mut().run(self, cell, filled)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{hexagons, wander_about};
    use super::*;
    use crate::geometry::Coord;

    #[test]
    fn floods_tell_the_same_when_their_numbers_begin_again() {
        let mut field = TileGrid::<6>::new(hexagons());
        for (x, y) in [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, -1)] {
            field.put(Coord { x, y }, 0);
        }
        let tell = |flood: &mut Flood| -> Vec<bool> {
            let tiles = field.frontier().iter();
            tiles.map(|&tile| flood.run(&field, Some(tile), 3).is_some()).collect()
        };
        let mut flood = Flood::default();
        let told = tell(&mut flood);
        assert!(told.contains(&true) && told.contains(&false), "one side of the row is controlled: {told:?}");
        flood.blank = u32::MAX - 3 * FLOOD + 1;
        assert_eq!(tell(&mut flood), told);
    }

    /// The incrementally extended closure agrees with one computed from scratch, for every empty cell.
    #[test]
    fn filling_on_tells_what_filling_anew_tells() {
        let mut told = [0; 2];
        wander_about(|board, seed| {
            let (field, sound) = (&board.field, board.state.sound);
            for &cell in field.frontier() {
                let anew = field.runs_into(Some(cell), 3).is_some();
                assert_eq!(field.crowds(cell, 3, sound), anew, "seed {seed} at {:?}", field.at(cell));
                told[anew as usize] += 1;
            }
        });
        assert!(told.iter().all(|count| *count > 500), "{told:?}");
    }
}
