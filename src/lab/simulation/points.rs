//! Points of games and margins, by team and by bot. They are kept as integers, so that sums are the same in any order.

use houserule_core::mechanics::Seat;
use houserule_core::names::Names;
use houserule_core::points::Points;
use serde::{Deserialize, Serialize};

use super::statistics::{CONFIDENCE, Interval, Moments};

/// Largest value that is counted, and smallest with a minus sign; the points of a match may be beyond it.
const MAX_UNITS: i64 = 2 * Points::MAX * Points::UNITS;

/// Returns the margin of each team: its points minus those of the best other team. 0 if there is no other.
pub(super) fn margins(points: &[Points]) -> Vec<Points> {
    let best_other = |team: usize| {
        let others = points.iter().enumerate().filter(|(other, _)| *other != team);
        others.map(|(_, points)| *points).max().unwrap_or(points[team])
    };
    points.iter().enumerate().map(|(team, own)| *own - best_other(team)).collect()
}

/// Points and margins of a team or a bot, one of each per game or match, in units of [`Points`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PointSums {
    pub points: Moments,
    pub margin: Moments,
}

/// Mean in points, with its 95 % interval if there are enough games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PointMean {
    pub mean: f64,
    pub interval: Option<Interval>,
}

impl PointMean {
    /// Mean of a sample in units; see [`Moments::interval`].
    pub(super) fn new(moments: &Moments, range: (i64, i64)) -> PointMean {
        let interval = moments.interval(range, CONFIDENCE);
        PointMean { mean: points(moments.mean()), interval: interval.map(points_interval) }
    }
}

/// Converts units to points.
pub(super) fn points(units: f64) -> f64 {
    units / Points::UNITS as f64
}

pub(super) fn points_interval(Interval { low, high }: Interval) -> Interval {
    Interval { low: points(low), high: points(high) }
}

impl PointSums {
    pub(super) fn add(&mut self, points: Points, margin: Points) {
        self.points.add(points.units().clamp(-MAX_UNITS, MAX_UNITS));
        self.margin.add(margin.units().clamp(-MAX_UNITS, MAX_UNITS));
    }

    pub(super) fn merge(&mut self, other: &PointSums) {
        self.points.merge(&other.points);
        self.margin.merge(&other.margin);
    }

    /// Returns the mean points and the mean margin of each row. The range of all rows widens the interval of a row whose
    /// games are all equal.
    pub fn means<'a>(rows: Vec<(&'a str, &PointSums)>) -> Vec<(&'a str, [PointMean; 2])> {
        let range =
            |of: fn(&PointSums) -> &Moments| Moments::range(rows.iter().map(|(_, sums)| of(sums))).unwrap_or_default();
        let (points, margins) = (range(|sums| &sums.points), range(|sums| &sums.margin));
        let means = |sums: &PointSums| {
            let mut own = PointMean::new(&sums.points, points);
            // Points that are never negative have no negative mean.
            if let Some(interval) = own.interval.as_mut().filter(|_| points.0 >= 0) {
                interval.low = interval.low.max(0.0);
            }
            [own, PointMean::new(&sums.margin, margins)]
        };
        rows.into_iter().map(|(name, sums)| (name, means(sums))).collect()
    }

    fn is_plausible(&self, games: u64) -> bool {
        [self.points, self.margin].iter().all(|moments| moments.is_plausible(games, MAX_UNITS))
    }
}

/// Points of every team and, if different bots played, of every bot.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PointTally {
    pub sides: Vec<PointSums>,
    /// In the order of the bots; only the first of several with the same name has games. Empty if all bots are equal.
    pub bots: Vec<PointSums>,
}

impl PointTally {
    pub(super) fn new(sides: usize, bots: usize) -> PointTally {
        PointTally { sides: vec![PointSums::default(); sides], bots: vec![PointSums::default(); bots] }
    }

    /// Adds the points of every team in one game. `bot_at` is the bot of each seat.
    pub(super) fn add(&mut self, names: &Names, points: &[Points], bot_at: impl Fn(Seat) -> usize) {
        let margins = margins(points);
        for ((sums, points), margin) in self.sides.iter_mut().zip(points).zip(&margins) {
            sums.add(*points, *margin);
        }
        // Teams of one game are not independent, so a bot that plays for several counts once.
        for (bot, sums) in self.bots.iter_mut().enumerate() {
            let plays = |seat: Seat| bot_at(seat) == bot;
            if names.seats.indices().any(plays) {
                sums.add(mean_of_teams(names, points, plays), mean_of_teams(names, &margins, plays));
            }
        }
    }

    pub(super) fn merge(&mut self, other: &PointTally) {
        self.sides.iter_mut().zip(&other.sides).for_each(|(mine, more)| mine.merge(more));
        self.bots.iter_mut().zip(&other.bots).for_each(|(mine, more)| mine.merge(more));
    }

    pub(super) fn is_plausible(&self, games: u64, sides: usize, bots: usize) -> bool {
        self.sides.len() == sides
            && (self.bots.is_empty() || self.bots.len() == bots)
            && self.sides.iter().chain(&self.bots).all(|sums| sums.is_plausible(games))
    }

    /// Returns the number of games with points.
    pub fn games(&self) -> u64 {
        self.sides.first().map_or(0, |sums| sums.points.count)
    }
}

/// Returns the mean of the values of the teams with a seat that `plays`; 0 if there is none.
pub(super) fn mean_of_teams(names: &Names, values: &[Points], plays: impl Fn(Seat) -> bool) -> Points {
    let own = names.teams.indices().filter(|&team| names.seats_of(team).any(&plays));
    let (sum, count) = own.fold((Points::ZERO, 0), |(sum, count), team| (sum + values[team.index()], count + 1));
    sum.shared(count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_the_lead_over_the_best_other_team() {
        let margins_of = |points: &[i64]| {
            let points: Vec<Points> = points.iter().copied().map(Points::whole).collect();
            margins(&points).into_iter().map(|margin| margin.units() / Points::UNITS).collect::<Vec<_>>()
        };
        assert_eq!(margins_of(&[30, 12]), [18, -18]);
        assert_eq!(margins_of(&[5, 9, 9, 1]), [-4, 0, 0, -8]);
        assert_eq!(margins_of(&[7]), [0]);
    }

    #[test]
    fn huge_points_are_bounded() {
        let mut sums = PointSums::default();
        (0..1000).for_each(|_| sums.add(Points::clamped(1e300), (0..1000).map(|_| Points::clamped(1e300)).sum()));
        assert!(sums.is_plausible(1000), "{sums:?}");
        assert_eq!((points(sums.points.mean()), points(sums.margin.mean())), (1e9, 2e9));
    }
}
