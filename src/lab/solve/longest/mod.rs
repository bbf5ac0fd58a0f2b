//! Search for the longest lines or loops, summed over all colours: repeated depth-first probes of promising outlines,
//! each with its own order and choices, restarted on Luby's schedule.
//!
//! A line of `n` links uses `n - 1` contacts and a loop of `n` uses `n`, so the total is at most the number of contacts
//! of the outline, plus one per colour for lines. A probe counts what it has lost of that.

mod board;
mod faces;
mod kinds;
mod outlines;
mod probe;
mod seats;
mod strands;
mod task;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{BestArrangement, SearchControl, SearchEnd};
use board::CellBoard;
use houserule_core::mechanics::puzzle::{Area, Puzzle, PuzzleAim, TrackForm};
use houserule_core::rng::Rng;
use outlines::{OutlineRequest, UpperBound, is_solid, is_whole};
use probe::{DepthFirstProbe, ProbeLimits, ProbeResult};
use task::LongestTask;

/// Number of probes that start from the same knowledge, whatever the number of threads, so the result is the same.
const BATCH: usize = 8;

/// Steps of the shortest probe.
const STEPS: u64 = 1 << 18;

/// Number of equally promising outlines that are tried in turn.
const ABREAST: usize = 4;

/// Finds the best arrangement it can; `None` for a puzzle with another aim.
pub fn find(puzzle: &Puzzle, control: &SearchControl) -> (Option<BestArrangement>, SearchEnd) {
    let PuzzleAim::Longest(form) = puzzle.aim else {
        return (None, SearchEnd::Exhausted);
    };
    match task::kinds(puzzle).len() {
        0 => (None, SearchEnd::Exhausted),
        1..=64 => LongestSearch::<1>::new(puzzle, form, control).run(),
        65..=256 => LongestSearch::<4>::new(puzzle, form, control).run(),
        // The largest number a set can have.
        _ => LongestSearch::<16>::new(puzzle, form, control).run(),
    }
}

/// An outline still being searched.
struct OutlineState {
    board: CellBoard,
    bound: u32,
    promise: UpperBound,
    ease: u32,
}

struct LongestSearch<'a, const W: usize> {
    puzzle: &'a Puzzle,
    control: &'a SearchControl<'a>,
    task: LongestTask<'a, W>,
    /// Outlines still worth a probe, best first.
    fields: Vec<OutlineState>,
    /// Whether no other outline has to be considered.
    are_all: bool,
    /// Upper bound of all arrangements.
    bound: u32,
    best: Option<BestArrangement>,
}

impl<'a, const W: usize> LongestSearch<'a, W> {
    fn new(puzzle: &'a Puzzle, form: TrackForm, control: &'a SearchControl<'a>) -> LongestSearch<'a, W> {
        let task = LongestTask::new(puzzle, form);
        let mut search =
            LongestSearch { puzzle, control, task, fields: Vec::new(), are_all: true, bound: 0, best: None };
        match &puzzle.area {
            Area::Cells(cells) => {
                let lattice = &search.task.lattice;
                let fits = cells.len() == puzzle.tiles.len() && is_whole(cells, lattice);
                let covers = puzzle.given.iter().all(|given| cells.contains(&given.at));
                if fits && covers && (puzzle.holes || is_solid(cells, lattice)) {
                    let board = CellBoard::new(cells.clone(), lattice);
                    search.add(board);
                }
            }
            Area::Free => {
                let outlines = search.wanted().outlines();
                outlines.boards.into_iter().for_each(|board| search.add(board));
                search.are_all = outlines.are_all;
                search.bound = search.bound.max(search.most_anywhere());
            }
        }
        search
    }

    fn wanted(&self) -> OutlineRequest<'_> {
        OutlineRequest {
            cells: self.puzzle.tiles.len(),
            form: self.task.form,
            colours: self.task.colours,
            lattice: &self.task.lattice,
            holes: self.puzzle.holes,
            given: &self.puzzle.given,
        }
    }

    fn add(&mut self, board: CellBoard) {
        let bound = board.bound(self.task.form, self.task.colours);
        let promise = self.wanted().promise(&board);
        self.bound = self.bound.max(bound);
        self.fields.push(OutlineState { board, bound, promise, ease: 0 });
    }

    /// Upper bound over all outlines: `n` hexagons have at most 3n - sqrt(12n - 3) contacts, squares 2n - 2 sqrt(n).
    fn most_anywhere(&self) -> u32 {
        let (n, free) = (self.puzzle.tiles.len() as f64, self.task.colours);
        let contacts = match self.task.lattice.sides() {
            6 => 3.0 * n - (12.0 * n - 3.0).sqrt(),
            _ => 2.0 * n - 2.0 * n.sqrt(),
        };
        let free = if self.task.form == TrackForm::Line { free } else { 0 };
        // The square root of a square number is exact.
        contacts.floor() as u32 + free
    }

    fn known(&self) -> Option<u32> {
        self.best.as_ref().map(|best| best.worth)
    }

