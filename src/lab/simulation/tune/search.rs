//! Stochastic root finding: the value at which a noisy monotone curve meets a target. Independent of games: it proposes
//! where to sample next, receives the results, and judges.
//!
//! The curve rises or falls; which of both is determined from the data. A value is judged by a confidence sequence, and
//! the values are judged in order from either end, up to the first that cannot be distinguished from the target. Only
//! the first value beyond the true one could be judged wrongly, so each end of the result is wrong at most once in
//! forty runs, however many values there are and however the games were distributed.
//!
//! The number of games at a value depends on its results, so that an ordinary interval would be too narrow. A
//! confidence sequence holds at all looks; where it is tightest depends only on the total number of games, not on their
//! results. So it does not matter whether a run ended by its number of games or by the clock.

use serde::Serialize;

use super::super::statistics::{CONFIDENCE, Interval, Sequence, deviations};
use super::super::tally::ResultCounts;

/// Number of values tried at first.
const FIRST: usize = 7;

/// Number of values at which most of the games are played.
const FOCUSED_VALUES: usize = 4;

/// A mean of fewer games is not normal enough for the tightest interval.
const MIN_GAMES: f64 = 50.0;

/// Number of standard deviations that count as certain despite repeated looks.
const CERTAIN: f64 = 4.0;

/// Smallest change of the share over the whole range that counts as a trend.
const MIN_TREND: f64 = 0.01;

/// Values, target and results.
pub struct TuneSearch {
    /// In ascending order.
    pub values: Vec<f64>,
    /// Target share of points, from 0 to 1.
    pub target: f64,
    pub seen: Vec<ResultCounts>,
}

/// Direction of the curve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trend {
    Rising,
    Falling,
}

/// Result of the search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TuneAnswer {
    /// Index of the nearest value; the true one is between the other two, as far as either is known.
    Found { at: usize, low: Option<usize>, high: Option<usize> },
    /// Every value gives more than the target, or every one less; index of the nearest.
    OutOfReach { at: usize, gives_more: bool },
    /// No relevant effect: the change over the whole range is within this interval.
    Flat { change: Interval },
    /// Too few games; index of the nearest so far.
    Unknown { at: usize },
}

impl TuneSearch {
    pub fn new(values: Vec<f64>, target: f64) -> TuneSearch {
        let seen = vec![ResultCounts::default(); values.len()];
        TuneSearch { values, target, seen }
    }

    /// Test by which a value is judged: tightest at the few values that get most of the games.
    fn sequence(&self) -> Sequence {
        let games: u64 = self.seen.iter().map(ResultCounts::games).sum();
        let each = games as f64 / self.values.len().clamp(1, FOCUSED_VALUES) as f64;
        Sequence::new(each.max(MIN_GAMES), CONFIDENCE)
    }

    /// Share of points at a value, with an interval that holds at all looks.
    pub fn share(&self, at: usize) -> (f64, Interval) {
        let results = &self.seen[at];
        let games = results.games();
        if games == 0 {
            return (self.target, Interval { low: 0.0, high: 1.0 });
        }
        let mean = results.score() / games as f64;
        let Interval { low, high } = self.sequence().difference(mean, self.variance(at).sqrt(), games).interval;
        (mean, Interval { low: low.max(0.0), high: high.min(1.0) })
    }

    /// Variance of one game's score, with an additional game for either team, since what was never observed may happen.
    fn variance(&self, at: usize) -> f64 {
        let results = &self.seen[at];
        let all = results.games() as f64 + 2.0;
        let mean = (results.score() + 1.0) / all;
        (results.squares() + 1.0) / all - mean * mean
    }

    /// Values at which games were played, in order.
    fn tried(&self) -> Vec<usize> {
        (0..self.values.len()).filter(|&at| self.seen[at].games() > 0).collect()
    }

