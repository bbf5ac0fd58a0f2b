//! Files of many games: those that people and engines played elsewhere replay to the result they were recorded with, and
//! what comes of a game follows from that game alone.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use crate::common::desk::Desk;
use crate::common::shelf::Shelf;
use houserule_script::notation::record::{self, GameFile, Record};
use houserule_script::play::Workspace;

/// The file of recorded games, or a word about its absence.
fn games() -> Option<PathBuf> {
    let file = crate::common::shared().map(|folder| folder.join("corpus/tak-games.ptn"));
    let file = file.filter(|file| file.is_file());
    if file.is_none() {
        crate::common::say("skipped: no shared folder with corpus/tak-games.ptn (HOUSERULE_SHARED names it)");
    }
    file
}

#[test]
fn recorded_games_replay_to_their_results() {
    let Some(file) = games() else { return };
    let records = record::read_file(&file).expect("the corpus is readable");
    assert_eq!(records.len(), 310, "the corpus holds 310 games");
    let table = crate::common::table();
    for (index, record) in records.iter().enumerate() {
        let number = index + 1;
        let (mut session, notes) =
            table.resume(record, None, &[]).unwrap_or_else(|error| panic!("game {number}: {error}"));
        assert_eq!(notes, [] as [String; 0], "game {number}");
        session.play_all(&record.moves).unwrap_or_else(|(ply, error)| panic!("game {number}, ply {ply}: {error}"));
        assert_eq!(Some(crate::common::result(&mut session)), record.result, "game {number} ends as recorded");
    }
}

#[test]
fn the_program_replays_every_recorded_game() {
    let Some(file) = games() else { return };
    let said = Desk::new().run([OsStr::new("replay"), file.as_os_str()]);
    assert_eq!((said.code, said.out.lines().last()), (0, Some("310 games, 310 ok")));
}

#[test]
fn a_game_of_a_file_is_the_same_read_alone() {
    let mut saved = crate::common::open("tak", &[("size", "4")], None, "a1 d4 Sb2");
    let saved = saved.record().expect("no script fails").to_saved();
    let ptn = "\u{feff}\n[Size \"5\"]\n{before}\n1. a1 {a [note]} e5\n2. c3 * {after}\n\n[Size \"6\"]\n[Komi \"2\"]\n1. a1 f6 1-0";
    let lines = "# a comment\n1\ttrax\t@0/ B1\\\topen\n#set across=5\n#note 1 well\n#rules 00\n\n2\ttrax+line-length\t@0+\t\n# end";
    let texts = [
        (format!("\n{saved}\n{saved}{}", saved.replace('\n', "\r\n")), 3),
        (ptn.to_string(), 2),
        (lines.to_string(), 2),
        ("# turns\n@0/ B1\\\n A2\\ @0+\n\n@0/".to_string(), 4),
    ];
    for (text, games) in texts {
        let all = record::read(&text).unwrap_or_else(|says| panic!("{says}\n{text}"));
        let file = GameFile::new(text.clone()).unwrap_or_else(|says| panic!("{says}\n{text}"));
        let alone: Vec<Record> = (0..file.len()).map(|number| file.game(number).expect("it was read")).collect();
        assert_eq!((alone.len(), &alone), (games, &all), "{text}");
        assert!(file.game(games).is_err());
    }
}

/// Forbids the fourth move that it is asked about, whatever the game.
const FORGETFUL: &str = "local asked = 0
return variant 'forgetful' { base = 'tak', rules = { hooks = { allow = function(view, move)
  asked = asked + 1
  return asked <= 3
end } } }";

#[test]
fn scripts_of_a_game_that_is_replayed_know_nothing_of_the_others() {
    let desk = Desk::with("forgetful.lua", FORGETFUL);
    let game = |moves: &str| format!("[Size \"4\"]\n[Rules \"tak+forgetful.lua\"]\n\n1. {moves}\n\n");
    let games: String = (0..100).map(|number| game(if number % 7 == 3 { "a1 b1 c1 d1" } else { "a1 b1 c1" })).collect();
    desk.write("games.ptn", &games);
    let said = desk.run(["replay", "games.ptn"]);
    let told = |number: usize| match number % 7 {
        3 => format!("games.ptn#{} illegal at ply 4: forgetful: the rule `forgetful` does not allow it\n", number + 1),
        _ => format!("games.ptn#{} ok 1/2-1/2\n", number + 1),
    };
    let wanted: String = (0..100).map(told).collect();
    assert_eq!((said.out, said.code), (format!("{wanted}100 games, 86 ok\n"), 1));
}

#[test]
fn a_library_that_keeps_its_rules_loads_them_once() {
    let shelf = Shelf::new();
    shelf.variant("wide", "board = square(5)");
    let table = Workspace { library: shelf.table.library.with_cache(), seed: 1 };
    let record = |size: &str| Record {
        game: Some("tak+wide".to_string()),
        settings: vec![("size".to_string(), size.to_string())],
        ..Record::default()
    };
    let resumed = |size: &str| {
        let (session, _) = table.resume(&record(size), None, &[]).unwrap_or_else(|error| panic!("{error}"));
        session.ruleset.plan.clone()
    };
    let first = resumed("5");
    // Whatever becomes of the file meanwhile: games of one run are played under one set of rules.
    shelf.write("wide", "this is no Lua");
    assert!(Arc::ptr_eq(&first, &resumed("5")));
    assert!(table.resume(&record("6"), None, &[]).is_err(), "others are loaded when they are first asked for");
    assert!(shelf.table.resume(&record("5"), None, &[]).is_err());
}
