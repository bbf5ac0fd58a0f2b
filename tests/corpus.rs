//! Games that people and engines played elsewhere: each must replay to the result it was recorded with.

mod common;

use std::path::PathBuf;

use assert_cmd::Command;
use houserule::notation::record;

/// The file of recorded games, or a word about its absence.
fn games() -> Option<PathBuf> {
    let file = common::shared().map(|folder| folder.join("corpus/tak-games.ptn"));
    let file = file.filter(|file| file.is_file());
    if file.is_none() {
        common::say("skipped: no shared folder with corpus/tak-games.ptn (HOUSERULE_SHARED names it)");
    }
    file
}

#[test]
fn recorded_games_replay_to_their_results() {
    let Some(file) = games() else { return };
    let records = record::read_file(&file).expect("the corpus is readable");
    assert_eq!(records.len(), 310, "the corpus holds 310 games");
    let table = common::table();
    for (index, record) in records.iter().enumerate() {
        let number = index + 1;
        let (mut session, notes) =
            table.resume(record, None, &[]).unwrap_or_else(|error| panic!("game {number}: {error}"));
        assert_eq!(notes, [] as [String; 0], "game {number}");
        session
            .follow(&record.moves)
            .unwrap_or_else(|(ply, error)| panic!("game {number}, ply {ply}: {error}"));
        assert_eq!(Some(common::result(&mut session)), record.result, "game {number} ends as recorded");
    }
}

#[test]
fn the_program_replays_every_recorded_game() {
    let Some(file) = games() else { return };
    let mut houserule = Command::cargo_bin("houserule").expect("the program is built");
    let run = houserule.arg("replay").arg(&file).assert().success();
    let out = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert_eq!(out.lines().last(), Some("310 games, 310 ok"));
}
