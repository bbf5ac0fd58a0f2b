//! Through real games: a bias of two points that a rule makes is found, and what is fair is not called unfair, however often
//! one looks. The game is a coin of a hundred cells, so that its bias is known exactly.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use houserule::bot::BotName;
use houserule::lab::statistics::{CONFIDENCE, wilson};
use houserule::lab::{Contest, Crew, Experiment, Finding, Length, Tally, findings, run};
use houserule::script::Ruleset;

use crate::common;

static GO: AtomicBool = AtomicBool::new(false);
const CREW: Crew = Crew { threads: 2, block: 64, stop: &GO, deadline: None };

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
        let mut player = experiment.player();
        move |number: u64, stop: &dyn Fn() -> bool| {
            player.play(number, stop).map_err(|error| error.to_string())
        }
    };
    let (played, result) = run(0..games, &CREW, hire, |number, played| {
        tally.add(&experiment, number, &played);
        ControlFlow::Continue(())
    });
    assert_eq!((played, result), (games, Ok(())));
    !wilson(tally.sides[0].won as f64, games as f64, CONFIDENCE).has(0.5)
}

/// What a comparison says that plays until the difference is known to so many points.
fn compared(one: &Ruleset, two: &Ruleset, seed: u64, until: f64) -> Finding {
    let experiments = vec![experiment(one, seed), experiment(two, seed)];
    let contest = Contest { bots: "random".into(), experiments };
    let length = Length { games: 100_000, until: Some(until), questions: 1 };
    let (fought, result) = contest.fight(&CREW, length, || {});
    assert_eq!(result, Ok(()));
    let names = ["one", "two"].map(str::to_string);
    findings(&[fought], &names, &["white", "black"].map(str::to_string)).remove(0)
}

#[test]
fn two_points_that_a_rule_gives_are_found_and_a_fair_coin_is_seldom_called_unfair() {
    let (fair, biased) = (coin(50, 0), coin(52, 0));
    let found = (0..20).filter(|&seed| is_called_unfair(&biased, seed, 9_600)).count();
    assert!(found >= 17, "a bias of two points was found in {found} of 20 runs");
    let wrong = (0..100).filter(|&seed| is_called_unfair(&fair, seed, 1_000)).count();
    // Five are to be expected; eleven or more would come by chance once in a hundred.
    assert!(wrong <= 11, "a fair coin was called unfair in {wrong} of 100 runs");
}

#[test]
fn rules_that_are_as_fair_are_seldom_told_apart_by_whoever_looks_often() {
    // The same chance by other cells: every game may come out differently.
    let (one, two) = (coin(50, 0), coin(50, 25));
    let wrong = (0..100).filter(|&seed| compared(&one, &two, seed, 6.0).p < 0.05).count();
    assert!(wrong <= 11, "equal rules were told apart in {wrong} of 100 runs");
}

#[test]
fn two_points_between_rules_are_found_by_whoever_looks_often() {
    let (one, two) = (coin(50, 0), coin(52, 0));
    for seed in 0..10 {
        let found = compared(&one, &two, seed, 1.0);
        assert!(found.p < 0.05 && found.gain.interval.has(2.0), "{found:?}");
    }
}
