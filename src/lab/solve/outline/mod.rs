//! Search for one loop of a colour through all tiles that encloses no empty cell. It anneals an outline with as many
//! straights, wide and tight bends as the tiles have, then anneals the tiles along it. Many attempts run, each from its
//! own seed; the lowest-numbered success counts, whichever thread makes it.
//!
//! The search is complete: every cell of such a solution is on the loop, and the loop encloses no cells, because tiles
//! would be on it and empty cells would be holes. So the outline is always a `LoopShape`.

mod acceptance;
mod anneal_loop;
mod anneal_tiles;
mod board;
mod shape;
#[cfg(test)]
mod tests;
mod tiles;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::control::run_in_threads;
use super::{BestArrangement, SearchControl, SearchEnd};
use anneal_tiles::Filling;
use board::GivenCells;
use houserule_core::mechanics::puzzle::{Area, Puzzle, PuzzleAim, PuzzleGoal, Solution, TrackForm};
use houserule_core::rng::Rng;
use shape::SIDES;
use tiles::TileStock;

/// Smallest number of tiles that form a loop.
const MIN_LOOP_TILES: usize = 3;

/// Largest number of tiles accepted.
const MAX_TILES: usize = 1000;

/// Returns whether [`find`] applies: one loop through every tile once, with nothing given but the board. Where holes
/// are allowed, it still finds only solutions without them.
pub fn applies(puzzle: &Puzzle) -> bool {
    LoopSearch::new(puzzle).is_some()
}

/// Searches for a solution without holes until one is found or the time runs out. Returns `Exhausted` if no such loop
/// can close; otherwise a search without success runs until it is stopped.
pub fn find(puzzle: &Puzzle, control: &SearchControl) -> (Option<Solution>, SearchEnd) {
    let Some(search) = LoopSearch::new(puzzle) else { return (None, SearchEnd::Stopped) };
    if !search.stock.can_close() {
        return (None, SearchEnd::Exhausted);
    }
    let race = AttemptRace::default();
    run_in_threads(control.threads, || race.run(&search, control));
    let first = race.first.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    match first {
        Some((_, solution)) => (Some(solution), SearchEnd::Done),
        None => (None, SearchEnd::Stopped),
    }
}

/// Tiles of the loop, and the cells if they are given.
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

/// Attempts on several threads. The result does not depend on their speed: an attempt is abandoned only if one with a
/// lower number succeeded.
struct AttemptRace {
    next: AtomicU64,
    /// Lowest attempt that succeeded.
    lowest: AtomicU64,
    first: Mutex<Option<(u64, Solution)>>,
    /// Score of the best arrangement reported.
    best_reported: AtomicU32,
}

impl Default for AttemptRace {
    fn default() -> AttemptRace {
        AttemptRace {
            next: AtomicU64::new(0),
            lowest: AtomicU64::new(u64::MAX),
            first: Mutex::new(None),
            best_reported: AtomicU32::new(0),
        }
    }
}

impl AttemptRace {
    /// Makes attempts until one succeeds or the time runs out.
    fn run(&self, search: &LoopSearch, control: &SearchControl) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let rng = Rng::new(control.seed.rotate_left(u64::BITS / 2).wrapping_add(number));
            let mut attempt = OutlineAttempt { number, rng, race: self, control };
            if attempt.is_over() {
                return;
            }
            let Some(solution) = attempt.run(search) else { continue };
            let mut first = self.first.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if first.as_ref().is_none_or(|(lowest, _)| number < *lowest) {
                self.lowest.store(number, Ordering::Relaxed);
                *first = Some((number, solution));
            }
        }
    }
}

/// Attempt: one outline and the tiles along it.
struct OutlineAttempt<'a> {
    number: u64,
    rng: Rng,
    race: &'a AttemptRace,
    control: &'a SearchControl<'a>,
}

impl OutlineAttempt<'_> {
    fn run(&mut self, search: &LoopSearch) -> Option<Solution> {
        let board = search.board.as_ref();
        let stations = anneal_loop::anneal_loop(search.stock.bends(), board, self)?;
        let mut filling = Filling::new(&search.stock, &stations, self);
        let mut pieces = filling.anneal(board.is_some(), self)?;
        if board.is_none() {
            let origin = pieces[0].at;
            pieces.iter_mut().for_each(|piece| piece.at = piece.at.relative_to(origin));
        }
        self.report(pieces.len() as u32, || pieces.clone());
        Some(pieces)
    }

    /// Returns whether this attempt is no longer needed.
    fn is_over(&self) -> bool {
        self.race.lowest.load(Ordering::Relaxed) < self.number || self.control.is_over()
    }

    /// Returns the length of this attempt relative to the shortest: every second attempt may take twice as long, every
    /// fourth four times and so on, so that hard puzzles get enough time and easy ones do not wait.
    fn length_factor(&self) -> usize {
        const MAX_DOUBLINGS: u32 = 4;
        1 << (self.number + 1).trailing_zeros().min(MAX_DOUBLINGS)
    }

    fn report_filling(&self, filling: &Filling) {
        self.report(filling.matched_tiles(), || filling.pieces());
    }

    /// Reports an arrangement if it is better than the last one reported.
    fn report(&self, score: u32, pieces: impl FnOnce() -> Solution) {
        if self.race.best_reported.fetch_max(score, Ordering::Relaxed) < score {
            (self.control.report)(&BestArrangement { score, pieces: pieces() });
        }
    }
}
