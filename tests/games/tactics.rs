//! What `hard` must not miss: the wins in one and in two of the Trax table, and roads that cannot be prevented.

use crate::common::forced::{winning_turns, written};
use crate::common::{tak_data, trax_data};
use houserule_lab::bot::BotName;
use houserule_script::play::{Rng, Session};

/// What `hard` plays.
fn hard(session: &mut Session, seed: u64) -> String {
    let name: BotName = "hard".parse().expect("a level");
    let seat = session.game.seat();
    let chosen = name.create().choose(&mut session.game, seat, &mut Rng::new(seed)).expect("no script fails");
    session.move_text(chosen.expect("a move"))
}

#[test]
fn hard_finds_every_win_in_one_and_in_two_of_the_trax_table() {
    let mut missed = Vec::new();
    for tactic in trax_data::tactics().into_iter().filter(|tactic| tactic.wins_in <= 2) {
        for game in ["trax", "supertrax"] {
            for seed in 0..4 {
                let mut session = crate::common::open(game, &[], None, tactic.after);
                let played = hard(&mut session, seed);
                if !tactic.keys.iter().any(|key| *key == played) {
                    missed.push(format!("{game}, {}: {played} with seed {seed}", tactic.theme));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn exactly_the_keys_force_a_road_and_no_sooner() {
    let tactics = tak_data::tactics();
    assert!(tactics.len() >= 12, "only {} positions were read", tactics.len());
    for tactic in tactics {
        let mut session = crate::common::open("tak", &[], Some(tactic.position), "");
        for turns in 1..=tactic.wins_in {
            let wins = winning_turns(&mut session.game, turns, false);
            let expected = if turns == tactic.wins_in { tactic.keys.clone() } else { Vec::new() };
            assert_eq!(written(&session, wins), expected, "{} in {turns}", tactic.position);
        }
    }
}

#[test]
fn hard_finds_every_forced_road() {
    let mut missed = Vec::new();
    for tactic in tak_data::tactics() {
        for seed in 0..2 {
            let mut session = crate::common::open("tak", &[], Some(tactic.position), "");
            let played = hard(&mut session, seed);
            if !tactic.keys.contains(&played.as_str()) {
                missed.push(format!("{}: {played} with seed {seed}", tactic.position));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
