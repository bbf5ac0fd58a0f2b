//! Comparison of rules: the same games, with the same seeds, under each of them, so that chance affects all alike
//! (common random numbers), and the meaning of the differences.

use std::ops::ControlFlow;

use serde::Serialize;

use super::experiment::{Experiment, GameResult};
use super::run::{RunConfig, RunError, run};
use super::statistics::{CONFIDENCE, Difference, Interval, Paired, Sequence, holm, wilson};
use super::tally::{POINTS_PER_GAME, Tally, even};

/// Smallest difference in points that is reported as one.
const MIN_DIFFERENCE: f64 = 1.0;

/// Significance level.
const SURE: f64 = 1.0 - CONFIDENCE;

/// Number of games between two looks, if play continues until the result is precise enough.
const LOOK: u64 = 100;

/// Largest difference of one game under two rules, in parts of a game.
const MAX_GAME_DIFFERENCE: i64 = POINTS_PER_GAME as i64;

/// The same bots under several rules.
pub struct Comparison {
    pub bots: String,
    /// One per ruleset; the first is the reference.
    pub experiments: Vec<Experiment>,
}

/// Length of a comparison.
#[derive(Clone, Copy)]
pub struct ComparisonLength {
    pub games: u64,
    /// Stop when every difference is known to this number of points.
    pub until: Option<f64>,
    /// Number of questions in all; sequential testing divides the error among them.
    pub questions: usize,
}

/// Result of a comparison.
pub struct ComparisonResult {
    pub bots: String,
    /// By ruleset.
    pub tallies: Vec<Tally>,
    /// By ruleset from the second, then by team: gains over the first ruleset, in parts of a game.
    pairs: Vec<Vec<Paired>>,
    /// Number of games under each ruleset.
    pub games: u64,
    length: ComparisonLength,
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

/// Number of teams in question: of two, one gains what the other loses.
pub fn asked(sides: usize) -> usize {
    if sides == 2 { 1 } else { sides }
}

impl Comparison {
    /// Number of differences that are estimated.
    pub fn questions(&self) -> usize {
        let sides = self.experiments.first().map_or(0, |first| first.ruleset.plan.names.teams.len());
        asked(sides) * self.experiments.len().saturating_sub(1)
    }

