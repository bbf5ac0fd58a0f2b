//! What the tests share: opening games, random play, and one reader for every data file.
#![allow(dead_code, reason = "each test program uses a part of this")]

pub mod forced_wins;
pub mod pages;
pub mod perft_data;
pub mod random_player;
pub mod script_dir;
pub mod tak_data;
pub mod tantrix_data;
pub mod test_dir;
pub mod transcript;
pub mod trax_data;

use std::io::Write;
use std::path::PathBuf;

use houserule_script::lua::Library;
use houserule_script::notation::record::{self, Record};
use houserule_script::play::{Rng, Session, Workspace};

/// SettingPairs as `key`, `value` pairs.
pub type SettingPairs<'a> = &'a [(&'a str, &'a str)];

/// A game and its settings.
pub type GameSetup<'a> = (&'a str, SettingPairs<'a>);

pub fn to_settings(settings: SettingPairs) -> Vec<(String, String)> {
    settings.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect()
}

/// A workspace with the built-in scripts and those of `tests/data`.
pub fn workspace() -> Workspace {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    Workspace { library: Library::new(vec![data]), seed: 1 }
}

/// A workspace with the built-in scripts only.
pub fn shipped_scripts() -> Workspace {
    Workspace { library: Library::default(), seed: 1 }
}

/// A game after some moves, separated by blanks.
pub fn open(game: &str, settings: SettingPairs, position: Option<&str>, moves: &str) -> Session {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
    workspace()
        .open(game, &to_settings(settings), position, &moves)
        .unwrap_or_else(|error| panic!("{game} {settings:?} {position:?} {moves:?}: {error}"))
}

/// A game at its usual start.
pub fn start(game: &str, settings: SettingPairs) -> Session {
    open(game, settings, None, "")
}

/// A game whose deal follows from a seed.
pub fn dealt(setup: GameSetup, seed: u64) -> Session {
    dealt_from(setup, None, seed)
}

/// A game from a position, of which the rest follows from a seed.
pub fn dealt_from((game, settings): GameSetup, position: Option<&str>, seed: u64) -> Session {
    let opened = Workspace { seed, ..workspace() }.open(game, &to_settings(settings), position, &[]);
    opened.unwrap_or_else(|error| panic!("{game} {settings:?} {position:?}: {error}"))
}

/// The result of a game as records write it, or `open`.
pub fn result(session: &mut Session) -> String {
    let outcome = session.game.outcome().expect("no script fails");
    outcome.map_or("open".into(), |outcome| session.result(&outcome))
}

/// The outcome of a game in words, or `open`.
pub fn outcome(session: &mut Session) -> String {
    let outcome = session.game.outcome().unwrap_or_else(|fault| panic!("{fault}"));
    outcome.map_or("open".into(), |outcome| outcome.describe(session.plan()))
}

/// The score as `score` prints it.
pub fn score_lines(session: &mut Session) -> Vec<String> {
    let lines = session.game.score().expect("no script fails");
    lines.iter().map(ToString::to_string).collect()
}

/// The legal moves in notation, in byte order.
pub fn moves(session: &mut Session) -> Vec<String> {
    session.legal_moves().expect("no script fails")
}

/// Plays one random move; false if there is none.
pub fn play_random_move(session: &mut Session, rng: &mut Rng) -> bool {
    let moves = session.game.legal_moves().expect("no script fails");
    if moves.is_empty() {
        return false;
    }
    let text = session.move_text(moves[rng.below(moves.len())]);
    session.play(&text).unwrap_or_else(|error| panic!("`{text}` is listed but rejected: {error}"));
    true
}

/// Plays up to `plies` random moves.
pub fn play_random_moves(session: &mut Session, rng: &mut Rng, plies: usize) {
    let _ = (0..plies).take_while(|_| play_random_move(session, rng)).count();
}

