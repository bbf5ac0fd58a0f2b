//! A game that was written down and is played again is the same game.

use houserule_script::notation::record::{self, Record};
use houserule_script::play::Session;
use proptest::prelude::*;

use crate::common::{self, Snapshot};
use crate::properties::{HOUSES, Trial, cases, trials};

/// The one game of a text, played again from its start.
fn replayed(text: &str) -> (Record, Session) {
    let mut records = record::read(text).unwrap_or_else(|says| panic!("{says}\n{text}"));
    assert_eq!(records.len(), 1, "one game was written:\n{text}");
    let record = records.remove(0);
    let (mut session, notes) =
        common::table().resume(&record, None, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(notes, [] as [String; 0], "there is nothing to remark on\n{text}");
    session.play_all(&record.moves).unwrap_or_else(|(ply, error)| panic!("ply {ply}: {error}\n{text}"));
    (record, session)
}

/// Writes a game down in both formats and plays both again.
fn survives_writing(session: &mut Session) -> Result<(), TestCaseError> {
    let record = session.record().expect("no script fails");
    let (read, mut saved) = replayed(&record.to_saved());
    // Points follow from the moves; the saved format leaves them out.
    let kept = Record { points: None, ..record.clone() };
    prop_assert_eq!(read, kept);
    let (read, mut ptn) = replayed(&session.to_file("game.ptn").expect("no script fails"));
    prop_assert_eq!((&read.moves, &read.result, &read.position), (&record.moves, &record.result, &record.position));
    let now = Snapshot::of(session);
    for again in [&mut saved, &mut ptn] {
        prop_assert_eq!(Snapshot::of(again), now.clone());
        prop_assert_eq!(again.moves(), session.moves());
        prop_assert_eq!(&again.plan().hash, &session.plan().hash, "the rules are the same");
    }
    Ok(())
}

/// The game from its present position on, as a game of its own.
fn continued(trial: &Trial, from: &Session) -> Session {
    let sets: Vec<(&str, &str)> = trial.sets.iter().copied().filter(|(key, _)| *key != "size").collect();
    common::open(trial.game, &sets, Some(&from.position()), "")
}

proptest! {
    #![proptest_config(cases(50))]

    #[test]
    fn a_game_survives_being_written_down(trial in trials(HOUSES, 120)) {
        survives_writing(&mut trial.played())?;
    }

    #[test]
    fn a_game_from_a_position_survives_being_written_down(trial in trials(HOUSES, 30)) {
        let mut session = continued(&trial, &trial.played());
        trial.player().play(&mut session, 30);
        survives_writing(&mut session)?;
    }
}
