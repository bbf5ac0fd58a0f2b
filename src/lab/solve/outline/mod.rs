//! Finds one loop of a colour through all tiles that encloses no empty cell, fast: first an outline with as many straights,
//! wide and tight bends as the tiles have, then the tiles along it, both by annealing. Many attempts, each from a seed
//! of its own; the first that succeeds counts, whoever makes it.
//!
//! Every cell of such a solution is on the loop, and what the loop encloses are no cells: tiles would be on it, and empty
//! cells would be holes. So its outline is a [`shape::LoopShape`], and no solution is out of reach.

mod acceptance;
mod bends;
mod board;
mod fill;
mod shape;
mod stock;
#[cfg(test)]
mod tests;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::{BestArrangement, SearchControl, SearchEnd};
use board::GivenCells;
use fill::Filling;
use houserule_core::mechanics::puzzle::{Area, Puzzle, PuzzleAim, PuzzleGoal, Solution, TrackForm};
use houserule_core::rng::Rng;
use shape::SIDES;
use stock::TileStock;

/// The fewest tiles that make a loop.
const MIN_LOOP_TILES: usize = 3;

/// The most tiles that are taken on.
const MAX_TILES: usize = 1000;

/// Whether [`find`] can look for a solution: one loop, through every tile once, with nothing given but the board. Where
/// holes are allowed it still finds only solutions without; there may be others.
pub fn applies(puzzle: &Puzzle) -> bool {
    LoopSearch::new(puzzle).is_some()
}

/// Looks for a solution without holes until there is one or time runs out. `Exhausted` is said where no such loop can
/// close; else a search in vain goes on for ever.
pub fn find(puzzle: &Puzzle, control: &SearchControl) -> (Option<Solution>, SearchEnd) {
    let Some(hunt) = LoopSearch::new(puzzle) else { return (None, SearchEnd::Stopped) };
    if !hunt.stock.can_close() {
        return (None, SearchEnd::Exhausted);
    }
    let race = AttemptRace::default();
    std::thread::scope(|scope| {
        for _ in 1..control.threads {
            scope.spawn(|| race.run(&hunt, control));
        }
        race.run(&hunt, control);
    });
    let first = race.first.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    match first {
        Some((_, solution)) => (Some(solution), SearchEnd::Done),
        None => (None, SearchEnd::Stopped),
    }
}

/// What is looked for.
struct LoopSearch {
    stock: TileStock,
    board: Option<GivenCells>,
}

impl LoopSearch {
    fn new(puzzle: &Puzzle) -> Option<LoopSearch> {
        let PuzzleAim::Goals(goals) = &puzzle.aim else { return None };
        let &[PuzzleGoal { colour, form: TrackForm::Loop }] = goals.as_slice() else { return None };
        let len = puzzle.tiles.len();
        let is_plain = puzzle.set.sides == SIDES && puzzle.given.is_empty();
        if !is_plain || !(MIN_LOOP_TILES..=MAX_TILES).contains(&len) {
            return None;
        }
        let board = match &puzzle.area {
            Area::Free => None,
            Area::Cells(cells) => Some(GivenCells::new(cells).filter(|_| cells.len() == len)?),
        };
        Some(LoopSearch { stock: TileStock::new(puzzle, colour)?, board })
    }
}

/// Attempts made side by side. Which one wins does not depend on who is faster: an attempt is given up only for one with a
/// lower number that succeeded.
struct AttemptRace {
    next: AtomicU64,
    /// The lowest number that succeeded.
    lowest: AtomicU64,
    first: Mutex<Option<(u64, Solution)>>,
    /// What the best that was told of is worth.
    told: AtomicU32,
}

impl Default for AttemptRace {
    fn default() -> AttemptRace {
        AttemptRace {
            next: AtomicU64::new(0),
            lowest: AtomicU64::new(u64::MAX),
            first: Mutex::new(None),
            told: AtomicU32::new(0),
        }
    }
}

impl AttemptRace {
    /// Makes attempts until one succeeds or time runs out.
    fn run(&self, hunt: &LoopSearch, control: &SearchControl) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let rng = Rng::new(control.seed.rotate_left(u64::BITS / 2).wrapping_add(number));
            let mut attempt = OutlineAttempt { number, rng, race: self, control };
            if attempt.is_over() {
                return;
            }
            let Some(solution) = attempt.make(hunt) else { continue };
            let mut first = self.first.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if first.as_ref().is_none_or(|(lowest, _)| number < *lowest) {
                self.lowest.store(number, Ordering::Relaxed);
                *first = Some((number, solution));
            }
        }
    }
}

/// One outline, and tiles along it.
struct OutlineAttempt<'a> {
    number: u64,
    rng: Rng,
    race: &'a AttemptRace,
    control: &'a SearchControl<'a>,
}

impl OutlineAttempt<'_> {
    fn make(&mut self, hunt: &LoopSearch) -> Option<Solution> {
        let board = hunt.board.as_ref();
        let stations = bends::bend(hunt.stock.bends(), board, self)?;
        let mut filling = Filling::new(&hunt.stock, &stations, self);
        let mut pieces = filling.settle(board.is_some(), self)?;
        if board.is_none() {
            let origin = pieces[0].at;
            pieces.iter_mut().for_each(|piece| piece.at = piece.at.from(origin));
        }
        self.show(pieces.len() as u32, || pieces.clone());
        Some(pieces)
    }

    /// Whether nobody waits for this attempt any more.
    fn is_over(&self) -> bool {
        self.race.lowest.load(Ordering::Relaxed) < self.number || self.control.is_over()
    }

    /// How many times as long as a short attempt this one may take: every second one twice, every fourth four times and
    /// so on, so that what is hard gets its time and what is easy does not wait for it.
    fn patience(&self) -> usize {
        const MAX_LOOP_LEN: u32 = 4;
        1 << (self.number + 1).trailing_zeros().min(MAX_LOOP_LEN)
    }

    fn tell(&self, filling: &Filling) {
        self.show(filling.worth(), || filling.pieces());
    }

    /// Shows what lies, if it is worth more than what was shown before.
    fn show(&self, worth: u32, pieces: impl FnOnce() -> Solution) {
        if self.race.told.fetch_max(worth, Ordering::Relaxed) < worth {
            (self.control.report)(&BestArrangement { worth, pieces: pieces() });
        }
    }
}
