//! Confidence sequence for sequential testing: an ordinary interval is right 95 times in a hundred at one look, and
//! wrong at some look nearly always. This one holds at all looks together (Robbins' normal mixture), for which it is
//! somewhat wider.

use super::{Difference, Interval};

/// Sequential test that may be looked at after every game and stopped at any time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequence {
    /// Variance of the mixture.
    rho2: f64,
    /// Probability that the true value is ever outside.
    alpha: f64,
}

impl Sequence {
    /// Tightest after about `aim` games, and valid at any other time.
    pub fn new(aim: f64, confidence: f64) -> Sequence {
        let alpha = 1.0 - confidence;
        let log = -2.0 * alpha.ln();
        Sequence { rho2: (log + (log + 1.0).ln()) / aim.max(1.0), alpha }
    }

    /// Interval of the true mean after `count` values with this mean, and the p-value of its being 0. `deviation` is
    /// that of one value: at most half the range, which is always safe, or an estimate from many values.
    pub fn difference(&self, mean: f64, deviation: f64, count: u64) -> Difference {
        let (count, wide) = (count as f64, count as f64 * self.rho2 + 1.0);
        if count == 0.0 || deviation <= 0.0 {
            let interval = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
            return Difference { estimate: mean, interval, p: 1.0 };
        }
        let radius = deviation * (2.0 * wide / (count * count * self.rho2) * (wide.sqrt() / self.alpha).ln()).sqrt();
        let sum = mean * count / deviation;
        let p = (wide.sqrt() * (-sum * sum * self.rho2 / (2.0 * wide)).exp()).min(1.0);
        Difference { estimate: mean, interval: Interval::around(mean, radius), p }
    }
}
