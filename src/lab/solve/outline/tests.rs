//! Loops through all tiles, each judged, and the invariants of shapes.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::board::GivenCells;
use super::shape::{LoopShape, Station};
use super::{applies, find};
use crate::solve::{Area, GivenTile, Puzzle, PuzzleAim, PuzzleGoal, SearchControl, SearchEnd, Solution, TrackForm};
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::mechanics::puzzle::judge;
use houserule_core::rng::Rng;
use houserule_core::tiles::{ColourIndex, TileIndex, TileSet};

fn set() -> Arc<TileSet> {
    let text = include_str!("../../../../scripts/tiles/tantrix.toml");
    Arc::new(TileSet::read("tantrix", text).expect("the built-in set is clean"))
}

/// Creates a puzzle of the first `cycle` tiles of the set, repeated, with a loop of the back colour of the last.
fn loop_of(count: usize, cycle: usize) -> Puzzle {
    let set = set();
    let tiles: Vec<TileIndex> = (0..count).map(|index| TileIndex::new(index % cycle)).collect();
    let back = set.tiles[tiles[count - 1]].back.as_deref();
    let colour = set.colours.position(|colour| Some(colour.name.as_str()) == back);
    let goal = PuzzleGoal { colour: colour.expect("a back is a colour"), form: TrackForm::Loop };
    Puzzle { set, tiles, aim: PuzzleAim::Goals(vec![goal]), area: Area::Free, allows_holes: false, given: Vec::new() }
}

const ALL: usize = 56;

fn find_with(puzzle: &Puzzle, seed: u64, threads: usize) -> (Option<Solution>, SearchEnd) {
    // Generous deadline: a failure must fail the test, not hang it.
    let deadline = Some(Instant::now() + Duration::from_secs(300));
    let control = SearchControl { seed, threads, deadline, stop: &AtomicBool::new(false), report: &|_| {} };
    find(puzzle, &control)
}

fn solve(puzzle: &Puzzle, seed: u64) -> Solution {
    let (solution, ending) = find_with(puzzle, seed, 1);
    let solution = solution.unwrap_or_else(|| panic!("{} tiles, seed {seed}: none", puzzle.tiles.len()));
    assert_eq!(ending, SearchEnd::Done);
    assert_eq!(judge(puzzle, &solution).faults, [], "{} tiles, seed {seed}", puzzle.tiles.len());
    solution
}

#[test]
fn tiles_one_to_any_up_to_thirty_form_a_loop() {
    for count in 3..=30 {
        for seed in 0..3 {
            solve(&loop_of(count, ALL), seed);
        }
    }
}

#[test]
fn several_sets_of_ten_form_one_loop() {
    for count in (11..=100).step_by(4).chain([100]) {
        solve(&loop_of(count, 10), 0);
    }
}

#[test]
fn a_board_that_has_a_solution_gets_one() {
    for (count, cycle) in [(3, ALL), (7, ALL), (12, ALL), (22, ALL), (30, ALL), (36, 10), (60, 10)] {
        let mut puzzle = loop_of(count, cycle);
        let first = solve(&puzzle, 5);
        puzzle.area = Area::Cells(first.iter().map(|piece| piece.at).collect());
        let second = solve(&puzzle, 6);
        // Small boards may have a single solution.
        assert!(count < 20 || first != second, "{count}: found, not remembered");
    }
}

#[test]
fn a_round_board_where_tiles_touch_as_often_as_they_can_is_filled() {
    let mut puzzle = loop_of(60, 10);
    puzzle.area = Area::Cells(round(60));
    solve(&puzzle, 1);
}

/// Returns the cells closest to the origin.
fn round(count: usize) -> Vec<Coord> {
    let span = -9..=9;
    let mut cells: Vec<Coord> = span.clone().flat_map(|x| span.clone().map(move |y| Coord { x, y })).collect();
    cells.sort_by_key(|at| (at.x * at.x + at.x * at.y + at.y * at.y, at.x, at.y));
    cells.truncate(count);
    cells
}

#[test]
fn a_seed_gives_the_same_solution_on_any_number_of_threads() {
    let mut board = loop_of(60, 10);
    board.area = Area::Cells(solve(&board, 1).iter().map(|piece| piece.at).collect());
    for puzzle in [loop_of(30, ALL), loop_of(99, 10), board] {
        let single_threaded = find_with(&puzzle, 7, 1);
        assert_eq!(find_with(&puzzle, 7, 2), single_threaded);
        assert_eq!(find_with(&puzzle, 7, 5), single_threaded);
        assert_ne!(find_with(&puzzle, 8, 1), single_threaded);
    }
}

#[test]
fn every_report_is_better_than_the_one_before() {
    let reports = std::sync::Mutex::new(Vec::new());
    let puzzle = loop_of(100, 10);
    let report = |best: &crate::solve::BestArrangement| reports.lock().unwrap().push((best.score, best.pieces.len()));
    let control = SearchControl { seed: 3, threads: 1, deadline: None, stop: &AtomicBool::new(false), report: &report };
    find(&puzzle, &control);
    let reports = reports.into_inner().unwrap();
    assert!(reports.windows(2).all(|pair| pair[0].0 < pair[1].0), "{reports:?}");
    assert_eq!(reports.last(), Some(&(100, 100)));
}

