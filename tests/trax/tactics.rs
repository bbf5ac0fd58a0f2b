use crate::common;
use crate::common::trax_data::tactics;
use houserule::game::Game;
use houserule::mechanics::{Move, Seat};
use houserule::play::Session;

fn winner(game: &Game) -> Option<Seat> {
    game.board().verdict().and_then(|verdict| verdict.winners.single())
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
fn winning_turns(game: &mut Game, turns: u32, any: bool) -> Vec<Move> {
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

fn written(session: &Session, moves: Vec<Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.into_iter().map(|mv| session.written(mv)).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn exactly_the_key_turns_win_and_no_sooner() {
    for tactic in tactics() {
        let mut session = common::open("supertrax", &[], None, tactic.after);
        for turns in 1..=tactic.wins_in {
            let wins = winning_turns(&mut session.game, turns, false);
            let expected = if turns == tactic.wins_in { tactic.keys.clone() } else { Vec::new() };
            assert_eq!(written(&session, wins), expected, "{} in {turns}", tactic.theme);
        }
    }
}

#[test]
fn four_turns_hold_against_a_loop_attack() {
    let mut session = common::open("trax", &[], None, r"@0/ B1\");
    let moves = session.game.legal_moves().expect("no script fails");
    assert_eq!(moves.len(), 18);
    let mut holding = Vec::new();
    for mv in moves {
        session.game.play(mv).expect("no script fails");
        let holds = winner(&session.game).is_none() && winning_turns(&mut session.game, 1, true).is_empty();
        session.game.undo();
        holding.extend(holds.then_some(mv));
    }
    assert_eq!(written(&session, holding), ["A2+", "A2/", "B2+", r"B2\"]);
}
