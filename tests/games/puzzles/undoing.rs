//! Random play: undo at every ply, records, positions, legality.

use crate::common::{self, Snapshot, play_random_move, play_random_moves, replay_saved};
use crate::puzzles::{GAME_SETUPS, puzzle_position};
use houserule_script::play::Rng;

#[test]
fn every_move_is_undone_exactly() {
    for (number, (game, settings)) in (0..).zip(GAME_SETUPS) {
        let mut session = common::start(game, settings);
        let (mut rng, mut history) = (Rng::new(number), Vec::new());
        for _ in 0..60 {
            history.push(Snapshot::of(&mut session));
            if !play_random_move(&mut session, &mut rng) {
                break;
            }
        }
        while let Some(before) = history.pop() {
            if session.moves().len() > history.len() {
                session.undo();
            }
            assert_eq!(Snapshot::of(&mut session), before, "{game}");
        }
    }
}

#[test]
fn positions_are_parsed_as_written() {
    for (number, (game, settings)) in (0..).zip(GAME_SETUPS) {
        let mut session = common::start(game, settings);
        let mut rng = Rng::new(40 + number);
        for _ in 0..40 {
            let mut again = common::open(game, settings, Some(&session.position()), "");
            assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{game}");
            play_random_move(&mut session, &mut rng);
        }
    }
}

#[test]
fn a_saved_puzzle_replays_to_the_same_position() {
    for (number, (game, settings)) in (0..).zip(GAME_SETUPS) {
        let mut session = common::start(game, settings);
        play_random_moves(&mut session, &mut Rng::new(80 + number), 40);
        let (record, mut again) = replay_saved(&mut session);
        assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{record:?}");
    }
}

/// Every move that can be written about the tiles of a small puzzle.
fn all_move_texts(tiles: &[&str]) -> Vec<String> {
    let cells = (-2..=3).flat_map(|x| (-2..=3).map(move |y| format!("{x},{y}")));
    let cells: Vec<String> = cells.collect();
    let mut texts = Vec::new();
    for tile in tiles {
        texts.push(format!("take:{tile}"));
        for rotation in 0..6 {
            texts.push(format!("turn:{tile}:{rotation}"));
            texts.extend(cells.iter().map(|cell| format!("{tile}@{cell}:{rotation}")));
        }
        texts.extend(tiles.iter().map(|other| format!("swap:{tile}/{other}")));
    }
    texts
}

#[test]
fn exactly_the_listed_moves_are_accepted() {
    for (game, settings) in [GAME_SETUPS[0], GAME_SETUPS[3], GAME_SETUPS[5]] {
        let mut session = common::start(game, settings);
        let mut rng = Rng::new(7);
        for _ in 0..12 {
            let listed = common::moves(&mut session);
            for text in all_move_texts(&["1", "2", "3", "4", "9"]) {
                let violations = common::violated_rules(&mut session, &text);
                // Swaps are listed in one order and accepted in both.
                let reversed = text.strip_prefix("swap:").and_then(|rest| rest.split_once('/'));
                let reversed = reversed.map(|(one, other)| format!("swap:{other}/{one}"));
                let is_listed = listed.contains(&text) || reversed.is_some_and(|text| listed.contains(&text));
                assert_eq!(violations.is_empty(), is_listed, "{game} {text} at `{}`", session.position());
            }
            play_random_move(&mut session, &mut rng);
        }
    }
}

#[test]
fn the_number_of_moves_matches_the_distinct_listed_ones() {
    for (number, (game, settings)) in (0..).zip(GAME_SETUPS) {
        let mut session = common::start(game, settings);
        let mut rng = Rng::new(120 + number);
        for _ in 0..20 {
            let mut listed = common::moves(&mut session);
            let all = listed.len();
            listed.dedup();
            assert_eq!(listed.len(), all, "{game}");
            if let Some(board) = session.game.unscripted_position().filter(|board| board.outcome().is_none()) {
                assert_eq!(board.count_moves(), all as u64, "{game}");
            }
            play_random_move(&mut session, &mut rng);
        }
    }
}

#[test]
fn a_puzzle_is_solved_exactly_if_the_judge_accepts_it() {
    let mut solved = 0;
    for seed in 0..40 {
        let mut session = common::start("rotate", &[("layout", "1@0,0 2@-1,0 3@0,-1")]);
        let mut rng = Rng::new(seed);
        for _ in 0..60 {
            let is_solution = puzzle_position(&session).judge().is_solution();
            let outcome = session.game.outcome().expect("no script fails");
            assert_eq!(outcome.is_some(), is_solution, "`{}`", session.position());
            solved += is_solution as usize;
            if !play_random_move(&mut session, &mut rng) {
                break;
            }
        }
    }
    assert!(solved > 3, "only {solved} of 40 random games were solved");
}
