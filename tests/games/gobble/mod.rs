//! Gobble and the two solitaires: races, gifts, discards, bonus tiles and goals.
//!
//! | module | tests |
//! |---|---|
//! | `cases` | positions with known answers |
//! | `rules` | the printed rules, one sentence per test |
//! | `games` | 1000 random games of every setup: they end, undo and replay, and their positions are parsed as written |
//! | `naive` | the same games in a naive implementation |
//! | `legality` | listed moves are accepted, all others rejected with a reason |
//! | `hooks` | hooks in a race |
//! | `writing` | records, the prompt, error messages |

mod cases;
mod games;
mod hooks;
mod legality;
mod naive;
mod rules;
mod writing;

use crate::common::GameSetup;

/// Every way to play.
const GAME_SETUPS: [GameSetup; 11] = [
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
