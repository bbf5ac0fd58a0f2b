//! Search for one loop of a colour through all tiles that encloses no empty cell. It anneals an outline with as many
//! straights, wide and tight bends as the tiles have, then anneals the tiles along it. Many attempts run, each from its
//! own seed; the lowest-numbered success counts, whichever thread makes it.
//!
//! The search is complete: every cell of such a solution is on the loop, and the loop encloses no cells, because tiles
//! would be on it and empty cells would be holes. So the outline is always a `LoopShape`.

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

/// Smallest number of tiles that form a loop.
const MIN_LOOP_TILES: usize = 3;

/// Largest number of tiles accepted.
const MAX_TILES: usize = 1000;

/// Whether [`find`] applies: one loop through every tile once, with nothing given but the board. Where holes are
/// allowed it still finds only solutions without them.
pub fn applies(puzzle: &Puzzle) -> bool {
    LoopSearch::new(puzzle).is_some()
}

/// Searches for a solution without holes until one is found or the time runs out. Returns `Exhausted` where no such
/// loop can close; otherwise a futile search does not end by itself.
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

/// The loop to find.
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

/// Attempts on several threads. The result does not depend on their speed: an attempt is abandoned only when one with a
/// lower number succeeded.
struct AttemptRace {
    next: AtomicU64,
    /// Lowest attempt that succeeded.
    lowest: AtomicU64,
    first: Mutex<Option<(u64, Solution)>>,
    /// Worth of the best arrangement reported.
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
    /// Makes attempts until one succeeds or the time runs out.
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

/// One outline and the tiles along it.
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

    /// Whether this attempt is no longer needed.
    fn is_over(&self) -> bool {
        self.race.lowest.load(Ordering::Relaxed) < self.number || self.control.is_over()
    }

    /// Length of this attempt relative to a short one: every second attempt may take twice as long, every fourth four
    /// times and so on, so that hard puzzles get their time and easy ones do not wait.
    fn patience(&self) -> usize {
        const MAX_LOOP_LEN: u32 = 4;
        1 << (self.number + 1).trailing_zeros().min(MAX_LOOP_LEN)
    }

    fn tell(&self, filling: &Filling) {
        self.show(filling.worth(), || filling.pieces());
    }

    /// Reports an arrangement if it is better than the last one reported.
    fn show(&self, worth: u32, pieces: impl FnOnce() -> Solution) {
        if self.race.told.fetch_max(worth, Ordering::Relaxed) < worth {
            (self.control.report)(&BestArrangement { worth, pieces: pieces() });
        }
    }
}
