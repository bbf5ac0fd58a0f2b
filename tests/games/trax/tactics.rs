use crate::common;
use crate::common::forced::{winning_turns, written};
use crate::common::trax_data::tactics;

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
        let holds = session.game.board().outcome().is_none() && winning_turns(&mut session.game, 1, true).is_empty();
        session.game.undo();
        holding.extend(holds.then_some(mv));
    }
    assert_eq!(written(&session, holding), ["A2+", "A2/", "B2+", r"B2\"]);
}
