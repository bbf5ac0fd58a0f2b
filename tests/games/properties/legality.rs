//! What is listed is accepted, and everything else that can be written is refused with a reason.

use std::collections::BTreeSet;

use houserule_script::game::IllegalMove;
use houserule_script::play::{PlayError, Session};
use proptest::prelude::*;

use crate::common::{self, Sets, Snapshot, walk::Player};
use crate::properties::{HOUSES, Trial, cases, trials};

/// Small boards, where every move that can be written is tried; capstones among them.
const SMALL: &[(&str, Sets)] = &[
    ("tak", &[("size", "3")]),
    ("tak", &[("size", "4")]),
    ("tak+handicap", CAPS),
    ("tak+no-crush+handicap", CAPS),
    ("tak+crush-others+handicap", CAPS),
    ("tak+no-walls+handicap", CAPS),
    ("tak+no-swap", &[("size", "4")]),
    ("tak+double-black-stack", &[("size", "4")]),
    ("tak+no-edge", &[("size", "4")]),
    ("tak+centre-black", &[("size", "4")]),
    ("tak+carry", &[("size", "4"), ("carry", "2")]),
    ("tak+carry", &[("size", "3"), ("carry", "5")]),
    ("tak+no-progress", &[("size", "3"), ("plies", "4")]),
    ("tak+repetition", &[("size", "3")]),
    ("tak+late-walls", &[("size", "3")]),
];

const CAPS: Sets = &[("size", "4"), ("caps1", "2"), ("caps2", "2")];

/// Every way to drop `pieces` along a line.
fn ways_to_drop(pieces: u32) -> Vec<Vec<u32>> {
    let mut ways = vec![vec![pieces]];
    for first in 1..pieces {
        ways.extend(ways_to_drop(pieces - first).into_iter().map(|mut way| {
            way.insert(0, first);
            way
        }));
    }
    ways
}

/// A spread in its short form.
fn spread(taken: u32, square: &str, direction: char, drops: &[u32], star: &str) -> String {
    let count = if taken > 1 { taken.to_string() } else { String::new() };
    let drops = if drops.len() > 1 { drops.iter().map(u32::to_string).collect() } else { String::new() };
    format!("{count}{square}{direction}{drops}{star}")
}

/// The squares of a board of this size, and one more row and column.
fn squares(size: usize) -> Vec<String> {
    let column = |x: usize| (b'a' + x as u8) as char;
    (0..=size).flat_map(|x| (1..=size + 1).map(move |y| format!("{}{y}", column(x)))).collect()
}

/// Everything that can be written for a board, well formed, up to one piece more than may be carried.
fn everything(size: usize, carry: u32) -> Vec<String> {
    let ways: Vec<(u32, Vec<u32>)> =
        (1..=carry + 1).flat_map(|taken| ways_to_drop(taken).into_iter().map(move |way| (taken, way))).collect();
    let mut texts = Vec::new();
    for square in squares(size) {
        texts.extend(["", "S", "C", "2", "3", "9"].map(|before| format!("{before}{square}")));
        for direction in ['<', '>', '+', '-'] {
            for (taken, way) in &ways {
                for star in ["", "*"] {
                    texts.push(spread(*taken, &square, direction, way, star));
                }
            }
        }
    }
    texts
}

/// Holds one text against the list, by `why` and by playing.
fn hold(session: &mut Session, listed: &BTreeSet<String>, text: &str) -> Result<(), TestCaseError> {
    let crush = format!("{text}*");
    // The star of a crush may be left out.
    let meant = [text, crush.as_str()].into_iter().find(|text| listed.contains(*text));
    let why = session.why(text);
    let played = session.play(text);
    match meant {
        Some(meant) => {
            prop_assert_eq!(why, Ok(vec![]), "`{}` is listed", text);
            prop_assert_eq!(played, Ok(meant.to_string()));
            session.undo();
        }
        None => {
            let violations = why.expect("it is a move, if not a legal one");
            prop_assert!(!violations.is_empty(), "`{}` is not listed, and nothing forbids it", text);
            let refused = Err(PlayError::Illegal(IllegalMove::Illegal(violations)));
            prop_assert_eq!(played, refused, "`{}` is not listed", text);
        }
    }
    Ok(())
}

