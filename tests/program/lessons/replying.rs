//! How the program answers: by search it holds out as long as it can, and stops what can be stopped.

use std::sync::Arc;

use houserule_app::lesson::{Reply, WithPlace, play_reply};
use houserule_script::play::{Proof, Prover, Session};
use houserule_script::rules::{Source, SourcePlace};

use crate::common::{open, tak_data, trax_data};

/// The answer of `best()` to a move.
fn best(session: &mut Session, mv: &str) -> Vec<String> {
    let learner = session.game.team_of(session.game.seat());
    session.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    let place = SourcePlace::root(&Arc::new(Source::new("test.lua", "")));
    let reply = WithPlace { value: Reply::Best, place, path: "reply".to_string() };
    play_reply(session, &reply, mv, learner).unwrap_or_else(|trouble| panic!("{mv}: {trouble}"))
}

/// The moves with which a side to move wins at once.
fn wins(session: &mut Session) -> Vec<String> {
    let side = session.game.team_of(session.game.seat());
    let moves = session.game.legal_moves().expect("no script fails");
    let mut prover = Prover::new(side);
    let mut is_win = |mv: &_| prover.wins_with(&mut session.game, *mv, 1).expect("no script fails") == Proof::Yes;
    let won: Vec<_> = moves.into_iter().filter(|mv| is_win(mv)).collect();
    won.into_iter().map(|mv| session.move_text(mv)).collect()
}

#[test]
fn an_open_four_is_stopped_at_one_end() {
    let mut session = open("gomoku", &[], None, "h7 a1 h8 a3 h9 a5");
    let replied = best(&mut session, "h10");
    assert!(replied == ["h6"] || replied == ["h11"], "{replied:?}");
}

#[test]
fn after_a_double_threat_one_of_the_threats_is_stopped() {
    let mut double = 0;
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
        let threatened = wins(&mut session);
        session.game.undo();
        session.undo();
        if threatened.is_empty() {
            continue;
        }
        double += 1;
        let replied = best(&mut session, key);
        let left = wins(&mut session);
        assert!(!left.is_empty(), "{game} {key}: it wins all the same");
        let stopped = threatened.iter().filter(|mv| !left.contains(mv)).count();
        assert!(stopped > 0, "{game} {moves} {key}: {replied:?} leaves all of {threatened:?}");
    }
    assert!(double >= 10, "{double} positions with a threat");
}
