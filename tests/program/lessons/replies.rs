//! Replies by search: the program holds out as long as possible and blocks what it can.

use std::sync::Arc;

use houserule_app::lesson::{Reply, WithPlace, play_reply};
use houserule_script::play::{Proof, Prover, Session};
use houserule_script::rules::{Source, SourcePlace};

use crate::common::{open, tak_data, trax_data};

/// Reply of `best()` to a move.
fn best_reply(session: &mut Session, mv: &str) -> Vec<String> {
    let learner = session.game.team_of(session.game.seat());
    session.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    let place = SourcePlace::root(&Arc::new(Source::new("test.lua", "")));
    let reply = WithPlace { value: Reply::Best, place, path: "reply".to_string() };
    play_reply(session, &reply, mv, learner).unwrap_or_else(|error| panic!("{mv}: {error}"))
}

/// Moves with which the seat to move wins at once.
fn winning_moves(session: &mut Session) -> Vec<String> {
    let team = session.game.team_of(session.game.seat());
    let moves = session.game.legal_moves().expect("no script fails");
    let mut prover = Prover::new(team);
    let mut is_win = |mv: &_| prover.wins_with(&mut session.game, *mv, 1).expect("no script fails") == Proof::Yes;
    let winning: Vec<_> = moves.into_iter().filter(|mv| is_win(mv)).collect();
    winning.into_iter().map(|mv| session.move_text(mv)).collect()
}

#[test]
fn an_open_four_is_blocked_at_one_end() {
    let mut session = open("gomoku", &[], None, "h7 a1 h8 a3 h9 a5");
    let reply = best_reply(&mut session, "h10");
    assert!(reply == ["h6"] || reply == ["h11"], "{reply:?}");
}

#[test]
fn the_best_reply_blocks_one_of_two_threats() {
    let mut positions = 0;
    let tak = tak_data::tactics()
        .into_iter()
        .filter(|tactic| tactic.wins_in == 2)
        .flat_map(|tactic| tactic.keys.into_iter().map(move |key| ("tak", Some(tactic.position), "", key)));
    let trax = trax_data::tactics()
        .into_iter()
        .filter(|tactic| tactic.wins_in == 2)
        .flat_map(|tactic| tactic.keys.into_iter().map(move |key| ("trax", None, tactic.after, key)));
    for (game, position, moves, key) in tak.chain(trax) {
        let mut session = open(game, &[], position, moves);
        session.play(key).expect("a key is legal");
        assert!(session.game.null_move(), "{game} {key}");
        let threatened = winning_moves(&mut session);
        session.game.undo();
        session.undo();
        if threatened.is_empty() {
            continue;
        }
        positions += 1;
        let reply = best_reply(&mut session, key);
        let remaining = winning_moves(&mut session);
        assert!(!remaining.is_empty(), "{game} {key}: it wins all the same");
        let blocked = threatened.iter().filter(|mv| !remaining.contains(mv)).count();
        assert!(blocked > 0, "{game} {moves} {key}: {reply:?} leaves all of {threatened:?}");
    }
    assert!(positions >= 10, "{positions} positions with a threat");
}