    /// Values to sample next, equally often.
    pub fn next(&self) -> Vec<usize> {
        let last = self.values.len() - 1;
        let first = FIRST.min(self.values.len());
        let spread = |index: usize| if first == 1 { 0 } else { index * last / (first - 1) };
        let spread: Vec<usize> = (0..first).map(spread).collect();
        let tried = self.tried();
        if tried.is_empty() {
            return spread;
        }
        let Some(way) = self.way() else { return spread };
        let (before, after) = self.judged(way, &tried);
        if before == tried.len() || after == tried.len() {
            // All on one side: the nearest end, and its neighbour, decide.
            return if before == tried.len() { vec![last] } else { vec![0] };
        }
        let mut next: Vec<usize> = tried[before..tried.len() - after].to_vec();
        let near = self.nearest(way, &tried);
        let from = if before == 0 { 0 } else { tried[before - 1] };
        let to = if after == 0 { last } else { tried[tried.len() - after] };
        // Also the values around the best guess, as long as they are not judged.
        let about = [near.saturating_sub(1), near, (near + 1).min(last)];
        next.extend(about.into_iter().filter(|&at| (from..=to).contains(&at)));
        if next.is_empty() || to - from > 1 && next.iter().all(|&at| at == from || at == to) {
            next.push((from + to) / 2);
        }
        next.sort_unstable();
        next.dedup();
        // With nothing left to judge, the two neighbours are measured more precisely.
        next
    }

    /// Number of values from the start that are certainly on this side of the target, and from the end beyond it.
    fn judged(&self, way: Trend, tried: &[usize]) -> (usize, usize) {
        let is_more = |at: &&usize| self.share(**at).1.low > self.target;
        let is_less = |at: &&usize| self.share(**at).1.high < self.target;
        match way {
            Trend::Falling => {
                (tried.iter().take_while(is_more).count(), tried.iter().rev().take_while(is_less).count())
            }
            Trend::Rising => (tried.iter().take_while(is_less).count(), tried.iter().rev().take_while(is_more).count()),
        }
    }

    /// Direction of the curve, once it is certain.
    fn way(&self) -> Option<Trend> {
        let (slope, error) = self.slope();
        match slope / error {
            z if z > CERTAIN => Some(Trend::Rising),
            z if z < -CERTAIN => Some(Trend::Falling),
            _ => None,
        }
    }

    /// Slope of the regression line over the whole range, and its standard error.
    fn slope(&self) -> (f64, f64) {
        let tried = self.tried();
        let games = |at: &usize| self.seen[*at].games() as f64;
        let all: f64 = tried.iter().map(games).sum();
        let middle = tried.iter().map(|at| games(at) * self.values[*at]).sum::<f64>() / all.max(1.0);
        let (mut spread, mut sum, mut varies) = (0.0, 0.0, 0.0);
        for at in &tried {
            let off = self.values[*at] - middle;
            spread += games(at) * off * off;
            sum += off * self.seen[*at].score();
            varies += games(at) * off * off * self.variance(*at);
        }
        if spread <= 0.0 {
            return (0.0, f64::INFINITY);
        }
        let range = self.values[self.values.len() - 1] - self.values[0];
        (range * sum / spread, range * varies.sqrt() / spread)
    }

