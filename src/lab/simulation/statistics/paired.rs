//! Paired scores: the same game under two rulesets, so that common effects cancel out.

use serde::{Deserialize, Serialize};

use super::{Difference, Interval, critical_z, two_sided_p};

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

    /// Estimates the standard deviation of one pair from these pairs and two more that differ by `max_difference`
    /// either way. Without them, pairs that all agree would have none.
    pub fn deviation(&self, max_difference: i64) -> f64 {
        let padded = self.with_two_pairs(max_difference);
        let pairs = padded.pairs as f64;
        ((padded.squares as f64 - padded.mean() * padded.sum as f64) / pairs).max(0.0).sqrt()
    }

    /// Returns the mean difference of scores that differ by at most `max_difference`, by the more conservative of two
    /// methods: Bonett and Price, who add a pair for each direction, which holds if nearly all pairs agree; and
    /// McNemar's test with Edwards' correction, which holds if nearly all differ the same way. The interval excludes 0
    /// exactly if the p-value is below the level of `confidence`.
    pub fn difference(&self, max_difference: i64, confidence: f64) -> Difference {
        let (padded, limit) = (self.with_two_pairs(max_difference), max_difference as f64);
        let (z, estimate) = (critical_z(confidence), self.mean());
        let error = self.deviation(max_difference) / (padded.pairs as f64).sqrt();
        let bonett_price = Interval::around(padded.mean(), z * error);
        let spread = (self.squares as f64).sqrt();
        let mcnemar = Interval::around(estimate, (z * spread + limit) / self.pairs.max(1) as f64);
        let interval = Interval {
            low: bonett_price.low.min(mcnemar.low).max(-limit),
            high: bonett_price.high.max(mcnemar.high).min(limit),
        };
        let excess = (self.sum.unsigned_abs() as f64 - limit).max(0.0);
        let p = match self.squares {
            0 => 1.0,
            _ => two_sided_p(excess / spread).max(two_sided_p(padded.mean() / error)),
        };
        Difference { estimate, interval, p }
    }

    fn with_two_pairs(&self, max_difference: i64) -> Paired {
        let (mut padded, max_difference) = (*self, max_difference.abs());
        padded.add(max_difference);
        padded.add(-max_difference);
        padded
    }
}
