//! Points that add up exactly: a sum does not depend on its order, and shares of a tied place add up to the whole.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

use crate::text::decimal;

/// Number of points, in units that hold thousandths and the shares of up to six sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "PointsNumber", try_from = "PointsNumber")]
pub struct Points(i64);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// Units of one point.
    pub const UNITS: i64 = 6000;

    /// Largest number of points in one game, and smallest with a minus sign. Sums of many games stay exact.
    pub const MAX: i64 = 1_000_000_000;

    /// Whole number of points.
    pub const fn whole(count: i64) -> Points {
        Points(count * Points::UNITS)
    }

    /// Nearest number of points; `None` if the number is not finite or beyond [`Points::MAX`].
    pub fn nearest(number: f64) -> Option<Points> {
        let is_valid = number.is_finite() && number.abs() <= Points::MAX as f64;
        is_valid.then(|| Points((number * Points::UNITS as f64).round() as i64))
    }

    /// Nearest number of points within [`Points::MAX`]; 0 for something that is not a number.
    pub fn clamped(number: f64) -> Points {
        Points::nearest(number.clamp(-Points::MAX as f64, Points::MAX as f64)).unwrap_or_default()
    }

    /// The number in units, [`Points::UNITS`] of which are one point.
    pub const fn units(self) -> i64 {
        self.0
    }

    /// Share of one among `count` that divide the points evenly.
    pub const fn shared(self, count: usize) -> Points {
        Points(self.0 / count as i64)
    }

    /// The number.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / Points::UNITS as f64
    }
}

impl fmt::Display for Points {
    /// At most two decimals: `3`, `2.5`, `2.33`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&decimal(self.to_f64(), 2))
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0.saturating_sub(other.0))
    }
}

impl Neg for Points {
    type Output = Points;

    fn neg(self) -> Points {
        Points(-self.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl SubAssign for Points {
    fn sub_assign(&mut self, other: Points) {
        *self = *self - other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Points::add)
    }
}

/// Points as files hold them: a whole number where they are whole.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum PointsNumber {
    Whole(i64),
    Decimal(f64),
}

impl From<Points> for PointsNumber {
    fn from(points: Points) -> PointsNumber {
        match points.0 % Points::UNITS {
            0 => PointsNumber::Whole(points.0 / Points::UNITS),
            _ => PointsNumber::Decimal(points.to_f64()),
        }
    }
}

impl TryFrom<PointsNumber> for Points {
    type Error = String;

    fn try_from(number: PointsNumber) -> Result<Points, String> {
        let number = match number {
            PointsNumber::Whole(count) => count as f64,
            PointsNumber::Decimal(number) => number,
        };
        Points::nearest(number).ok_or_else(|| format!("expected at most {} points, not {number}", Points::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_place_add_up_to_the_whole() {
        for count in 1..=6 {
            for halves in [-3, 1, 2, 7] {
                let whole = Points::nearest(f64::from(halves) / 2.0).expect("a number");
                assert_eq!((0..count).map(|_| whole.shared(count)).sum::<Points>(), whole, "{halves} among {count}");
            }
        }
    }

    #[test]
    fn points_are_printed_with_at_most_two_decimals() {
        let third = Points::whole(7).shared(3);
        assert_eq!(
            format!("{} {third} {} [{:>6}]", Points::whole(-4), Points::whole(5).shared(2), third),
            "-4 2.33 2.5 [  2.33]"
        );
    }

    #[test]
    fn points_are_read_from_a_file_as_they_were() {
        #[derive(Serialize, Deserialize, PartialEq, Debug)]
        struct File {
            points: Vec<Points>,
        }
        let file = File { points: vec![Points::whole(36), Points::whole(7).shared(3), Points::whole(-1).shared(2)] };
        let text = toml::to_string(&file).expect("a file");
        assert_eq!(text, "points = [36, 2.3333333333333335, -0.5]\n");
        assert_eq!(toml::from_str::<File>(&text).expect("the same file"), file);
        assert!(toml::from_str::<File>("points = [1e300]").is_err(), "a number beyond the limit");
    }

    #[test]
    fn numbers_without_a_meaning_are_not_points() {
        assert_eq!([f64::NAN, f64::INFINITY, 2e9].map(Points::nearest), [None; 3]);
        assert_eq!(Points::nearest(0.1).map(Points::to_f64), Some(0.1));
    }
}
