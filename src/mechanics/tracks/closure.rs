//! What would follow if every crowded space were filled, again and again, whatever the colours.

use super::field::Field;

/// Which spaces are thought filled, and how many neighbours a space must not have while it is still empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crowding {
    pub filled: u32,
    pub sides: u32,
}

impl Field {
    /// With a tile on the empty `cell`: an empty space that could come to have too many neighbours, if there is one.
    /// The filling may go in any order, so a space is as bad as it gets when it is left for last.
    pub fn crowds(&self, cell: u32, rule: Crowding) -> Option<u32> {
        let beside = |other: u32| self.sides().map(move |side| self.next(other, side));
        let mut seeds: Vec<u32> = self.crowded(rule.filled).filter(|&other| other != cell).collect();
        for next in beside(cell).filter(|&next| self.is_empty(next)) {
            if self.touching(next) + 1 >= rule.sides {
                return Some(next);
            }
            if self.touching(next) + 1 == rule.filled {
                seeds.push(next);
            }
        }
        if seeds.is_empty() {
            return None;
        }
        if let Some(&now) = seeds.iter().find(|&&seed| self.touching(seed) >= rule.sides) {
            return Some(now);
        }
        let closed = self.close(cell, &seeds, None, rule.filled);
        let left_for_last = |space: u32| {
            self.neighbours_with(space, &closed) >= rule.sides
                && self.neighbours_with(space, &self.close(cell, &seeds, Some(space), rule.filled))
                    >= rule.sides
        };
        closed[1..].iter().copied().find(|&space| left_for_last(space))
    }

    /// Every cell that would be filled, the first being `cell` itself; `skip` is never filled.
    fn close(&self, cell: u32, seeds: &[u32], skip: Option<u32>, filled: u32) -> Vec<u32> {
        let mut added = vec![cell];
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
