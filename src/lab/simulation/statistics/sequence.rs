//! Confidence sequence for sequential testing (Robbins' normal mixture). An ordinary 95 % interval holds at one look,
//! and fails at some look nearly always. A confidence sequence holds at all looks together, and is somewhat wider.

use super::{Difference, Interval};

/// Sequential test that may be evaluated after every game and stopped at any time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ConfidenceSequence {
    /// Variance of the mixture.
    rho2: f64,
    /// Probability that the true value is outside at any time.
    alpha: f64,
}

impl ConfidenceSequence {
    /// Creates a sequence that is tightest after about `best_count` games and valid at any time.
    pub fn new(best_count: f64, confidence: f64) -> ConfidenceSequence {
        let alpha = 1.0 - confidence;
        let log = -2.0 * alpha.ln();
        ConfidenceSequence { rho2: (log + (log + 1.0).ln()) / best_count.max(1.0), alpha }
    }

    /// Returns the interval of the true mean after `count` values with this mean, and the p-value of a true mean of 0.
    /// `deviation` is that of one value: half the range, which is always safe, or an estimate from many values.
    pub fn difference(&self, mean: f64, deviation: f64, count: u64) -> Difference {
        let (count, scale) = (count as f64, count as f64 * self.rho2 + 1.0);
        if count == 0.0 || deviation <= 0.0 {
            let interval = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
            return Difference { estimate: mean, interval, p: 1.0 };
        }
        let radius = deviation * (2.0 * scale / (count * count * self.rho2) * (scale.sqrt() / self.alpha).ln()).sqrt();
        let sum = mean * count / deviation;
        let p = (scale.sqrt() * (-sum * sum * self.rho2 / (2.0 * scale)).exp()).min(1.0);
        Difference { estimate: mean, interval: Interval::around(mean, radius), p }
    }
}
