//! Scores in pairs: the same game played under two rules. What both have in common falls out of their difference.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{Difference, Interval};

/// Differences of paired scores, in whole units, so that adding them up is exact in any order.
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

    /// The standard deviation of one pair, as far as these pairs tell.
    pub fn deviation(&self) -> f64 {
        if self.pairs < 2 {
            return 0.0;
        }
        let pairs = self.pairs as f64;
        ((self.squares as f64 - self.mean() * self.sum as f64) / (pairs - 1.0)).max(0.0).sqrt()
    }

    /// The mean difference by Student's t; none where the pairs do not tell how much they vary.
    pub fn difference(&self, confidence: f64) -> Option<Difference> {
        let error = self.deviation() / (self.pairs as f64).sqrt();
        // Pairs that all agree say nothing of how often others would not.
        if self.pairs < 2 || error == 0.0 {
            return None;
        }
        let student = StudentsT::new(0.0, 1.0, (self.pairs - 1) as f64).ok()?;
        let estimate = self.mean();
        let reach = student.inverse_cdf(0.5 + confidence / 2.0) * error;
        let p = 2.0 * student.sf((estimate / error).abs());
        Some(Difference { estimate, interval: Interval::around(estimate, reach), p })
    }
}
