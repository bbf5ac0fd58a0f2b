//! Forced wins, found by looking at everything: no bot is asked.

use houserule_core::mechanics::{Move, Seat};
use houserule_script::game::Game;
use houserule_script::play::Session;

fn winner(game: &Game) -> Option<Seat> {
    game.board().outcome().and_then(|verdict| verdict.winners.single())
}

/// Whether the seat to move wins by playing `mv` and then at most `turns - 1` turns more, whatever the other does.
fn wins_by(game: &mut Game, mv: Move, turns: u32) -> bool {
    let seat = game.seat();
    game.play(mv).expect("no script fails");
    let won = match winner(game) {
        Some(winner) => winner == seat,
        None => turns > 1 && no_reply_holds(game, turns - 1),
    };
    game.undo();
    won
}

/// Whether every reply leaves the other seat a win within `turns`.
fn no_reply_holds(game: &mut Game, turns: u32) -> bool {
    let opponent = game.seat();
    let replies = game.legal_moves().expect("no script fails");
    !replies.is_empty()
        && replies.into_iter().all(|reply| {
            game.play(reply).expect("no script fails");
            let lost = match winner(game) {
                Some(winner) => winner != opponent,
                None => !winning_turns(game, turns, true).is_empty(),
            };
            game.undo();
            lost
        })
}

/// The turns that win within `turns`; one of them is enough where `any`.
pub fn winning_turns(game: &mut Game, turns: u32, any: bool) -> Vec<Move> {
    let mut wins = Vec::new();
    for mv in game.legal_moves().expect("no script fails") {
        if wins_by(game, mv, turns) {
            wins.push(mv);
            if any {
                break;
            }
        }
    }
    wins
}

/// Moves as they are written, in byte order.
pub fn written(session: &Session, moves: Vec<Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.into_iter().map(|mv| session.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}
