//! Shares of games, by the Wilson score interval. It holds for few games and for shares near 0 and 1.

use super::{Interval, critical_z};

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
