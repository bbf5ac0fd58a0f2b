//! Letters of the spaces of open boards: a space keeps its letter as long as a tile can be laid there.

use std::collections::BTreeMap;

use crate::common;
use houserule_core::geometry::Coord;
use houserule_script::play::{Rng, Session};

const GAMES: [&str; 3] = ["tantrix", "gobble", "discovery-10"];

/// Moves after which the letter of a filled space may name another.
const REST: usize = 8;

fn labels(session: &mut Session) -> BTreeMap<Coord, String> {
    session.labels().into_iter().collect()
}

#[test]
fn a_space_keeps_its_letter_and_no_letter_soon_names_another() {
    for game in GAMES {
        let mut session = common::dealt((game, &[]), 3);
        let mut rng = Rng::new(5);
        // Letters and the spaces that they named, with the number of moves then.
        let mut named: BTreeMap<String, (Coord, usize)> = BTreeMap::new();
        let mut letters: BTreeMap<Coord, String> = BTreeMap::new();
        for ply in 0..60 {
            // The only space of an empty board has no letter on the screen.
            let is_empty = session.game.board().view().cells().is_empty();
            let shown = if is_empty { BTreeMap::new() } else { labels(&mut session) };
            for (at, label) in shown {
                if let Some((before, when)) = named.insert(label.clone(), (at, ply)) {
                    assert!(
                        before == at || when + REST <= ply,
                        "{game}, move {ply}: {label} was {before:?}, now {at:?}"
                    );
                }
                let before = letters.insert(at, label.clone());
                assert!(before.is_none_or(|before| before == label), "{game}, move {ply}: {at:?} has a new letter");
            }
            if !common::play_random_move(&mut session, &mut rng) {
                break;
            }
            letters.retain(|at, _| !session.game.board().view().is_occupied(*at));
        }
        assert!(named.len() > 20, "{game}: {named:?}");
        let colours = ["b", "g", "r", "y", "w"];
        assert!(colours.iter().all(|colour| !named.contains_key(*colour)), "{game}: {named:?}");
    }
}

#[test]
fn letters_are_the_same_after_undo_redo_saving_and_in_copies() {
    for game in GAMES {
        let mut session = common::dealt((game, &[]), 4);
        let mut rng = Rng::new(6);
        let mut shown = vec![labels(&mut session)];
        while shown.len() < 25 && common::play_random_move(&mut session, &mut rng) {
            shown.push(labels(&mut session));
        }
        let all = session.moves().len();
        while session.undo().is_some() {
            assert_eq!(labels(&mut session), shown[session.moves().len()], "{game}, undone");
        }
        while let Some(redone) = session.redo() {
            redone.unwrap_or_else(|error| panic!("{game}: {error}"));
            assert_eq!(labels(&mut session), shown[session.moves().len()], "{game}, redone");
        }
        assert_eq!(labels(&mut session.scratch_copy()), shown[all], "{game}, a copy");
        let (_, mut loaded) = common::replay_saved(&mut session);
        assert_eq!(labels(&mut loaded), shown[all], "{game}, loaded");
        let mut set_up = common::open(game, &[], Some(&session.position()), "");
        let spaces = |labels: &BTreeMap<Coord, String>| labels.keys().copied().collect::<Vec<_>>();
        assert_eq!(spaces(&labels(&mut set_up)), spaces(&shown[all]), "{game}, set up");
    }
}

#[test]
fn moves_in_letters_are_those_that_are_played() {
    for game in GAMES {
        let mut session = common::dealt((game, &[]), 7);
        let mut rng = Rng::new(8);
        for _ in 0..12 {
            let legal = common::moves(&mut session);
            if !session.is_first_tile() {
                let short = session.shorten(&legal);
                for (text, short) in legal.iter().zip(&short).step_by(7) {
                    assert_eq!(session.play(short).as_ref(), Ok(text), "{game}: {short}");
                    session.undo();
                }
            }
            if !common::play_random_move(&mut session, &mut rng) {
                break;
            }
        }
    }
}
