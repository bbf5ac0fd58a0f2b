//! Search for the longest lines or loops, summed over all colours: repeated depth-first probes of promising outlines,
//! each with its own random order, restarted on Luby's schedule.
//!
//! A line of `n` links uses `n - 1` contacts and a loop of `n` uses `n`, so the total is at most the number of contacts
//! of the outline, plus one per colour for lines. A probe counts what it has lost of that.

mod assignment;
mod board;
mod fillings;
mod kinds;
mod outlines;
mod probe;
mod strands;
mod task;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::control::run_in_threads;
use super::{BestArrangement, SearchControl, SearchEnd};
use board::CellBoard;
use houserule_core::mechanics::puzzle::{Area, Puzzle, PuzzleAim, TrackForm};
use houserule_core::rng::Rng;
use outlines::{OutlinePriority, OutlineRequest, has_no_holes, is_connected};
use probe::{DepthFirstProbe, ProbeLimits, ProbeResult};
use task::LongestTask;

/// Number of probes that start from the same knowledge. Independent of the number of threads, so that the result is
/// too.
const PROBES_PER_BATCH: usize = 8;

/// Steps of the shortest probe.
const MIN_PROBE_STEPS: u64 = 1 << 18;

/// Maximum number of equally promising outlines that are tried in turn.
const MAX_TIED_OUTLINES: usize = 4;

/// Finds the best arrangement it can; `None` for a puzzle with another aim.
pub fn find(puzzle: &Puzzle, control: &SearchControl) -> (Option<BestArrangement>, SearchEnd) {
    let PuzzleAim::Longest(form) = puzzle.aim else { return (None, SearchEnd::Exhausted) };
    match task::kinds(puzzle).len() {
        0 => (None, SearchEnd::Exhausted),
        1..=64 => LongestSearch::<1>::new(puzzle, form, control).run(),
        65..=256 => LongestSearch::<4>::new(puzzle, form, control).run(),
        // Enough for the largest tile set.
        _ => LongestSearch::<16>::new(puzzle, form, control).run(),
    }
}

/// Outline that is still searched.
struct OutlineState {
    board: CellBoard,
    bound: u32,
    priority: OutlinePriority,
    extra_loss: u32,
}

struct LongestSearch<'a, const W: usize> {
    puzzle: &'a Puzzle,
    control: &'a SearchControl<'a>,
    task: LongestTask<'a, W>,
    /// Outlines that may still improve the result, best first.
    outlines: Vec<OutlineState>,
    /// Whether `outlines` contains all outlines that can improve the result.
    is_complete: bool,
    /// Upper bound of all arrangements.
    bound: u32,
    best: Option<BestArrangement>,
}

impl<'a, const W: usize> LongestSearch<'a, W> {
    fn new(puzzle: &'a Puzzle, form: TrackForm, control: &'a SearchControl<'a>) -> LongestSearch<'a, W> {
        let task = LongestTask::new(puzzle, form);
        let mut search =
            LongestSearch { puzzle, control, task, outlines: Vec::new(), is_complete: true, bound: 0, best: None };
        match &puzzle.area {
            Area::Cells(cells) => {
                let lattice = &search.task.lattice;
                let fits = cells.len() == puzzle.tiles.len() && is_connected(cells, lattice);
                let covers = puzzle.given.iter().all(|given| cells.contains(&given.at));
                if fits && covers && (puzzle.allows_holes || has_no_holes(cells, lattice)) {
                    let board = CellBoard::new(cells.clone(), lattice);
                    search.add(board);
                }
            }
            Area::Free => {
                let outlines = search.outline_request().outlines();
                outlines.boards.into_iter().for_each(|board| search.add(board));
                search.is_complete = outlines.is_complete;
                search.bound = search.bound.max(search.max_bound());
            }
        }
        search
    }

    fn outline_request(&self) -> OutlineRequest<'_> {
        OutlineRequest {
            cells: self.puzzle.tiles.len(),
            form: self.task.form,
            colours: self.task.colours,
            lattice: &self.task.lattice,
            holes: self.puzzle.allows_holes,
            given: &self.puzzle.given,
        }
    }

    fn add(&mut self, board: CellBoard) {
        let bound = board.upper_bound(self.task.form, self.task.colours);
        let priority = self.outline_request().priority(&board);
        self.bound = self.bound.max(bound);
        self.outlines.push(OutlineState { board, bound, priority, extra_loss: 0 });
    }

    /// Returns an upper bound over all outlines: `n` hexagons have at most 3n - sqrt(12n - 3) contacts, squares 2n - 2
    /// sqrt(n).
    fn max_bound(&self) -> u32 {
        let (n, colours) = (self.puzzle.tiles.len() as f64, self.task.colours);
        let contacts = match self.task.lattice.sides() {
            6 => 3.0 * n - (12.0 * n - 3.0).sqrt(),
            _ => 2.0 * n - 2.0 * n.sqrt(),
        };
        let free_ends = if self.task.form == TrackForm::Line { colours } else { 0 };
        // The square root of a square number is exact.
        contacts.floor() as u32 + free_ends
    }

    fn best_score(&self) -> Option<u32> {
        self.best.as_ref().map(|best| best.score)
    }

