//! Strength on Elo's scale: 400 points are odds of ten to one.

use serde::Serialize;

use super::{Interval, deviations};

/// How much stronger one is than the other.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    pub estimate: f64,
    pub interval: Interval,
}

/// From games won, drawn and lost. Whoever has won or lost everything is stronger or weaker without bound.
pub fn elo(won: u64, drawn: u64, lost: u64, confidence: f64) -> Elo {
    let games = (won + drawn + lost) as f64;
    if games == 0.0 {
        let interval = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        return Elo { estimate: 0.0, interval };
    }
    let score = (won as f64 + drawn as f64 / 2.0) / games;
    // Wilson's interval with the spread that draws leave: as wide as his where there are none.
    let spread = (won as f64 + drawn as f64 / 4.0) / games - score * score;
    let shrink =
        if drawn == 0 || score <= 0.0 || score >= 1.0 { 1.0 } else { spread / (score * (1.0 - score)) };
    let z2 = deviations(confidence).powi(2) * shrink;
    let middle = (score + z2 / (2.0 * games)) / (1.0 + z2 / games);
    let radius = (z2 * (score * (1.0 - score) / games + z2 / (4.0 * games * games))).max(0.0).sqrt()
        / (1.0 + z2 / games);
    let low = (middle - radius).clamp(0.0, score);
    let high = (middle + radius).clamp(score, 1.0);
    Elo { estimate: rating(score), interval: Interval { low: rating(low), high: rating(high) } }
}

/// The difference in strength that makes such a score likely.
fn rating(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}
