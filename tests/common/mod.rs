//! What the tests share: opening games, random play, and one reader for every data file.
#![allow(dead_code, reason = "each test program uses a part of this")]

pub mod desk;
pub mod forced;
pub mod pages;
pub mod perft_data;
pub mod shelf;
pub mod tak_data;
pub mod tantrix_data;
pub mod transcript;
pub mod trax_data;
pub mod walk;

use std::io::Write;
use std::path::PathBuf;

use houserule_script::lua::Library;
use houserule_script::play::{Rng, Session, Workspace};

/// Options as `key`, `value` pairs.
pub type Sets<'a> = &'a [(&'a str, &'a str)];

pub fn owned(sets: Sets) -> Vec<(String, String)> {
    sets.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect()
}

/// A table with the built-in scripts, and those of `tests/data`.
pub fn table() -> Workspace {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    Workspace { library: Library::new(vec![data]), seed: 1 }
}

/// A game after some moves, which stand in one line.
pub fn open(game: &str, sets: Sets, position: Option<&str>, moves: &str) -> Session {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
    table()
        .open(game, &owned(sets), position, &moves)
        .unwrap_or_else(|error| panic!("{game} {sets:?} {position:?} {moves:?}: {error}"))
}

/// A game from its usual start.
pub fn start(game: &str, sets: Sets) -> Session {
    open(game, sets, None, "")
}

/// The result of a game as records write it, or `open`.
pub fn result(session: &mut Session) -> String {
    let outcome = session.game.outcome().expect("no script fails");
    outcome.map_or("open".into(), |outcome| session.result(&outcome))
}

/// The legal moves as written, in byte order.
pub fn moves(session: &mut Session) -> Vec<String> {
    session.legal_moves().expect("no script fails")
}

/// Plays one random move; false where there is none.
pub fn step(session: &mut Session, rng: &mut Rng) -> bool {
    let moves = session.game.legal_moves().expect("no script fails");
    if moves.is_empty() {
        return false;
    }
    let text = session.move_text(moves[rng.below(moves.len())]);
    session.play(&text).unwrap_or_else(|error| panic!("`{text}` is listed, and refused: {error}"));
    true
}

/// The ids of the rules that forbid a move.
pub fn rules_against(session: &mut Session, text: &str) -> Vec<String> {
    let violations = session.why(text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
    violations.into_iter().map(|violation| violation.rule).collect()
}

/// A session's game in the test's own words: position, result, points and what may be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    pub key: u64,
    pub position: String,
    pub result: String,
    pub score: Vec<String>,
    pub moves: Vec<String>,
}

impl Snapshot {
    pub fn of(session: &mut Session) -> Snapshot {
        let score = session.game.score().expect("no script fails");
        Snapshot {
            key: session.game.position_hash(),
            position: session.position(),
            result: result(session),
            score: score.iter().map(ToString::to_string).collect(),
            moves: moves(session),
        }
    }
}

/// The folder of shared games and numbers: beside the project, or where `HOUSERULE_SHARED` says.
pub fn shared() -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let folder = std::env::var_os("HOUSERULE_SHARED").map_or_else(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// A count of random games or cases, multiplied by `HOUSERULE_TEST_SCALE`. A plain run tries a tenth of what `.ci/run` does.
pub fn scaled(count: usize) -> usize {
    let scale = std::env::var("HOUSERULE_TEST_SCALE").ok();
    count * scale.map_or(1, |scale| scale.parse().expect("HOUSERULE_TEST_SCALE is a whole number"))
}

/// One in how many of a fixed list of cases is tried: one in ten in a plain run, all of them in that of `.ci/run`.
pub fn stride() -> usize {
    10_usize.div_ceil(scaled(1))
}

/// Says something to the person who runs the tests, also when they pass.
pub fn say(text: &str) {
    // The print macros are captured; a closed stderr is no reason to fail.
    let _ = writeln!(std::io::stderr(), "{text}");
}
