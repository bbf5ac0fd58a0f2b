//! Search for one solution by restarts: each attempt tries the tiles in another order and stops at a node limit that
//! grows, so that one of them eventually searches everything.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::search::ExactSearch;
use super::visitors::SolutionFinder;
use super::{ExactSolver, MAX_SET_WORDS, is_possible, orientation_count};
use crate::solve::SolveResult;
use crate::solve::control::{SearchControl, SearchEnd, run_in_threads};
use houserule_core::mechanics::puzzle::{Puzzle, Solution};
use houserule_core::rng::Rng;

/// Node limit of the first attempt; it grows by half with every attempt.
const FIRST_ATTEMPT_NODES: u64 = 50_000;

/// Finds a solution or proves that there is none. With `max_attempts` it may also give up.
pub fn find(puzzle: &Puzzle, control: &SearchControl, max_attempts: Option<usize>) -> SolveResult {
    if !is_possible(puzzle) {
        return SolveResult { solution: None, ending: SearchEnd::Exhausted, nodes: 0 };
    }
    match orientation_count(puzzle) {
        0..=64 => run_attempts::<1>(puzzle, control, max_attempts),
        65..=128 => run_attempts::<2>(puzzle, control, max_attempts),
        129..=384 => run_attempts::<6>(puzzle, control, max_attempts),
        _ => run_attempts::<MAX_SET_WORDS>(puzzle, control, max_attempts),
    }
}

/// Combined results of the attempts.
#[derive(Default)]
struct AttemptResults {
    /// Solution of the lowest attempt that found one.
    solution: Option<(usize, Solution)>,
    exhausted: bool,
    nodes: u64,
}

fn run_attempts<const W: usize>(puzzle: &Puzzle, control: &SearchControl, max_attempts: Option<usize>) -> SolveResult {
    let (next, winner) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let results = Mutex::new(AttemptResults::default());
    let work = || {
        loop {
            let attempt = next.fetch_add(1, Ordering::Relaxed);
            let is_late = attempt > winner.load(Ordering::Relaxed) || max_attempts.is_some_and(|most| attempt >= most);
            if is_late || control.is_over() {
                return;
            }
            let mut rng = Rng::new(control.seed.wrapping_add(attempt as u64));
            let exact = ExactSolver::<W>::of(puzzle, Some(&mut rng));
            let limit = (0..attempt).fold(FIRST_ATTEMPT_NODES, |limit, _| limit.saturating_add(limit / 2));
            let solution = None;
            let mut finder =
                SolutionFinder { exact: &exact, control, attempt, winner: &winner, limit, deepest: 0, solution };
            let mut search = ExactSearch::new(&exact.tables, &exact.start);
            search.run(0, &mut finder);

            let mut results = results.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            results.nodes += search.nodes;
            match finder.solution {
                Some(solution) if results.solution.as_ref().is_none_or(|(first, _)| attempt < *first) => {
                    results.solution = Some((attempt, solution));
                }
                None if !search.stopped => {
                    // This attempt was exhaustive, so no other can find a solution.
                    results.exhausted = true;
                    winner.store(0, Ordering::Relaxed);
                    return;
                }
                _ => {}
            }
        }
    };
    run_in_threads(control.threads, work);
    let results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let ending = match (&results.solution, results.exhausted) {
        (Some(_), _) => SearchEnd::Done,
        (None, true) => SearchEnd::Exhausted,
        (None, false) => SearchEnd::Stopped,
    };
    SolveResult { solution: results.solution.map(|(_, solution)| solution), ending, nodes: results.nodes }
}
