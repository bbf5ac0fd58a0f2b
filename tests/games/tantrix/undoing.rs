//! Taking back, at every ply.

use crate::common::Snapshot;
use crate::tantrix::{TABLES, bag, board, dealt, hands, step};
use houserule_core::mechanics::{Move, Survey, TurnState};
use houserule_script::play::{Rng, Session};

/// Everything that can be seen of a position, even the order of the list.
#[derive(PartialEq, Debug)]
struct Seen {
    snapshot: Snapshot,
    clock: TurnState,
    step: usize,
    hands: Vec<Vec<u16>>,
    bag: Vec<u16>,
    listed: Vec<Move>,
    survey: Survey,
}

fn seen(session: &mut Session) -> Seen {
    Seen {
        snapshot: Snapshot::of(session),
        clock: session.game.board().turn_state(),
        step: board(session).step(),
        hands: hands(session),
        bag: bag(session),
        listed: session.game.legal_moves().expect("no script fails"),
        survey: board(session).survey(),
    }
}

#[test]
fn taking_back_restores_every_position_exactly_and_playing_again_too() {
    for (number, table) in (0..).zip(TABLES) {
        for seed in 0..6 {
            let mut session = dealt(table, 40 * number + seed);
            let mut rng = Rng::new(seed);
            let mut past = vec![seen(&mut session)];
            while step(&mut session, &mut rng) {
                past.push(seen(&mut session));
            }
            for expected in past.iter().rev() {
                assert_eq!(&seen(&mut session), expected, "{table:?}, seed {seed}, taken back");
                session.undo();
            }
            for expected in &past {
                assert_eq!(&seen(&mut session), expected, "{table:?}, seed {seed}, played again");
                if let Some(played) = session.redo() {
                    played.expect("it was played before");
                }
            }
        }
    }
}

#[test]
fn trying_other_moves_on_the_way_changes_nothing() {
    for (number, table) in (0..).zip(TABLES) {
        let mut session = dealt(table, 700 + number);
        let mut rng = Rng::new(number);
        loop {
            let before = seen(&mut session);
            for _ in 0..3 {
                let mut played = 0;
                while played < 6 && step(&mut session, &mut rng) {
                    played += 1;
                }
                for _ in 0..played {
                    session.undo();
                }
            }
            assert_eq!(seen(&mut session), before, "{table:?}");
            if !step(&mut session, &mut rng) {
                break;
            }
        }
    }
}
