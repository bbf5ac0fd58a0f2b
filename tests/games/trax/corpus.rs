use std::path::PathBuf;

use crate::common;
use crate::common::desk::Desk;
use houserule_script::notation::record;

/// The file of recorded games, or a word about its absence.
fn games() -> Option<PathBuf> {
    let file = common::shared().map(|folder| folder.join("corpus/trax-games.tsv"));
    let file = file.filter(|file| file.is_file());
    if file.is_none() {
        common::say("skipped: no shared folder with corpus/trax-games.tsv (HOUSERULE_SHARED names it)");
    }
    file
}

#[test]
fn recorded_games_replay_to_their_outcomes() {
    let Some(file) = games() else { return };
    let records = record::read_file(&file).expect("the corpus is readable");
    assert_eq!(records.len(), 199, "the corpus holds 199 games");
    let table = common::table();
    for (index, record) in records.iter().enumerate() {
        let number = index + 1;
        let (mut session, _) = table.resume(record, None, &[]).unwrap_or_else(|error| panic!("game {number}: {error}"));
        session.play_all(&record.moves).unwrap_or_else(|(turn, error)| panic!("game {number}, turn {turn}: {error}"));
        assert_eq!(Some(common::result(&mut session)), record.result, "game {number} ends as recorded");
    }
}

#[test]
fn the_program_replays_every_recorded_game() {
    let Some(file) = games() else { return };
    let said = Desk::new().run([std::ffi::OsStr::new("replay"), file.as_os_str()]);
    assert_eq!((said.out.lines().last(), said.code), (Some("199 games, 199 ok"), 0));
}
