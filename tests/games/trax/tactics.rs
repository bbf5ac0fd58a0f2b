use crate::common;
use crate::common::forced_wins::{assert_keys, defences, move_texts};
use crate::common::trax_data::tactics;

#[test]
fn exactly_the_key_turns_win_and_no_sooner() {
    for tactic in tactics() {
        let mut session = common::open("supertrax", &[], None, tactic.after);
        assert_keys(&mut session, &tactic.keys, tactic.wins_in);
    }
}

#[test]
fn four_turns_defend_against_a_loop_attack() {
    let mut session = common::open("trax", &[], None, r"@0/ B1\");
    assert_eq!(session.game.legal_moves().expect("no script fails").len(), 18);
    let defences = defences(&mut session, 1);
    assert_eq!(move_texts(&session, defences), ["A2+", "A2/", "B2+", r"B2\"]);
}
