//! The built-in puzzles.

use std::collections::BTreeSet;

use crate::common::{self, SettingPairs};
use crate::puzzles::puzzle_position;
use houserule_core::mechanics::puzzle::{Area, Puzzle, PuzzleAim, TrackForm};
use houserule_core::tiles::TileIndex;

fn puzzle(game: &str, sets: SettingPairs) -> Puzzle {
    puzzle_position(&common::start(game, sets)).rules().puzzle.clone()
}

fn tiles(puzzle: &Puzzle) -> Vec<u16> {
    let name = |tile: &TileIndex| puzzle.set.tiles[*tile].name.parse().expect("tiles have numbers");
    puzzle.tiles.iter().map(name).collect()
}

/// `red:loop,blue:line`.
fn goals(puzzle: &Puzzle) -> String {
    let PuzzleAim::Goals(goals) = &puzzle.aim else { return "longest".into() };
    let goal = |goal: &houserule_core::mechanics::puzzle::PuzzleGoal| {
        format!("{}:{}", puzzle.set.colours[goal.colour].name, goal.form.name())
    };
    goals.iter().map(goal).collect::<Vec<_>>().join(",")
}

#[test]
fn discoveries_ask_for_a_loop_in_the_back_colour_of_their_last_tile() {
    let back_letters = "yrrbbbyr rybbrryrry yyyrrrrrrr".chars().filter(|letter| *letter != ' ');
    for (n, back) in (3..=30).zip(back_letters) {
        let puzzle = puzzle(&format!("discovery-{n}"), &[]);
        assert_eq!(tiles(&puzzle), (1..=n).collect::<Vec<u16>>());
        assert!(goals(&puzzle).starts_with(back), "{n}: {}", goals(&puzzle));
        assert!(goals(&puzzle).ends_with(":loop") && puzzle.area == Area::Free, "{n}");
    }
}

#[test]
fn combined_sets_repeat_after_ten_tiles() {
    for (n, goal) in [(91, "yellow:loop"), (94, "red:loop"), (100, "red:loop")] {
        let puzzle = puzzle(&format!("discovery-{n}"), &[("combined", "true")]);
        assert_eq!(tiles(&puzzle), (0..n).map(|i| i % 10 + 1).collect::<Vec<u16>>());
        assert_eq!(goals(&puzzle), goal, "{n}");
    }
}

#[test]
fn the_five_sets_use_every_tile_once() {
    let sets = ["junior", "student", "professor", "master", "genius"];
    let used: Vec<u16> = sets.iter().flat_map(|name| tiles(&puzzle(name, &[]))).collect();
    assert_eq!(used.len(), 56);
    assert_eq!(used.into_iter().collect::<BTreeSet<u16>>(), (1..=56).collect());
}

#[test]
fn the_rainbows_use_every_tile_once() {
    let back_letters = ["green", "yellow", "white", "blue", "red"];
    let puzzles: Vec<Puzzle> = back_letters.iter().map(|back| puzzle(&format!("rainbow-{back}"), &[])).collect();
    let counts: Vec<usize> = puzzles.iter().map(|puzzle| puzzle.tiles.len()).collect();
    assert_eq!(counts, [10, 12, 9, 10, 15]);
    assert_eq!(puzzles.iter().flat_map(tiles).collect::<BTreeSet<u16>>(), (1..=56).collect());
    let goal_texts: Vec<String> = puzzles.iter().map(goals).collect();
    assert_eq!(goal_texts, ["green:loop", "yellow:loop", "blue:loop", "blue:line", "red:line"]);
    let free: Vec<bool> = puzzles.iter().map(|puzzle| puzzle.area == Area::Free).collect();
    assert_eq!(free, [true, true, true, false, false]);
}

#[test]
fn the_name_can_include_the_goal_colour() {
    for (name, goal) in [
        ("junior", "blue:loop"),
        ("junior-red", "red:loop"),
        ("student", "green:loop"),
        ("master", "green:loop"),
        ("professor", "yellow:loop,blue:loop"),
        ("professor-red-green", "red:loop,green:loop"),
        ("genius", "red:line,yellow:line"),
        ("genius-red-blue", "red:line,blue:line"),
    ] {
        assert_eq!(goals(&puzzle(name, &[])), goal, "{name}");
    }
    assert_eq!(goals(&puzzle("junior", &[("colour", "red")])), "red:loop");
    assert_eq!(goals(&puzzle("discovery-10", &[("goal", "blue:loop")])), "blue:loop");
    assert_eq!(goals(&puzzle("rainbow-white", &[("colour", "green")])), "green:loop");
}

#[test]
fn the_two_large_puzzles_ask_for_the_longest_tracks() {
    for (name, form) in [("four-lines", TrackForm::Line), ("four-loops", TrackForm::Loop)] {
        let puzzle = puzzle(name, &[]);
        assert_eq!((puzzle.tiles.len(), puzzle.aim), (56, PuzzleAim::Longest(form)));
    }
}

#[test]
fn records_store_the_option_in_a_game_name() {
    let mut session = common::start("discovery-7", &[]);
    let record = session.record().expect("no script fails");
    assert_eq!(record.game.as_deref(), Some("discovery"));
    assert!(record.settings.contains(&("discovery.n".into(), "7".into())), "{:?}", record.settings);
    let (again, notes) = common::workspace().resume(&record, None, &[]).expect("the record is good");
    assert_eq!((again.plan().hash.as_str(), notes), (session.plan().hash.as_str(), vec![]));
}
