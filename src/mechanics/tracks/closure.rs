//! What would follow if every crowded space were filled, again and again, whatever the colours.
//!
//! A space is filled once it has `filled` neighbours, and one more while it is still empty is one too many. Any order of
//! filling will do to find that out. For suppose that in some order every space had exactly `filled` neighbours when its
//! turn came: call these its supports. Of two neighbours the later one then has the earlier one among its supports. In
//! any other order too no space can come before its supports: the first that did would have a neighbour that was filled
//! before one of its own supports. So no space ever has a neighbour more than its supports while it is empty. And both orders fill the same
//! spaces: the first space in the other order that this one never fills would have `filled` neighbours here too, since all
//! that were filled before it there are filled here.

use std::cell::RefCell;

use super::field::Field;
use super::needs::NONE;

/// The filling of one position, in memory that is used again.
#[derive(Clone, Debug, Default)]
struct Flood {
    /// By cell: in which flood it was last met, how many neighbours were filled in it, whether it was filled itself.
    cells: Vec<Met>,
    flood: u32,
    waiting: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Met {
    flood: u32,
    more: u8,
    filled: bool,
}

/// The filling of the position as it is, kept until a tile is laid or taken back, and room to try tiles out.
#[derive(Clone, Debug, Default)]
pub struct Closure {
    as_is: RefCell<Flood>,
    is_fresh: std::cell::Cell<bool>,
    with_tile: RefCell<Flood>,
}

impl Closure {
    pub fn forget(&self) {
        self.is_fresh.set(false);
    }
}

impl Flood {
    /// Makes all marks those of an earlier flood; when the numbers of floods begin again, they are wiped.
    fn begin(&mut self) {
        self.flood = self.flood.wrapping_add(1);
        if self.flood == 0 {
            self.cells.fill(Met::default());
            self.flood = 1;
        }
    }

    fn met(&self, cell: u32) -> Met {
        let met = self.cells[cell as usize];
        if met.flood == self.flood { met } else { Met { flood: self.flood, more: 0, filled: false } }
    }

    /// Fills what there is to fill, with a tile more on `tile` if one is given. Stops at a space with one neighbour too
    /// many and gives it.
    fn run<const SIDES: usize>(
        &mut self,
        field: &Field<SIDES>,
        tile: Option<u32>,
        filled: u32,
    ) -> Option<u32> {
        if self.cells.len() != field.cells() {
            *self = Flood { cells: vec![Met::default(); field.cells()], ..Flood::default() };
        }
        self.begin();
        self.waiting.clear();
        let others = field.crowded(filled).filter(|&cell| Some(cell) != tile);
        self.waiting.extend(others);
        if let Some(&crowded) = self.waiting.iter().find(|&&cell| field.touching(cell) > filled) {
            return Some(crowded);
        }
        if let Some(crowded) = tile.and_then(|tile| self.fill(field, tile, filled)) {
            return Some(crowded);
        }
        while let Some(cell) = self.waiting.pop() {
            if let Some(crowded) = self.fill(field, cell, filled) {
                return Some(crowded);
            }
        }
        None
    }

    /// Fills one cell; a neighbour that is now crowded waits to be filled, one that was already is given.
    fn fill<const SIDES: usize>(&mut self, field: &Field<SIDES>, cell: u32, filled: u32) -> Option<u32> {
        let met = self.met(cell);
        self.cells[cell as usize] = Met { filled: true, ..met };
        for &stride in &field.strides {
            let next = cell.wrapping_add_signed(stride);
            let spot = &field.spots[next as usize];
            if spot.lie != NONE {
                continue;
            }
            let met = &mut self.cells[next as usize];
            if met.flood != self.flood {
                *met = Met { flood: self.flood, more: 0, filled: false };
            }
            if met.filled {
                continue;
            }
            met.more += 1;
            let neighbours = u32::from(spot.touching + met.more);
            if neighbours > filled {
                return Some(next);
            }
            if neighbours == filled {
                self.waiting.push(next);
            }
        }
        None
    }
}

impl<const SIDES: usize> Field<SIDES> {
    /// With a tile on the empty `cell`: an empty space that could come to have too many neighbours, if there is one.
    /// `sound` says that without it there is none, which is so in a game where the rule was always in force.
    pub fn crowds(&self, cell: u32, filled: u32, sound: bool) -> Option<u32> {
        if !sound {
            return self.runs_into(Some(cell), filled);
        }
        // A tile on a space that is filled now changes nothing of what follows.
        if self.touching(cell) >= filled {
            return None;
        }
        if !self.closure.is_fresh.get() {
            self.closure.as_is.borrow_mut().run(self, None, filled);
            self.closure.is_fresh.set(true);
        }
        let as_is = self.closure.as_is.borrow();
        let mut makes_another = false;
        for next in self.sides().map(|side| self.next(cell, side)).filter(|&next| self.is_empty(next)) {
            let met = as_is.met(next);
            // Beside a space that will be filled it would be one neighbour too many for that space.
            if met.filled {
                return Some(next);
            }
            makes_another |= self.touching(next) + met.more as u32 + 1 >= filled;
        }
        if makes_another { self.runs_into(Some(cell), filled) } else { None }
    }

    /// An empty space that could come to have too many neighbours, with a tile more on `cell` if one is given.
    pub fn runs_into(&self, cell: Option<u32>, filled: u32) -> Option<u32> {
        self.closure.with_tile.borrow_mut().run(self, cell, filled)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::hexagons;
    use super::*;
    use crate::geometry::At;

    #[test]
    fn floods_tell_the_same_when_their_numbers_begin_again() {
        let mut field = Field::<6>::new(hexagons());
        for (x, y) in [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, -1)] {
            field.put(At { x, y }, 0);
        }
        let tell = |flood: &mut Flood| -> Vec<bool> {
            let tiles = field.frontier().iter();
            tiles.map(|&tile| flood.run(&field, Some(tile), 3).is_some()).collect()
        };
        let mut flood = Flood::default();
        let told = tell(&mut flood);
        assert!(told.contains(&true) && told.contains(&false), "one side of the row is controlled: {told:?}");
        flood.flood = u32::MAX - 2;
        assert_eq!(tell(&mut flood), told);
    }
}
