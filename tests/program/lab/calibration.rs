//! Calibration on real games: a bias of two points is found, and fair rules rarely look unfair under repeated looks. The
//! game is a coin of 100 cells, so its bias is known exactly.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use houserule_lab::bot::BotName;
use houserule_lab::simulation::statistics::{CONFIDENCE, wilson};
use houserule_lab::simulation::{
    Comparison, ComparisonLength, Experiment, RuleEffect, RunConfig, Tally, findings, run,
};
use houserule_script::lua::Ruleset;

use crate::common;

static NEVER_STOP: AtomicBool = AtomicBool::new(false);
const RUN_CONFIG: RunConfig = RunConfig { threads: 2, block_size: 64, stop: &NEVER_STOP, deadline: None };

/// Runs of a test in a plain run of the tests; a full run makes 400.
const RUNS: usize = 40;

/// Numbers of successes among `runs` with some probability that are not surprising: fewer, and more, would each occur by
/// chance with a probability of less than 0.4 % (binomial).
fn plausible_counts(runs: usize, probability: f64) -> std::ops::RangeInclusive<usize> {
    let mut terms = vec![(1.0 - probability).powi(runs as i32)];
    for successes in 1..=runs {
        let ratio = (runs - successes + 1) as f64 / successes as f64 * probability / (1.0 - probability);
        terms.push(terms[successes - 1] * ratio);
    }
    let tail_len = |terms: &mut dyn Iterator<Item = &f64>| {
        let mut total = 0.0;
        terms
            .take_while(|term| {
                total += *term;
                total < 0.004
            })
            .count()
    };
    tail_len(&mut terms.iter())..=runs - tail_len(&mut terms.iter().rev())
}

#[test]
fn plausible_counts_are_those_of_the_tables() {
    assert_eq!(plausible_counts(400, 0.05), 9..=32);
    assert_eq!(plausible_counts(40, 0.05), 0..=6);
    assert_eq!(plausible_counts(40, 0.974), 36..=40);
}

/// Coin on which white wins with `heads` of the 100 cells, from the cell `first` on.
fn coin(manifests: u32, first: u32) -> Ruleset {
    let settings = [("heads".to_string(), manifests.to_string()), ("first".to_string(), first.to_string())];
    common::workspace().load("coin", &settings).expect("the coin is sound")
}

fn experiment(rules: &Ruleset, seed: u64) -> Experiment {
    Experiment::new(rules.clone(), &[BotName::Random], seed).expect("one bot fits")
}

/// Whether the interval after some games excludes a fair coin.
fn looks_unfair(rules: &Ruleset, seed: u64, games: u64) -> bool {
    let experiment = experiment(rules, seed);
    let mut tally = Tally::new(&experiment);
    let make_runner = || {
        let mut runner = experiment.runner();
        move |number: u64, stop: &dyn Fn() -> bool| runner.play(number, stop).map_err(|error| error.to_string())
    };
    let (games_played, result) = run(0..games, &RUN_CONFIG, make_runner, |number, games_played| {
        tally.add(&experiment, number, &games_played);
        ControlFlow::Continue(())
    });
    assert_eq!((games_played, result), (games, Ok(())));
    !wilson(tally.sides[0].won as f64, games as f64, CONFIDENCE).contains(0.5)
}

/// Finding of a comparison that plays until the difference is known to a precision in points.
fn compare(one: &Ruleset, two: &Ruleset, seed: u64, precision: f64) -> RuleEffect {
    let experiments = vec![experiment(one, seed), experiment(two, seed)];
    let comparison = Comparison { bots: "random".into(), experiments };
    let length = ComparisonLength { games: 100_000, precision: Some(precision), questions: 1 };
    let (results, result) = comparison.play(&RUN_CONFIG, length, || {});
    assert_eq!(result, Ok(()));
    let names = ["one", "two"].map(str::to_string);
    let sides = ["white", "black"].map(str::to_string).to_vec();
    findings(&[results], &names, &[sides.clone(), sides]).remove(0)
}

#[test]
fn a_bias_of_two_points_is_found_and_a_fair_coin_rarely_looks_unfair() {
    let (fair, biased) = (coin(50, 0), coin(52, 0));
    let runs = common::scaled(4);
    let found = (0..runs as u64).filter(|&seed| looks_unfair(&biased, seed, 9_600)).count();
    assert!(plausible_counts(runs, 0.974).contains(&found), "a bias of two points was found in {found} of {runs} runs");
    // Results are discrete, so the false alarm rate is a little above 5 % for some numbers of games and a little below
    // for others; the numbers of games vary to average this out.
    let runs = common::scaled(RUNS);
    let wrong = (0..runs as u64).filter(|&seed| looks_unfair(&fair, seed, 1_000 + seed)).count();
    assert!(plausible_counts(runs, 0.05).contains(&wrong), "a fair coin looked unfair in {wrong} of {runs} runs");
}

#[test]
fn equal_rules_rarely_look_different_under_repeated_looks() {
    // The same probability on other cells: every game may end differently.
    let (one, two) = (coin(50, 0), coin(50, 25));
    let runs = common::scaled(RUNS);
    let wrong = (0..runs as u64).filter(|&seed| compare(&one, &two, seed, 6.0).p < 0.05).count();
    let max = *plausible_counts(runs, 0.05).end();
    assert!(wrong <= max, "equal rules looked different in {wrong} of {runs} runs");
}

#[test]
fn a_difference_of_two_points_is_found_under_repeated_looks() {
    let (one, two) = (coin(50, 0), coin(52, 0));
    for seed in 0..10 {
        let found = compare(&one, &two, seed, 1.0);
        assert!(found.p < 0.05 && found.gain.interval.contains(2.0), "{found:?}");
    }
}
