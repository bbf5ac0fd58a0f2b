//! Separate places in which a team could win: the largest set packing of the cells that winning moves change. Moves
//! that share a cell are one place, because one reply on that cell may stop them all. All ways to close one loop, and
//! all pieces that fill one gap of a road, are one place.

use std::collections::BTreeSet;

use houserule_core::geometry::Coord;
use houserule_core::mechanics::Move;
use houserule_script::game::{Game, HookFault};

/// The cells that winning moves change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WinningCells {
    /// One set for each move. No set contains another: what is disjoint from the larger is disjoint from the smaller.
    cells: Vec<BTreeSet<Coord>>,
}

impl WinningCells {
    /// Adds the cells that a legal move changes. Leaves the game unchanged.
    pub fn add(&mut self, game: &mut Game, mv: Move) -> Result<(), HookFault> {
        game.play(mv)?;
        let changed = game.board().view().last_changed();
        game.undo();
        self.insert(changed.into_iter().collect());
        Ok(())
    }

    fn insert(&mut self, changed: BTreeSet<Coord>) {
        if !self.cells.iter().any(|other| other.is_subset(&changed)) {
            self.cells.retain(|other| !changed.is_subset(other));
            self.cells.push(changed);
        }
    }

    /// Returns whether `count` of the sets are pairwise disjoint.
    pub fn has_disjoint(&self, count: u32) -> bool {
        has_disjoint_sets(&self.cells.iter().collect::<Vec<_>>(), count)
    }

    /// Returns the largest number of pairwise disjoint sets, at most `max`.
    pub fn disjoint_count(&self, max: u32) -> u32 {
        (1..=max).take_while(|count| self.has_disjoint(*count)).count() as u32
    }
}

/// Returns whether `count` of the sets are pairwise disjoint (set packing by exhaustive search).
fn has_disjoint_sets(sets: &[&BTreeSet<Coord>], count: u32) -> bool {
    if count == 0 {
        return true;
    }
    if sets.len() < count as usize {
        return false;
    }
    (0..sets.len()).any(|index| {
        let rest: Vec<&BTreeSet<Coord>> =
            sets[index + 1..].iter().filter(|other| other.is_disjoint(sets[index])).copied().collect();
        has_disjoint_sets(&rest, count - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_moves_are_counted_by_cell() {
        let cells = |cells: &[i32]| cells.iter().map(|&x| Coord { x, y: 0 }).collect::<BTreeSet<Coord>>();
        let counted = |moves: &[&[i32]]| {
            let mut winning_cells = WinningCells::default();
            moves.iter().for_each(|changed| winning_cells.insert(cells(changed)));
            winning_cells.disjoint_count(4)
        };
        assert_eq!(counted(&[]), 0);
        assert_eq!(counted(&[&[1], &[1], &[1, 2]]), 1, "one gap, filled in three ways");
        assert_eq!(counted(&[&[1], &[2]]), 2);
        assert_eq!(counted(&[&[1, 2], &[2, 3]]), 1, "an answer on 2 does for both");
        assert_eq!(counted(&[&[1, 2], &[2, 3], &[3, 4]]), 2, "the first and the last");
        assert_eq!(counted(&[&[1], &[2], &[3], &[4], &[5]]), 4, "no more are told apart");
    }
}
