//! Hooks that allow everything: the scripted code path gives the same game.

use houserule_script::play::perft;
use proptest::prelude::*;

use crate::common::{self, SettingPairs};
use crate::properties::{cases, random_games};

const PLAIN: &[(&str, SettingPairs)] =
    &[("tak", &[("size", "3")]), ("tak", &[("size", "4")]), ("tak", &[("size", "5")])];

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn scripts_that_allow_everything_count_the_same_games(random_game in random_games(PLAIN, 40)) {
        let mut unscripted = random_game.play();
        let position = unscripted.position();
        let mut scripted = common::open("tak+anything-goes", &[], Some(&position), "");
        prop_assert!(scripted.game.filters_moves(), "the scripts filter moves");
        prop_assert_eq!(common::result(&mut scripted), common::result(&mut unscripted), "at {}", position);
        for depth in 0..=2 {
            let expected = perft(&mut unscripted.game, depth).expect("no script fails");
            prop_assert_eq!(perft(&mut scripted.game, depth), Ok(expected), "depth {} at {}", depth, position);
        }
    }
}

#[test]
fn scripts_that_allow_everything_meet_the_published_counts() {
    let mut scripted = common::start("tak+anything-goes", &[("size", "3")]);
    let counts: Vec<u64> = (1..=4).map(|depth| perft(&mut scripted.game, depth).expect("no script fails")).collect();
    let mut published: Vec<u64> = common::perft_data::counts()
        .into_iter()
        .filter(|count| count.size == "3" && count.position.is_none() && count.depth <= 4)
        .map(|count| count.nodes)
        .collect();
    published.reverse();
    assert_eq!(counts, published);
}