    /// Plays games under all rulesets; calls `tick` after each.
    pub fn fight(
        &self,
        run_config: &RunConfig,
        length: ComparisonLength,
        tick: impl Fn(),
    ) -> (ComparisonResult, Result<(), RunError>) {
        let sides = self.experiments.first().map_or(0, |first| first.ruleset.plan.names.teams.len());
        let mut fought = ComparisonResult {
            bots: self.bots.clone(),
            tallies: self.experiments.iter().map(Tally::new).collect(),
            pairs: vec![vec![Paired::default(); asked(sides)]; self.experiments.len() - 1],
            games: 0,
            length,
        };
        let hire = || {
            let mut players: Vec<_> = self.experiments.iter().map(Experiment::player).collect();
            move |number: u64, stop: &dyn Fn() -> bool| {
                let mut all: Vec<GameResult> = Vec::with_capacity(players.len());
                for player in &mut players {
                    match player.play(number, stop)? {
                        Some(played) => all.push(played),
                        None => return Ok::<_, houserule_script::lua::LoadError>(None),
                    }
                }
                Ok(Some(all))
            }
        };
        let (_, result) = run(0..length.games, run_config, hire, |number, all| {
            fought.add(&self.experiments, number, &all, sides);
            tick();
            // Looks at fixed numbers of games, so that the number of threads does not decide when it ends.
            let is_time = fought.games.is_multiple_of(LOOK) && fought.is_known();
            if is_time { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (fought, result)
    }
}

impl ComparisonResult {
    fn add(&mut self, experiments: &[Experiment], number: u64, all: &[GameResult], sides: usize) {
        self.games += 1;
        for ((tally, experiment), played) in self.tallies.iter_mut().zip(experiments).zip(all) {
            tally.add(experiment, number, played);
        }
        // An unfinished game is worth the same to every team.
        let parts = |played: &GameResult| played.parts(sides).unwrap_or_else(|| vec![even(sides); sides]);
        let first = parts(&all[0]);
        for (pairs, played) in self.pairs.iter_mut().zip(&all[1..]) {
            let other = parts(played);
            for (side, pair) in pairs.iter_mut().enumerate() {
                pair.add(i64::from(other[side]) - i64::from(first[side]));
            }
        }
    }

    /// Whether every difference is as precise as requested.
    fn is_known(&self) -> bool {
        let Some(until) = self.length.until else { return false };
        let known = |pair: &Paired| self.gain(pair).interval.radius() <= until;
        self.pairs.iter().flatten().all(known)
    }

    /// Difference in percentage points.
    fn gain(&self, pair: &Paired) -> Difference {
        let found = match self.length.until {
            // Optional stopping needs a confidence sequence: one that is tightest about when it will be as narrow as
            // requested, with its share of the error if there are several.
            Some(until) if pair.pairs >= LOOK => {
                let share = 1.0 - SURE / self.length.questions.max(1) as f64;
                let aim = (3.0 * 100.0 / until).powi(2);
                Sequence::new(aim, share).difference(pair.mean(), pair.deviation(MAX_GAME_DIFFERENCE), pair.pairs)
            }
            _ => pair.difference(MAX_GAME_DIFFERENCE, CONFIDENCE),
        };
        let points = |parts: f64| 100.0 * parts / f64::from(POINTS_PER_GAME);
        // No team gains more than everything.
        let within = |end: f64| points(end).clamp(-100.0, 100.0);
        let interval = Interval { low: within(found.interval.low), high: within(found.interval.high) };
        Difference { estimate: points(found.estimate), interval, p: found.p }
    }

    /// Score of a team under one of the rulesets.
    pub fn score(&self, rules: usize, side: usize) -> ScoreInterval {
        let results = &self.tallies[rules].sides[side];
        let (score, all) = (results.score(), results.games() as f64);
        let Interval { low, high } = wilson(score, all, CONFIDENCE);
        (100.0 * score / all.max(1.0), Interval { low: 100.0 * low, high: 100.0 * high })
    }
}

/// Findings of all comparisons, with p-values corrected for their number (Holm). `games` are the names of the rulesets,
/// `sides` those of the teams under each of them.
pub fn findings(contests: &[ComparisonResult], games: &[String], sides: &[Vec<String>]) -> Vec<RuleEffect> {
    let mut found = Vec::new();
    for fought in contests {
        for (pairs, index) in fought.pairs.iter().zip(1..) {
            for (pair, side) in pairs.iter().zip(&sides[index]) {
                found.push((fought, index, side, pair));
            }
        }
    }
    let raw: Vec<f64> = found.iter().map(|(fought, .., pair)| fought.gain(pair).p).collect();
    let told = found.into_iter().zip(holm(&raw)).map(|((fought, index, side, pair), p)| {
        let gain = fought.gain(pair);
        let sides = &sides[index];
        let edge = (sides.len() == 2).then(|| (fought.score(0, 0), fought.score(index, 0)));
        RuleEffect {
            bots: fought.bots.clone(),
            game: games[index].clone(),
            side: side.clone(),
            gain,
            p,
            verdict: match pair.squares {
                0 => alike(side, gain.interval),
                _ => verdict(side, sides, gain, p, edge),
            },
        }
    });
    told.collect()
}

/// Score in percent with its confidence interval.
pub type ScoreInterval = (f64, Interval);

/// Sentence for the case that no game differs.
fn alike(side: &str, Interval { low, high }: Interval) -> String {
    match (Interval { low, high }).is_within(0.0, MIN_DIFFERENCE) {
        true => format!("no difference to speak of: every game came out alike ({low:+.1} to {high:+.1})"),
        false => format!("not enough games to tell: every game came out alike ({side} {low:+.1} to {high:+.1} points)"),
    }
}

/// Meaning of a difference, in words.
fn verdict(
    side: &str,
    sides: &[String],
    gain: Difference,
    p: f64,
    edge: Option<(ScoreInterval, ScoreInterval)>,
) -> String {
    let Difference { estimate, interval, .. } = gain;
    let Interval { low, high } = interval;
    if p >= SURE {
        return match interval.is_within(0.0, MIN_DIFFERENCE) {
            true => {
                format!("no difference to speak of: less than {MIN_DIFFERENCE:.0} point ({low:+.1} to {high:+.1})")
            }
            // It would be significant if it were the only question.
            false if !interval.has(0.0) => {
                format!("not enough games for so many questions ({side} {low:+.1} to {high:+.1} points by itself)")
            }
            false => format!("not enough games to tell ({side} {low:+.1} to {high:+.1} points)"),
        };
    }
    let said = match (estimate < 0.0, sides) {
        (false, _) => gains(side, estimate, low, high),
        (true, [_, other]) => gains(other, -estimate, -high, -low),
        (true, _) => format!("{side} loses {:.1} points ({:.1} to {:.1})", -estimate, -high, -low),
    };
    match edge.and_then(|(before, after)| edge_words(before, after)) {
        Some(words) => format!("{said}; {words}"),
        None => said,
    }
}

fn gains(side: &str, points: f64, low: f64, high: f64) -> String {
    format!("{side} gains {points:.1} points ({low:.1} to {high:.1})")
}

/// Change of the first-move advantage, in words.
fn edge_words(before: ScoreInterval, after: ScoreInterval) -> Option<&'static str> {
    const EVEN: f64 = 50.0;
    let (had, has) = (!before.1.has(EVEN), !after.1.has(EVEN));
    let turned = (before.0 - EVEN) * (after.0 - EVEN) < 0.0;
    match (had, has) {
        (true, false) if after.1.is_within(EVEN, MIN_DIFFERENCE) => Some("the first-player edge is gone"),
        (true, false) => Some("a first-player edge is no longer to be seen"),
        (true, true) if turned => Some("the edge has changed sides"),
        (false, true) => Some("the game was even as far as could be seen, and is not now"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict_of(estimate: f64, radius: f64, p: f64, before: f64, after: f64, reach: f64) -> String {
        let sides = ["white".to_string(), "black".to_string()];
        let gain = Difference { estimate, interval: Interval::around(estimate, radius), p };
        let score = |score: f64| (score, Interval::around(score, reach));
        verdict("white", &sides, gain, p, Some((score(before), score(after))))
    }

    #[test]
    fn a_verdict_says_who_gains_or_that_it_cannot_be_told() {
        assert_eq!(
            verdict_of(-2.7, 1.4, 0.001, 53.0, 50.3, 0.6),
            "black gains 2.7 points (1.3 to 4.1); the first-player edge is gone"
        );
        assert_eq!(
            verdict_of(-2.7, 1.4, 0.001, 53.0, 50.3, 1.6),
            "black gains 2.7 points (1.3 to 4.1); a first-player edge is no longer to be seen"
        );
        assert_eq!(verdict_of(2.0, 1.0, 0.01, 53.0, 55.0, 1.0), "white gains 2.0 points (1.0 to 3.0)");
        assert_eq!(
            verdict_of(-6.0, 1.0, 0.0, 53.0, 47.0, 1.0),
            "black gains 6.0 points (5.0 to 7.0); the edge has changed sides"
        );
        assert_eq!(verdict_of(2.0, 3.0, 0.2, 53.0, 55.0, 1.0), "not enough games to tell (white -1.0 to +5.0 points)");
        assert_eq!(
            verdict_of(18.3, 17.5, 0.0652, 53.0, 55.0, 1.0),
            "not enough games for so many questions (white +0.8 to +35.8 points by itself)"
        );
        assert_eq!(
            verdict_of(0.1, 0.5, 0.7, 53.0, 53.1, 1.0),
            "no difference to speak of: less than 1 point (-0.4 to +0.6)"
        );
    }

    #[test]
    fn games_that_all_come_out_alike_tell_something_only_if_they_are_many() {
        let alike = |count: u64| {
            let pairs = Paired { pairs: count, sum: 0, squares: 0 };
            let found = pairs.difference(MAX_GAME_DIFFERENCE, CONFIDENCE).interval;
            let points = |parts: f64| 100.0 * parts / f64::from(POINTS_PER_GAME);
            alike("white", Interval { low: points(found.low), high: points(found.high) })
        };
        let few = "not enough games to tell: every game came out alike (white -12.6 to +12.6 points)";
        assert_eq!(alike(20), few);
        assert_eq!(alike(300), "no difference to speak of: every game came out alike (-0.9 to +0.9)");
    }
}
