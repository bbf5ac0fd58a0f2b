//! Move generation agrees with judging: a move is listed exactly if no rule forbids it. Generation is written for speed and
//! judging for messages, so this compares both in every game and variant; `mutants` does so in changed rules.

use std::collections::BTreeSet;

use crate::common::{scaled, shipped_scripts};
use houserule_core::mechanics::Move;
use houserule_script::game::{Game, HookFault};
use houserule_script::play::Rng;

/// Judges every listed move and every candidate action, and returns their number.
pub fn assert_judging_agrees(game: &mut Game) -> Result<usize, HookFault> {
    let legal: BTreeSet<Move> = game.legal_moves()?.into_iter().collect();
    for &mv in &legal {
        let judged = game.judge(game.unpack(mv))?;
        assert_eq!(judged.legal_move(), Some(mv), "{:?} is listed, but {:?}", judged.action, judged.violations);
    }
    let actions = if game.is_over() { Vec::new() } else { game.board().candidates() };
    let count = legal.len() + actions.len();
    for action in actions {
        let judged = game.judge(action)?;
        let is_listed = judged.mv.is_some_and(|mv| legal.contains(&mv));
        assert_eq!(judged.violations.is_empty(), is_listed, "{:?}: {:?}", judged.action, judged.violations);
    }
    Ok(count)
}

#[test]
fn listed_moves_are_exactly_the_allowed_ones() {
    const MOVES: usize = 60;
    let (mut games, mut actions) = (0, 0);
    let shipped = shipped_scripts();
    for (manifest, _) in shipped.library.manifests().playable {
        let reference = manifest.reference();
        let ruleset = shipped.load(&reference, &[]).unwrap_or_else(|error| panic!("{reference}: {error}"));
        games += 1;
        for seed in 0..scaled(1) as u64 {
            let mut game = ruleset.game(None, seed).unwrap_or_else(|error| panic!("{reference}: {error}"));
            let mut rng = Rng::new(seed);
            for ply in 0..MOVES {
                // Always judge in the opening, and sometimes later.
                if ply < 3 || rng.below(10) == 0 {
                    actions += assert_judging_agrees(&mut game).unwrap_or_else(|fault| panic!("{reference}: {fault}"));
                }
                let sampled = game.random_move(|bound| rng.below(bound)).unwrap_or_else(|fault| panic!("{fault}"));
                let Some(mv) = sampled.filter(|_| !game.is_over()) else { break };
                game.play(mv).unwrap_or_else(|fault| panic!("{reference}: {fault}"));
            }
        }
    }
    assert!(games > 80 && actions > 100_000, "{games} games, {actions} actions");
}
