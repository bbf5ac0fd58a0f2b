//! Threats: moves with which a seat would win if it could move again immediately.

use std::ops::ControlFlow;

use super::{Action, Move, Position, Seat, SeatSet};

/// Tries the moves that `seat` would have after a null move, in listing order, until `visit` breaks. Calls `visit` once
/// per move: with the action if it wins at once for `team_seats`, otherwise with `None`. Restores the position; does
/// not call `visit` if the seat cannot have another turn.
pub fn find_threats(
    board: &mut dyn Position,
    seat: Seat,
    team_seats: SeatSet,
    mut visit: impl FnMut(Option<Action>) -> ControlFlow<()>,
) {
    if board.movers().has(seat) || board.null_move(Some(seat)).is_err() {
        return;
    }
    let mut moves: Vec<Move> = Vec::new();
    board.list_moves(&mut moves);
    for mv in moves {
        board.play(mv);
        let wins = board.outcome().is_some_and(|outcome| {
            outcome.winners.intersects(team_seats) && outcome.winners.without(team_seats).is_empty()
        });
        board.undo();
        if visit(wins.then(|| board.unpack(mv))).is_break() {
            break;
        }
    }
    board.undo();
}
