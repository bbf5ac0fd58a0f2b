//! Against values from tables, and against coins whose bias is known.

use super::*;
use crate::chance::Dice;

/// As many decimals as the table has.
fn rounded(values: &[f64], decimals: i32) -> Vec<f64> {
    let unit = 10f64.powi(decimals);
    values.iter().map(|value| (value * unit).round() / unit).collect()
}

fn ends(interval: Interval) -> [f64; 2] {
    [interval.low, interval.high]
}

#[test]
fn wilsons_intervals_are_those_of_newcombes_table() {
    // R. G. Newcombe, Statistics in Medicine 17 (1998) 857, table I, method 3.
    for (part, all, table) in [
        (81.0, 263.0, [0.2553, 0.3662]),
        (15.0, 148.0, [0.0624, 0.1605]),
        (0.0, 20.0, [0.0, 0.1611]),
        (1.0, 29.0, [0.0061, 0.1718]),
    ] {
        assert_eq!(rounded(&ends(wilson(part, all, CONFIDENCE)), 4), table, "{part} of {all}");
    }
    assert_eq!(ends(wilson(0.0, 0.0, CONFIDENCE)), [0.0, 1.0]);
    assert_eq!(wilson(20.0, 20.0, CONFIDENCE).high, 1.0);
}

#[test]
fn differences_of_shares_are_those_of_newcombes_table() {
    // R. G. Newcombe, Statistics in Medicine 17 (1998) 873, table II, method 10.
    for (one, two, table) in [
        ((56.0, 70.0), (48.0, 80.0), [0.0524, 0.3339]),
        ((9.0, 10.0), (3.0, 10.0), [0.1705, 0.8090]),
        ((6.0, 7.0), (2.0, 7.0), [0.0582, 0.8062]),
        ((5.0, 56.0), (0.0, 29.0), [-0.0381, 0.1926]),
        ((0.0, 10.0), (0.0, 20.0), [-0.1611, 0.2775]),
        ((0.0, 10.0), (0.0, 10.0), [-0.2775, 0.2775]),
        ((10.0, 10.0), (0.0, 20.0), [0.6791, 1.0]),
        ((10.0, 10.0), (0.0, 10.0), [0.6075, 1.0]),
    ] {
        let found = difference(one, two, CONFIDENCE);
        assert_eq!(rounded(&ends(found.interval), 4), table, "{one:?} {two:?}");
    }
    // 56 of 70 against 48 of 80: chi-squared is 150 (56*32 - 48*14)^2 / (70*80*104*46) = 7.0234, one degree of freedom.
    assert_eq!(rounded(&[difference((56.0, 70.0), (48.0, 80.0), CONFIDENCE).p], 4), [0.008]);
    assert_eq!(difference((0.0, 10.0), (0.0, 20.0), CONFIDENCE).p, 1.0);
}

#[test]
fn paired_differences_are_those_of_students_sleepers() {
    // Student, Biometrika 6 (1908) 1: hours of sleep gained with one drug more than with another, in tenths.
    let mut sleepers = Paired::default();
    [12, 24, 13, 13, 0, 10, 18, 8, 46, 14].into_iter().for_each(|hours| sleepers.add(hours));
    let found = sleepers.difference(CONFIDENCE).expect("they vary");
    assert_eq!(rounded(&[found.estimate, found.interval.low, found.interval.high], 3), [15.8, 7.001, 24.599]);
    assert_eq!(rounded(&[found.p, sleepers.deviation()], 6), [0.002833, 12.299955]);
    let mut alike = Paired::default();
    (0..9).for_each(|_| alike.add(2));
    assert_eq!((alike.difference(CONFIDENCE), Paired::default().difference(CONFIDENCE)), (None, None));
}

#[test]
fn holm_corrects_from_the_smallest_upwards_and_keeps_the_order() {
    assert_eq!(rounded(&holm(&[0.01, 0.04, 0.03, 0.005]), 9), [0.03, 0.06, 0.06, 0.02]);
    assert_eq!(holm(&[0.7, 0.9]), [1.0, 1.0]);
    assert_eq!(holm(&[]), [0.0; 0]);
}

