//! Comparison of rulesets: the same games with the same seeds under each (common random numbers), and what the
//! differences mean.

use std::ops::ControlFlow;

use serde::Serialize;

use super::experiment::{Experiment, GameResult};
use super::points::{PointSums, margins};
use super::run::{RunConfig, RunError, run};
use super::statistics::{CONFIDENCE, ConfidenceSequence, Difference, Interval, Paired, holm, wilson};
use super::tally::{SHARES_PER_GAME, Tally, even_shares};

/// Smallest difference in percentage points that is reported as one.
const MIN_DIFFERENCE: f64 = 1.0;

/// Significance level.
const SIGNIFICANCE_LEVEL: f64 = 1.0 - CONFIDENCE;

/// Number of games between two looks at the data, if play continues until the result is precise enough.
pub(super) const GAMES_PER_LOOK: u64 = 100;

/// Largest difference of one game under two rulesets, in shares of a game.
const MAX_GAME_DIFFERENCE: i64 = SHARES_PER_GAME as i64;

/// Comparison of several rulesets with the same bots.
pub struct Comparison {
    pub bots: String,
    /// One per ruleset; the first is the reference.
    pub experiments: Vec<Experiment>,
}

/// Length of a comparison.
#[derive(Clone, Copy)]
pub struct ComparisonLength {
    pub games: u64,
    /// Precision in percentage points at which the comparison stops.
    pub precision: Option<f64>,
    /// Number of questions in all; sequential testing divides the error among them.
    pub questions: usize,
}

/// Result of a comparison.
pub struct ComparisonResult {
    pub bots: String,
    /// Tally of each ruleset.
    pub tallies: Vec<Tally>,
    /// Gains over the first ruleset in shares of a game, by ruleset from the second and by team.
    pairs: Vec<Vec<Paired>>,
    /// Changes of points and margins, by ruleset from the second and by team, over games that ended under both rulesets.
    pub(super) point_sums: Vec<Vec<PointSums>>,
    /// Number of games under each ruleset.
    pub games: u64,
    pub(super) length: ComparisonLength,
}

/// Effect of one ruleset on one team.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RuleEffect {
    pub bots: String,
    pub game: String,
    pub side: String,
    /// Difference to the first ruleset, in percentage points.
    pub gain: Difference,
    /// p-value, corrected for the number of questions.
    pub p: f64,
    pub verdict: String,
}

/// Returns the number of teams to compare: of two, one gains what the other loses.
pub fn compared_teams(sides: usize) -> usize {
    if sides == 2 { 1 } else { sides }
}

impl Comparison {
    /// Returns the number of differences that are estimated.
    pub fn questions(&self) -> usize {
        let sides = self.experiments.first().map_or(0, |first| first.ruleset.plan.names.teams.len());
        compared_teams(sides) * self.experiments.len().saturating_sub(1)
    }

