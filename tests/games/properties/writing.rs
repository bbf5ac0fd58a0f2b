//! Moves and positions as text: they are parsed as written, and alternative forms mean the same.

use proptest::prelude::*;

use crate::common::{self, Snapshot};
use crate::properties::{RULE_SETS, cases, random_games};

/// Other valid forms of a move.
fn alternative_forms(short_form: &str) -> Vec<String> {
    let mut forms = vec![];
    let bare = short_form.trim_end_matches('*');
    let star = &short_form[bare.len()..];
    if let Some(turn) = bare.find(['<', '>', '+', '-']) {
        let (start, drops) = bare.split_at(turn + 1);
        let has_count = start.starts_with(|c: char| c.is_ascii_digit());
        let count = if has_count { &start[..1] } else { "1" };
        let full_start = if has_count { start.to_string() } else { format!("1{start}") };
        let full_drops = if drops.is_empty() { count } else { drops };
        forms.push(format!("{full_start}{full_drops}{star}"));
        forms.push(format!("{full_start}{drops}{star}"));
        forms.push(format!("{start}{full_drops}{star}"));
        for letter in ["F", "S", "C", "c"] {
            forms.push(format!("{full_start}{full_drops}{star}{letter}"));
            forms.push(format!("{full_start}{full_drops}{letter}{star}"));
        }
    } else {
        match short_form.chars().next() {
            Some('S' | 'C') => forms.push(short_form.to_lowercase()),
            Some(digit) if digit.is_ascii_digit() => {}
            _ => forms.extend([format!("F{short_form}"), format!("f{short_form}")]),
        }
    }
    for marks in ["!", "?", "'", "\"", "!?", "''", "?!\""] {
        forms.push(format!("{short_form}{marks}"));
    }
    forms.push(format!("  {short_form} "));
    forms
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn moves_are_parsed_as_written_and_in_alternative_forms(random_game in random_games(RULE_SETS, 80)) {
        let mut session = random_game.play();
        for short_form in common::moves(&mut session) {
            let action = session.read(&short_form).expect("a written move can be read");
            let written = session.notation().write_move(&action, session.game.board());
            prop_assert_eq!(&written, &short_form);
            for long_form in alternative_forms(&short_form) {
                prop_assert_eq!(session.read(&long_form), Ok(action.clone()), "`{}` for `{}`", long_form, short_form);
            }
        }
    }

    #[test]
    fn positions_are_parsed_as_written(random_game in random_games(RULE_SETS, 90)) {
        let mut session = random_game.play();
        let text = session.position();
        let settings: Vec<(&str, &str)> = random_game.settings.iter().copied().filter(|(key, _)| *key != "size").collect();
        let mut again = common::open(random_game.game, &settings, Some(&text), "");
        if random_game.depends_on_history() {
            prop_assert_eq!(again.position(), text);
            prop_assert_eq!(again.game.board().hash(), session.game.board().hash());
        } else {
            prop_assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session));
        }
    }
}

#[test]
fn empty_squares_can_be_written_one_by_one() {
    let session = common::open("tak", &[], Some("x,x,x/x2,x/1,x,2S 1 2"), "");
    assert_eq!(session.position(), "x3/x3/1,x,2S 1 2");
}

#[test]
fn moves_are_written_in_the_short_form() {
    let mut session = common::open("tak", &[], Some("x5/x5/2S,x4/x5/111C,x4 1 9"), "");
    let mut replay_text = |text: &str| {
        let written = session.play(text).expect("it is legal");
        session.undo();
        written
    };
    assert_eq!(replay_text("2a1+11C'"), "2a1+11*", "the star is written where something is crushed");
    assert_eq!(replay_text("2a1>2"), "2a1>");
    assert_eq!(replay_text("1a1>1"), "a1>");
    assert_eq!(replay_text("fe5?"), "e5");
    assert_eq!(replay_text("se5!"), "Se5");
}
