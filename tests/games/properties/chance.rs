//! Random moves are fair: every legal move is equally likely, with and without scripts. The seeds are fixed, so the
//! results are reproducible.

use std::collections::BTreeMap;

use houserule_script::play::{Rng, Session, Workspace};

use crate::common::{self, SettingPairs, script_dir::ScriptDir};

/// Average number of samples per move.
const DRAWS_PER_MOVE: usize = 200;

/// Samples moves and tests their counts with Pearson's chi-squared, which has a mean of `degrees` and a standard
/// deviation of the root of twice that for fair samples.
fn assert_fair(session: &mut Session, what: &str) {
    let moves = session.game.legal_moves().expect("no script fails");
    let mut counts: BTreeMap<_, usize> = moves.iter().map(|&mv| (mv, 0)).collect();
    let mut rng = Rng::new(7);
    for _ in 0..DRAWS_PER_MOVE * moves.len() {
        let mv = session.game.random_move(|bound| rng.below(bound)).expect("no script fails");
        let mv = mv.unwrap_or_else(|| panic!("{what}: no move is sampled, but {} are legal", moves.len()));
        *counts.get_mut(&mv).unwrap_or_else(|| panic!("{what}: {mv:?} is sampled but not legal")) += 1;
    }
    let expected = DRAWS_PER_MOVE as f64;
    let chi_squared: f64 = counts.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let degrees = moves.len().saturating_sub(1) as f64;
    let deviation = (chi_squared - degrees).abs() / (2.0 * degrees).sqrt().max(1.0);
    assert!(deviation < 4.0, "{what}: chi-squared {chi_squared:.1} with {degrees} degrees of freedom");
}

/// Positions in which walls and capstones block stacks, or tiles force others.
const POSITIONS: &[(&str, SettingPairs, Option<&str>, &str)] = &[
    ("tak", &[("size", "3")], None, ""),
    ("tak", &[("size", "3")], None, "a1 c3 b2 b3 Sa2 b3-"),
    ("tak", &[], Some("2,2C,1,1,1/1,1,2,21C,x/1,2121,1,2,2/2,2,1,22112S,2/2,1S,2,2,1 1 21"), ""),
    ("tak", &[], Some("x5/x,2S,1S,2S,x/x,1S,22111C,2S,x/x,2S,12S,2S,x/x5 1 21"), ""),
    ("tak", &[], Some("222221,2S,1S,2S,1S/2S,1S,2S,1S,2S/1S,2S,x,2S,1S/2S,1S,2S,1S,2S/1S,2S,1S,2S,222211 1 30"), ""),
    ("trax", &[], None, "@0/ @1/"),
];

#[test]
fn random_moves_are_fair() {
    for (game, settings, position, moves) in POSITIONS {
        assert_fair(&mut common::open(game, settings, *position, moves), &format!("{game} {position:?} {moves}"));
    }
}

/// A dealt game after some random moves of its own.
fn open_dealt(game: &str, settings: SettingPairs, seed: u64, plies: usize) -> Session {
    let workspace = Workspace { seed, ..common::workspace() };
    let opened = workspace.open(game, &common::to_settings(settings), None, &[]);
    let mut session = opened.unwrap_or_else(|error| panic!("{game}: {error}"));
    let mut rng = Rng::new(seed);
    session.game.playout(plies, |bound| rng.below(bound)).expect("no script fails");
    session
}

#[test]
fn random_moves_with_tiles_in_hand_are_fair() {
    // In `carpet` a hand may have a tile twice, which must not make it likelier.
    let setups: &[(&str, SettingPairs)] = &[("tantrix", &[]), ("tantrix", &[("players", "4")]), ("carpet", &[])];
    let mut with_choice = 0;
    for (game, settings) in setups {
        for (seed, plies) in [(1, 0), (2, 1), (3, 8), (4, 20), (5, 29)] {
            let mut session = open_dealt(game, settings, seed, plies);
            with_choice += (session.game.legal_moves().expect("no script fails").len() > 1) as usize;
            assert_fair(&mut session, &format!("{game} {settings:?} dealt by {seed}, after {plies}"));
        }
    }
    assert!(with_choice >= 10, "only {with_choice} positions had a choice");
}

#[test]
fn no_move_is_sampled_without_tiles() {
    for position in ["", "1@0,0:0", "1@0,0:0 | hands 2/? | seat yellow", "1@0,0:0 | hands / | bag 0"] {
        let mut session = common::open("tantrix", &[], Some(position), "");
        let mut rng = Rng::new(1);
        let sampled = session.game.random_move(|bound| rng.below(bound)).expect("no script fails");
        assert_eq!(sampled, None, "`{position}`");
        let sampled =
            session.game.fork().unscripted_position().map(|board| board.sample_move(&mut |bound| rng.below(bound)));
        assert_eq!(sampled, Some(None), "`{position}`, whether the game is over or not");
    }
}

#[test]
fn random_moves_are_fair_with_scripts() {
    let scripts = ScriptDir::new();
    scripts.hook("half", "allow", "return move.cell < 'c', 'the other half'");
    // So few moves are allowed that sampling falls back to the list.
    scripts.hook("one", "allow", "return move.cell == 'e4' or move.text == 'a2>', 'another one'");
    scripts.hook("after", "reject", "return view:top('a3') == nil");
    for (game, settings, position, moves) in POSITIONS.iter().filter(|(game, ..)| *game == "tak") {
        for variant in ["half", "one", "after"] {
            let game = format!("{game}+{variant}");
            let settings: Vec<String> = settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
            let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
            let mut session = scripts.open_with(&game, &settings, *position, "");
            // As far as the variant allows them.
            moves.split_whitespace().take_while(|text| session.play(text).is_ok()).for_each(drop);
            assert_fair(&mut session, &format!("{game} {position:?} {moves}"));
        }
    }
}
