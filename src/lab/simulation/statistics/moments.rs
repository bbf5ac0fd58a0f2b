//! Mean of integer values, such as points, with a confidence interval.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Interval;

/// Number of values, their sum and their sum of squares, which are exact in any order, and their range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Moments {
    pub count: u64,
    #[serde(with = "wide")]
    pub sum: i128,
    #[serde(with = "wide")]
    pub squares: i128,
    pub least: i64,
    pub most: i64,
}

impl Moments {
    pub fn add(&mut self, value: i64) {
        let wide = i128::from(value);
        self.merge(&Moments { count: 1, sum: wide, squares: wide * wide, least: value, most: value });
    }

    pub fn merge(&mut self, other: &Moments) {
        if other.count == 0 {
            return;
        }
        if self.count == 0 {
            *self = *other;
            return;
        }
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }

    /// Returns the range of the values of several samples; `None` without values.
    pub fn range<'a>(samples: impl IntoIterator<Item = &'a Moments>) -> Option<(i64, i64)> {
        let ranges = samples.into_iter().filter(|sample| sample.count > 0).map(|sample| (sample.least, sample.most));
        ranges.reduce(|(least, most), other| (least.min(other.0), most.max(other.1)))
    }

    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// Estimates the standard deviation of one value from these values and two more at the ends of a range. Without
    /// them, values that are all equal would have none.
    pub fn deviation(&self, (least, most): (i64, i64)) -> f64 {
        let mean = self.mean();
        let squares = (self.squares as f64 - mean * self.sum as f64).max(0.0);
        let padding = (least as f64 - mean).powi(2) + (most as f64 - mean).powi(2);
        ((squares + padding) / (self.count as f64 + 1.0)).sqrt()
    }

    /// Returns Student's interval of the true mean, with [`Moments::deviation`]. `None` if there are fewer than two
    /// values, or if all values of the range are equal.
    pub fn interval(&self, range: (i64, i64), confidence: f64) -> Option<Interval> {
        let deviation = self.deviation(range);
        if self.count < 2 || deviation == 0.0 {
            return None;
        }
        let student = StudentsT::new(0.0, 1.0, self.count as f64 - 1.0).ok()?;
        let radius = student.inverse_cdf(0.5 + confidence / 2.0) * deviation / (self.count as f64).sqrt();
        Some(Interval::around(self.mean(), radius))
    }

    /// Returns whether these are sums of at most `count` values between `-limit` and `limit`.
    pub fn is_plausible(&self, count: u64, limit: i64) -> bool {
        let (values, limit) = (i128::from(self.count), i128::from(limit));
        let (least, most) = (i128::from(self.least), i128::from(self.most));
        self.count <= count
            && (-limit..=limit).contains(&least)
            && (least..=limit).contains(&most)
            && (values * least..=values * most).contains(&self.sum)
            && (0..=values * limit * limit).contains(&self.squares)
            && (self.sum as f64).powi(2) <= (values * self.squares) as f64 * (1.0 + 1e-9)
    }
}

/// Wide integers in JSON: a number, or a text of digits beyond 64 bits.
mod wide {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Wide {
        Number(i64),
        Digits(String),
    }

    pub fn serialize<S: Serializer>(value: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        i64::try_from(*value).map_or_else(|_| Wide::Digits(value.to_string()), Wide::Number).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
        match Wide::deserialize(deserializer)? {
            Wide::Number(value) => Ok(value.into()),
            Wide::Digits(digits) => digits.parse().map_err(|_| D::Error::custom("not an integer")),
        }
    }
}
