//! What is listed is accepted, and everything else that can be written is refused with a reason.

use std::collections::BTreeSet;

use crate::common::{self, Snapshot};
use crate::tantrix::{TABLES, board, dealt, hands, step};
use houserule_script::game::IllegalMove;
use houserule_script::play::{PlayError, Rng, Session};
use proptest::prelude::*;

/// Every way to lay one of some tiles on or near the tiles in play.
fn written(session: &Session, tiles: &[u16]) -> Vec<String> {
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

/// Holds one text against the list, by `why` and by playing.
fn hold(session: &mut Session, moves: &BTreeSet<String>, text: &str) -> Result<(), TestCaseError> {
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
    fn exactly_the_listed_moves_are_accepted(table in 0..TABLES.len(), seed: u64, plies in 0..56usize) {
        let mut session = dealt(TABLES[table], seed);
        let mut rng = Rng::new(seed);
        for _ in 0..plies {
            step(&mut session, &mut rng);
        }
        let before = Snapshot::of(&mut session);
        let moves: BTreeSet<String> = before.moves.iter().cloned().collect();
        let hand = hands(&session).swap_remove(session.game.seat().index());
        let own = written(&session, &hand);
        let missed: Vec<&String> = moves.iter().filter(|text| !own.contains(text)).collect();
        prop_assert!(missed.is_empty(), "listed, but not among all that can be written: {:?}", missed);
        for text in &own {
            hold(&mut session, &moves, text)?;
        }
        let others = written(&session, &(1..=56).collect::<Vec<u16>>());
        for _ in 0..300 {
            hold(&mut session, &moves, &others[rng.below(others.len())])?;
        }
        prop_assert_eq!(Snapshot::of(&mut session), before, "asking changes nothing");
    }
}

#[test]
fn a_game_that_is_over_refuses_every_move_as_over() {
    let mut session = common::open("tantrix", &[], Some("1@0,0:0 | hands 2/ | bag 0"), "2@1,0:2");
    for text in ["2@1,0:2", "3@0,1:0", "1@0,0:0"] {
        assert_eq!(common::rules_against(&mut session, text), ["over"], "{text}");
    }
}
