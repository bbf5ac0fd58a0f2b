//! Random play: undo at every ply, records and positions, what is listed and what is refused.

use crate::common::{self, Snapshot};
use crate::puzzles::{TABLES, layout, step};
use houserule_script::notation::record;
use houserule_script::play::Rng;

#[test]
fn every_move_is_taken_back_exactly() {
    for (number, (game, sets)) in (0..).zip(TABLES) {
        let mut session = common::start(game, sets);
        let (mut rng, mut past) = (Rng::new(number), Vec::new());
        for _ in 0..60 {
            past.push(Snapshot::of(&mut session));
            if !step(&mut session, &mut rng) {
                break;
            }
        }
        while let Some(before) = past.pop() {
            if session.moves().len() > past.len() {
                session.undo();
            }
            assert_eq!(Snapshot::of(&mut session), before, "{game}");
        }
    }
}

#[test]
fn a_position_that_is_written_and_read_back_is_the_same() {
    for (number, (game, sets)) in (0..).zip(TABLES) {
        let mut session = common::start(game, sets);
        let mut rng = Rng::new(40 + number);
        for _ in 0..40 {
            let mut again = common::open(game, sets, Some(&session.position()), "");
            assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{game}");
            step(&mut session, &mut rng);
        }
    }
}

#[test]
fn a_saved_puzzle_replays_to_the_same_position() {
    for (number, (game, sets)) in (0..).zip(TABLES) {
        let mut session = common::start(game, sets);
        let mut rng = Rng::new(80 + number);
        for _ in 0..40 {
            step(&mut session, &mut rng);
        }
        let text = session.to_file("game.toml").expect("no script fails");
        let record = record::read(&text).unwrap_or_else(|says| panic!("{says}\n{text}")).remove(0);
        let (mut again, notes) =
            common::table().resume(&record, None, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
        again.play_all(&record.moves).unwrap_or_else(|(ply, error)| panic!("ply {ply}: {error}\n{text}"));
        assert_eq!(notes, [] as [String; 0], "there is nothing to remark on\n{text}");
        assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{text}");
    }
}

/// Every move that can be written about the tiles of a small puzzle.
fn every_word(tiles: &[&str]) -> Vec<String> {
    let cells = (-2..=3).flat_map(|x| (-2..=3).map(move |y| format!("{x},{y}")));
    let cells: Vec<String> = cells.collect();
    let mut words = Vec::new();
    for tile in tiles {
        words.push(format!("take:{tile}"));
        for rotation in 0..6 {
            words.push(format!("turn:{tile}:{rotation}"));
            words.extend(cells.iter().map(|cell| format!("{tile}@{cell}:{rotation}")));
        }
        words.extend(tiles.iter().map(|other| format!("swap:{tile}/{other}")));
    }
    words
}

#[test]
fn what_is_listed_is_accepted_and_all_else_is_refused_with_a_reason() {
    for (game, sets) in [TABLES[0], TABLES[3], TABLES[5]] {
        let mut session = common::start(game, sets);
        let mut rng = Rng::new(7);
        for _ in 0..12 {
            let listed = common::moves(&mut session);
            for word in every_word(&["1", "2", "3", "4", "9"]) {
                let violations = common::rules_against(&mut session, &word);
                // Swaps are listed in one order only, and meant in both.
                let turned = word.strip_prefix("swap:").and_then(|rest| rest.split_once('/'));
                let turned = turned.map(|(one, other)| format!("swap:{other}/{one}"));
                let is_listed = listed.contains(&word) || turned.is_some_and(|word| listed.contains(&word));
                assert_eq!(violations.is_empty(), is_listed, "{game} {word} at `{}`", session.position());
            }
            step(&mut session, &mut rng);
        }
    }
}

#[test]
fn as_many_moves_are_counted_as_are_listed_and_none_twice() {
    for (number, (game, sets)) in (0..).zip(TABLES) {
        let mut session = common::start(game, sets);
        let mut rng = Rng::new(120 + number);
        for _ in 0..20 {
            let mut listed = common::moves(&mut session);
            let all = listed.len();
            listed.dedup();
            assert_eq!(listed.len(), all, "{game}");
            if let Some(board) = session.game.unscripted_position().filter(|board| board.outcome().is_none()) {
                assert_eq!(board.count_moves(), all as u64, "{game}");
            }
            step(&mut session, &mut rng);
        }
    }
}

#[test]
fn a_puzzle_is_solved_exactly_when_the_judge_finds_nothing_wrong() {
    let mut solved = 0;
    for seed in 0..40 {
        let mut session = common::start("rotate", &[("layout", "1@0,0 2@-1,0 3@0,-1")]);
        let mut rng = Rng::new(seed);
        for _ in 0..60 {
            let judged = layout(&session).judge().is_solution();
            let outcome = session.game.outcome().expect("no script fails");
            assert_eq!(outcome.is_some(), judged, "`{}`", session.position());
            solved += judged as usize;
            if !step(&mut session, &mut rng) {
                break;
            }
        }
    }
    assert!(solved > 3, "only {solved} of 40 random games were solved");
}
