//! Shares of games and their differences, by the Wilson score interval and Newcombe's difference of two of them. Both
//! hold for few games and for shares near 0 and 1.

use super::{Difference, Interval, critical_z, two_sided_p};

/// Returns the Wilson interval of a share if `part` of `all` were observed. Draws may count as halves, which makes the
/// interval wider than necessary, never narrower.
pub fn wilson(part: f64, all: f64, confidence: f64) -> Interval {
    if all <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (share, z2) = (part / all, critical_z(confidence).powi(2));
    let middle = (share + z2 / (2.0 * all)) / (1.0 + z2 / all);
    let radius = (z2 * (share * (1.0 - share) / all + z2 / (4.0 * all * all))).max(0.0).sqrt() / (1.0 + z2 / all);
    let Interval { low, high } = Interval::around(middle, radius);
    // 0 and 1 are included despite rounding.
    Interval { low: low.clamp(0.0, share), high: high.clamp(share, 1.0) }
}

/// Returns the difference of two shares, each given as part and whole.
pub fn difference(first: (f64, f64), second: (f64, f64), confidence: f64) -> Difference {
    if first.1 <= 0.0 || second.1 <= 0.0 {
        return Difference { estimate: 0.0, interval: Interval { low: -1.0, high: 1.0 }, p: 1.0 };
    }
    let (one, two) = (first.0 / first.1, second.0 / second.1);
    let (first_interval, second_interval) =
        (wilson(first.0, first.1, confidence), wilson(second.0, second.1, confidence));
    let estimate = one - two;
    let interval = Interval {
        low: estimate - (one - first_interval.low).hypot(second_interval.high - two),
        high: estimate + (first_interval.high - one).hypot(two - second_interval.low),
    };
    let pooled = (first.0 + second.0) / (first.1 + second.1);
    let error = (pooled * (1.0 - pooled) * (1.0 / first.1 + 1.0 / second.1)).max(0.0).sqrt();
    let p = if error > 0.0 { two_sided_p(estimate / error) } else { 1.0 };
    Difference { estimate, interval, p }
}
