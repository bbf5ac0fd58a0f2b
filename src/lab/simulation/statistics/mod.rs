//! What counts of games tell, and how surely: shares and their differences, paired scores, several questions asked at
//! once, strengths, and a test that may be looked at as often as one likes. Nothing here knows what a game is.

mod holm;
mod paired;
mod ratings;
mod sequence;
mod shares;
#[cfg(test)]
mod tests;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

pub use holm::holm;
pub use paired::Paired;
pub use ratings::{Elo, Meeting, Ratings, ratings};
pub use sequence::Sequence;
pub use shares::{difference, wilson};

/// How sure intervals are: 95 times in a hundred the truth lies within.
pub const CONFIDENCE: f64 = 0.95;

/// Where a true value lies, as far as is known.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    pub fn around(middle: f64, radius: f64) -> Interval {
        Interval { low: middle - radius, high: middle + radius }
    }

    pub fn has(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether everything in it is nearer to `middle` than `radius`.
    pub fn is_within(&self, middle: f64, radius: f64) -> bool {
        self.low > middle - radius && self.high < middle + radius
    }

    /// Half its width.
    pub fn radius(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// A difference of two things, where the true one lies, and how likely one so large would be if there were none.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Difference {
    pub estimate: f64,
    pub interval: Interval,
    pub p: f64,
}

/// How many standard deviations an interval of this confidence reaches to either side.
pub fn deviations(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(0.5 + confidence / 2.0)
}

/// How likely something normal is at least so many standard deviations off, to either side.
fn two_sided(deviations: f64) -> f64 {
    2.0 * Normal::standard().sf(deviations.abs())
}
