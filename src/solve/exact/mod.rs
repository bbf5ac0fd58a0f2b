//! Exact search: counts all solutions of a puzzle, or finds one, or proves that there is none.

mod bits;
mod holes;
mod kit;
mod lay;
mod reach;
mod same;
mod search;
mod start;
mod watch;


use super::control::{Control, Ending};
use crate::chance::Dice;
use crate::mechanics::layout::{Aim, Area, Goal, Piece, Puzzle, Solution};
use kit::Kit;
use search::{SHUT, Search, Step};
use start::{Start, sorted};
use same::Same;
use watch::Counter;

/// How many solutions there are, distinct up to translation and rotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// All that the puzzle allows.
    pub all: u64,
    /// Those without holes.
    pub whole: u64,
    /// How many positions were looked at.
    pub nodes: u64,
    pub ending: Ending,
}

/// The goals of a puzzle whose colours are to form something.
pub fn goals(puzzle: &Puzzle) -> &[Goal] {
    match &puzzle.aim {
        Aim::Goals(goals) => goals,
        Aim::Longest(_) => &[],
    }
}

/// Whether some tile can play no part: on a free board it is the goals that hold tiles together.
pub fn has_idle_tile(puzzle: &Puzzle) -> bool {
    let goals = goals(puzzle);
    let shows = |tile: &u16, goal: &Goal| puzzle.set.lies_of(*tile)[0].colours.contains(&goal.colour);
    let is_idle = |tile: &u16| !goals.iter().any(|goal| shows(tile, goal));
    let is_missing = |goal: &Goal| !puzzle.tiles.iter().any(|tile| shows(tile, goal));
    goals.iter().any(is_missing)
        || puzzle.area == Area::Free && !goals.is_empty() && puzzle.tiles.iter().any(is_idle)
}

/// Counts all solutions.
pub fn count(puzzle: &Puzzle, control: &Control) -> Count {
    if has_idle_tile(puzzle) {
        return Count { all: 0, whole: 0, nodes: 0, ending: Ending::Done };
    }
    match lies(puzzle) {
        ..=64 => Exact::<1>::of(puzzle, None).count(control),
        ..=128 => Exact::<2>::of(puzzle, None).count(control),
        ..=384 => Exact::<6>::of(puzzle, None).count(control),
        _ => Exact::<32>::of(puzzle, None).count(control),
    }
}

/// How many lies the kinds of a puzzle have, givens and the one that holds a free board counted apart.
fn lies(puzzle: &Puzzle) -> usize {
    let mut tiles = puzzle.tiles.clone();
    tiles.sort_unstable();
    tiles.dedup();
    let apart = puzzle.given.iter().map(|given| puzzle.tiles[given.tile]);
    let held = (puzzle.area == Area::Free && puzzle.given.is_empty()).then(|| puzzle.set.sides);
    let lies = |tile: u16| puzzle.set.lies_of(tile).len();
    tiles.into_iter().chain(apart).map(lies).sum::<usize>() + held.unwrap_or(0)
}

struct Exact<'a, const W: usize> {
    puzzle: &'a Puzzle,
    kit: Kit<W>,
    start: Start<W>,
}

impl<'a, const W: usize> Exact<'a, W> {
    fn of(puzzle: &'a Puzzle, dice: Option<&mut Dice>) -> Exact<'a, W> {
        let goals = goals(puzzle);
        let sorted = sorted(puzzle, goals, dice);
        let kit = Kit::of(puzzle, goals, sorted.kinds).expect("the width was chosen by the number of lies");
        let start = Start::of(puzzle, &kit, &sorted.given, sorted.same);
        Exact { puzzle, kit, start }
    }

    fn count(&self, control: &Control) -> Count {
        let mut search = Search::new(&self.kit, &self.start);
        let mut counter = Counter::new(self, control);
        search.run(0, &mut counter);
        Count { all: counter.all, whole: counter.whole, nodes: search.nodes, ending: Ending::Done }
    }

    /// Whether a solution counts among those that are the same.
    fn counts(&self, path: &[Step]) -> bool {
        matches!(self.start.same, Same::Told) || self.start.same.counts(self.puzzle, &self.solution(path))
    }

    /// What a path laid.
    fn solution(&self, path: &[Step]) -> Solution {
        let mut used = vec![0; self.kit.kinds.len()];
        let piece = |&(cell, lie): &Step| {
            let lie = &self.kit.lies[lie as usize];
            let used = &mut used[lie.kind as usize];
            *used += 1;
            let tile = self.kit.kinds[lie.kind as usize].members[*used - 1];
            Piece { tile, at: self.start.places[cell as usize], rotation: lie.rotation }
        };
        path.iter().filter(|step| step.1 != SHUT).map(piece).collect()
    }
}
