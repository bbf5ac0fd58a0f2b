//! Tests against published values and against coins of known bias. Every value was also computed with other programs:
//! statsmodels 0.15 (`proportion_confint`, `multipletests`) and scipy 1.17 (`optimize`,
//! `stats`).

use super::*;
use houserule_core::rng::Rng;

/// Rounds to the decimals of the table.
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
fn paired_differences_are_those_of_bonett_and_price() {
    // Number of pairs, and of those that only the first or only the second won. The first interval is that of D. G.
    // Bonett and R. M. Price (Journal of Educational and Behavioral Statistics 37 (2012) 479): Wald's with one pair
    // more for each, clamped to [-1, 1]. The first line is the airways of 21 children (M. W. Fagerland and others,
    // Statistics in Medicine 33 (2014) 2850). The second interval also covers McNemar's corrected test, whose p-value
    // is the last number.
    for (pairs, [first, second], narrow, table, p) in [
        (21, [1, 7], [-0.508, -0.013], [-0.597, 0.026], 0.0771),
        (80, [25, 10], [0.043, 0.323], [0.03, 0.345], 0.018),
        (5, [5, 0], [0.196, 1.0], [-0.077, 1.0], 0.0736),
        (20, [0, 0], [-0.126, 0.126], [-0.126, 0.126], 1.0),
        (1, [1, 0], [-0.734, 1.0], [-1.0, 1.0], 1.0),
        (0, [0, 0], [-1.0, 1.0], [-1.0, 1.0], 1.0),
    ] {
        assert!(table[0] <= narrow[0] && narrow[1] <= table[1]);
        let mut paired = Paired { pairs: pairs - first - second, sum: 0, squares: 0 };
        (0..first).for_each(|_| paired.add(1));
        (0..second).for_each(|_| paired.add(-1));
        let result = paired.difference(1, CONFIDENCE);
        assert_eq!(rounded(&ends(result.interval), 3), table, "{first} and {second} of {pairs}");
        assert_eq!(rounded(&[result.p], 4), [p], "{first} and {second} of {pairs}");
    }
}

/// Tests that few pairs give a wrong answer as rarely as many.
#[test]
fn small_samples_have_the_nominal_error_rate() {
    let mut rng = Rng::new(5);
    for (pairs, percent) in [(3, 50), (5, 20), (10, 50), (30, 10), (100, 30)] {
        let wrong = (0..2_000).filter(|_| {
            let mut paired = Paired::default();
            (0..pairs).for_each(|_| {
                let [one, two] = [0; 2].map(|_| i64::from(rng.below(100) < percent));
                paired.add(2 * (one - two));
            });
            let result = paired.difference(2, CONFIDENCE);
            !result.interval.contains(0.0) || result.p < 0.05
        });
        let wrong = wrong.count();
        assert!(wrong <= 130, "{wrong} of 2000 times {pairs} pairs of {percent} % were told apart");
    }
}

fn moments(values: impl IntoIterator<Item = i64>) -> Moments {
    let mut moments = Moments::default();
    values.into_iter().for_each(|value| moments.add(value));
    moments
}

#[test]
fn means_have_students_interval_with_two_values_at_the_ends_of_the_range() {
    // By hand, with Student's quantiles from a table: 2.776, 3.182 and 12.706.
    for (values, range, table) in [
        (vec![3, 5, 4, 8, 10], (3, 10), [2.106, 9.894]),
        (vec![7, 7, 7, 7], (0, 14), [-0.045, 14.045]),
        (vec![1, 2], (1, 2), [-3.687, 6.687]),
    ] {
        let interval = moments(values.clone()).interval(range, CONFIDENCE).expect("an interval");
        assert_eq!(rounded(&ends(interval), 3), table, "{values:?}");
    }
    for (values, range) in [(vec![], (0, 5)), (vec![4], (0, 5)), (vec![2, 2, 2], (2, 2))] {
        assert_eq!(moments(values.clone()).interval(range, CONFIDENCE), None, "{values:?}");
    }
    let many = moments((0..1_000_000).map(|number| if number % 2 == 0 { -1 } else { 1 }));
    let radius = many.interval((-1, 1), CONFIDENCE).expect("an interval").radius();
    assert_eq!(rounded(&[1000.0 * radius], 3), [1.96]);
}

