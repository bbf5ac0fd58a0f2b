//! Places in which a team would win: moves that change a cell in common are one place, for one answer on that cell may do
//! for all of them. However a loop is closed, with whichever of its tiles first, and whatever piece fills the gap of a road,
//! that is one place.

use std::collections::BTreeSet;

use houserule_core::geometry::Coord;
use houserule_core::mechanics::Move;
use houserule_script::game::{Game, HookFault};

/// The cells that winning moves change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WinningCells {
    /// By the move; none holds all cells of another, for whatever is apart from the one is apart from the other.
    cells: Vec<BTreeSet<Coord>>,
}

impl WinningCells {
    /// Notes what a listed move changes. The game comes back as it was.
    pub fn add(&mut self, game: &mut Game, mv: Move) -> Result<(), HookFault> {
        game.play(mv)?;
        let changed = game.board().view().last_changed();
        game.undo();
        self.note(changed.into_iter().collect());
        Ok(())
    }

    fn note(&mut self, changed: BTreeSet<Coord>) {
        if !self.cells.iter().any(|known| known.is_subset(&changed)) {
            self.cells.retain(|known| !changed.is_subset(known));
            self.cells.push(changed);
        }
    }

    /// Whether so many of them have no cell in common.
    pub fn are_at_least(&self, count: u32) -> bool {
        apart(&self.cells.iter().collect::<Vec<_>>(), count)
    }

    /// How many of them have no cell in common, if it is fewer than so many.
    pub fn count(&self, most: u32) -> u32 {
        (1..=most).take_while(|count| self.are_at_least(*count)).count() as u32
    }
}

/// Whether so many sets have nothing in common, two and two.
fn apart(sets: &[&BTreeSet<Coord>], count: u32) -> bool {
    if count == 0 {
        return true;
    }
    if sets.len() < count as usize {
        return false;
    }
    (0..sets.len()).any(|index| {
        let rest: Vec<&BTreeSet<Coord>> =
            sets[index + 1..].iter().filter(|other| other.is_disjoint(sets[index])).copied().collect();
        apart(&rest, count - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_by_cells_and_not_by_moves() {
        let cells = |cells: &[i32]| cells.iter().map(|&x| Coord { x, y: 0 }).collect::<BTreeSet<Coord>>();
        let counted = |moves: &[&[i32]]| {
            let mut places = WinningCells::default();
            moves.iter().for_each(|changed| places.note(cells(changed)));
            places.count(4)
        };
        assert_eq!(counted(&[]), 0);
        assert_eq!(counted(&[&[1], &[1], &[1, 2]]), 1, "one gap, filled in three ways");
        assert_eq!(counted(&[&[1], &[2]]), 2);
        assert_eq!(counted(&[&[1, 2], &[2, 3]]), 1, "an answer on 2 does for both");
        assert_eq!(counted(&[&[1, 2], &[2, 3], &[3, 4]]), 2, "the first and the last");
        assert_eq!(counted(&[&[1], &[2], &[3], &[4], &[5]]), 4, "no more are told apart");
    }
}
