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

use super::super::statistics::{CONFIDENCE, ConfidenceSequence, Interval, critical_z};
use super::super::tally::ResultCounts;

/// Number of values sampled at first.
const INITIAL_VALUES: usize = 7;

/// Number of values at which most of the games are played.
const FOCUSED_VALUES: usize = 4;

/// Minimum number of games for the tightest interval; a mean of fewer is not normal enough.
const MIN_GAMES: f64 = 50.0;

/// Number of standard errors that count as certain despite repeated looks.
const CERTAIN_Z: f64 = 4.0;

/// Smallest change of the share over the whole range that counts as a trend.
const MIN_TREND: f64 = 0.01;

/// Search for the value of an option at which the share of points meets a target.
pub struct TuneSearch {
    /// In ascending order.
    pub values: Vec<f64>,
    /// Target share of points, from 0 to 1.
    pub target: f64,
    pub results: Vec<ResultCounts>,
}

/// Direction of the curve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trend {
    Rising,
    Falling,
}

/// Result of the search.
#[derive(Clone, PartialEq, Debug)]
pub enum TuneAnswer {
    /// Index of the best value; the true one is between the other two, as far as either is known.
    Found { at: usize, low: Option<usize>, high: Option<usize> },
    /// Every value gives more than the target, or every one less; index of the closest.
    OutOfReach { at: usize, gives_more: bool },
    /// No relevant effect: the change over the whole range is within this interval.
    Flat { change: Interval },
    /// Too few games; index of the closest so far.
    Unknown { at: usize },
}

impl TuneSearch {
    pub fn new(values: Vec<f64>, target: f64) -> TuneSearch {
        let results = vec![ResultCounts::default(); values.len()];
        TuneSearch { values, target, results }
    }

    /// Returns the test that judges a value: tightest at the few values that get most of the games.
    fn sequence(&self) -> ConfidenceSequence {
        let games: u64 = self.results.iter().map(ResultCounts::games).sum();
        let each = games as f64 / self.values.len().clamp(1, FOCUSED_VALUES) as f64;
        ConfidenceSequence::new(each.max(MIN_GAMES), CONFIDENCE)
    }

    /// Returns the share of points at a value, with an interval that holds at all looks.
    pub fn share(&self, at: usize) -> (f64, Interval) {
        let results = &self.results[at];
        let games = results.games();
        if games == 0 {
            return (self.target, Interval { low: 0.0, high: 1.0 });
        }
        let mean = results.score() / games as f64;
        let Interval { low, high } = self.sequence().difference(mean, self.variance(at).sqrt(), games).interval;
        (mean, Interval { low: low.max(0.0), high: high.min(1.0) })
    }

    /// Estimates the variance of one game's score, with an additional win for each team, because results not yet
    /// observed may occur.
    fn variance(&self, at: usize) -> f64 {
        let results = &self.results[at];
        let all = results.games() as f64 + 2.0;
        let mean = (results.score() + 1.0) / all;
        (results.squared_score() + 1.0) / all - mean * mean
    }

    /// Returns the values at which games were played, in order.
    fn sampled(&self) -> Vec<usize> {
        (0..self.values.len()).filter(|&at| self.results[at].games() > 0).collect()
    }

    /// Returns the values to sample next, equally often.
    pub fn next_values(&self) -> Vec<usize> {
        let last = self.values.len() - 1;
        let initial_count = INITIAL_VALUES.min(self.values.len());
        let nth_value = |index: usize| if initial_count == 1 { 0 } else { index * last / (initial_count - 1) };
        let initial: Vec<usize> = (0..initial_count).map(nth_value).collect();
        let sampled = self.sampled();
        if sampled.is_empty() {
            return initial;
        }
        let Some(trend) = self.trend() else { return initial };
        let (before, after) = self.judged_counts(trend, &sampled);
        if before == sampled.len() || after == sampled.len() {
            // All are on one side of the target: the end of the range decides.
            return if before == sampled.len() { vec![last] } else { vec![0] };
        }
        let mut next: Vec<usize> = sampled[before..sampled.len() - after].to_vec();
        let nearest = self.nearest(trend, &sampled);
        let from = if before == 0 { 0 } else { sampled[before - 1] };
        let to = if after == 0 { last } else { sampled[sampled.len() - after] };
        // The neighbours of the best guess, unless they are judged.
        let neighbours = [nearest.saturating_sub(1), nearest, (nearest + 1).min(last)];
        next.extend(neighbours.into_iter().filter(|&at| (from..=to).contains(&at)));
        if next.is_empty() || to - from > 1 && next.iter().all(|&at| at == from || at == to) {
            next.push((from + to) / 2);
        }
        next.sort_unstable();
        next.dedup();
        // If all values are judged, the two around the target are sampled further.
        next
    }

