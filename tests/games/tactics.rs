//! Tactics that `hard` must find: Trax wins in one and two turns, and forced roads.

use crate::common::forced_wins::assert_keys;
use crate::common::{tak_data, trax_data};
use houserule_lab::bot::BotName;
use houserule_script::play::{Rng, Session};

/// Move of the bot `hard`.
fn hard_move(session: &mut Session, seed: u64) -> String {
    let bot: BotName = "hard".parse().expect("a level");
    let seat = session.game.seat();
    let mv = bot.create().choose(&mut session.game, seat, &mut Rng::new(seed)).expect("no script fails");
    session.move_text(mv.expect("a move"))
}

#[test]
fn hard_finds_every_trax_win_in_one_or_two() {
    let mut missed = Vec::new();
    for tactic in trax_data::tactics().into_iter().filter(|tactic| tactic.wins_in <= 2) {
        for game in ["trax", "supertrax"] {
            for seed in 0..4 {
                let mut session = crate::common::open(game, &[], None, tactic.after);
                let played = hard_move(&mut session, seed);
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
        assert_keys(&mut session, &tactic.keys, tactic.wins_in);
    }
}

#[test]
fn hard_finds_every_forced_road() {
    let mut missed = Vec::new();
    for tactic in tak_data::tactics() {
        for seed in 0..2 {
            let mut session = crate::common::open("tak", &[], Some(tactic.position), "");
            let played = hard_move(&mut session, seed);
            if !tactic.keys.contains(&played.as_str()) {
                missed.push(format!("{}: {played} with seed {seed}", tactic.position));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
