//! Statistics of results: shares, means, paired scores, multiple testing, ratings, and sequential tests.
//! Independent of games.

mod holm;
mod moments;
mod paired;
mod ratings;
mod sequence;
mod shares;
#[cfg(test)]
mod tests;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

pub use holm::holm;
pub use moments::Moments;
pub use paired::Paired;
pub use ratings::{Elo, Meeting, Ratings, ratings};
pub use sequence::ConfidenceSequence;
pub use shares::wilson;

/// Confidence level of intervals.
pub const CONFIDENCE: f64 = 0.95;

/// Confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    pub fn around(middle: f64, radius: f64) -> Interval {
        Interval { low: middle - radius, high: middle + radius }
    }

    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Returns whether the whole interval is within `radius` of `middle`.
    pub fn is_within(&self, middle: f64, radius: f64) -> bool {
        self.low > middle - radius && self.high < middle + radius
    }

    /// Returns half the width.
    pub fn radius(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Difference of two values, its confidence interval, and its p-value.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Difference {
    pub estimate: f64,
    pub interval: Interval,
    pub p: f64,
}

/// Returns the critical value of a two-sided interval, in standard deviations.
pub fn critical_z(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(0.5 + confidence / 2.0)
}

/// Returns the two-sided p-value of a normal deviate.
fn two_sided_p(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z.abs())
}
