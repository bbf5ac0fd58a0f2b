//! What never happens while there are tiles in the bag.

use crate::tantrix::naive::{NaiveTantrix, around};
use crate::tantrix::{TABLES, bag, dealt, step};
use houserule_script::play::Rng;

#[test]
fn random_play_makes_no_hole_no_adjacent_forced_spaces_and_no_parted_ones() {
    let mut forced_spaces = 0;
    for (number, table) in (0..).zip(TABLES) {
        for seed in 0..40 {
            let mut session = dealt(table, 500 * number + seed);
            let mut rng = Rng::new(seed);
            // The tile that is laid while the bag holds one still keeps to the restrictions.
            while !bag(&session).is_empty() && step(&mut session, &mut rng) {
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
                    let touched = naive.entering(*space).map(|colour| colour.is_some());
                    let begins = (0..6).filter(|&side| touched[side] && !touched[(side + 5) % 6]).count();
                    assert_eq!(begins, 1, "the tiles around {space:?} are apart in `{position}`");
                    forced_spaces += 1;
                }
            }
        }
    }
    assert!(forced_spaces > 1000, "only {forced_spaces} forced spaces were seen");
}
