//! Threats: how a seat would win if it could move again immediately.

use std::ops::ControlFlow;

use super::{Action, Move, Position, Seat, SeatSet};

/// Tries the moves that `seat` would have if it moved again, in listing order, until the caller has seen enough. `see`
/// is called once per move: with the action if it wins for `friends` at once, otherwise with `None`. The position is
/// restored; if the seat cannot have another turn, `see` is not called.
pub fn wins_again(
    board: &mut dyn Position,
    seat: Seat,
    friends: SeatSet,
    mut see: impl FnMut(Option<Action>) -> ControlFlow<()>,
) {
    if board.movers().has(seat) || board.null_move(Some(seat)).is_err() {
        return;
    }
    let mut moves: Vec<Move> = Vec::new();
    board.list(&mut moves);
    for mv in moves {
        board.play(mv);
        let wins = board
            .outcome()
            .is_some_and(|verdict| verdict.winners.meets(friends) && verdict.winners.without(friends).is_empty());
        board.undo();
        if see(wins.then(|| board.unpack(mv))).is_break() {
            break;
        }
    }
    board.undo();
}
