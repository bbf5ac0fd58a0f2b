//! Gobble and the two solitaires: races, gifts, discards, bonus tiles and goals.
//!
//! | room | what is tried there |
//! |---|---|
//! | `cases` | positions with known answers |
//! | `rules` | what the books say, one sentence a test |
//! | `games` | a thousand random games of every mode: they end, undo, replay, and their positions read back |
//! | `naive` | a table that knows no shortcuts, and the same games on it |
//! | `legality` | what is listed is accepted, all else refused with a reason |
//! | `hooks` | scripts that watch a race |
//! | `writing` | records, the prompt, what the program says to bad input |

mod cases;
mod games;
mod hooks;
mod legality;
mod naive;
mod rules;
mod writing;

use crate::common::Sets;
use houserule_script::play::Session;

/// Rules and options.
type Mode<'a> = (&'a str, Sets<'a>);

/// Every way to play.
const MODES: [Mode; 11] = [
    ("gobble", &[("players", "1")]),
    ("gobble", &[("players", "2")]),
    ("gobble", &[("players", "3")]),
    ("gobble", &[("players", "4")]),
    ("gobble", &[("players", "5")]),
    ("gobble", &[("players", "6")]),
    ("solitaire", &[("goal", "line"), ("tiles", "14")]),
    ("solitaire", &[("goal", "loop"), ("tiles", "14")]),
    ("solitaire", &[("goal", "line"), ("tiles", "56")]),
    ("solitaire", &[("goal", "loop"), ("tiles", "56")]),
    ("solitaire-hand", &[]),
];

/// A game whose deal follows from a seed.
fn dealt((game, sets): Mode, seed: u64) -> Session {
    let mut table = crate::common::table();
    table.seed = seed;
    let opened = table.open(game, &crate::common::owned(sets), None, &[]);
    opened.unwrap_or_else(|error| panic!("{game} {sets:?}: {error}"))
}

/// The outcome in words, or `open`.
fn outcome(session: &mut Session) -> String {
    let outcome = session.game.outcome().expect("no script fails");
    outcome.map_or("open".into(), |outcome| outcome.describe(session.plan()))
}

/// Every line of the score.
fn score(session: &mut Session) -> Vec<String> {
    let lines = session.game.score().expect("no script fails");
    lines.iter().map(ToString::to_string).collect()
}
