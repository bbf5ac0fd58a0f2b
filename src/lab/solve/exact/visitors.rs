//! Visitors of the search: one counts solutions or splits off branches, the other stops at the first solution.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::ExactSolver;
use super::search::{Decision, NodeVerdict, SolutionVisitor};
use crate::solve::control::{BestArrangement, SearchControl};
use houserule_core::mechanics::puzzle::Solution;

/// Number of nodes between two polls of the control.
const NODES_PER_POLL: u64 = 1 << 12;

/// Counter of solutions. With a depth, it counts only those above it and collects the branches below.
pub struct SolutionCounter<'a, const W: usize> {
    pub exact: &'a ExactSolver<'a, W>,
    pub control: &'a SearchControl<'a>,
    pub depth: Option<usize>,
    pub branches: Vec<Vec<Decision>>,
    /// Count shared by all threads, and the limit at which to stop.
    pub limit: Option<(&'a AtomicU64, u64)>,
    pub total: u64,
    pub hole_free: u64,
}

impl<'a, const W: usize> SolutionCounter<'a, W> {
    pub fn new(
        exact: &'a ExactSolver<'a, W>,
        control: &'a SearchControl<'a>,
        depth: Option<usize>,
    ) -> SolutionCounter<'a, W> {
        SolutionCounter { exact, control, depth, branches: Vec::new(), limit: None, total: 0, hole_free: 0 }
    }
}

impl<const W: usize> SolutionVisitor for SolutionCounter<'_, W> {
    fn on_node(&mut self, path: &[Decision], nodes: u64) -> NodeVerdict {
        if self.depth == Some(path.len()) {
            self.branches.push(path.to_vec());
            return NodeVerdict::Backtrack;
        }
        if nodes.is_multiple_of(NODES_PER_POLL) && self.control.is_over() {
            NodeVerdict::Stop
        } else {
            NodeVerdict::Continue
        }
    }

    fn on_solution(&mut self, path: &[Decision], is_hole_free: bool) -> NodeVerdict {
        if self.exact.is_canonical(path) {
            self.total += 1;
            self.hole_free += u64::from(is_hole_free);
            if self.limit.is_some_and(|(count, max_count)| count.fetch_add(1, Ordering::Relaxed) >= max_count) {
                return NodeVerdict::Stop;
            }
        }
        NodeVerdict::Backtrack
    }
}

/// Visitor that stops at the first solution, at its node limit, or when an earlier attempt has found a solution.
pub struct SolutionFinder<'a, const W: usize> {
    pub exact: &'a ExactSolver<'a, W>,
    pub control: &'a SearchControl<'a>,
    pub attempt: usize,
    /// Lowest attempt that found a solution.
    pub winner: &'a AtomicUsize,
    pub limit: u64,
    pub deepest: usize,
    pub solution: Option<Solution>,
}

impl<const W: usize> SolutionVisitor for SolutionFinder<'_, W> {
    fn on_node(&mut self, path: &[Decision], nodes: u64) -> NodeVerdict {
        if path.len() > self.deepest {
            self.deepest = path.len();
            let pieces = self.exact.solution(path);
            (self.control.report)(&BestArrangement { score: pieces.len() as u32, pieces });
        }
        let is_late = || self.control.is_over() || self.winner.load(Ordering::Relaxed) < self.attempt;
        if nodes > self.limit || nodes.is_multiple_of(NODES_PER_POLL) && is_late() {
            NodeVerdict::Stop
        } else {
            NodeVerdict::Continue
        }
    }

    fn on_solution(&mut self, path: &[Decision], _: bool) -> NodeVerdict {
        self.solution = Some(self.exact.solution(path));
        self.winner.fetch_min(self.attempt, Ordering::Relaxed);
        NodeVerdict::Stop
    }
}
