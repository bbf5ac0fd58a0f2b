//! Finds one solution, by attempts that each try the tiles in another order and give up after a while; a later one has more
//! patience, so that one of them tries everything in the end.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::search::Search;
use super::watch::Finder;
use super::{Exact, MOST, is_possible, lies};
use crate::chance::Dice;
use crate::mechanics::layout::{Puzzle, Solution};
use crate::solve::Found;
use crate::solve::control::{Control, Ending};

/// How many nodes the first attempt looks at; each later one looks at half as many again.
const PATIENCE: u64 = 50_000;

/// Finds a solution or proves that there is none; with a number of tries it may also give up.
pub fn find(puzzle: &Puzzle, control: &Control, tries: Option<usize>) -> Found {
    if !is_possible(puzzle) {
        return Found { solution: None, ending: Ending::Exhausted, nodes: 0 };
    }
    match lies(puzzle) {
        0..=64 => attempts::<1>(puzzle, control, tries),
        65..=128 => attempts::<2>(puzzle, control, tries),
        129..=384 => attempts::<6>(puzzle, control, tries),
        _ => attempts::<MOST>(puzzle, control, tries),
    }
}

/// What attempts have come to.
#[derive(Default)]
struct Results {
    /// Of the first attempt that found one.
    solution: Option<(usize, Solution)>,
    exhausted: bool,
    nodes: u64,
}

fn attempts<const W: usize>(puzzle: &Puzzle, control: &Control, tries: Option<usize>) -> Found {
    let (next, winner) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let results = Mutex::new(Results::default());
    let work = || {
        loop {
            let attempt = next.fetch_add(1, Ordering::Relaxed);
            let is_late =
                attempt > winner.load(Ordering::Relaxed) || tries.is_some_and(|most| attempt >= most);
            if is_late || control.is_over() {
                return;
            }
            let mut dice = Dice::new(control.seed.wrapping_add(attempt as u64));
            let exact = Exact::<W>::of(puzzle, Some(&mut dice));
            let limit = (0..attempt).fold(PATIENCE, |limit, _| limit.saturating_add(limit / 2));
            let solution = None;
            let mut finder =
                Finder { exact: &exact, control, attempt, winner: &winner, limit, deepest: 0, solution };
            let mut search = Search::new(&exact.kit, &exact.start);
            search.run(0, &mut finder);

            let mut results = results.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            results.nodes += search.nodes;
            match finder.solution {
                Some(solution) if results.solution.as_ref().is_none_or(|(first, _)| attempt < *first) => {
                    results.solution = Some((attempt, solution));
                }
                None if !search.stopped => {
                    // Nothing was left out, so no other attempt finds one.
                    results.exhausted = true;
                    winner.store(0, Ordering::Relaxed);
                    return;
                }
                _ => {}
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..control.threads {
            scope.spawn(work);
        }
        work();
    });
    let results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let ending = match (&results.solution, results.exhausted) {
        (Some(_), _) => Ending::Done,
        (None, true) => Ending::Exhausted,
        (None, false) => Ending::Stopped,
    };
    Found { solution: results.solution.map(|(_, solution)| solution), ending, nodes: results.nodes }
}
