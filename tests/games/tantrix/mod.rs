//! Tantrix, the strategy game.
//!
//! | module | tests |
//! |---|---|
//! | `cases` | positions with known answers: forced spaces, placements, scores, mandatory fills |
//! | `games` | recorded games, ply by ply |
//! | `reference` | new games of the reference program |
//! | `naive` | the same games in a naive implementation |
//! | `bag_lasts` | invariants while there are tiles in the bag |
//! | `dealing` | deals, the first seat, seeds |
//! | `endings` | the last tile, seats that run out, deadlock |
//! | `undoing` | undo at every ply |
//! | `legality` | listed moves are accepted, all others rejected with a reason |
//! | `writing` | positions and records as text, error messages |
//! | `citing` | the rule and line that `why` names |
//! | `prompt` | letters for cells, tiles typed alone, lists to pick from |
//! | `hooks` | scripts that forbid mandatory fills |

mod bag_lasts;
mod cases;
mod citing;
mod dealing;
mod endings;
mod games;
mod hooks;
mod legality;
pub mod naive;
mod prompt;
mod reference;
mod ties;
mod undoing;
mod writing;

use crate::common::GameSetup;
use houserule_core::mechanics::{BagAndHands, TileBoard};
use houserule_core::tiles::TileIndex;
use houserule_script::play::Session;

/// Games for two, three and four players, and for two teams.
const GAME_SETUPS: [GameSetup; 4] = [
    ("tantrix", &[("players", "2")]),
    ("tantrix", &[("players", "3")]),
    ("tantrix", &[("players", "4")]),
    ("tantrix+teams", &[]),
];

/// Game for some players from a position.
fn open_position(players: &str, position: &str) -> Session {
    crate::common::open("tantrix", &[("players", players)], Some(position), "")
}

fn board(session: &Session) -> &dyn TileBoard {
    session.game.board().view().tile_game().expect("Tantrix has tiles")
}

fn bag_and_hands(session: &Session) -> &BagAndHands {
    board(session).stock().expect("Tantrix has a bag and hands")
}

/// Tile numbers of every hand, first seat first.
fn hands(session: &Session) -> Vec<Vec<u16>> {
    session.plan().names.seats.indices().map(|seat| numbers(session, bag_and_hands(session).hand(seat))).collect()
}

/// Tile numbers of the bag, in the order of drawing.
fn bag(session: &Session) -> Vec<u16> {
    numbers(session, bag_and_hands(session).bag())
}

fn numbers(session: &Session, tiles: &[TileIndex]) -> Vec<u16> {
    let set = &board(session).tile_game().set;
    tiles.iter().map(|tile| set.tiles[*tile].name.parse().expect("tiles have numbers")).collect()
}

/// Numbers separated by commas.
fn comma_list(numbers: &[u16]) -> String {
    numbers.iter().map(u16::to_string).collect::<Vec<_>>().join(",")
}
