//! Where a win threatens: what whoever has just moved would win by if it could move again.

use std::collections::BTreeSet;

use crate::game::Game;
use crate::geometry::At;
use crate::mechanics::{Deed, Mechanic, Seat, SeatSet};

/// Boards with more moves than this are not searched: a drawing should be there at once.
const MOST_MOVES: usize = 2000;

/// The cells where the seat before the one to move threatens to win; none where chance or scripts have a say.
pub(super) fn of(game: &Game) -> BTreeSet<At> {
    let plan = game.plan();
    let seats = plan.names.seats.len();
    let is_open = !game.ended() && game.played() > 0;
    if !is_open || seats < 2 || plan.is_scripted() || plan.mechanic.has_chance() || plan.mechanic.is_race() {
        return BTreeSet::new();
    }
    let other = (game.seat() as usize + seats - 1) % seats;
    let mut board = game.board().fork();
    match board.rest(Some(other as Seat)) {
        Ok(()) => winning(&mut *board, other as Seat),
        Err(_) => BTreeSet::new(),
    }
}

/// The cells of the moves by which a seat wins at once.
fn winning(board: &mut dyn Mechanic, seat: Seat) -> BTreeSet<At> {
    let mut moves = Vec::new();
    board.list(&mut moves);
    let mut cells = BTreeSet::new();
    for mv in moves.into_iter().take(MOST_MOVES) {
        let deed = board.spell(mv);
        board.play(mv);
        let wins = board.verdict().is_some_and(|verdict| verdict.winners == SeatSet::only(seat));
        board.undo();
        if wins {
            cells.extend(cell(&deed));
        }
    }
    cells
}

/// Where a move is made; of a spread the stack that it takes from.
fn cell(deed: &Deed) -> Option<At> {
    match deed {
        Deed::Place { at, .. } | Deed::Lay { at, .. } | Deed::Spread { from: at, .. } => Some(*at),
        _ => None,
    }
}
