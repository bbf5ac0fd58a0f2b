//! Moves and positions as text: what is written is read back, and sloppy forms mean the same.

use proptest::prelude::*;

use crate::common::{self, Snapshot};
use crate::properties::{HOUSES, cases, trials};

/// Other ways to write a move in its short form.
fn sloppy_forms(tidy: &str) -> Vec<String> {
    let mut forms = vec![];
    let bare = tidy.trim_end_matches('*');
    let star = &tidy[bare.len()..];
    if let Some(turn) = bare.find(['<', '>', '+', '-']) {
        let (start, drops) = bare.split_at(turn + 1);
        let counted = start.starts_with(|c: char| c.is_ascii_digit());
        let count = if counted { &start[..1] } else { "1" };
        let full_start = if counted { start.to_string() } else { format!("1{start}") };
        let full_drops = if drops.is_empty() { count } else { drops };
        forms.push(format!("{full_start}{full_drops}{star}"));
        forms.push(format!("{full_start}{drops}{star}"));
        forms.push(format!("{start}{full_drops}{star}"));
        for letter in ["F", "S", "C", "c"] {
            forms.push(format!("{full_start}{full_drops}{star}{letter}"));
            forms.push(format!("{full_start}{full_drops}{letter}{star}"));
        }
    } else {
        match tidy.chars().next() {
            Some('S' | 'C') => forms.push(tidy.to_lowercase()),
            Some(digit) if digit.is_ascii_digit() => {}
            _ => forms.extend([format!("F{tidy}"), format!("f{tidy}")]),
        }
    }
    for marks in ["!", "?", "'", "\"", "!?", "''", "?!\""] {
        forms.push(format!("{tidy}{marks}"));
    }
    forms.push(format!("  {tidy} "));
    forms
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn moves_are_read_as_they_are_written_and_sloppy_forms_mean_the_same(trial in trials(HOUSES, 80)) {
        let mut session = trial.played();
        for tidy in common::moves(&mut session) {
            let action = session.read(&tidy).expect("a written move can be read");
            let written = session.notation().write_move(&action, session.game.board());
            prop_assert_eq!(&written, &tidy);
            for sloppy in sloppy_forms(&tidy) {
                prop_assert_eq!(session.read(&sloppy), Ok(action.clone()), "`{}` for `{}`", sloppy, tidy);
            }
        }
    }

    #[test]
    fn a_position_is_read_as_it_is_written(trial in trials(HOUSES, 90)) {
        let mut session = trial.played();
        let text = session.position();
        let sets: Vec<(&str, &str)> = trial.sets.iter().copied().filter(|(key, _)| *key != "size").collect();
        let mut again = common::open(trial.game, &sets, Some(&text), "");
        if trial.looks_back() {
            prop_assert_eq!(again.position(), text);
            prop_assert_eq!(again.game.board().hash(), session.game.board().hash());
        } else {
            prop_assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session));
        }
    }
}

#[test]
fn empty_squares_may_be_written_one_by_one() {
    let session = common::open("tak", &[], Some("x,x,x/x2,x/1,x,2S 1 2"), "");
    assert_eq!(session.position(), "x3/x3/1,x,2S 1 2");
}

#[test]
fn the_short_form_is_written_whatever_was_typed() {
    let mut session = common::open("tak", &[], Some("x5/x5/2S,x4/x5/111C,x4 1 9"), "");
    let mut typed = |text: &str| {
        let written = session.play(text).expect("it is legal");
        session.undo();
        written
    };
    assert_eq!(typed("2a1+11C'"), "2a1+11*", "the star is written where something is crushed");
    assert_eq!(typed("2a1>2"), "2a1>");
    assert_eq!(typed("1a1>1"), "a1>");
    assert_eq!(typed("fe5?"), "e5");
    assert_eq!(typed("se5!"), "Se5");
}
