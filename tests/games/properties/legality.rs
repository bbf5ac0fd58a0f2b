//! Listed moves are accepted, and every other move text is rejected with a reason.

use std::collections::BTreeSet;

use houserule_script::game::IllegalMove;
use houserule_script::play::{PlayError, Session};
use proptest::prelude::*;

use crate::common::{self, SettingPairs, Snapshot, drop_patterns, random_player::RandomPlayer};
use crate::properties::{RULE_SETS, RandomGame, cases, random_games};

/// Small boards, on which every move text is tried, some with capstones.
const SMALL: &[(&str, SettingPairs)] = &[
    ("tak", &[("size", "3")]),
    ("tak", &[("size", "4")]),
    ("tak+handicap", TWO_CAPS),
    ("tak+no-crush+handicap", TWO_CAPS),
    ("tak+crush-others+handicap", TWO_CAPS),
    ("tak+no-walls+handicap", TWO_CAPS),
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

const TWO_CAPS: SettingPairs = &[("size", "4"), ("caps1", "2"), ("caps2", "2")];

/// Spread in its short form.
fn spread(taken: u32, square: &str, direction: char, drops: &[u32], star: &str) -> String {
    let count = if taken > 1 { taken.to_string() } else { String::new() };
    let drops = if drops.len() > 1 { drops.iter().map(u32::to_string).collect() } else { String::new() };
    format!("{count}{square}{direction}{drops}{star}")
}

/// Squares of a board with one more row and column.
fn squares(size: usize) -> Vec<String> {
    let column = |x: usize| (b'a' + x as u8) as char;
    (0..=size).flat_map(|x| (1..=size + 1).map(move |y| format!("{}{y}", column(x)))).collect()
}

/// Every well-formed move text for a board, with up to one more piece than may be carried.
fn all_move_texts(size: usize, carry: u32) -> Vec<String> {
    let patterns: Vec<(u32, Vec<u32>)> = (1..=carry + 1)
        .flat_map(|taken| drop_patterns(taken).into_iter().map(move |pattern| (taken, pattern)))
        .collect();
    let mut texts = Vec::new();
    for square in squares(size) {
        texts.extend(["", "S", "C", "2", "3", "9"].map(|before| format!("{before}{square}")));
        for direction in ['<', '>', '+', '-'] {
            for (taken, pattern) in &patterns {
                for star in ["", "*"] {
                    texts.push(spread(*taken, &square, direction, pattern, star));
                }
            }
        }
    }
    texts
}

/// Compares one text with the listed moves, by `why` and by playing it.
fn check_text(session: &mut Session, listed: &BTreeSet<String>, text: &str) -> Result<(), TestCaseError> {
    let crush = format!("{text}*");
    // The star of a crush is optional.
    let listed_text = [text, crush.as_str()].into_iter().find(|text| listed.contains(*text));
    let why = session.why(text);
    let played = session.play(text);
    match listed_text {
        Some(listed_text) => {
            prop_assert_eq!(why, Ok(vec![]), "`{}` is listed", text);
            prop_assert_eq!(played, Ok(listed_text.to_string()));
            session.undo();
        }
        None => {
            let violations = why.expect("it is a move, if not a legal one");
            prop_assert!(!violations.is_empty(), "`{}` is not listed, and nothing forbids it", text);
            let rejected = Err(PlayError::Illegal(IllegalMove::Illegal(violations)));
            prop_assert_eq!(played, rejected, "`{}` is not listed", text);
        }
    }
    Ok(())
}

fn check_texts(
    random_game: &RandomGame,
    texts: impl FnOnce(&Session, &[String]) -> Vec<String>,
) -> Result<(), TestCaseError> {
    let mut session = random_game.play();
    let before = Snapshot::of(&mut session);
    let listed: BTreeSet<String> = before.moves.iter().cloned().collect();
    let texts = texts(&session, &before.moves);
    for text in texts.iter().chain(&before.moves) {
        check_text(&mut session, &listed, text)?;
    }
    prop_assert_eq!(before, Snapshot::of(&mut session), "`why` changes nothing");
    Ok(())
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn on_small_boards_exactly_the_listed_moves_are_accepted(game in random_games(SMALL, 40)) {
        check_texts(&game, |session, listed| {
            let stacks = session.plan().mechanic.stone_game().expect("Tak has stones");
            let all = all_move_texts(stacks.grid.width as usize, stacks.carry as u32);
            let known: BTreeSet<&String> = all.iter().collect();
            let missed: Vec<&String> = listed.iter().filter(|text| !known.contains(text)).collect();
            assert!(missed.is_empty(), "listed, but not among all texts: {missed:?}");
            all
        })?;
    }

    #[test]
    fn on_larger_boards_only_listed_moves_are_accepted(game in random_games(RULE_SETS, 90)) {
        check_texts(&game, |session, _| {
            let size = session.plan().mechanic.stone_game().expect("Tak has stones").grid.width as usize;
            let (squares, mut player) = (squares(size), RandomPlayer::new(game.seed));
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
    fn absurd_drops_are_rejected(game in random_games(SMALL, 20)) {
        let mut session = game.play();
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
fn a_finished_game_rejects_every_move_as_over() {
    let mut session = common::open("tak", &[], Some("1,1,1/x3/2,2,x 2 4"), "");
    for text in ["a2", "Sa2", "a1+", "c1", "z9"] {
        assert_eq!(common::violated_rules(&mut session, text), ["over"], "{text}");
    }
}

#[test]
fn the_opening_respects_the_reserve() {
    // White's first turn places black flats, of which one or none is left.
    for (game, flats) in [("tak", 21), ("tak+double-black-stack", 20)] {
        let position = format!("x5/x5/x2,{},x2/x5/x5 1 1", "2".repeat(flats));
        let Ok(mut session) = common::workspace().open(game, &[], Some(&position), &[]) else {
            continue;
        };
        for text in common::moves(&mut session) {
            assert_eq!(session.why(&text), Ok(vec![]), "{game}: `{text}` is listed");
        }
    }
}
