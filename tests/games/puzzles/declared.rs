//! The puzzles that are built in, and one of somebody's own.

use std::collections::BTreeSet;

use crate::common::{self, Sets};
use crate::puzzles::layout;
use houserule_core::mechanics::puzzle::{Area, Puzzle, PuzzleAim, TrackForm};
use houserule_core::tiles::TileIndex;

fn puzzle(game: &str, sets: Sets) -> Puzzle {
    layout(&common::start(game, sets)).rules().puzzle.clone()
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
fn discoveries_ask_for_a_loop_of_the_back_colour_of_their_last_tile() {
    let backs = "yrrbbbyr rybbrryrry yyyrrrrrrr".chars().filter(|letter| *letter != ' ');
    for (n, back) in (3..=30).zip(backs) {
        let puzzle = puzzle(&format!("discovery-{n}"), &[]);
        assert_eq!(tiles(&puzzle), (1..=n).collect::<Vec<u16>>());
        assert!(goals(&puzzle).starts_with(back), "{n}: {}", goals(&puzzle));
        assert!(goals(&puzzle).ends_with(":loop") && puzzle.area == Area::Free, "{n}");
    }
}

#[test]
fn combined_sets_begin_again_after_ten_tiles() {
    for (n, goal) in [(91, "yellow:loop"), (94, "red:loop"), (100, "red:loop")] {
        let puzzle = puzzle(&format!("discovery-{n}"), &[("combined", "true")]);
        assert_eq!(tiles(&puzzle), (0..n).map(|i| i % 10 + 1).collect::<Vec<u16>>());
        assert_eq!(goals(&puzzle), goal, "{n}");
    }
}

#[test]
fn five_sets_use_every_tile_once() {
    let sets = ["junior", "student", "professor", "master", "genius"];
    let used: Vec<u16> = sets.iter().flat_map(|name| tiles(&puzzle(name, &[]))).collect();
    assert_eq!(used.len(), 56);
    assert_eq!(used.into_iter().collect::<BTreeSet<u16>>(), (1..=56).collect());
}

#[test]
fn rainbows_use_every_tile_once_too() {
    let backs = ["green", "yellow", "white", "blue", "red"];
    let puzzles: Vec<Puzzle> = backs.iter().map(|back| puzzle(&format!("rainbow-{back}"), &[])).collect();
    let counts: Vec<usize> = puzzles.iter().map(|puzzle| puzzle.tiles.len()).collect();
    assert_eq!(counts, [10, 12, 9, 10, 15]);
    assert_eq!(puzzles.iter().flat_map(tiles).collect::<BTreeSet<u16>>(), (1..=56).collect());
    let asked: Vec<String> = puzzles.iter().map(goals).collect();
    assert_eq!(asked, ["green:loop", "yellow:loop", "blue:loop", "blue:line", "red:line"]);
    let free: Vec<bool> = puzzles.iter().map(|puzzle| puzzle.area == Area::Free).collect();
    assert_eq!(free, [true, true, true, false, false]);
}

#[test]
fn the_colour_of_a_goal_may_stand_in_the_name() {
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
fn the_great_two_ask_for_the_longest_of_every_colour() {
    for (name, form) in [("four-lines", TrackForm::Line), ("four-loops", TrackForm::Loop)] {
        let puzzle = puzzle(name, &[]);
        assert_eq!((puzzle.tiles.len(), puzzle.aim), (56, PuzzleAim::Longest(form)));
    }
}

#[test]
fn a_record_of_a_game_with_a_value_in_its_name_tells_the_option() {
    let mut session = common::start("discovery-7", &[]);
    let record = session.record().expect("no script fails");
    assert_eq!(record.game.as_deref(), Some("discovery"));
    assert!(record.settings.contains(&("discovery.n".into(), "7".into())), "{:?}", record.settings);
    let (again, notes) = common::table().resume(&record, None, &[]).expect("the record is good");
    assert_eq!((again.plan().hash.as_str(), notes), (session.plan().hash.as_str(), vec![]));
}
