//! Those who follow a search: one counts, one stops at the first, one hands the branches out.

use super::search::{Go, Step, Watch};
use super::{Control, Exact, Same};

/// Time is looked at once in so many nodes.
const PAUSE: u64 = 1 << 12;

/// Counts solutions.
pub struct Counter<'a, const W: usize> {
    exact: &'a Exact<'a, W>,
    control: &'a Control<'a>,
    pub all: u64,
    pub whole: u64,
}

impl<'a, const W: usize> Counter<'a, W> {
    pub fn new(exact: &'a Exact<'a, W>, control: &'a Control<'a>) -> Counter<'a, W> {
        Counter { exact, control, all: 0, whole: 0 }
    }
}

impl<const W: usize> Watch for Counter<'_, W> {
    fn enter(&mut self, _: &[Step], nodes: u64) -> Go {
        if nodes.is_multiple_of(PAUSE) && self.control.is_over() { Go::Stop } else { Go::On }
    }

    fn found(&mut self, path: &[Step], whole: bool) -> Go {
        if self.exact.counts(path) {
            self.all += 1;
            self.whole += whole as u64;
        }
        Go::Back
    }
}
