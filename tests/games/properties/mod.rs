//! Properties of every game, tested on random games under many rules. A failing case prints its rules and seed.
//!
//! | module | tests |
//! |---|---|
//! | `undoing` | undo, sampling, counting |
//! | `chance` | random moves are fair |
//! | `legality` | listed moves are accepted, all others rejected with a reason |
//! | `writing` | moves and positions as text |
//! | `variables` | script variables in positions |
//! | `records` | saved games and PTN files |
//! | `broken_text` | corrupt text is rejected or parsed |
//! | `scripts` | hooks that allow everything |

mod broken_text;
mod chance;
mod legality;
mod records;
mod scripts;
mod undoing;
mod variables;
mod writing;

use crate::common::{SettingPairs, random_player::RandomPlayer, stride};
use houserule_script::play::Session;
use proptest::prelude::*;

/// Rules to test, with boards of every size.
const RULE_SETS: &[(&str, SettingPairs)] = &[
    ("tak", &[("size", "3")]),
    ("tak", &[("size", "4"), ("komi", "2.5")]),
    ("tak", &[("size", "5")]),
    ("tak", &[("size", "6"), ("komi", "-3")]),
    ("tak", &[("size", "7")]),
    ("tak", &[("size", "8")]),
    ("tak+no-swap", &[("size", "4")]),
    ("tak+double-black-stack", &[("size", "5")]),
    ("tak+no-edge", &[("size", "5")]),
    ("tak+centre-black", &[("size", "6")]),
    ("tak+ties-to-black", &[("size", "3")]),
    ("tak+handicap", &[("size", "3"), ("flats1", "4"), ("caps1", "2"), ("caps2", "1")]),
    ("tak+handicap", &[("size", "8"), ("flats1", "250"), ("flats2", "250")]),
    ("tak+carry", &[("size", "4"), ("carry", "2")]),
    ("tak+carry", &[("size", "5"), ("carry", "9")]),
    ("tak+no-progress", &[("size", "4"), ("plies", "5")]),
    ("tak+repetition", &[("size", "3"), ("times", "2")]),
    ("tak+no-walls", &[("size", "5")]),
    ("tak+no-crush", &[("size", "5")]),
    ("tak+crush-others", &[("size", "5")]),
    ("tak+diagonal-roads", &[("size", "5")]),
    ("tak+big", &[("size", "9")]),
    ("tak+big", &[("size", "12")]),
    ("tak+two-moves", &[("size", "4")]),
    ("tak+two-moves+repetition", &[("size", "3"), ("times", "2")]),
    ("tak+late-walls", &[("size", "4")]),
    ("tak+late-walls+no-swap+repetition", &[("size", "5"), ("turn", "3")]),
];

/// Random game: rules, and the seed of its moves.
#[derive(Clone, Copy, Debug)]
struct RandomGame {
    game: &'static str,
    settings: SettingPairs<'static>,
    seed: u64,
    plies: usize,
}

impl RandomGame {
    fn start(&self) -> Session {
        crate::common::start(self.game, self.settings)
    }

    fn player(&self) -> RandomPlayer {
        RandomPlayer::new(self.seed)
    }

    /// The game after its random moves.
    fn play(&self) -> Session {
        let mut session = self.start();
        self.player().play(&mut session, self.plies);
        session
    }

    /// Whether the end of the game depends on earlier positions.
    fn depends_on_history(&self) -> bool {
        self.game.contains("no-progress") || self.game.contains("repetition")
    }
}

/// Random games of up to `plies` moves under some rules.
fn random_games(
    rule_sets: &'static [(&'static str, SettingPairs<'static>)],
    plies: usize,
) -> impl Strategy<Value = RandomGame> {
    (0..rule_sets.len(), any::<u64>(), 0..=plies).prop_map(move |(house, seed, plies)| {
        let (game, settings) = rule_sets[house];
        RandomGame { game, settings, seed, plies }
    })
}

/// Number of cases in a full run, unless `PROPTEST_CASES` sets it.
pub fn cases(cases: u32) -> ProptestConfig {
    let full = || cases.div_ceil(stride() as u32);
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or_else(full);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