    fn run(mut self) -> (Option<BestArrangement>, SearchEnd) {
        let mut probes = 0;
        let ending = loop {
            let best_score = self.best_score();
            if best_score.is_some_and(|known| known >= self.bound) {
                break SearchEnd::Done;
            }
            if self.control.is_over() {
                break SearchEnd::Stopped;
            }
            self.outlines.retain(|outline| best_score.is_none_or(|known| outline.bound > known));
            if self.outlines.is_empty() && self.is_complete {
                break SearchEnd::Exhausted;
            }
            let probe_indices: Vec<usize> = (probes..probes + PROBES_PER_BATCH).collect();
            let chosen: Vec<usize> = probe_indices.iter().filter_map(|&probe| self.choose_outline(probe)).collect();
            for &outline in &chosen {
                self.task.prepare(&self.outlines[outline].board);
            }
            let results = self.probe_all(probes, &chosen);
            self.merge_results(&chosen, results);
            probes += PROBES_PER_BATCH;
        };
        (self.best, ending)
    }

    /// Chooses the outline of a probe: the most promising ones in turn, and sometimes a random one while there is no
    /// solution.
    fn choose_outline(&mut self, probe: usize) -> Option<usize> {
        let mut rng = self.rng(probe);
        let tries_random = self.tries_random(probe);
        if self.outlines.is_empty() || tries_random && !self.is_complete && probe % 2 == 1 {
            let board = self.outline_request().random_outline(&mut rng)?;
            let best_score = self.best_score();
            if best_score.is_some_and(|known| board.upper_bound(self.task.form, self.task.colours) <= known) {
                return None;
            }
            self.add(board);
            return Some(self.outlines.len() - 1);
        }
        if tries_random {
            return Some(rng.below(self.outlines.len()));
        }
        let best = self.outlines[0].priority;
        let tied = self.outlines.iter().take(MAX_TIED_OUTLINES).take_while(|outline| outline.priority == best).count();
        Some(probe % tied)
    }

    /// Returns whether a probe tries a random outline: half of them do while there is no solution.
    fn tries_random(&self, probe: usize) -> bool {
        self.best.is_none() && probe >= PROBES_PER_BATCH && probe % PROBES_PER_BATCH >= PROBES_PER_BATCH / 2
    }

    fn rng(&self, probe: usize) -> Rng {
        Rng::new(self.control.seed.wrapping_add((probe as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// Probes the chosen outlines on all threads.
    fn probe_all(&self, first: usize, chosen: &[usize]) -> Vec<ProbeResult> {
        let (next, bound_reached_by) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let exhausted_by: Vec<AtomicUsize> = self.outlines.iter().map(|_| AtomicUsize::new(usize::MAX)).collect();
        let results: Vec<Mutex<ProbeResult>> = chosen.iter().map(|_| Mutex::default()).collect();
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&outline) = chosen.get(index) else { break };
                let result = self.run_probe(first + index, &self.outlines[outline], &|| {
                    // A probe is superseded when an earlier one reached the bound or exhausted the outline.
                    let is_superseded = |other: &AtomicUsize| other.load(Ordering::Relaxed) < index;
                    self.control.is_over() || is_superseded(&bound_reached_by) || is_superseded(&exhausted_by[outline])
                });
                if result.is_finished && !result.has_skipped {
                    exhausted_by[outline].fetch_min(index, Ordering::Relaxed);
                }
                if result.improvements.last().is_some_and(|best| best.score >= self.bound) {
                    bound_reached_by.fetch_min(index, Ordering::Relaxed);
                }
                if let Ok(mut slot) = results[index].lock() {
                    *slot = result;
                }
            }
        };
        run_in_threads(self.control.threads.min(PROBES_PER_BATCH), work);
        results.into_iter().map(|result| result.into_inner().unwrap_or_default()).collect()
    }

    fn run_probe(&self, probe: usize, outline: &OutlineState, is_over: &(dyn Fn() -> bool + Sync)) -> ProbeResult {
        let limits = ProbeLimits {
            steps: MIN_PROBE_STEPS * luby(probe as u64 + 1),
            score_to_beat: self.best_score(),
            bound: outline.bound,
            extra_loss: if self.tries_random(probe) { u32::MAX } else { outline.extra_loss },
            is_over,
        };
        DepthFirstProbe::new(&self.task, &outline.board, self.rng(probe), limits).run()
    }

    /// Merges the results of probes, in order, and drops the exhausted outlines.
    fn merge_results(&mut self, chosen: &[usize], results: Vec<ProbeResult>) {
        let mut exhausted = Vec::new();
        for (&index, result) in chosen.iter().zip(results) {
            for best in result.improvements {
                if self.best_score().is_none_or(|known| best.score > known) {
                    (self.control.report)(&best);
                    self.best = Some(best);
                }
            }
            if result.is_finished && result.has_skipped {
                self.outlines[index].extra_loss += 1;
            } else if result.is_finished {
                exhausted.push(index);
            }
        }
        let mut next_index = 0;
        self.outlines.retain(|_| {
            next_index += 1;
            !exhausted.contains(&(next_index - 1))
        });
    }
}

/// Returns an element of Luby's restart sequence, 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., which is within a constant factor
/// of optimal.
fn luby(number: u64) -> u64 {
    let next = (number + 1).next_power_of_two();
    if next == number + 1 { next / 2 } else { luby(number + 1 - next / 2) }
}

#[cfg(test)]
mod tests;
