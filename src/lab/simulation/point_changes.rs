//! Changes of points and margins in a comparison. They have intervals and no p-values: the shares of wins are what a
//! comparison tests.

use serde::Serialize;

use super::compare::{ComparisonResult, GAMES_PER_LOOK, sequence};
use super::points::{PointMean, PointSums, points, points_interval};
use super::statistics::{CONFIDENCE, Interval, Moments};

/// Change of a mean, in points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MeanChange {
    pub change: f64,
    pub interval: Option<Interval>,
}

/// Change of the points and margins of one team under one ruleset, over the games that ended under both rulesets.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PointChange {
    pub bots: String,
    pub game: String,
    pub side: String,
    pub points: MeanChange,
    pub margin: MeanChange,
}

impl ComparisonResult {
    /// Returns the mean points and the mean margin of every compared team under every ruleset; none if some ruleset has
    /// no points.
    pub fn points(&self) -> Vec<Vec<[PointMean; 2]>> {
        let rows: Option<Vec<&[PointSums]>> =
            self.tallies.iter().map(|tally| Some(&*tally.units().points.as_ref()?.sides)).collect();
        let means = |sides: &[PointSums]| {
            let rows = sides.iter().map(|sums| ("", sums)).collect();
            PointSums::means(rows).into_iter().map(|(_, means)| means).collect()
        };
        rows.unwrap_or_default().into_iter().map(means).collect()
    }

    /// Returns the changes of points under the rulesets from the second. `games` are the names of the rulesets, `sides`
    /// those of the teams under each of them.
    pub fn point_changes(&self, games: &[String], sides: &[Vec<String>]) -> Vec<PointChange> {
        let changes = self.point_sums.iter().zip(1..).flat_map(|(changes, rules)| {
            changes.iter().enumerate().filter(|(_, sums)| sums.points.count > 0).map(move |(side, sums)| PointChange {
                bots: self.bots.clone(),
                game: games[rules].clone(),
                side: sides[rules][side].clone(),
                points: self.mean_change(&sums.points, rules, side, |sums| &sums.points),
                margin: self.mean_change(&sums.margin, rules, side, |sums| &sums.margin),
            })
        });
        changes.collect()
    }

    fn mean_change(&self, changes: &Moments, rules: usize, side: usize, of: fn(&PointSums) -> &Moments) -> MeanChange {
        // No change exceeds the range of the values.
        let values = [0, rules].into_iter().filter_map(|rules| self.tallies[rules].units().points.as_ref());
        let (least, most) = Moments::range(values.map(|points| of(&points.sides[side]))).unwrap_or_default();
        let range = (least - most, most - least);
        let interval = match self.length.precision {
            // Optional stopping requires a confidence sequence.
            Some(precision) if changes.count >= GAMES_PER_LOOK => {
                let deviation = changes.deviation(range);
                let interval =
                    sequence(precision, CONFIDENCE).difference(changes.mean(), deviation, changes.count).interval;
                interval.low.is_finite().then_some(interval)
            }
            _ => changes.interval(range, CONFIDENCE),
        };
        MeanChange { change: points(changes.mean()), interval: interval.map(points_interval) }
    }
}
