//! Random moves are fair: every legal move as likely as any other, with scripts that have a say and without. The seeds
//! are fixed, so the test says the same every time.

use std::collections::BTreeMap;

use houserule_script::play::{Rng, Session, Workspace};

use crate::common::{self, Sets, shelf::Shelf};

/// How often each move is drawn on average.
const DRAWS: usize = 200;

/// Draws moves and compares their counts with a fair share by Pearson's chi-squared, which for fair draws has a mean of
/// `freedom` and a standard deviation of the root of twice that.
fn hold_fair(session: &mut Session, what: &str) {
    let moves = session.game.legal_moves().expect("no script fails");
    let mut counts: BTreeMap<_, usize> = moves.iter().map(|&mv| (mv, 0)).collect();
    let mut rng = Rng::new(7);
    for _ in 0..DRAWS * moves.len() {
        let mv = session.game.random_move(|bound| rng.below(bound)).expect("no script fails");
        let mv = mv.unwrap_or_else(|| panic!("{what}: no move is drawn, and {} are legal", moves.len()));
        *counts.get_mut(&mv).unwrap_or_else(|| panic!("{what}: {mv:?} is drawn and not legal")) += 1;
    }
    let share = DRAWS as f64;
    let chi_squared: f64 = counts.values().map(|&count| (count as f64 - share).powi(2) / share).sum();
    let freedom = moves.len().saturating_sub(1) as f64;
    let odd = (chi_squared - freedom).abs() / (2.0 * freedom).sqrt().max(1.0);
    assert!(odd < 4.0, "{what}: chi-squared {chi_squared:.1} with {freedom} degrees of freedom");
}

/// Rules, and a position in which walls and capstones stand in the way of towers, or tiles force others.
const SCENES: &[(&str, Sets, Option<&str>, &str)] = &[
    ("tak", &[("size", "3")], None, ""),
    ("tak", &[("size", "3")], None, "a1 c3 b2 b3 Sa2 b3-"),
    ("tak", &[], Some("2,2C,1,1,1/1,1,2,21C,x/1,2121,1,2,2/2,2,1,22112S,2/2,1S,2,2,1 1 21"), ""),
    ("tak", &[], Some("x5/x,2S,1S,2S,x/x,1S,22111C,2S,x/x,2S,12S,2S,x/x5 1 21"), ""),
    ("tak", &[], Some("222221,2S,1S,2S,1S/2S,1S,2S,1S,2S/1S,2S,x,2S,1S/2S,1S,2S,1S,2S/1S,2S,1S,2S,222211 1 30"), ""),
    ("trax", &[], None, "@0/ @1/"),
];

#[test]
fn random_moves_are_fair() {
    for (game, sets, position, moves) in SCENES {
        hold_fair(&mut common::open(game, sets, *position, moves), &format!("{game} {position:?} {moves}"));
    }
}

/// A dealt game after some random moves of its own.
fn dealt(game: &str, sets: Sets, seed: u64, plies: usize) -> Session {
    let table = Workspace { seed, ..common::table() };
    let opened = table.open(game, &common::owned(sets), None, &[]);
    let mut session = opened.unwrap_or_else(|error| panic!("{game}: {error}"));
    let mut rng = Rng::new(seed);
    session.game.playout(plies, |bound| rng.below(bound)).expect("no script fails");
    session
}

#[test]
fn random_moves_with_tiles_in_hand_are_fair() {
    // In a carpet a hand may hold a tile twice, which makes it no likelier.
    let scenes: &[(&str, Sets)] = &[("tantrix", &[]), ("tantrix", &[("players", "4")]), ("carpet", &[])];
    let mut with_choice = 0;
    for (game, sets) in scenes {
        for (seed, plies) in [(1, 0), (2, 1), (3, 8), (4, 20), (5, 29)] {
            let mut session = dealt(game, sets, seed, plies);
            with_choice += (session.game.legal_moves().expect("no script fails").len() > 1) as usize;
            hold_fair(&mut session, &format!("{game} {sets:?} dealt by {seed}, after {plies}"));
        }
    }
    assert!(with_choice >= 10, "only {with_choice} positions had a choice");
}

#[test]
fn nothing_is_drawn_where_the_seat_to_move_has_no_tile() {
    for position in ["", "1@0,0:0", "1@0,0:0 | hands 2/? | seat yellow", "1@0,0:0 | hands / | bag 0"] {
        let mut session = common::open("tantrix", &[], Some(position), "");
        let mut rng = Rng::new(1);
        let drawn = session.game.random_move(|bound| rng.below(bound)).expect("no script fails");
        assert_eq!(drawn, None, "`{position}`");
        let drawn =
            session.game.fork().unscripted_position().map(|board| board.sample_move(&mut |bound| rng.below(bound)));
        assert_eq!(drawn, Some(None), "`{position}`, whether the game is over or not");
    }
}

#[test]
fn random_moves_are_fair_when_scripts_have_a_say() {
    let shelf = Shelf::new();
    shelf.hook("half", "allow", "return move.cell < 'c', 'the other half'");
    // So few are allowed that drawing gives up and lists.
    shelf.hook("one", "allow", "return move.cell == 'e4' or move.text == 'a2>', 'another one'");
    shelf.hook("after", "reject", "return view:top('a3') == nil");
    for (game, sets, position, moves) in SCENES.iter().filter(|(game, ..)| *game == "tak") {
        for variant in ["half", "one", "after"] {
            let game = format!("{game}+{variant}");
            let sets: Vec<String> = sets.iter().map(|(key, value)| format!("{key}={value}")).collect();
            let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
            let mut session = shelf.open_with(&game, &sets, *position, "");
            // As far as the variant lets them be played.
            moves.split_whitespace().take_while(|text| session.play(text).is_ok()).for_each(drop);
            hold_fair(&mut session, &format!("{game} {position:?} {moves}"));
        }
    }
}
