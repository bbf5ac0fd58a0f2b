//! Tantrix, the strategy game.
//!
//! | room | what is tried there |
//! |---|---|
//! | `cases` | positions with known answers: forced spaces, placements, scores, obligations |
//! | `games` | recorded games, ply by ply |
//! | `reference` | fresh games of a program by other hands, where it can be run |
//! | `naive` | a board that knows no shortcuts, and the same games on it |
//! | `bag_lasts` | what never happens while there are tiles in the bag |
//! | `dealing` | deals, who begins, what follows from a seed |
//! | `endings` | the last tile, seats that run out, deadlock |
//! | `undoing` | taking back, at every ply |
//! | `legality` | what is listed is accepted, all else refused with a reason |
//! | `writing` | positions and records as text, what the program says to bad input |
//! | `citing` | which rule `why` names, and which line of which script |
//! | `prompt` | letters for cells, tiles typed alone, lists to pick from |
//! | `hooks` | scripts that forbid what is owed |

mod bag_lasts;
mod cases;
mod citing;
mod dealing;
mod endings;
mod games;
mod hooks;
mod legality;
mod naive;
mod prompt;
mod reference;
mod ties;
mod undoing;
mod writing;

use crate::common::{Sets, step};
use houserule_core::mechanics::{BagAndHands, TileBoard};
use houserule_core::tiles::TileIndex;
use houserule_script::play::Session;

/// Rules and options, for a game to be dealt under.
type Table<'a> = (&'a str, Sets<'a>);

/// Tables of two, three and four, and of two teams.
const TABLES: [Table; 4] = [
    ("tantrix", &[("players", "2")]),
    ("tantrix", &[("players", "3")]),
    ("tantrix", &[("players", "4")]),
    ("tantrix+teams", &[]),
];

/// A game whose deal follows from a seed.
fn dealt((game, sets): Table, seed: u64) -> Session {
    let mut table = crate::common::table();
    table.seed = seed;
    let opened = table.open(game, &crate::common::owned(sets), None, &[]);
    opened.unwrap_or_else(|error| panic!("{game} {sets:?}: {error}"))
}

fn board(session: &Session) -> &dyn TileBoard {
    session.game.board().view().tile_game().expect("Tantrix has tiles")
}

fn stock(session: &Session) -> &BagAndHands {
    board(session).stock().expect("Tantrix has a bag and hands")
}

/// Every hand by the numbers on the tiles, first seat first.
fn hands(session: &Session) -> Vec<Vec<u16>> {
    session.plan().names.seats.indices().map(|seat| numbers(session, stock(session).hand(seat))).collect()
}

/// The bag by the numbers on the tiles, in the order of drawing.
fn bag(session: &Session) -> Vec<u16> {
    numbers(session, stock(session).bag())
}

fn numbers(session: &Session, tiles: &[TileIndex]) -> Vec<u16> {
    let set = &board(session).tile_game().set;
    tiles.iter().map(|tile| set.tiles[*tile].name.parse().expect("tiles have numbers")).collect()
}

/// A row of numbers with commas between them.
fn listed(numbers: &[u16]) -> String {
    numbers.iter().map(u16::to_string).collect::<Vec<_>>().join(",")
}
