//! Control of a search from outside: seed, threads, stopping and reports of the best arrangement.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::Solution;

/// Parameters of a search. It polls [`SearchControl::is_over`] every few thousand steps.
pub struct SearchControl<'a> {
    pub seed: u64,
    pub threads: usize,
    pub deadline: Option<Instant>,
    /// Set from outside to stop the search, for example by Ctrl-C.
    pub stop: &'a AtomicBool,
    /// Called from any thread with every improvement.
    pub report: &'a (dyn Fn(&BestArrangement) + Sync),
}

impl SearchControl<'_> {
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Runs `work` in a number of threads, one of which is this one.
pub fn run_in_threads(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(&work);
        }
        work();
    });
}

/// Best arrangement so far; `score` is the total length, or the number of tiles whose contacts all match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestArrangement {
    pub score: u32,
    pub pieces: Solution,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// The goal was reached.
    Done,
    /// The search space is exhausted: there is no solution, or no better one.
    Exhausted,
    /// The time ran out, or the caller stopped the search.
    Stopped,
}