    fn run(mut self) -> (Option<BestArrangement>, SearchEnd) {
        let mut dives = 0;
        let ending = loop {
            let known = self.known();
            if known.is_some_and(|known| known >= self.bound) {
                break SearchEnd::Done;
            }
            if self.control.is_over() {
                break SearchEnd::Stopped;
            }
            self.fields.retain(|field| known.is_none_or(|known| field.bound > known));
            if self.fields.is_empty() && self.are_all {
                break SearchEnd::Exhausted;
            }
            let batch: Vec<usize> = (dives..dives + BATCH).collect();
            let chosen: Vec<usize> = batch.iter().filter_map(|&dive| self.choose(dive)).collect();
            for &field in &chosen {
                self.task.prepare(&self.fields[field].board);
            }
            let probe_result = self.dive_all(dives, &chosen);
            self.learn(&chosen, probe_result);
            dives += BATCH;
        };
        (self.best, ending)
    }

    /// Outline for a probe: the most promising ones in turn, and occasionally a random one while nothing is found.
    fn choose(&mut self, dive: usize) -> Option<usize> {
        let mut rng = self.rng(dive);
        let strays = self.strays(dive);
        if self.fields.is_empty() || strays && !self.are_all && dive % 2 == 1 {
            let board = self.wanted().any(&mut rng)?;
            let known = self.known();
            if known.is_some_and(|known| board.bound(self.task.form, self.task.colours) <= known) {
                return None;
            }
            self.add(board);
            return Some(self.fields.len() - 1);
        }
        if strays {
            return Some(rng.below(self.fields.len()));
        }
        let best = self.fields[0].promise;
        let abreast = self.fields.iter().take(ABREAST).take_while(|field| field.promise == best).count();
        Some(dive % abreast)
    }

    /// Whether a probe tries a random outline: some do while nothing is found.
    fn strays(&self, dive: usize) -> bool {
        self.best.is_none() && dive >= BATCH && dive % BATCH >= BATCH / 2
    }

    fn rng(&self, dive: usize) -> Rng {
        Rng::new(self.control.seed.wrapping_add((dive as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// Probes the chosen outlines on all threads.
    fn dive_all(&self, first: usize, chosen: &[usize]) -> Vec<ProbeResult> {
        let (next, reached) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let tried: Vec<AtomicUsize> = self.fields.iter().map(|_| AtomicUsize::new(usize::MAX)).collect();
        let probe_result: Vec<Mutex<ProbeResult>> = chosen.iter().map(|_| Mutex::default()).collect();
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(&field) = chosen.get(number) else {
                    break;
                };
                let one = self.dive(first + number, &self.fields[field], &|| {
                    // Results after a probe that reached the bound, or searched everything, are not needed.
                    let is_after = |other: &AtomicUsize| other.load(Ordering::Relaxed) < number;
                    self.control.is_over() || is_after(&reached) || is_after(&tried[field])
                });
                if one.is_finished && !one.is_curbed {
                    tried[field].fetch_min(number, Ordering::Relaxed);
                }
                if one.found.last().is_some_and(|best| best.worth >= self.bound) {
                    reached.fetch_min(number, Ordering::Relaxed);
                }
                if let Ok(mut place) = probe_result[number].lock() {
                    *place = one;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.control.threads.clamp(1, BATCH) {
                scope.spawn(work);
            }
            work();
        });
        probe_result.into_iter().map(|probe_result| probe_result.into_inner().unwrap_or_default()).collect()
    }

    fn dive(&self, number: usize, field: &OutlineState, is_over: &(dyn Fn() -> bool + Sync)) -> ProbeResult {
        let limits = ProbeLimits {
            steps: STEPS * luby(number as u64 + 1),
            known: self.known(),
            bound: field.bound,
            ease: if self.strays(number) { u32::MAX } else { field.ease },
            is_over,
        };
        DepthFirstProbe::new(&self.task, &field.board, self.rng(number), limits).run()
    }

    /// Takes over the results of probes, in order, and drops the outlines that are exhausted.
    fn learn(&mut self, chosen: &[usize], probe_result: Vec<ProbeResult>) {
        let mut tried = Vec::new();
        for (&number, probe_result) in chosen.iter().zip(probe_result) {
            for best in probe_result.found {
                if self.known().is_none_or(|known| best.worth > known) {
                    (self.control.report)(&best);
                    self.best = Some(best);
                }
            }
            if probe_result.is_finished && probe_result.is_curbed {
                self.fields[number].ease += 1;
            } else if probe_result.is_finished {
                tried.push(number);
            }
        }
        let mut number = 0;
        self.fields.retain(|_| {
            number += 1;
            !tried.contains(&(number - 1))
        });
    }
}

/// Luby's restart sequence, 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., which is within a constant factor of optimal.
fn luby(number: u64) -> u64 {
    let next = (number + 1).next_power_of_two();
    if next == number + 1 { next / 2 } else { luby(number + 1 - next / 2) }
}

#[cfg(test)]
mod tests;
