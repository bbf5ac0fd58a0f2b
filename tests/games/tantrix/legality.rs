//! Listed moves are accepted, and every other move text is rejected with a reason.

use std::collections::BTreeSet;

use crate::common::{self, Snapshot, dealt, play_random_move};
use crate::tantrix::{GAME_SETUPS, board, hands};
use houserule_script::game::IllegalMove;
use houserule_script::play::{PlayError, Rng, Session};
use proptest::prelude::*;

/// Every placement of some tiles on or near the tiles in play.
fn all_move_texts(session: &Session, tiles: &[u16]) -> Vec<String> {
    let corners = board(session).corners();
    let ((left, top), (right, bottom)) =
        corners.map_or(((0, 0), (0, 0)), |(least, most)| ((least.x, least.y), (most.x, most.y)));
    let mut texts = Vec::new();
    for tile in tiles {
        for q in left - 2..=right + 2 {
            for r in top - 2..=bottom + 2 {
                texts.extend((0..6).map(|turned| format!("{tile}@{q},{r}:{turned}")));
            }
        }
    }
    texts
}

/// Compares one text with the listed moves, by `why` and by playing it.
fn check_text(session: &mut Session, moves: &BTreeSet<String>, text: &str) -> Result<(), TestCaseError> {
    let why = session.why(text).expect("it is a placement");
    let played = session.play(text);
    if moves.contains(text) {
        prop_assert_eq!(why, vec![], "`{}` is listed", text);
        prop_assert_eq!(played, Ok(text.to_string()));
        session.undo();
    } else {
        prop_assert!(!why.is_empty(), "`{}` is not listed, and nothing forbids it", text);
        prop_assert_eq!(played, Err(PlayError::Illegal(IllegalMove::Illegal(why))), "`{}` is not listed", text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exactly_the_listed_moves_are_accepted(setup in 0..GAME_SETUPS.len(), seed: u64, plies in 0..56usize) {
        let mut session = dealt(GAME_SETUPS[setup], seed);
        let mut rng = Rng::new(seed);
        for _ in 0..plies {
            play_random_move(&mut session, &mut rng);
        }
        let before = Snapshot::of(&mut session);
        let moves: BTreeSet<String> = before.moves.iter().cloned().collect();
        let hand = hands(&session).swap_remove(session.game.seat().index());
        let own = all_move_texts(&session, &hand);
        let missed: Vec<&String> = moves.iter().filter(|text| !own.contains(text)).collect();
        prop_assert!(missed.is_empty(), "listed, but not among all texts: {:?}", missed);
        for text in &own {
            check_text(&mut session, &moves, text)?;
        }
        let others = all_move_texts(&session, &(1..=56).collect::<Vec<u16>>());
        for _ in 0..300 {
            check_text(&mut session, &moves, &others[rng.below(others.len())])?;
        }
        prop_assert_eq!(Snapshot::of(&mut session), before, "`why` changes nothing");
    }
}

#[test]
fn a_finished_game_rejects_every_move_as_over() {
    let mut session = common::open("tantrix", &[], Some("1@0,0:0 | hands 2/ | bag 0"), "2@1,0:2");
    for text in ["2@1,0:2", "3@0,1:0", "1@0,0:0"] {
        assert_eq!(common::violated_rules(&mut session, text), ["over"], "{text}");
    }
}