fn hold_all(trial: &Trial, texts: impl FnOnce(&Session, &[String]) -> Vec<String>) -> Result<(), TestCaseError> {
    let mut session = trial.played();
    let before = Snapshot::of(&mut session);
    let listed: BTreeSet<String> = before.moves.iter().cloned().collect();
    let texts = texts(&session, &before.moves);
    for text in texts.iter().chain(&before.moves) {
        hold(&mut session, &listed, text)?;
    }
    prop_assert_eq!(before, Snapshot::of(&mut session), "asking changes nothing");
    Ok(())
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn on_small_boards_exactly_the_listed_moves_are_accepted(trial in trials(SMALL, 40)) {
        hold_all(&trial, |session, listed| {
            let stacks = session.plan().mechanic.stone_game().expect("Tak has stones");
            let all = everything(stacks.grid.width as usize, stacks.carry as u32);
            let known: BTreeSet<&String> = all.iter().collect();
            let missed: Vec<&String> = listed.iter().filter(|text| !known.contains(text)).collect();
            assert!(missed.is_empty(), "listed, but not among all that can be written: {missed:?}");
            all
        })?;
    }

    #[test]
    fn on_larger_boards_only_listed_moves_are_accepted(trial in trials(HOUSES, 90)) {
        hold_all(&trial, |session, _| {
            let size = session.plan().mechanic.stone_game().expect("Tak has stones").grid.width as usize;
            let (squares, mut player) = (squares(size), Player::new(trial.seed));
            let mut texts = Vec::new();
            for _ in 0..300 {
                let square = &squares[player.below(squares.len())];
                texts.push(format!("{}{square}", ["", "S", "C"][player.below(3)]));
                let drops: Vec<u32> = (0..=player.below(4)).map(|_| 1 + player.below(2) as u32).collect();
                let direction = ['<', '>', '+', '-'][player.below(4)];
                texts.push(spread(drops.iter().sum(), square, direction, &drops, ["", "*"][player.below(2)]));
            }
            texts
        })?;
    }

    #[test]
    fn absurd_drops_are_refused_and_nothing_is_played(trial in trials(SMALL, 20)) {
        let mut session = trial.played();
        let before = Snapshot::of(&mut session);
        let origins: Vec<String> = squares(session.plan().mechanic.stone_game().expect("Tak has stones").grid.width as usize);
        for origin in origins {
            for (count, drops) in [
                ("", "0"), ("0", ""), ("0", "0"), ("", "01"), ("", "10"), ("2", "101"), ("2", "1"), ("", "11"),
                ("3", "11"), ("", "2"), ("9", "99"), ("9", "9999999999"), ("18", "99"), ("9999", ""),
                ("17", "89"), ("3", "111111111111111111111111111111"), ("2", "02"), ("2", "20"),
            ] {
                let text = format!("{count}{origin}>{drops}");
                let played = session.play(&text);
                prop_assert!(played.is_err(), "`{}` was played as {:?}", text, played);
                if let Ok(violations) = session.why(&text) {
                    prop_assert!(!violations.is_empty(), "nothing forbids `{}`", text);
                }
            }
        }
        prop_assert_eq!(before, Snapshot::of(&mut session));
    }
}

#[test]
fn a_finished_game_refuses_every_move_as_over() {
    let mut session = common::open("tak", &[], Some("1,1,1/x3/2,2,x 2 4"), "");
    for text in ["a2", "Sa2", "a1+", "c1", "z9"] {
        assert_eq!(common::rules_against(&mut session, text), ["over"], "{text}");
    }
}

#[test]
fn an_opening_lists_nothing_that_the_reserve_cannot_give() {
    // All but one, or all, of black's flats are on the board, and white's first turn is to place more of them.
    for (game, flats) in [("tak", 21), ("tak+double-black-stack", 20)] {
        let position = format!("x5/x5/x2,{},x2/x5/x5 1 1", "2".repeat(flats));
        let Ok(mut session) = common::table().open(game, &[], Some(&position), &[]) else {
            continue;
        };
        for text in common::moves(&mut session) {
            assert_eq!(session.why(&text), Ok(vec![]), "{game}: `{text}` is listed");
        }
    }
}
