//! Recorded games replay to the same game.

use houserule_script::notation::record::{self, Record};
use houserule_script::play::Session;
use proptest::prelude::*;

use crate::common::{self, Snapshot};
use crate::properties::{RULE_SETS, RandomGame, cases, random_games};

/// The one game of a text, played again from its start.
fn replay(text: &str) -> (Record, Session) {
    let mut records = record::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(records.len(), 1, "one game was written:\n{text}");
    let record = records.remove(0);
    let (mut session, notes) =
        common::workspace().resume(&record, None, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(notes, [] as [String; 0], "no notes\n{text}");
    session.play_all(&record.moves).unwrap_or_else(|(ply, error)| panic!("ply {ply}: {error}\n{text}"));
    (record, session)
}

/// Records a game in both formats and replays both.
fn check_round_trip(session: &mut Session) -> Result<(), TestCaseError> {
    let record = session.record().expect("no script fails");
    let (read, mut from_saved) = replay(&record.to_saved());
    // Points follow from the moves; the saved format omits them.
    let without_points = Record { points: None, ..record.clone() };
    prop_assert_eq!(read, without_points);
    let (read, mut from_ptn) = replay(&session.to_file("game.ptn").expect("no script fails"));
    prop_assert_eq!((&read.moves, &read.result, &read.position), (&record.moves, &record.result, &record.position));
    let now = Snapshot::of(session);
    for again in [&mut from_saved, &mut from_ptn] {
        prop_assert_eq!(Snapshot::of(again), now.clone());
        prop_assert_eq!(again.moves(), session.moves());
        prop_assert_eq!(&again.plan().hash, &session.plan().hash, "the rules are the same");
    }
    Ok(())
}

/// A new game from the current position.
fn continue_from(random_game: &RandomGame, from: &Session) -> Session {
    let settings: Vec<(&str, &str)> = random_game.settings.iter().copied().filter(|(key, _)| *key != "size").collect();
    common::open(random_game.game, &settings, Some(&from.position()), "")
}

proptest! {
    #![proptest_config(cases(50))]

    #[test]
    fn a_recorded_game_replays_the_same(random_game in random_games(RULE_SETS, 120)) {
        check_round_trip(&mut random_game.play())?;
    }

    #[test]
    fn a_recorded_game_from_a_position_replays_the_same(random_game in random_games(RULE_SETS, 30)) {
        let mut session = continue_from(&random_game, &random_game.play());
        random_game.player().play(&mut session, 30);
        check_round_trip(&mut session)?;
    }
}
