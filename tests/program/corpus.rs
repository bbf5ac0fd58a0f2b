//! Files of many games: games recorded elsewhere replay to their results, and each game is replayed independently.

use std::sync::Arc;

use crate::common;
use crate::common::script_dir::ScriptDir;
use crate::common::test_dir::TestDir;
use houserule_script::notation::record::{self, GameFile, Record};
use houserule_script::play::Workspace;

#[test]
fn recorded_games_replay_to_their_results() {
    common::assert_corpus_replays("corpus/tak-games.ptn", 310);
}

#[test]
fn a_game_read_alone_is_the_same() {
    let mut saved = common::open("tak", &[("size", "4")], None, "a1 d4 Sb2");
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
        let all = record::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let file = GameFile::new(text.clone()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let alone: Vec<Record> = (0..file.len()).map(|number| file.game(number).expect("it was read")).collect();
        assert_eq!((alone.len(), &alone), (games, &all), "{text}");
        assert!(file.game(games).is_err());
    }
}

/// Variant with hidden state: it forbids the fourth move it is called for.
const STATEFUL: &str = "local asked = 0
return variant 'forgetful' { base = 'tak', rules = { hooks = { allow = function(view, move)
  asked = asked + 1
  return asked <= 3
end } } }";

#[test]
fn replayed_games_share_no_script_state() {
    let dir = TestDir::with("forgetful.lua", STATEFUL);
    let game = |moves: &str| format!("[Size \"4\"]\n[Rules \"tak+forgetful.lua\"]\n\n1. {moves}\n\n");
    let games: String = (0..100).map(|number| game(if number % 7 == 3 { "a1 b1 c1 d1" } else { "a1 b1 c1" })).collect();
    dir.write("games.ptn", &games);
    let output = dir.run(["replay", "games.ptn"]);
    let line = |number: usize| match number % 7 {
        3 => format!("games.ptn#{} illegal at ply 4: forgetful: the rule `forgetful` does not allow it\n", number + 1),
        _ => format!("games.ptn#{} ok 1/2-1/2\n", number + 1),
    };
    let expected: String = (0..100).map(line).collect();
    assert_eq!((output.stdout, output.code), (format!("{expected}100 games, 86 ok\n"), 1));
}

#[test]
fn a_caching_library_loads_each_ruleset_once() {
    let scripts = ScriptDir::new();
    scripts.variant("wide", "board = square(5)");
    let workspace = Workspace { library: scripts.workspace.library.with_cache(), seed: 1 };
    let record = |size: &str| Record {
        game: Some("tak+wide".to_string()),
        settings: vec![("size".to_string(), size.to_string())],
        ..Record::default()
    };
    let resumed = |size: &str| {
        let (session, _) = workspace.resume(&record(size), None, &[]).unwrap_or_else(|error| panic!("{error}"));
        session.ruleset.plan.clone()
    };
    let first = resumed("5");
    // Later changes to the file do not matter: the games of one run share their rules.
    scripts.write("wide", "this is no Lua");
    assert!(Arc::ptr_eq(&first, &resumed("5")));
    assert!(workspace.resume(&record("6"), None, &[]).is_err(), "other rules are loaded on first use");
    assert!(scripts.workspace.resume(&record("5"), None, &[]).is_err());
}