    /// Counts the values certainly before the target, from the start, and those certainly beyond it, from the end.
    fn judged_counts(&self, trend: Trend, sampled: &[usize]) -> (usize, usize) {
        let is_more = |at: &&usize| self.share(**at).1.low > self.target;
        let is_less = |at: &&usize| self.share(**at).1.high < self.target;
        match trend {
            Trend::Falling => {
                (sampled.iter().take_while(is_more).count(), sampled.iter().rev().take_while(is_less).count())
            }
            Trend::Rising => {
                (sampled.iter().take_while(is_less).count(), sampled.iter().rev().take_while(is_more).count())
            }
        }
    }

    /// Returns the direction of the curve, once it is certain.
    fn trend(&self) -> Option<Trend> {
        let (slope, error) = self.slope();
        match slope / error {
            z if z > CERTAIN_Z => Some(Trend::Rising),
            z if z < -CERTAIN_Z => Some(Trend::Falling),
            _ => None,
        }
    }

    /// Returns the slope of the regression line over the whole range, and its standard error.
    fn slope(&self) -> (f64, f64) {
        let sampled = self.sampled();
        let games = |at: &usize| self.results[*at].games() as f64;
        let all: f64 = sampled.iter().map(games).sum();
        let mean = sampled.iter().map(|at| games(at) * self.values[*at]).sum::<f64>() / all.max(1.0);
        let (mut squares, mut sum, mut variance) = (0.0, 0.0, 0.0);
        for at in &sampled {
            let offset = self.values[*at] - mean;
            squares += games(at) * offset * offset;
            sum += offset * self.results[*at].score();
            variance += games(at) * offset * offset * self.variance(*at);
        }
        if squares <= 0.0 {
            return (0.0, f64::INFINITY);
        }
        let range = self.values[self.values.len() - 1] - self.values[0];
        (range * sum / squares, range * variance.sqrt() / squares)
    }

