//! What a position holds, in words and small tables: forced spaces and what fits them, controlled sides, how every colour
//! stands; of stones, what is left and what counts.

use std::fmt::Write;

use super::screen::Screen;
use super::wrap::folded;
use houserule_core::geometry::Coord;
use houserule_core::mechanics::{BoardView, ForcedSpace, StoneBoard, Survey, TileBoard};
use houserule_core::text::{counted, padded, series, width};
use houserule_script::game::Game;

/// Everything worth knowing about a position.
pub fn look(game: &Game) -> String {
    folded(&match game.board().view() {
        BoardView::Stones(board) => stones(game, board),
        BoardView::Tiles(board) => tiles(board),
        BoardView::Layout(layout) => super::puzzles::look(layout),
    })
}

fn stones(game: &Game, board: &dyn StoneBoard) -> String {
    let names = &game.plan().names;
    let mut out = String::new();
    for (seat, name) in names.seats.iter_enumerated() {
        let pools = board.plan().pools().into_iter();
        let held: Vec<String> =
            pools.map(|kind| counted(board.in_reserve(seat, kind) as usize, &names.pieces[kind])).collect();
        let _ = writeln!(out, "{name} has {} in reserve", series(&held, "and"));
    }
    if let Some(counted) = game.board().score_now() {
        for (side, (halves, how)) in names.teams.iter().zip(counted) {
            // Two halves are one of them.
            let how = if halves == 2 { how.strip_suffix('s').unwrap_or(&how) } else { &how };
            let _ = writeln!(out, "{side} counts {} {how}", houserule_core::mechanics::stacks::halves(halves));
        }
    }
    out
}

fn tiles(board: &dyn TileBoard) -> String {
    let Survey { spaces, controlled, colours } = board.survey();
    let name = |at: &Coord| board.plan().naming.write(*at, board.corner());
    let mut out = String::new();
    if board.plan().forced.is_some() {
        match spaces.as_slice() {
            [] => out.push_str("no space is forced\n"),
            spaces => spaces.iter().for_each(|space| out.push_str(&forced(board, space))),
        }
    }
    if !controlled.is_empty() {
        let cells: Vec<String> = controlled.iter().map(name).collect();
        let _ = writeln!(out, "on a controlled side: {}", cells.join(" "));
    }
    let _ = writeln!(out, "{:<10}{:>5}{:>6}{:>10}  blocked at", "colour", "line", "loop", "indirect");
    for (colour, stands) in board.plan().set.colours.iter().zip(&colours) {
        let mut blocked: Vec<String> = stands.blocked.iter().map(name).collect();
        if blocked.is_empty() {
            blocked.push("-".into());
        }
        let (line, closed, indirect) = (stands.line, stands.closed, stands.indirect);
        let head = format!("{}{line:>5}{closed:>6}{indirect:>10}  ", padded(&colour.name, 10));
        let _ = writeln!(out, "{}", Screen::current().fold(&head, blocked, 1, width(&head)));
    }
    if let Some(stock) = board.stock() {
        let left = stock.bag().len();
        let _ = writeln!(out, "{} {} in the bag", counted(left, "tile"), if left == 1 { "is" } else { "are" });
    }
    out
}

/// `forced: 1,-1; 9 and 14 fit; of the unseen tiles 3 fit now, 5 once restrictions are lifted`; the last only where there
/// are restrictions and a bag whose end may lift them.
fn forced(board: &dyn TileBoard, space: &ForcedSpace) -> String {
    let set = &board.plan().set;
    let at = board.plan().naming.write(space.at, board.corner());
    let names: Vec<&str> = space.fits.iter().map(|tile| set.tiles[*tile as usize].name.as_str()).collect();
    let fits = match names.as_slice() {
        [] => "nothing in hand fits".to_string(),
        [one] => format!("{one} fits"),
        several => format!("{} fit", series(several, "and")),
    };
    let plan = board.plan();
    let restricted = plan.torn.is_some() || plan.crowded.is_some() || plan.controlled.is_some();
    let in_force = restricted && board.stock().is_some_and(|stock| !stock.bag().is_empty());
    let (now, later) = (space.unseen_now, space.unseen_later);
    let unseen = match in_force {
        true => format!("{now} fit now, {later} once restrictions are lifted"),
        false => format!("{now} fit"),
    };
    format!("forced: {at}; {fits}; of the unseen tiles {unseen}\n")
}