    /// Value that seems nearest to the target, among all: where the best monotone fit meets it.
    fn nearest(&self, way: Trend, tried: &[usize]) -> usize {
        let curve = self.steady(way, tried);
        let sign = if way == Trend::Falling { -1.0 } else { 1.0 };
        let beyond = curve.iter().position(|share| sign * (share - self.target) >= 0.0);
        let guess = match beyond {
            None => self.values[tried[tried.len() - 1]],
            Some(0) => self.values[tried[0]],
            Some(index) => {
                let (a, b) = (curve[index - 1], curve[index]);
                let (x, y) = (self.values[tried[index - 1]], self.values[tried[index]]);
                // If several values equal the target, the middle of them is the guess.
                let level = curve[index..].iter().take_while(|share| **share == b).count();
                let end = self.values[tried[index + level - 1]];
                if b == self.target { (y + end) / 2.0 } else { x + (y - x) * (self.target - a) / (b - a) }
            }
        };
        let off = |at: &usize| (self.values[*at] - guess).abs();
        (0..self.values.len()).min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0)
    }

    /// Isotonic regression weighted by games (pool adjacent violators): neighbours that go the wrong way are pooled
    /// until none do.
    fn steady(&self, way: Trend, tried: &[usize]) -> Vec<f64> {
        let sign = if way == Trend::Falling { -1.0 } else { 1.0 };
        // Share, games and number of values of each pool.
        let mut stretches: Vec<(f64, f64, usize)> = Vec::new();
        for &at in tried {
            let games = self.seen[at].games() as f64;
            let mut stretch = (self.seen[at].score() / games, games, 1);
            while let Some(&(share, weight, values)) = stretches.last() {
                if sign * share <= sign * stretch.0 {
                    break;
                }
                let both = weight + stretch.1;
                stretch = ((share * weight + stretch.0 * stretch.1) / both, both, values + stretch.2);
                stretches.pop();
            }
            stretches.push(stretch);
        }
        stretches.into_iter().flat_map(|(share, _, values)| vec![share; values]).collect()
    }

    /// Result so far.
    pub fn answer(&self) -> TuneAnswer {
        let tried = self.tried();
        let off = |at: &usize| (self.share(*at).0 - self.target).abs();
        let closest = tried.iter().copied().min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0);
        let all = |is: &dyn Fn(Interval) -> bool| !tried.is_empty() && tried.iter().all(|&at| is(self.share(at).1));
        let is_over = all(&|share| share.low > self.target);
        if is_over || all(&|share| share.high < self.target) {
            return TuneAnswer::OutOfReach { at: closest, gives_more: is_over };
        }
        let Some(way) = self.way() else {
            let (slope, error) = self.slope();
            let change = Interval::around(slope, deviations(CONFIDENCE) * error);
            let is_flat = self.values.len() > 1 && change.is_within(0.0, MIN_TREND);
            return if is_flat { TuneAnswer::Flat { change } } else { TuneAnswer::Unknown { at: closest } };
        };
        let (before, after) = self.judged(way, &tried);
        let low = before.checked_sub(1).map(|index| tried[index]);
        let high = (after > 0).then(|| tried[tried.len() - after]);
        if (low, high) == (None, None) {
            return TuneAnswer::Unknown { at: closest };
        }
        // Of those that may be the one, or are next to it.
        let (from, to) = (low.unwrap_or(0), high.unwrap_or(self.values.len() - 1));
        let near = self.nearest(way, &tried);
        let curve = self.steady(way, &tried);
        let fits = |index: &usize| {
            let at = tried[*index];
            ((curve[*index] - self.target).abs(), at.abs_diff(near))
        };
        let within = (0..tried.len()).filter(|&index| (from..=to).contains(&tried[index]));
        let best = within.min_by(|a, b| {
            let (one, two) = (fits(a), fits(b));
            one.0.total_cmp(&two.0).then(one.1.cmp(&two.1))
        });
        TuneAnswer::Found { at: best.map_or(closest, |index| tried[index]), low, high }
    }

    /// Two values that contradict a monotone curve, if any certainly do.
    pub fn contradiction(&self) -> Option<[usize; 2]> {
        let (way, tried) = (self.way()?, self.tried());
        let sign = if way == Trend::Falling { -1.0 } else { 1.0 };
        let pairs = tried.iter().flat_map(|&one| tried.iter().map(move |&two| [one, two]));
        let mut wrong = pairs.filter(|[one, two]| {
            let error = [one, two].map(|at| self.variance(*at) / self.seen[*at].games().max(1) as f64);
            let apart = sign * (self.share(*two).0 - self.share(*one).0);
            one < two && apart < -CERTAIN * (error[0] + error[1]).sqrt()
        });
        wrong.next()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tally::POINTS_PER_GAME;
    use super::*;
    use houserule_core::rng::Rng;

    /// Plays `games` on a curve, given in thousandths, with a tenth of the games drawn.
    fn searched(values: Vec<f64>, target: f64, games: u64, curve: &dyn Fn(f64) -> f64, rng: &mut Rng) -> TuneSearch {
        let mut search = TuneSearch::new(values, target);
        let mut left = games;
        while left > 0 {
            for at in search.next() {
                let share = (1000.0 * curve(search.values[at])).round() as usize;
                for _ in 0..left.min(20) {
                    let parts = match rng.below(10) {
                        0 => POINTS_PER_GAME / 2,
                        _ => POINTS_PER_GAME * u32::from(rng.below(900) + 50 < share),
                    };
                    search.seen[at].add(parts);
                }
                left -= left.min(20);
            }
        }
        search
    }

    fn steps(to: u32) -> Vec<f64> {
        (0..=to).map(|step| f64::from(step) / 2.0).collect()
    }

    #[test]
    fn the_fair_value_lies_within_what_is_found_nineteen_times_in_twenty() {
        let mut rng = Rng::new(1);
        for (to, curve) in [
            // Half a step beside a value, on a value, steep, and with a jump.
            (8, &(|x: f64| 0.62 - 0.069 * x) as &dyn Fn(f64) -> f64),
            (8, &|x| 0.44 + 0.04 * x),
            (40, &|x| 1.0 / (1.0 + (0.5 * (x - 7.2)).exp())),
            (20, &|x| if x < 3.2 { 0.56 } else { 0.47 - 0.002 * x }),
        ] {
            let (mut right, mut told, mut near) = (0, 0, 0);
            for _ in 0..100 {
                let search = searched(steps(to), 0.5, 12_000, curve, &mut rng);
                let is_less = |at: usize| curve(search.values[at]) < 0.5 - 1e-9;
                if let TuneAnswer::Found { at, low, high } = search.answer() {
                    let falls = curve(0.0) > curve(f64::from(to) / 2.0);
                    told += 1;
                    right += usize::from(
                        low.is_none_or(|low| is_less(low) != falls) && high.is_none_or(|high| is_less(high) == falls),
                    );
                    // At most two points worse than the best value, or next to the fair one: which side of a jump is
                    // nearer is more than these games can show.
                    let off = |value: &f64| (curve(*value) - 0.5).abs();
                    let best = search.values.iter().map(off).fold(1.0, f64::min);
                    let last = search.values.len() - 1;
                    let is_beside =
                        is_less(at.saturating_sub(1)) != is_less(at) || is_less((at + 1).min(last)) != is_less(at);
                    near += usize::from(is_beside || off(&search.values[at]) < best + 0.02 + 1e-9);
                }
            }
            assert!(told >= 95, "{told} of 100 curves were told");
            assert!(right >= told - 6, "of {told} only {right} hold the fair value");
            assert!(near >= told - 6, "of {told} only {near} are near");
        }
    }

    /// The interval of every value holds, however the games were distributed, and is not much wider than an ordinary
    /// one.
    #[test]
    fn the_share_of_every_value_lies_within_its_interval_nineteen_times_in_twenty() {
        let mut rng = Rng::new(6);
        let curve = |x: f64| 0.62 - 0.069 * x;
        for games in [300, 1_300, 8_000] {
            let (mut told, mut wrong, mut wide) = (0, 0, 0.0_f64);
            for _ in 0..150 {
                let search = searched(steps(8), 0.5, games, &curve, &mut rng);
                for at in search.tried() {
                    // A tenth of the games is drawn.
                    let truth = (curve(search.values[at]) * 1000.0).round() / 1000.0;
                    told += 1;
                    wrong += u32::from(!search.share(at).1.has(truth));
                }
                let most = search.tried().into_iter().max_by_key(|at| search.seen[*at].games()).expect("some");
                let plain = deviations(CONFIDENCE) * (search.variance(most) / search.seen[most].games() as f64).sqrt();
                wide = wide.max(search.share(most).1.radius() / plain);
            }
            assert!(20 * wrong <= told, "{games} games: {wrong} of {told} intervals are wrong");
            assert!(wide < 1.7, "{games} games: {wide} times as wide as a plain one");
        }
    }

    #[test]
    fn what_cannot_be_reached_what_is_flat_and_what_is_not_known_is_said() {
        let mut rng = Rng::new(2);
        let mut answer = |games, curve: &dyn Fn(f64) -> f64| searched(steps(8), 0.5, games, curve, &mut rng).answer();
        assert_eq!(answer(8_000, &|x| 0.7 - 0.02 * x), TuneAnswer::OutOfReach { at: 8, gives_more: true });
        assert_eq!(answer(8_000, &|x| 0.3 + 0.02 * x), TuneAnswer::OutOfReach { at: 8, gives_more: false });
        assert!(matches!(answer(400_000, &|_| 0.5), TuneAnswer::Flat { .. }));
        assert!(matches!(answer(60, &|x| 0.55 - 0.02 * x), TuneAnswer::Unknown { .. }));
    }

    #[test]
    fn a_curve_that_turns_back_is_noticed() {
        let mut rng = Rng::new(3);
        let search = searched(steps(8), 0.5, 40_000, &|x| 0.3 + 0.2 * x - 0.04 * x * x, &mut rng);
        assert!(search.contradiction().is_some(), "{:?}", search.seen);
        let steady = searched(steps(8), 0.5, 40_000, &|x| 0.3 + 0.1 * x, &mut rng);
        assert_eq!(steady.contradiction(), None);
    }

    #[test]
    fn one_value_alone_is_measured() {
        let mut rng = Rng::new(4);
        let search = searched(vec![3.0], 0.5, 1_000, &|_| 0.5, &mut rng);
        assert_eq!((search.seen[0].games(), search.answer()), (1_000, TuneAnswer::Unknown { at: 0 }));
    }
}