    /// Returns the value closest to where the isotonic fit meets the target.
    fn nearest(&self, trend: Trend, sampled: &[usize]) -> usize {
        let curve = self.isotonic_fit(trend, sampled);
        let sign = if trend == Trend::Falling { -1.0 } else { 1.0 };
        let crossing = curve.iter().position(|share| sign * (share - self.target) >= 0.0);
        let guess = match crossing {
            None => self.values[sampled[sampled.len() - 1]],
            Some(0) => self.values[sampled[0]],
            Some(index) => {
                let (a, b) = (curve[index - 1], curve[index]);
                let (x, y) = (self.values[sampled[index - 1]], self.values[sampled[index]]);
                // If several values meet the target, the guess is the middle of them.
                let plateau = curve[index..].iter().take_while(|share| **share == b).count();
                let end = self.values[sampled[index + plateau - 1]];
                if b == self.target { (y + end) / 2.0 } else { x + (y - x) * (self.target - a) / (b - a) }
            }
        };
        let distance = |at: &usize| (self.values[*at] - guess).abs();
        (0..self.values.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
    }

    /// Fits an isotonic regression weighted by games (pool adjacent violators): neighbours in the wrong order are
    /// pooled until none are.
    fn isotonic_fit(&self, trend: Trend, sampled: &[usize]) -> Vec<f64> {
        let sign = if trend == Trend::Falling { -1.0 } else { 1.0 };
        // Share, games and number of values of each pool.
        let mut pools: Vec<(f64, f64, usize)> = Vec::new();
        for &at in sampled {
            let games = self.results[at].games() as f64;
            let mut pool = (self.results[at].score() / games, games, 1);
            while let Some(&(share, weight, values)) = pools.last() {
                if sign * share <= sign * pool.0 {
                    break;
                }
                let both = weight + pool.1;
                pool = ((share * weight + pool.0 * pool.1) / both, both, values + pool.2);
                pools.pop();
            }
            pools.push(pool);
        }
        pools.into_iter().flat_map(|(share, _, values)| vec![share; values]).collect()
    }

    /// Returns the result so far.
    pub fn answer(&self) -> TuneAnswer {
        let sampled = self.sampled();
        let distance = |at: &usize| (self.share(*at).0 - self.target).abs();
        let closest = sampled.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0);
        let all = |is: &dyn Fn(Interval) -> bool| !sampled.is_empty() && sampled.iter().all(|&at| is(self.share(at).1));
        let is_above = all(&|share| share.low > self.target);
        if is_above || all(&|share| share.high < self.target) {
            return TuneAnswer::OutOfReach { at: closest, gives_more: is_above };
        }
        let Some(trend) = self.trend() else {
            let (slope, error) = self.slope();
            let change = Interval::around(slope, critical_z(CONFIDENCE) * error);
            let is_flat = self.values.len() > 1 && change.is_within(0.0, MIN_TREND);
            return if is_flat { TuneAnswer::Flat { change } } else { TuneAnswer::Unknown { at: closest } };
        };
        let (before, after) = self.judged_counts(trend, &sampled);
        let low = before.checked_sub(1).map(|index| sampled[index]);
        let high = (after > 0).then(|| sampled[sampled.len() - after]);
        if (low, high) == (None, None) {
            return TuneAnswer::Unknown { at: closest };
        }
        // Candidates are the values between the bounds, and the bounds.
        let (from, to) = (low.unwrap_or(0), high.unwrap_or(self.values.len() - 1));
        let nearest = self.nearest(trend, &sampled);
        let curve = self.isotonic_fit(trend, &sampled);
        let rank = |index: &usize| {
            let at = sampled[*index];
            ((curve[*index] - self.target).abs(), at.abs_diff(nearest))
        };
        let within = (0..sampled.len()).filter(|&index| (from..=to).contains(&sampled[index]));
        let best = within.min_by(|a, b| {
            let (one, two) = (rank(a), rank(b));
            one.0.total_cmp(&two.0).then(one.1.cmp(&two.1))
        });
        TuneAnswer::Found { at: best.map_or(closest, |index| sampled[index]), low, high }
    }

