//! How a search is steered from outside: its seed, its threads, when it stops and whom it tells of its best.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::Solution;

/// What a search is told. It asks [`SearchControl::is_over`] every few thousand steps.
pub struct SearchControl<'a> {
    pub seed: u64,
    pub threads: usize,
    pub deadline: Option<Instant>,
    /// Raised from outside, by Ctrl-C for one.
    pub stop: &'a AtomicBool,
    /// Told whenever there is something better to show, from any thread.
    pub report: &'a (dyn Fn(&BestArrangement) + Sync),
}

impl SearchControl<'_> {
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The best arrangement so far; `worth` is the sum of the longest, or the number of tiles that lie right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestArrangement {
    pub worth: u32,
    pub pieces: Solution,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// It did what it was asked.
    Done,
    /// Everything was tried: there is none, or no better one.
    Exhausted,
    /// Time ran out or it was told to stop.
    Stopped,
}
