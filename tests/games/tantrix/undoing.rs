//! Undo at every ply.

use crate::common::{Snapshot, dealt, play_random_move};
use crate::tantrix::{GAME_SETUPS, bag, board, hands};
use houserule_core::mechanics::{Move, Survey, TurnState};
use houserule_script::play::{Rng, Session};

/// Everything visible of a position, including the order of the legal moves.
#[derive(PartialEq, Debug)]
struct FullState {
    snapshot: Snapshot,
    turn_state: TurnState,
    step: usize,
    hands: Vec<Vec<u16>>,
    bag: Vec<u16>,
    listed: Vec<Move>,
    survey: Survey,
}

fn full_state(session: &mut Session) -> FullState {
    FullState {
        snapshot: Snapshot::of(session),
        turn_state: session.game.board().turn_state(),
        step: board(session).step(),
        hands: hands(session),
        bag: bag(session),
        listed: session.game.legal_moves().expect("no script fails"),
        survey: board(session).survey(),
    }
}

#[test]
fn undo_and_redo_restore_every_position_exactly() {
    for (number, setup) in (0..).zip(GAME_SETUPS) {
        for seed in 0..6 {
            let mut session = dealt(setup, 40 * number + seed);
            let mut rng = Rng::new(seed);
            let mut history = vec![full_state(&mut session)];
            while play_random_move(&mut session, &mut rng) {
                history.push(full_state(&mut session));
            }
            for expected in history.iter().rev() {
                assert_eq!(&full_state(&mut session), expected, "{setup:?}, seed {seed}, undone");
                session.undo();
            }
            for expected in &history {
                assert_eq!(&full_state(&mut session), expected, "{setup:?}, seed {seed}, redone");
                if let Some(played) = session.redo() {
                    played.expect("it was played before");
                }
            }
        }
    }
}

#[test]
fn playing_and_undoing_other_moves_changes_nothing() {
    for (number, setup) in (0..).zip(GAME_SETUPS) {
        let mut session = dealt(setup, 700 + number);
        let mut rng = Rng::new(number);
        loop {
            let before = full_state(&mut session);
            for _ in 0..3 {
                let mut played = 0;
                while played < 6 && play_random_move(&mut session, &mut rng) {
                    played += 1;
                }
                for _ in 0..played {
                    session.undo();
                }
            }
            assert_eq!(full_state(&mut session), before, "{setup:?}");
            if !play_random_move(&mut session, &mut rng) {
                break;
            }
        }
    }
}