    /// Returns two values that certainly contradict a monotone curve, if there are any.
    pub fn contradiction(&self) -> Option<[usize; 2]> {
        let (trend, sampled) = (self.trend()?, self.sampled());
        let sign = if trend == Trend::Falling { -1.0 } else { 1.0 };
        let pairs = sampled.iter().flat_map(|&one| sampled.iter().map(move |&two| [one, two]));
        let mut violations = pairs.filter(|[one, two]| {
            let error = [one, two].map(|at| self.variance(*at) / self.results[*at].games().max(1) as f64);
            let difference = sign * (self.share(*two).0 - self.share(*one).0);
            one < two && difference < -CERTAIN_Z * (error[0] + error[1]).sqrt()
        });
        violations.next()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tally::SHARES_PER_GAME;
    use super::*;
    use houserule_core::rng::Rng;

    /// Plays `games` games on a curve, rounded to thousandths; a tenth of the games are drawn.
    fn run_search(values: Vec<f64>, target: f64, games: u64, curve: &dyn Fn(f64) -> f64, rng: &mut Rng) -> TuneSearch {
        let mut search = TuneSearch::new(values, target);
        let mut left = games;
        while left > 0 {
            for at in search.next_values() {
                let share = (1000.0 * curve(search.values[at])).round() as usize;
                for _ in 0..left.min(20) {
                    let points = match rng.below(10) {
                        0 => SHARES_PER_GAME / 2,
                        _ => SHARES_PER_GAME * u32::from(rng.below(900) + 50 < share),
                    };
                    search.results[at].add(points);
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
    fn the_answer_contains_the_fair_value_nineteen_times_in_twenty() {
        let mut rng = Rng::new(1);
        for (to, curve) in [
            // Target between two values, target on a value, a steep curve, and a jump.
            (8, &(|x: f64| 0.62 - 0.069 * x) as &dyn Fn(f64) -> f64),
            (8, &|x| 0.44 + 0.04 * x),
            (40, &|x| 1.0 / (1.0 + (0.5 * (x - 7.2)).exp())),
            (20, &|x| if x < 3.2 { 0.56 } else { 0.47 - 0.002 * x }),
        ] {
            let (mut right, mut answered, mut near) = (0, 0, 0);
            for _ in 0..100 {
                let search = run_search(steps(to), 0.5, 12_000, curve, &mut rng);
                let is_less = |at: usize| curve(search.values[at]) < 0.5 - 1e-9;
                if let TuneAnswer::Found { at, low, high } = search.answer() {
                    let falls = curve(0.0) > curve(f64::from(to) / 2.0);
                    answered += 1;
                    right += usize::from(
                        low.is_none_or(|low| is_less(low) != falls) && high.is_none_or(|high| is_less(high) == falls),
                    );
                    // At most two points worse than the best value, or next to the fair one: these games cannot show
                    // which side of a jump is closer.
                    let distance = |value: &f64| (curve(*value) - 0.5).abs();
                    let best = search.values.iter().map(distance).fold(1.0, f64::min);
                    let last = search.values.len() - 1;
                    let is_beside =
                        is_less(at.saturating_sub(1)) != is_less(at) || is_less((at + 1).min(last)) != is_less(at);
                    near += usize::from(is_beside || distance(&search.values[at]) < best + 0.02 + 1e-9);
                }
            }
            assert!(answered >= 95, "{answered} of 100 curves were answered");
            assert!(right >= answered - 6, "of {answered} only {right} hold the fair value");
            assert!(near >= answered - 6, "of {answered} only {near} are near");
        }
    }

    /// Tests that the interval of every value holds, however the games were distributed, and is not much wider than an
    /// ordinary one.
    #[test]
    fn the_interval_of_every_share_contains_it_nineteen_times_in_twenty() {
        let mut rng = Rng::new(6);
        let curve = |x: f64| 0.62 - 0.069 * x;
        for games in [300, 1_300, 8_000] {
            let (mut intervals, mut wrong, mut wide) = (0, 0, 0.0_f64);
            for _ in 0..150 {
                let search = run_search(steps(8), 0.5, games, &curve, &mut rng);
                for at in search.sampled() {
                    // A tenth of the games are drawn.
                    let truth = (curve(search.values[at]) * 1000.0).round() / 1000.0;
                    intervals += 1;
                    wrong += u32::from(!search.share(at).1.contains(truth));
                }
                let most = search.sampled().into_iter().max_by_key(|at| search.results[*at].games()).expect("some");
                let plain =
                    critical_z(CONFIDENCE) * (search.variance(most) / search.results[most].games() as f64).sqrt();
                wide = wide.max(search.share(most).1.radius() / plain);
            }
            assert!(20 * wrong <= intervals, "{games} games: {wrong} of {intervals} intervals are wrong");
            assert!(wide < 1.7, "{games} games: {wide} times as wide as a plain one");
        }
    }

    #[test]
    fn unreachable_flat_and_unknown_answers_are_reported() {
        let mut rng = Rng::new(2);
        let mut answer = |games, curve: &dyn Fn(f64) -> f64| run_search(steps(8), 0.5, games, curve, &mut rng).answer();
        assert_eq!(answer(8_000, &|x| 0.7 - 0.02 * x), TuneAnswer::OutOfReach { at: 8, gives_more: true });
        assert_eq!(answer(8_000, &|x| 0.3 + 0.02 * x), TuneAnswer::OutOfReach { at: 8, gives_more: false });
        assert!(matches!(answer(400_000, &|_| 0.5), TuneAnswer::Flat { .. }));
        assert!(matches!(answer(60, &|x| 0.55 - 0.02 * x), TuneAnswer::Unknown { .. }));
    }

    #[test]
    fn a_curve_that_turns_back_is_noticed() {
        let mut rng = Rng::new(3);
        let search = run_search(steps(8), 0.5, 40_000, &|x| 0.3 + 0.2 * x - 0.04 * x * x, &mut rng);
        assert!(search.contradiction().is_some(), "{:?}", search.results);
        let steady = run_search(steps(8), 0.5, 40_000, &|x| 0.3 + 0.1 * x, &mut rng);
        assert_eq!(steady.contradiction(), None);
    }

    #[test]
    fn a_single_value_is_sampled() {
        let mut rng = Rng::new(4);
        let search = run_search(vec![3.0], 0.5, 1_000, &|_| 0.5, &mut rng);
        assert_eq!((search.results[0].games(), search.answer()), (1_000, TuneAnswer::Unknown { at: 0 }));
    }
}