    /// Plays games under all rulesets and calls `tick` after each.
    pub fn play(
        &self,
        run_config: &RunConfig,
        length: ComparisonLength,
        tick: impl Fn(),
    ) -> (ComparisonResult, Result<(), RunError>) {
        let sides = self.experiments.first().map_or(0, |first| first.ruleset.plan.names.teams.len());
        let mut comparison = ComparisonResult {
            bots: self.bots.clone(),
            tallies: self.experiments.iter().map(Tally::new).collect(),
            pairs: vec![vec![Paired::default(); compared_teams(sides)]; self.experiments.len() - 1],
            point_sums: vec![vec![PointSums::default(); compared_teams(sides)]; self.experiments.len() - 1],
            games: 0,
            length,
        };
        let make_worker = || {
            let mut runners: Vec<_> = self.experiments.iter().map(Experiment::runner).collect();
            move |number: u64, stop: &dyn Fn() -> bool| {
                let mut results: Vec<GameResult> = Vec::with_capacity(runners.len());
                for runner in &mut runners {
                    match runner.play(number, stop)? {
                        Some(result) => results.push(result),
                        None => return Ok::<_, houserule_script::lua::LoadError>(None),
                    }
                }
                Ok(Some(results))
            }
        };
        let (_, result) = run(0..length.games, run_config, make_worker, |number, results| {
            comparison.add(&self.experiments, number, &results, sides);
            tick();
            // The data is only looked at after fixed numbers of games, so that the end does not depend on the number of
            // threads.
            let is_done = comparison.games.is_multiple_of(GAMES_PER_LOOK) && comparison.is_precise();
            if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (comparison, result)
    }
}

impl ComparisonResult {
    fn add(&mut self, experiments: &[Experiment], number: u64, results: &[GameResult], sides: usize) {
        self.games += 1;
        for ((tally, experiment), result) in self.tallies.iter_mut().zip(experiments).zip(results) {
            tally.add(experiment, number, result);
        }
        // An unfinished game has the same value for every team.
        let shares = |result: &GameResult| result.shares(sides).unwrap_or_else(|| vec![even_shares(sides); sides]);
        let first = shares(&results[0]);
        for (pairs, result) in self.pairs.iter_mut().zip(&results[1..]) {
            let other = shares(result);
            for (side, pair) in pairs.iter_mut().enumerate() {
                pair.add(i64::from(other[side]) - i64::from(first[side]));
            }
        }
        for (changes, result) in self.point_sums.iter_mut().zip(&results[1..]) {
            let (Some(before), Some(after)) = (&results[0].points, &result.points) else { continue };
            let (margins_before, margins_after) = (margins(before), margins(after));
            for (side, change) in changes.iter_mut().enumerate() {
                change.add(after[side] - before[side], margins_after[side] - margins_before[side]);
            }
        }
    }

    /// Returns whether every difference is as precise as requested.
    fn is_precise(&self) -> bool {
        let Some(precision) = self.length.precision else { return false };
        let is_precise = |pair: &Paired| self.gain(pair).interval.radius() <= precision;
        self.pairs.iter().flatten().all(is_precise)
    }

    /// Returns a difference in percentage points.
    fn gain(&self, pair: &Paired) -> Difference {
        let difference = match self.length.precision {
            // The questions divide the error among them.
            Some(precision) if pair.pairs >= GAMES_PER_LOOK => {
                let confidence = 1.0 - SIGNIFICANCE_LEVEL / self.length.questions.max(1) as f64;
                sequence(precision, confidence).difference(pair.mean(), pair.deviation(MAX_GAME_DIFFERENCE), pair.pairs)
            }
            _ => pair.difference(MAX_GAME_DIFFERENCE, CONFIDENCE),
        };
        let points = |parts: f64| 100.0 * parts / f64::from(SHARES_PER_GAME);
        // No gain exceeds 100 points.
        let clamped = |end: f64| points(end).clamp(-100.0, 100.0);
        let interval = Interval { low: clamped(difference.interval.low), high: clamped(difference.interval.high) };
        Difference { estimate: points(difference.estimate), interval, p: difference.p }
    }

    /// Returns the score of a team under one of the rulesets.
    pub fn score(&self, rules: usize, side: usize) -> ScoreInterval {
        let results = &self.tallies[rules].units().sides[side];
        let (score, all) = (results.score(), results.games() as f64);
        let Interval { low, high } = wilson(score, all, CONFIDENCE);
        (100.0 * score / all.max(1.0), Interval { low: 100.0 * low, high: 100.0 * high })
    }
}

/// Returns the confidence sequence for optional stopping. It is tightest at about the number of games that reaches the
/// precision.
pub(super) fn sequence(precision: f64, confidence: f64) -> ConfidenceSequence {
    let aim = (3.0 * 100.0 / precision).powi(2);
    ConfidenceSequence::new(aim, confidence)
}

/// Returns the effects of all rulesets, with p-values corrected for their number (Holm). `games` are the names of the
/// rulesets, `sides` those of the teams under each of them.
pub fn findings(comparisons: &[ComparisonResult], games: &[String], sides: &[Vec<String>]) -> Vec<RuleEffect> {
    let mut questions = Vec::new();
    for comparison in comparisons {
        for (pairs, index) in comparison.pairs.iter().zip(1..) {
            for (pair, side) in pairs.iter().zip(&sides[index]) {
                questions.push((comparison, index, side, pair));
            }
        }
    }
    let p_values: Vec<f64> = questions.iter().map(|(comparison, .., pair)| comparison.gain(pair).p).collect();
    let effects = questions.into_iter().zip(holm(&p_values)).map(|((comparison, index, side, pair), p)| {
        let gain = comparison.gain(pair);
        let sides = &sides[index];
        let advantage = (sides.len() == 2).then(|| (comparison.score(0, 0), comparison.score(index, 0)));
        RuleEffect {
            bots: comparison.bots.clone(),
            game: games[index].clone(),
            side: side.clone(),
            gain,
            p,
            verdict: match pair.squares {
                0 => describe_equal_games(side, gain.interval),
                _ => verdict(side, sides, gain, p, advantage),
            },
        }
    });
    effects.collect()
}

/// Score in percent with its confidence interval.
pub type ScoreInterval = (f64, Interval);

/// Describes a comparison in which no game differs.
fn describe_equal_games(side: &str, Interval { low, high }: Interval) -> String {
    match (Interval { low, high }).is_within(0.0, MIN_DIFFERENCE) {
        true => format!("no real difference: every game had the same result ({low:+.1} to {high:+.1})"),
        false => {
            format!(
                "not enough games to tell: every game had the same result ({side} {low:+.1} to {high:+.1} percentage points)"
            )
        }
    }
}

/// Describes a difference in words.
fn verdict(
    side: &str,
    sides: &[String],
    gain: Difference,
    p: f64,
    advantage: Option<(ScoreInterval, ScoreInterval)>,
) -> String {
    let Difference { estimate, interval, .. } = gain;
    let Interval { low, high } = interval;
    if p >= SIGNIFICANCE_LEVEL {
        return match interval.is_within(0.0, MIN_DIFFERENCE) {
            true => {
                format!("no real difference: less than {MIN_DIFFERENCE:.0} percentage point ({low:+.1} to {high:+.1})")
            }
            // It would be significant if it were the only question.
            false if !interval.contains(0.0) => {
                format!(
                    "not enough games for this number of comparisons ({side} {low:+.1} to {high:+.1} percentage points on its own)"
                )
            }
            false => format!("not enough games to tell ({side} {low:+.1} to {high:+.1} percentage points)"),
        };
    }
    let sentence = match (estimate < 0.0, sides) {
        (false, _) => describe_gain(side, estimate, low, high),
        (true, [_, other]) => describe_gain(other, -estimate, -high, -low),
        (true, _) => format!("{side} loses {:.1} percentage points ({:.1} to {:.1})", -estimate, -high, -low),
    };
    match advantage.and_then(|(before, after)| describe_advantage(before, after)) {
        Some(words) => format!("{sentence}; {words}"),
        None => sentence,
    }
}

fn describe_gain(side: &str, points: f64, low: f64, high: f64) -> String {
    format!("{side} gains {points:.1} percentage points ({low:.1} to {high:.1})")
}

/// Describes the change of the first-move advantage.
fn describe_advantage(before: ScoreInterval, after: ScoreInterval) -> Option<&'static str> {
    const EVEN: f64 = 50.0;
    let (was_uneven, is_uneven) = (!before.1.contains(EVEN), !after.1.contains(EVEN));
    let has_flipped = (before.0 - EVEN) * (after.0 - EVEN) < 0.0;
    match (was_uneven, is_uneven) {
        (true, false) if after.1.is_within(EVEN, MIN_DIFFERENCE) => Some("the first-player advantage is gone"),
        (true, false) => Some("a first-player advantage no longer shows"),
        (true, true) if has_flipped => Some("the advantage has changed sides"),
        (false, true) => Some("the game looked even before and no longer does"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict_of([estimate, radius, p]: [f64; 3], [before, after]: [f64; 2], score_radius: f64) -> String {
        let sides = ["white".to_string(), "black".to_string()];
        let gain = Difference { estimate, interval: Interval::around(estimate, radius), p };
        let score = |score: f64| (score, Interval::around(score, score_radius));
        verdict("white", &sides, gain, p, Some((score(before), score(after))))
    }

    #[test]
    fn a_verdict_names_the_team_that_gains_or_asks_for_more_games() {
        assert_eq!(
            verdict_of([-2.7, 1.4, 0.001], [53.0, 50.3], 0.6),
            "black gains 2.7 percentage points (1.3 to 4.1); the first-player advantage is gone"
        );
        assert_eq!(
            verdict_of([-2.7, 1.4, 0.001], [53.0, 50.3], 1.6),
            "black gains 2.7 percentage points (1.3 to 4.1); a first-player advantage no longer shows"
        );
        assert_eq!(verdict_of([2.0, 1.0, 0.01], [53.0, 55.0], 1.0), "white gains 2.0 percentage points (1.0 to 3.0)");
        assert_eq!(
            verdict_of([-6.0, 1.0, 0.0], [53.0, 47.0], 1.0),
            "black gains 6.0 percentage points (5.0 to 7.0); the advantage has changed sides"
        );
        assert_eq!(
            verdict_of([2.0, 3.0, 0.2], [53.0, 55.0], 1.0),
            "not enough games to tell (white -1.0 to +5.0 percentage points)"
        );
        assert_eq!(
            verdict_of([18.3, 17.5, 0.0652], [53.0, 55.0], 1.0),
            "not enough games for this number of comparisons (white +0.8 to +35.8 percentage points on its own)"
        );
        assert_eq!(
            verdict_of([0.1, 0.5, 0.7], [53.0, 53.1], 1.0),
            "no real difference: less than 1 percentage point (-0.4 to +0.6)"
        );
    }

    #[test]
    fn equal_games_show_no_difference_only_if_there_are_many() {
        let sentence = |count: u64| {
            let pairs = Paired { pairs: count, sum: 0, squares: 0 };
            let interval = pairs.difference(MAX_GAME_DIFFERENCE, CONFIDENCE).interval;
            let points = |parts: f64| 100.0 * parts / f64::from(SHARES_PER_GAME);
            describe_equal_games("white", Interval { low: points(interval.low), high: points(interval.high) })
        };
        let unclear =
            "not enough games to tell: every game had the same result (white -12.6 to +12.6 percentage points)";
        assert_eq!(sentence(20), unclear);
        assert_eq!(sentence(300), "no real difference: every game had the same result (-0.9 to +0.9)");
    }
}