/// The ids of the rules that a move violates.
pub fn violated_rules(session: &mut Session, text: &str) -> Vec<String> {
    let violations = session.why(text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
    violations.into_iter().map(|violation| violation.rule).collect()
}

/// The only record of a text.
pub fn read_record(text: &str) -> Record {
    let mut records = record::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(records.len(), 1, "one game was written:\n{text}");
    records.remove(0)
}

/// A record played from its start, without notes for the user.
pub fn replay(record: &Record) -> Session {
    let resumed = workspace().resume(record, None, &[]);
    let (mut session, notes) = resumed.unwrap_or_else(|error| panic!("{error}\n{record:?}"));
    assert_eq!(notes, [] as [String; 0], "{record:?}");
    session.play_all(&record.moves).unwrap_or_else(|(ply, error)| panic!("ply {ply}: {error}\n{record:?}"));
    session
}

/// A game replayed from its saved file under another seed, and its record.
pub fn replay_saved(session: &mut Session) -> (Record, Session) {
    let record = read_record(&session.to_file("game.toml").expect("no script fails"));
    let replayed = replay(&Record { seed: Some(123_456), ..record.clone() });
    (record, replayed)
}

/// Every way to drop `pieces` along a line, as the numbers dropped on each cell.
pub fn drop_patterns(pieces: u32) -> Vec<Vec<u32>> {
    let longer = (1..pieces).flat_map(|first| {
        let rest = drop_patterns(pieces - first).into_iter();
        rest.map(move |pattern| [&[first], &pattern[..]].concat())
    });
    [vec![pieces]].into_iter().chain(longer).collect()
}

/// Everything visible of a game: position, result, points and legal moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    pub hash: u64,
    pub position: String,
    pub result: String,
    pub score: Vec<String>,
    pub moves: Vec<String>,
}

impl Snapshot {
    pub fn of(session: &mut Session) -> Snapshot {
        Snapshot {
            hash: session.game.position_hash(),
            position: session.position(),
            result: result(session),
            score: score_lines(session),
            moves: moves(session),
        }
    }
}

/// A text on one line, with single blanks.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text without its colours.
pub fn strip_colours(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// The folder of shared games and data: beside the project, or at `HOUSERULE_SHARED`.
pub fn shared_dir() -> Option<PathBuf> {
    let default = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let folder = std::env::var_os("HOUSERULE_SHARED").map_or_else(default, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// A file of the shared folder, or a notice that it is missing.
pub fn shared_file(path: &str) -> Option<PathBuf> {
    let file = shared_dir().map(|folder| folder.join(path)).filter(|file| file.is_file());
    if file.is_none() {
        notice(&format!("skipped: no shared folder with {path} (HOUSERULE_SHARED names it)"));
    }
    file
}

/// Replays a corpus of the shared folder, of which the number of games is known, through the library and the program.
pub fn assert_corpus_replays(path: &str, games: usize) {
    let Some(file) = shared_file(path) else { return };
    let records = record::read_file(&file).expect("the corpus is readable");
    assert_eq!(records.len(), games, "games of the corpus");
    for (index, record) in records.iter().enumerate() {
        assert_eq!(Some(result(&mut replay(record))), record.result, "game {} ends as recorded", index + 1);
    }
    let output = test_dir::TestDir::new().run([std::ffi::OsStr::new("replay"), file.as_os_str()]);
    let summary = format!("{}, {games} ok", houserule_core::text::plural(games, "game"));
    assert_eq!((output.stdout.lines().last(), output.code), (Some(summary.as_str()), 0));
}

/// A reference program once its compiler has run; a notice if there is no such compiler.
pub fn reference_program(program: PathBuf, compiler: &mut std::process::Command) -> Option<PathBuf> {
    let Ok(status) = compiler.arg("-o").arg(&program).status() else {
        notice(&format!("skipped: there is no {:?} to build the reference with", compiler.get_program()));
        return None;
    };
    assert!(status.success(), "the reference does not build");
    Some(program)
}

/// Number of random games or cases, multiplied by `HOUSERULE_TEST_SCALE`. A plain run tries a tenth of what `.ci/run`
/// does.
pub fn scaled(count: usize) -> usize {
    let scale = std::env::var("HOUSERULE_TEST_SCALE").ok();
    count * scale.map_or(1, |scale| scale.parse().expect("HOUSERULE_TEST_SCALE is a whole number"))
}

/// Step between the tested cases of a fixed list: 10 in a plain run, 1 in that of `.ci/run`.
pub fn stride() -> usize {
    10_usize.div_ceil(scaled(1))
}

/// Prints a notice that is visible even if the tests pass.
pub fn notice(text: &str) {
    // The print macros are captured; a closed stderr is no reason to fail.
    let _ = writeln!(std::io::stderr(), "{text}");
}
