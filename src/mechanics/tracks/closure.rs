//! What would follow if every crowded space were filled, again and again, whatever the colours.

use std::cell::RefCell;

use super::field::Field;

/// Which spaces are thought filled, and how many neighbours a space must not have while it is still empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crowding {
    pub filled: u32,
    pub sides: u32,
}

/// The spaces that would be filled as things are, kept until a tile is laid or taken back.
#[derive(Clone, Debug, Default)]
pub struct Closure {
    spaces: RefCell<Vec<u32>>,
    /// Whether the spaces are those of the present position.
    is_fresh: std::cell::Cell<bool>,
}

impl Closure {
    pub fn forget(&self) {
        self.is_fresh.set(false);
    }
}

impl Field {
    /// With a tile on the empty `cell`: an empty space that could come to have too many neighbours, if there is one.
    /// `sound` says that without it there is none, which is so in a game where the rule was always in force.
    pub fn crowds(&self, cell: u32, rule: Crowding, sound: bool) -> Option<u32> {
        if sound && self.is_apart(cell, rule) { None } else { self.runs_into(Some(cell), rule) }
    }

    /// Whether a tile on `cell` neither touches a space that would be filled anyway nor makes another one: then nothing
    /// becomes of it that would not become of the position without it.
    fn is_apart(&self, cell: u32, rule: Crowding) -> bool {
        if !self.closure.is_fresh.get() {
            *self.closure.spaces.borrow_mut() = self.close(None, &self.seeds(None, rule), None, rule.filled);
            self.closure.is_fresh.set(true);
        }
        let closed = self.closure.spaces.borrow();
        self.sides()
            .map(|side| self.next(cell, side))
            .filter(|&next| self.is_empty(next))
            .all(|next| !closed.contains(&next) && self.neighbours_with(next, &closed) + 1 < rule.filled)
    }

    /// An empty space that could come to have too many neighbours, with a tile more on `cell` if one is given. The
    /// filling may go in any order, so a space is as bad as it gets when it is left for last.
    pub fn runs_into(&self, cell: Option<u32>, rule: Crowding) -> Option<u32> {
        let seeds = self.seeds(cell, rule);
        let laid: Vec<u32> = cell.into_iter().collect();
        if let Some(&now) = seeds.iter().find(|&&seed| self.neighbours_with(seed, &laid) >= rule.sides) {
            return Some(now);
        }
        let closed = self.close(cell, &seeds, None, rule.filled);
        let left_for_last = |space: u32| {
            self.neighbours_with(space, &closed) >= rule.sides
                && self.neighbours_with(space, &self.close(cell, &seeds, Some(space), rule.filled))
                    >= rule.sides
        };
        closed[laid.len()..].iter().copied().find(|&space| left_for_last(space))
    }

    /// The spaces that would be filled first.
    fn seeds(&self, cell: Option<u32>, rule: Crowding) -> Vec<u32> {
        let mut seeds: Vec<u32> = self.crowded(rule.filled).filter(|&other| Some(other) != cell).collect();
        if let Some(cell) = cell {
            let beside = self.sides().map(|side| self.next(cell, side));
            seeds
                .extend(beside.filter(|&next| self.is_empty(next) && self.touching(next) + 1 == rule.filled));
        }
        seeds
    }

    /// Every cell that would be filled, after `cell` itself if it is given; `skip` is never filled.
    fn close(&self, cell: Option<u32>, seeds: &[u32], skip: Option<u32>, filled: u32) -> Vec<u32> {
        let mut added: Vec<u32> = cell.into_iter().collect();
        let mut waiting: Vec<u32> = seeds.to_vec();
        while let Some(next) = waiting.pop() {
            if Some(next) == skip || added.contains(&next) {
                continue;
            }
            added.push(next);
            for side in self.sides() {
                let beside = self.next(next, side);
                if self.is_empty(beside) && self.neighbours_with(beside, &added) >= filled {
                    waiting.push(beside);
                }
            }
        }
        added
    }

    /// How many neighbours a cell would have if those of `added` were filled.
    fn neighbours_with(&self, cell: u32, added: &[u32]) -> u32 {
        let more = self.sides().filter(|&side| added.contains(&self.next(cell, side))).count() as u32;
        self.touching(cell) + more
    }
}