#[test]
fn an_odd_number_of_wide_bends_closes_no_loop() {
    let set = set();
    let wide = TileIndex::all(14).find(|&tile| {
        let orientation = &set.orientations_of(tile)[0];
        let ends: Vec<usize> = (0..6).filter(|&side| orientation.colours[side] == red()).collect();
        ends.len() == 2 && Station::bend_of(ends[0], ends[1]) == 1
    });
    let mut puzzle = loop_of(10, ALL);
    assert_eq!(find_with(&puzzle, 0, 1).1, SearchEnd::Done);
    puzzle.tiles.push(wide.expect("some tile bends widely"));
    assert_eq!(find_with(&puzzle, 0, 1), (None, SearchEnd::Exhausted));
}

fn red() -> ColourIndex {
    set().colour_named("red").expect("there is red")
}

#[test]
fn a_board_without_a_loop_is_searched_until_it_is_stopped() {
    let mut puzzle = loop_of(10, ALL);
    puzzle.area = Area::Cells((0..10).map(|x| Coord { x, y: 0 }).collect());
    assert!(applies(&puzzle));
    let stop = AtomicBool::new(true);
    let control = SearchControl { seed: 0, threads: 2, deadline: None, stop: &stop, report: &|_| {} };
    assert_eq!(find(&puzzle, &control), (None, SearchEnd::Stopped));
    let deadline = Some(Instant::now() + Duration::from_millis(20));
    let control = SearchControl { seed: 0, threads: 2, deadline, stop: &AtomicBool::new(false), report: &|_| {} };
    assert_eq!(find(&puzzle, &control), (None, SearchEnd::Stopped));
}

type ShapeChange<'a> = &'a dyn Fn(&mut Puzzle);

#[test]
fn the_search_applies_only_to_one_loop_through_all_tiles() {
    let plain = loop_of(10, ALL);
    assert!(applies(&plain));
    let goal = |colour, form| PuzzleGoal { colour: ColourIndex::new(colour), form };
    let applies_to = |alter: ShapeChange| {
        let mut puzzle = plain.clone();
        alter(&mut puzzle);
        applies(&puzzle)
    };
    let ring = round(19).split_off(7);
    let excluded: [(&str, ShapeChange); 8] = [
        ("a line", &|puzzle| puzzle.aim = PuzzleAim::Goals(vec![goal(0, TrackForm::Line)])),
        ("two loops", &|puzzle| {
            puzzle.aim = PuzzleAim::Goals(vec![goal(0, TrackForm::Loop), goal(1, TrackForm::Loop)])
        }),
        ("the longest", &|puzzle| puzzle.aim = PuzzleAim::Longest(TrackForm::Loop)),
        ("a tile without the colour", &|puzzle| puzzle.tiles.push(TileIndex::new(ALL - 1))),
        ("a given tile", &|puzzle| {
            puzzle.given.push(GivenTile { tile: 0, at: Coord { x: 0, y: 0 }, rotation: None });
        }),
        ("a board too small", &|puzzle| puzzle.area = Area::Cells(round(9))),
        ("a board in two parts", &|puzzle| {
            puzzle.area = Area::Cells((0..10).map(|x| Coord { x: 2 * x, y: 0 }).collect());
        }),
        ("a board with holes", &|puzzle| {
            puzzle.tiles.extend(TileIndex::all(2));
            puzzle.area = Area::Cells(ring.clone());
        }),
    ];
    for (what, alter) in excluded {
        assert!(!applies_to(alter), "{what}");
    }
}

/// Checks that a walk is one loop through distinct cells that encloses no empty cell.
fn check_loop(stations: &[Station], shape: &LoopShape) {
    let lattice = Lattice::hex();
    for (index, station) in stations.iter().enumerate() {
        let next = stations[(index + 1) % stations.len()];
        assert_eq!(station.at.plus(lattice.steps[station.leaves], 1), next.at);
        assert_eq!(lattice.opposite(station.leaves), next.enters);
    }
    let cells: Vec<Coord> = stations.iter().map(|station| station.at).collect();
    assert!(GivenCells::new(&cells).is_some(), "a cell twice, or an empty one shut in: {cells:?}");
    let all: BTreeSet<Coord> = cells.iter().copied().collect();
    let around = |at: &Coord| lattice.steps.iter().filter(|step| all.contains(&at.plus(**step, 1))).count();
    assert_eq!(shape.contacts, cells.iter().map(around).sum::<usize>() / 2);
    let mut bends = [0; 3];
    stations.iter().for_each(|station| bends[station.bend()] += 1);
    assert_eq!(shape.bends, bends);
}

#[test]
fn a_shape_stays_a_loop_that_encloses_nothing_however_it_is_changed() {
    let board = GivenCells::new(&round(40)).expect("a round board is whole");
    for (len, board) in [(4, None), (5, None), (9, None), (40, None), (40, Some(&board))] {
        let mut rng = Rng::new(len as u64);
        let mut shape = LoopShape::grow(len, board, &mut rng);
        check_loop(&shape.stations(), &shape);
        for _ in 0..3000 {
            let before = shape.clone();
            if let Some(corner_move) = shape.random_move(&mut rng) {
                check_loop(&shape.stations(), &shape);
                if rng.below(2) == 0 {
                    shape.undo(corner_move);
                    assert_eq!(shape, before);
                }
            }
        }
    }
}

#[test]
fn cells_off_the_board_are_counted() {
    let board = GivenCells::new(&round(20)).expect("a round board is whole");
    let mut rng = Rng::new(0);
    let mut shape = LoopShape::grow(20, Some(&board), &mut rng);
    for _ in 0..300 {
        let stations = shape.stations();
        let off_board = stations.iter().filter(|station| !round(20).contains(&station.at)).count();
        // Far from the board the torus wraps around, and cells have other coordinates.
        assert_eq!(shape.off_board, off_board);
        shape.random_move(&mut rng);
    }
}
