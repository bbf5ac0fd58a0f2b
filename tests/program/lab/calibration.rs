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

/// Number of runs, of which 20 are false alarms on average (5 %). More than the maximum or fewer than the minimum would
/// occur by chance with a probability of 0.4 % (binomial).
const RUNS: u64 = 400;
const MAX_FALSE_ALARMS: usize = 32;
const MIN_FALSE_ALARMS: usize = 9;

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
    let found = (0..40).filter(|&seed| looks_unfair(&biased, seed, 9_600)).count();
    // Such a bias is found in 97.4 % of the runs; fewer than 36 of 40 would occur by chance with a probability of 0.3 %.
    assert!(found >= 36, "a bias of two points was found in {found} of 40 runs");
    // Results are discrete, so the false alarm rate is a little above 5 % for some numbers of games and a little below
    // for others; the numbers of games vary to average this out.
    let wrong = (0..RUNS).filter(|&seed| looks_unfair(&fair, seed, 1_000 + seed)).count();
    assert!(wrong <= MAX_FALSE_ALARMS, "a fair coin looked unfair in {wrong} of {RUNS} runs");
    assert!(wrong >= MIN_FALSE_ALARMS, "a fair coin looked unfair in {wrong} of {RUNS} runs: intervals are too wide");
}

#[test]
fn equal_rules_rarely_look_different_under_repeated_looks() {
    // The same probability on other cells: every game may end differently.
    let (one, two) = (coin(50, 0), coin(50, 25));
    let wrong = (0..RUNS).filter(|&seed| compare(&one, &two, seed, 6.0).p < 0.05).count();
    assert!(wrong <= MAX_FALSE_ALARMS, "equal rules looked different in {wrong} of {RUNS} runs");
}

#[test]
fn a_difference_of_two_points_is_found_under_repeated_looks() {
    let (one, two) = (coin(50, 0), coin(52, 0));
    for seed in 0..10 {
        let found = compare(&one, &two, seed, 1.0);
        assert!(found.p < 0.05 && found.gain.interval.contains(2.0), "{found:?}");
    }
}
