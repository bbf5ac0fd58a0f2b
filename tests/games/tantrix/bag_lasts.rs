//! Invariants of the board while there are tiles in the bag.

use crate::common::{dealt, play_random_move};
use crate::tantrix::naive::{NaiveTantrix, around};
use crate::tantrix::{GAME_SETUPS, bag};
use houserule_script::play::Rng;

#[test]
fn random_play_keeps_the_board_invariants() {
    let mut forced_spaces = 0;
    for (number, setup) in (0..).zip(GAME_SETUPS) {
        for seed in 0..40 {
            let mut session = dealt(setup, 500 * number + seed);
            let mut rng = Rng::new(seed);
            // The restrictions apply as long as the bag is not empty.
            while !bag(&session).is_empty() && play_random_move(&mut session, &mut rng) {
                let (naive, position) = (NaiveTantrix::of(&session), session.position());
                assert!(!naive.has_hole(), "a hole in `{position}`");
                assert!(!naive.has_fourth(), "a space with four neighbours in `{position}`");
                assert!(!naive.has_triple(), "a space that one colour enters three times in `{position}`");
                let forced = naive.forced();
                for space in &forced {
                    assert!(
                        !around(*space).any(|next| forced.contains(&next)),
                        "two forced spaces side by side at {space:?} in `{position}`"
                    );
                    let occupied = naive.entering(*space).map(|colour| colour.is_some());
                    let groups = (0..6).filter(|&side| occupied[side] && !occupied[(side + 5) % 6]).count();
                    assert_eq!(groups, 1, "the tiles around {space:?} are apart in `{position}`");
                    forced_spaces += 1;
                }
            }
        }
    }
    assert!(forced_spaces > 1000, "only {forced_spaces} forced spaces");
}
