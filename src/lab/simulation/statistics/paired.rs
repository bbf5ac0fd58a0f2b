//! Paired scores: the same game played under two rulesets. What both have in common cancels out.

use serde::{Deserialize, Serialize};

use super::{Difference, Interval, deviations, two_sided};

/// Differences of paired scores, in whole units, so that sums are exact in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Paired {
    pub pairs: u64,
    pub sum: i64,
    pub squares: u64,
}

impl Paired {
    pub fn add(&mut self, difference: i64) {
        self.pairs += 1;
        self.sum += difference;
        self.squares += difference.unsigned_abs().pow(2);
    }

    pub fn mean(&self) -> f64 {
        if self.pairs == 0 { 0.0 } else { self.sum as f64 / self.pairs as f64 }
    }

    /// Standard deviation of one pair, estimated from these pairs and two more that differ by `most` either way: pairs
    /// that all agree say nothing of how often others would not.
    pub fn deviation(&self, most: i64) -> f64 {
        let more = self.with_two(most);
        let pairs = more.pairs as f64;
        ((more.squares as f64 - more.mean() * more.sum as f64) / pairs).max(0.0).sqrt()
    }

    /// Mean difference of scores that differ by at most `most`, by the more conservative of two methods: that of Bonett
    /// and Price, who add a pair for either side, which holds if nearly all pairs agree; and McNemar's test with
    /// Edwards' correction, which holds if nearly all differ the same way. So the interval excludes 0 exactly if the
    /// p-value is below the limit of `confidence`.
    pub fn difference(&self, most: i64, confidence: f64) -> Difference {
        let (more, limit) = (self.with_two(most), most as f64);
        let (reach, estimate) = (deviations(confidence), self.mean());
        let error = self.deviation(most) / (more.pairs as f64).sqrt();
        let one = Interval::around(more.mean(), reach * error);
        let spread = (self.squares as f64).sqrt();
        let two = Interval::around(estimate, (reach * spread + limit) / self.pairs.max(1) as f64);
        let interval = Interval { low: one.low.min(two.low).max(-limit), high: one.high.max(two.high).min(limit) };
        let apart = (self.sum.unsigned_abs() as f64 - limit).max(0.0);
        let p = match self.squares {
            0 => 1.0,
            _ => two_sided(apart / spread).max(two_sided(more.mean() / error)),
        };
        Difference { estimate, interval, p }
    }

    fn with_two(&self, most: i64) -> Paired {
        let (mut more, most) = (*self, most.abs());
        more.add(most);
        more.add(-most);
        more
    }
}