#[test]
fn elo_is_that_of_the_table_of_expected_scores() {
    // The logistic table: 50 % is 0, 64 % is 100, 76 % is 200, 91 % is 400.
    for (won, table) in [(50, 0.0), (64, 100.0), (76, 200.0), (91, 402.0)] {
        assert_eq!(elo(won, 0, 100 - won, CONFIDENCE).estimate.round(), table, "{won} of 100");
    }
    let even = elo(40, 20, 40, CONFIDENCE);
    let without_draws = elo(50, 0, 50, CONFIDENCE);
    // 40.4 to 59.6 of 100 without draws.
    assert_eq!(rounded(&ends(without_draws.interval), 0), [-68.0, 68.0]);
    assert!(even.interval.high < without_draws.interval.high, "draws make surer: {even:?}");
    assert_eq!(elo(10, 0, 0, CONFIDENCE).interval.high, f64::INFINITY);
    assert!(elo(10, 0, 0, CONFIDENCE).interval.low > 0.0);
    assert_eq!(elo(0, 0, 0, CONFIDENCE).interval.low, f64::NEG_INFINITY);
}

/// How many of `games` a coin wins that comes up `percent` times in a hundred.
fn toss(games: u64, percent: usize, dice: &mut Dice) -> u64 {
    (0..games).filter(|_| dice.below(100) < percent).count() as u64
}

#[test]
fn a_fair_coin_is_seldom_called_unfair_and_a_bias_of_two_points_is_found() {
    const GAMES: u64 = 9_600;
    let unfair = |percent: usize, dice: &mut Dice| {
        let won = toss(GAMES, percent, dice) as f64;
        !wilson(won, GAMES as f64, CONFIDENCE).has(0.5)
    };
    let mut dice = Dice::new(1);
    let (fair, biased): (usize, usize) = (0..1_000).fold((0, 0), |(fair, biased), _| {
        (fair + unfair(50, &mut dice) as usize, biased + unfair(52, &mut dice) as usize)
    });
    // 50 of 1,000 are to be expected, and 970: what chance adds to it is three standard deviations at most.
    assert!((30..=70).contains(&fair), "{fair} of 1000 fair coins were called unfair");
    assert!(biased >= 950, "only {biased} of 1000 coins with a bias were found");
}

#[test]
fn paired_coins_that_are_alike_seldom_differ_and_two_points_are_found() {
    const GAMES: u64 = 20_000;
    let differs = |percent: usize, dice: &mut Dice| {
        let mut pairs = Paired::default();
        (0..GAMES).for_each(|_| {
            let (one, two) = (dice.below(100) < percent, dice.below(100) < 50);
            pairs.add(one as i64 - two as i64);
        });
        pairs.difference(CONFIDENCE).is_some_and(|found| found.p < 0.05)
    };
    let mut dice = Dice::new(2);
    let alike = (0..500).filter(|_| differs(50, &mut dice)).count();
    let biased = (0..200).filter(|_| differs(52, &mut dice)).count();
    assert!((10..=40).contains(&alike), "{alike} of 500 pairs that are alike were told apart");
    assert!(biased >= 190, "only {biased} of 200 pairs with a bias were found");
}

#[test]
fn whoever_looks_after_every_game_is_wrong_no_more_often() {
    const GAMES: u64 = 5_000;
    let sequence = Sequence::new(1_000.0, CONFIDENCE);
    // Whether any look finds a bias, and whether an ordinary interval would have found one.
    let look_often = |percent: usize, games: u64, dice: &mut Dice| {
        let (mut sum, mut found, mut fooled) = (0.0, false, false);
        for count in 1..=games {
            sum += if dice.below(100) < percent { 0.5 } else { -0.5 };
            let now = sequence.difference(sum / count as f64, 0.5, count);
            assert_eq!(now.p < 0.05, !now.interval.has(0.0), "the interval and p agree: {now:?}");
            found |= now.p < 0.05;
            fooled |= two_sided(sum / 0.5 / (count as f64).sqrt()) < 0.05;
        }
        (found, fooled)
    };
    let mut dice = Dice::new(3);
    let looks: Vec<(bool, bool)> = (0..600).map(|_| look_often(50, GAMES, &mut dice)).collect();
    let wrong = looks.iter().filter(|look| look.0).count();
    let fooled = looks.iter().filter(|look| look.1).count();
    assert!(wrong <= 30, "{wrong} of 600 fair coins were called unfair");
    assert!(fooled > 200, "an ordinary interval is fooled by looking often, here {fooled} of 600 times");
    let found = (0..100).filter(|_| look_often(52, 30_000, &mut dice).0).count();
    assert!(found >= 98, "only {found} of 100 coins with a bias were found");
}