#[test]
fn moments_do_not_depend_on_the_order_and_do_not_overflow() {
    const HUGE: i64 = 12_000_000_000;
    let (one, two) = (moments([1, 5, -HUGE]), moments([HUGE, 3]));
    let mut merged = [one, two].map(|first| (first, if first == one { two } else { one }));
    merged.iter_mut().for_each(|(first, second)| first.merge(second));
    assert_eq!(merged[0].0, merged[1].0);
    assert_eq!(merged[0].0, moments([3, HUGE, 5, 1, -HUGE]));
    let text = serde_json::to_string(&merged[0].0).expect("JSON");
    assert!(text.contains(r#""sum":9,"squares":"288000000000000000035""#), "{text}");
    assert_eq!(serde_json::from_str::<Moments>(&text).expect("the same"), merged[0].0);
    assert!(
        merged[0].0.is_plausible(5, HUGE) && !merged[0].0.is_plausible(4, HUGE) && !merged[0].0.is_plausible(5, 99)
    );
}

/// Tests the interval of a mean on values like points of games: 0 or many with some probability, and sums of dice.
#[test]
fn the_interval_of_a_mean_contains_the_true_mean() {
    let mut rng = Rng::new(7);
    for (games, percent) in [(5, 50), (10, 30), (20, 90), (60, 95), (200, 10)] {
        let wrong = (0..2_000).filter(|_| {
            let sample = moments((0..games).map(|_| if rng.below(100) < percent { 24 } else { 0 }));
            let interval = sample.interval((0, 24), CONFIDENCE).expect("an interval");
            !interval.contains(0.24 * percent as f64)
        });
        let wrong = wrong.count();
        assert!(wrong <= 130, "{wrong} of 2000 intervals of {games} games with {percent} % missed the mean");
    }
    for (games, min) in [(2, 0), (5, 30), (30, 40), (300, 60)] {
        let wrong = (0..2_000).filter(|_| {
            let sample = moments((0..games).map(|_| (0..4).map(|_| rng.below(6) as i64).sum()));
            let interval = sample.interval((sample.least, sample.most), CONFIDENCE);
            interval.is_some_and(|interval| !interval.contains(10.0))
        });
        let wrong = wrong.count();
        assert!((min..=130).contains(&wrong), "{wrong} of 2000 intervals of {games} games missed the mean");
    }
}

#[test]
fn ratings_are_those_of_the_league_in_agrestis_book() {
    // A. Agresti, Categorical Data Analysis, the American League of 1987: games that the row won against the column.
    const WON: [[u64; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let pairs = (0..7).flat_map(|one| (one + 1..7).map(move |two| [one, two]));
    let meetings: Vec<Meeting> = pairs
        .map(|players @ [one, two]| Meeting { players, won: WON[one][two], drawn: 0, lost: WON[two][one] })
        .collect();
    let result = ratings(7, &meetings, CONFIDENCE);
    let last = result.elo[6].estimate;
    let natural: Vec<f64> = result.elo.iter().map(|elo| (elo.estimate - last) * 10f64.ln() / 400.0).collect();
    assert_eq!(rounded(&natural, 2), [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]);
    let radii: Vec<f64> = result.elo.iter().map(|elo| elo.interval.radius()).collect();
    assert_eq!(rounded(&radii, 1), LEAGUE_RADII);
    assert!(!result.is_bounded_by_hand);
}

/// Radii of the league's ratings, by scipy's `minimize` and a numerical Hessian.
const LEAGUE_RADII: [f64; 7] = [70.6, 69.5, 68.8, 68.6, 68.4, 69.8, 79.1];

#[test]
fn draws_are_weighted_as_in_davidson() {
    let meeting = |players, [won, drawn, lost]: [u64; 3]| Meeting { players, won, drawn, lost };
    let meetings = [meeting([0, 1], [30, 20, 10]), meeting([0, 2], [45, 10, 5]), meeting([1, 2], [25, 20, 15])];
    let result = ratings(3, &meetings, CONFIDENCE);
    let estimates: Vec<f64> = result.elo.iter().map(|elo| elo.estimate).collect();
    let radii: Vec<f64> = result.elo.iter().map(|elo| elo.interval.radius()).collect();
    // R. R. Davidson, Journal of the American Statistical Association 65 (1970) 317; the likelihood by scipy's `minimize`.
    assert_eq!((rounded(&estimates, 1), rounded(&radii, 1)), (vec![194.3, -32.7, -161.6], vec![63.9, 54.3, 60.6]));
}

#[test]
fn players_that_only_win_or_only_draw_are_rated() {
    let meeting = |players, [won, drawn, lost]: [u64; 3]| Meeting { players, won, drawn, lost };
    for games in [[10, 0, 0], [0, 10, 0], [0, 0, 0], [9, 1, 0]] {
        let result = ratings(2, &[meeting([0, 1], games)], CONFIDENCE);
        assert!(result.elo.iter().all(|elo| elo.interval.low.is_finite()), "{games:?}: {result:?}");
        assert!(result.elo[0].estimate >= result.elo[1].estimate - 1e-9, "{games:?}: {result:?}");
    }
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
    let between = |won: u64| {
        let meeting = Meeting { players: [0, 1], won, drawn: 0, lost: 100 - won };
        ratings(2, &[meeting], CONFIDENCE).elo
    };
    for (won, table) in [(50, 0.0), (64, 100.0), (76, 200.0), (91, 402.0)] {
        let elo = between(won);
        assert_eq!((elo[0].estimate - elo[1].estimate).round(), table, "{won} of 100");
    }
    // Standard error 0.2 of the log-odds, half of it for each player: 1.96 * 0.1 * 400 / ln 10.
    assert_eq!(rounded(&[between(50)[0].interval.radius()], 1), [34.0]);
}

/// Returns the number of `games` won by a coin with `percent` heads.
fn toss(games: u64, percent: usize, rng: &mut Rng) -> u64 {
    (0..games).filter(|_| rng.below(100) < percent).count() as u64
}

#[test]
fn a_fair_coin_rarely_looks_unfair_and_a_bias_of_two_points_is_found() {
    const GAMES: u64 = 9_600;
    let unfair = |percent: usize, rng: &mut Rng| {
        let won = toss(GAMES, percent, rng) as f64;
        !wilson(won, GAMES as f64, CONFIDENCE).contains(0.5)
    };
    let mut rng = Rng::new(1);
    let (fair, biased): (usize, usize) = (0..1_000).fold((0, 0), |(fair, biased), _| {
        (fair + unfair(50, &mut rng) as usize, biased + unfair(52, &mut rng) as usize)
    });
    // Expected are 50 and 970 of 1,000, with a tolerance of about three standard deviations.
    assert!((30..=70).contains(&fair), "{fair} of 1000 fair coins were called unfair");
    assert!(biased >= 950, "only {biased} of 1000 coins with a bias were found");
}

#[test]
fn equal_paired_coins_rarely_differ_and_two_points_are_found() {
    const GAMES: u64 = 20_000;
    let differs = |percent: usize, rng: &mut Rng| {
        let mut pairs = Paired::default();
        (0..GAMES).for_each(|_| {
            let (one, two) = (rng.below(100) < percent, rng.below(100) < 50);
            pairs.add(one as i64 - two as i64);
        });
        pairs.difference(1, CONFIDENCE).p < 0.05
    };
    let mut rng = Rng::new(2);
    let alike = (0..500).filter(|_| differs(50, &mut rng)).count();
    let biased = (0..200).filter(|_| differs(52, &mut rng)).count();
    assert!((5..=40).contains(&alike), "{alike} of 500 pairs that are alike were told apart");
    assert!(biased >= 190, "only {biased} of 200 pairs with a bias were found");
}

#[test]
fn looking_after_every_game_keeps_the_error_rate() {
    const GAMES: u64 = 5_000;
    let sequence = ConfidenceSequence::new(1_000.0, CONFIDENCE);
    // Returns whether any look finds a bias, and whether an ordinary interval would have found one.
    let look_often = |percent: usize, games: u64, rng: &mut Rng| {
        let (mut sum, mut found, mut fooled) = (0.0, false, false);
        for count in 1..=games {
            sum += if rng.below(100) < percent { 0.5 } else { -0.5 };
            let now = sequence.difference(sum / count as f64, 0.5, count);
            assert_eq!(now.p < 0.05, !now.interval.contains(0.0), "the interval and p agree: {now:?}");
            found |= now.p < 0.05;
            fooled |= two_sided_p(sum / 0.5 / (count as f64).sqrt()) < 0.05;
        }
        (found, fooled)
    };
    let mut rng = Rng::new(3);
    let looks: Vec<(bool, bool)> = (0..600).map(|_| look_often(50, GAMES, &mut rng)).collect();
    let wrong = looks.iter().filter(|look| look.0).count();
    let fooled = looks.iter().filter(|look| look.1).count();
    assert!(wrong <= 30, "{wrong} of 600 fair coins were called unfair");
    assert!(fooled > 200, "an ordinary interval is fooled by looking often, here {fooled} of 600 times");
    let found = (0..100).filter(|_| look_often(52, 30_000, &mut rng).0).count();
    assert!(found >= 98, "only {found} of 100 coins with a bias were found");
}

#[test]
fn a_difference_is_significant_exactly_if_its_interval_excludes_zero() {
    for pairs in [1, 2, 5, 10, 30, 100, 1000] {
        for differ in 0..=pairs.min(60) {
            for up in 0..=differ {
                for each in [20, 30, 60] {
                    let (up, down) = (up as i64, (differ - up) as i64);
                    let (sum, squares) = (each * (up - down), differ * each.unsigned_abs().pow(2));
                    let result = Paired { pairs, sum, squares }.difference(60, CONFIDENCE);
                    let context = format!("{pairs} pairs, {up} up and {down} down by {each}: {result:?}");
                    assert_eq!(result.p < 1.0 - CONFIDENCE, !result.interval.contains(0.0), "{context}");
                    assert!(result.interval.contains(result.estimate), "{context}");
                }
            }
        }
    }
}
