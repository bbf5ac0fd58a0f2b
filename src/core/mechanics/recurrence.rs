//! What a seat would win by if it could move again, right after it has moved: where a win threatens.

use std::ops::ControlFlow;

use super::{Action, Move, Position, Seat, SeatSet};

/// Tries the moves that a seat would have if it were its turn again, in the order in which they are listed, until somebody
/// has seen enough: `see` is called once for each, with the action where it wins for `friends` at once, with none where it
/// does not. The board comes back as it was; where the seat cannot have another turn nothing is shown.
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
        let wins = board.outcome().is_some_and(|verdict| {
            verdict.winners.meets(friends) && verdict.winners.without(friends).is_empty()
        });
        board.undo();
        if see(wins.then(|| board.unpack(mv))).is_break() {
            break;
        }
    }
    board.undo();
}
