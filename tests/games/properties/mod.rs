//! What must hold in every game, tried on random games under many rules. A failing case prints its rules and seed.
//!
//! | room | what is tried there |
//! |---|---|
//! | `undoing` | taking back, drawing, counting |
//! | `chance` | random moves are fair |
//! | `legality` | what is listed is accepted, all else refused with a reason |
//! | `writing` | moves and positions as text |
//! | `variables` | script variables in positions |
//! | `records` | saved games and PTN files |
//! | `spoiling` | spoilt text is refused or understood, never more |
//! | `scripts` | script functions that change nothing change nothing |

mod chance;
mod legality;
mod records;
mod scripts;
mod spoiling;
mod undoing;
mod variables;
mod writing;

use crate::common::{Sets, stride, walk::Player};
use houserule_script::play::Session;
use proptest::prelude::*;

/// Rules that are tried, boards of every size among them.
const HOUSES: &[(&str, Sets)] = &[
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

/// A game to try: rules, and the seed of the moves played in it.
#[derive(Clone, Copy, Debug)]
struct Trial {
    game: &'static str,
    sets: Sets<'static>,
    seed: u64,
    plies: usize,
}

impl Trial {
    fn session(&self) -> Session {
        crate::common::start(self.game, self.sets)
    }

    fn player(&self) -> Player {
        Player::new(self.seed)
    }

    /// The game after its random moves.
    fn played(&self) -> Session {
        let mut session = self.session();
        self.player().play(&mut session, self.plies);
        session
    }

    /// Whether the end of the game can depend on more than the position.
    fn looks_back(&self) -> bool {
        self.game.contains("no-progress") || self.game.contains("repetition")
    }
}

/// Games of up to `plies` moves under some of the rules.
fn trials(houses: &'static [(&'static str, Sets<'static>)], plies: usize) -> impl Strategy<Value = Trial> {
    (0..houses.len(), any::<u64>(), 0..=plies).prop_map(move |(house, seed, plies)| {
        let (game, sets) = houses[house];
        Trial { game, sets, seed, plies }
    })
}

/// So many cases in a full run, or as many as `PROPTEST_CASES` says.
fn cases(cases: u32) -> ProptestConfig {
    let full = || cases.div_ceil(stride() as u32);
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or_else(full);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
