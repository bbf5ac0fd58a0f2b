//! Those who follow a search: one hands its branches out, one counts, one stops at the first solution.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::Exact;
use super::search::{Go, Step, Watch};
use crate::mechanics::layout::Solution;
use crate::solve::control::{Best, Control};

/// Time is looked at once in so many nodes.
const PAUSE: u64 = 1 << 12;

/// Counts solutions; with a depth, only what is found above it, and keeps the branches that lead below.
pub struct Counter<'a, const W: usize> {
    pub exact: &'a Exact<'a, W>,
    pub control: &'a Control<'a>,
    pub depth: Option<usize>,
    pub branches: Vec<Vec<Step>>,
    /// What all who count have counted together, and how much of that is enough.
    pub limit: Option<(&'a AtomicU64, u64)>,
    pub all: u64,
    pub whole: u64,
}

impl<'a, const W: usize> Counter<'a, W> {
    pub fn new(exact: &'a Exact<'a, W>, control: &'a Control<'a>, depth: Option<usize>) -> Counter<'a, W> {
        Counter { exact, control, depth, branches: Vec::new(), limit: None, all: 0, whole: 0 }
    }
}

impl<const W: usize> Watch for Counter<'_, W> {
    fn enter(&mut self, path: &[Step], nodes: u64) -> Go {
        if self.depth == Some(path.len()) {
            self.branches.push(path.to_vec());
            return Go::Back;
        }
        if nodes.is_multiple_of(PAUSE) && self.control.is_over() { Go::Stop } else { Go::On }
    }

    fn found(&mut self, path: &[Step], whole: bool) -> Go {
        if self.exact.counts(path) {
            self.all += 1;
            self.whole += whole as u64;
            if self.limit.is_some_and(|(seen, most)| seen.fetch_add(1, Ordering::Relaxed) >= most) {
                return Go::Stop;
            }
        }
        Go::Back
    }
}

/// Stops at the first solution, after so many nodes, or when an earlier attempt has found one.
pub struct Finder<'a, const W: usize> {
    pub exact: &'a Exact<'a, W>,
    pub control: &'a Control<'a>,
    pub attempt: usize,
    /// The first attempt that found something.
    pub winner: &'a AtomicUsize,
    pub limit: u64,
    pub deepest: usize,
    pub solution: Option<Solution>,
}

impl<const W: usize> Watch for Finder<'_, W> {
    fn enter(&mut self, path: &[Step], nodes: u64) -> Go {
        if path.len() > self.deepest {
            self.deepest = path.len();
            let pieces = self.exact.solution(path);
            (self.control.report)(&Best { worth: pieces.len() as u32, pieces });
        }
        let is_late = || self.control.is_over() || self.winner.load(Ordering::Relaxed) < self.attempt;
        if nodes > self.limit || nodes.is_multiple_of(PAUSE) && is_late() { Go::Stop } else { Go::On }
    }

    fn found(&mut self, path: &[Step], _: bool) -> Go {
        self.solution = Some(self.exact.solution(path));
        self.winner.fetch_min(self.attempt, Ordering::Relaxed);
        Go::Stop
    }
}
