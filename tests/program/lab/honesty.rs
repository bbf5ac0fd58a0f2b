//! Through real games: a bias of two points that a rule makes is found, and what is fair is not called unfair, however often
//! one looks. The game is a coin of a hundred cells, so that its bias is known exactly.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use houserule_lab::bot::BotName;
use houserule_lab::simulation::statistics::{CONFIDENCE, wilson};
use houserule_lab::simulation::{
    Comparison, ComparisonLength, Experiment, RuleEffect, RunConfig, Tally, findings, run,
};
use houserule_script::lua::Ruleset;

use crate::common;

static GO: AtomicBool = AtomicBool::new(false);
const RUN_CONFIG: RunConfig = RunConfig { threads: 2, block_size: 64, stop: &GO, deadline: None };

/// What is wrong once in twenty is wrong in 20 of so many runs. More than the most or fewer than the least would come by
/// chance four times in a thousand (binomial).
const RUNS: u64 = 400;
const MAX_FALSE_ALARMS: usize = 32;
const LEAST: usize = 9;

/// White wins on so many of the hundred cells, counted from this one.
fn coin(heads: u32, first: u32) -> Ruleset {
    let sets = [("heads".to_string(), heads.to_string()), ("first".to_string(), first.to_string())];
    common::table().load("coin", &sets).expect("the coin is sound")
}

fn experiment(rules: &Ruleset, seed: u64) -> Experiment {
    Experiment::new(rules.clone(), &[BotName::Random], seed).expect("one bot fits")
}

/// Whether so many games say that the coin is not fair.
fn is_called_unfair(rules: &Ruleset, seed: u64, games: u64) -> bool {
    let experiment = experiment(rules, seed);
    let mut tally = Tally::new(&experiment);
    let hire = || {
        let mut player = experiment.runner();
        move |number: u64, stop: &dyn Fn() -> bool| player.play(number, stop).map_err(|error| error.to_string())
    };
    let (played, result) = run(0..games, &RUN_CONFIG, hire, |number, played| {
        tally.add(&experiment, number, &played);
        ControlFlow::Continue(())
    });
    assert_eq!((played, result), (games, Ok(())));
    !wilson(tally.sides[0].won as f64, games as f64, CONFIDENCE).contains(0.5)
}

/// What a comparison says that plays until the difference is known to so many points.
fn compared(one: &Ruleset, two: &Ruleset, seed: u64, until: f64) -> RuleEffect {
    let experiments = vec![experiment(one, seed), experiment(two, seed)];
    let contest = Comparison { bots: "random".into(), experiments };
    let length = ComparisonLength { games: 100_000, precision: Some(until), questions: 1 };
    let (fought, result) = contest.play(&RUN_CONFIG, length, || {});
    assert_eq!(result, Ok(()));
    let names = ["one", "two"].map(str::to_string);
    let sides = ["white", "black"].map(str::to_string).to_vec();
    findings(&[fought], &names, &[sides.clone(), sides]).remove(0)
}

#[test]
fn two_points_that_a_rule_gives_are_found_and_a_fair_coin_is_seldom_called_unfair() {
    let (fair, biased) = (coin(50, 0), coin(52, 0));
    let found = (0..40).filter(|&seed| is_called_unfair(&biased, seed, 9_600)).count();
    // Such a bias is seen in 97.4 of a hundred runs; four more or less would come by chance three times in a thousand.
    assert!(found >= 36, "a bias of two points was found in {found} of 40 runs");
    // Games are counted whole, so that the chance is a little above one in twenty for some numbers of games and a little
    // below for others: they are taken as they come.
    let wrong = (0..RUNS).filter(|&seed| is_called_unfair(&fair, seed, 1_000 + seed)).count();
    assert!(wrong <= MAX_FALSE_ALARMS, "a fair coin was called unfair in {wrong} of {RUNS} runs");
    assert!(wrong >= LEAST, "a fair coin was called unfair in {wrong} of {RUNS} runs: intervals are too wide");
}

#[test]
fn rules_that_are_as_fair_are_seldom_told_apart_by_whoever_looks_often() {
    // The same chance by other cells: every game may come out differently.
    let (one, two) = (coin(50, 0), coin(50, 25));
    let wrong = (0..RUNS).filter(|&seed| compared(&one, &two, seed, 6.0).p < 0.05).count();
    assert!(wrong <= MAX_FALSE_ALARMS, "equal rules were told apart in {wrong} of {RUNS} runs");
}

#[test]
fn two_points_between_rules_are_found_by_whoever_looks_often() {
    let (one, two) = (coin(50, 0), coin(52, 0));
    for seed in 0..10 {
        let found = compared(&one, &two, seed, 1.0);
        assert!(found.p < 0.05 && found.gain.interval.contains(2.0), "{found:?}");
    }
}
