//! Forced wins, found by exhaustive search without a bot.

use houserule_core::mechanics::{Move, Seat};
use houserule_script::game::Game;
use houserule_script::play::Session;

fn winner(game: &Game) -> Option<Seat> {
    game.board().outcome().and_then(|outcome| outcome.winners.single())
}

/// Whether the seat to move wins by `mv` and at most `turns - 1` more turns against any defence.
fn forces_win(game: &mut Game, mv: Move, turns: u32) -> bool {
    let seat = game.seat();
    game.play(mv).expect("no script fails");
    let won = match winner(game) {
        Some(winner) => winner == seat,
        None => turns > 1 && every_reply_loses(game, turns - 1),
    };
    game.undo();
    won
}

/// Whether every reply leaves the other seat a win within `turns`.
fn every_reply_loses(game: &mut Game, turns: u32) -> bool {
    let opponent = game.seat();
    let replies = game.legal_moves().expect("no script fails");
    !replies.is_empty()
        && replies.into_iter().all(|reply| {
            game.play(reply).expect("no script fails");
            let lost = match winner(game) {
                Some(winner) => winner != opponent,
                None => can_force_win(game, turns),
            };
            game.undo();
            lost
        })
}

/// Whether some move wins within `turns`.
pub fn can_force_win(game: &mut Game, turns: u32) -> bool {
    let moves = game.legal_moves().expect("no script fails");
    moves.into_iter().any(|mv| forces_win(game, mv, turns))
}

/// Every move that wins within `turns`.
pub fn winning_moves(game: &mut Game, turns: u32) -> Vec<Move> {
    let moves = game.legal_moves().expect("no script fails");
    moves.into_iter().filter(|mv| forces_win(game, *mv, turns)).collect()
}

/// Every move after which the opponent has no win within `turns`.
pub fn defences(session: &mut Session, turns: u32) -> Vec<Move> {
    let moves = session.game.legal_moves().expect("no script fails");
    let team = session.plan().names.team_of[session.game.seat()];
    let defends = |mv: &Move| {
        session.game.play(*mv).expect("no script fails");
        let defends = match session.game.outcome().expect("no script fails") {
            Some(outcome) => outcome.winners.contains(&team),
            None => !can_force_win(&mut session.game, turns),
        };
        session.game.undo();
        defends
    };
    moves.into_iter().filter(defends).collect()
}

/// Moves in notation, in byte order.
pub fn move_texts(session: &Session, moves: Vec<Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.into_iter().map(|mv| session.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

/// Asserts that exactly `keys` win within `turns`, and that nothing wins sooner.
pub fn assert_keys(session: &mut Session, keys: &[&str], turns: u32) {
    for sooner in 1..=turns {
        let wins = winning_moves(&mut session.game, sooner);
        let expected = if sooner == turns { keys } else { &[] };
        assert_eq!(move_texts(session, wins), expected, "{} in {sooner}", session.position());
    }
}
