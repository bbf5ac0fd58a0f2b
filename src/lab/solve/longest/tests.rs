//! The search against exhaustive search, and its guarantees for givens, seeds, threads and stopping.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::mechanics::puzzle::{GivenTile, PlacedTile, judge};
use houserule_core::tiles::{TileIndex, TileSet};

fn set() -> Arc<TileSet> {
    let text = include_str!("../../../../scripts/tiles/tantrix.toml");
    Arc::new(TileSet::read("tantrix", text).expect("the built-in set is clean"))
}

fn puzzle(tiles: impl IntoIterator<Item = TileIndex>, form: TrackForm, area: Area) -> Puzzle {
    let tiles = tiles.into_iter().collect();
    Puzzle { set: set(), tiles, aim: PuzzleAim::Longest(form), area, allows_holes: true, given: Vec::new() }
}

/// Searches to the end, or to the first arrangement, and checks that every report is valid and better than the one
/// before.
fn search(puzzle: &Puzzle, seed: u64, threads: usize, to_the_end: bool) -> (Option<BestArrangement>, SearchEnd) {
    let stop = AtomicBool::new(false);
    let last_score = Mutex::new(None);
    let report = |best: &BestArrangement| {
        let verdict = judge(puzzle, &best.pieces);
        assert_eq!((verdict.faults.as_slice(), verdict.score), (&[][..], Some(best.score)));
        let before = last_score.lock().expect("no report failed").replace(best.score);
        assert!(before < Some(best.score), "{before:?} was known already");
        stop.store(!to_the_end, Ordering::Relaxed);
    };
    find(puzzle, &SearchControl { seed, threads, deadline: None, stop: &stop, report: &report })
}

/// Returns the best score of all arrangements on cells that are filled in order.
fn best_on(puzzle: &Puzzle, cells: &[Coord], placed: &mut Vec<PlacedTile>) -> Option<u32> {
    let Some(&at) = cells.get(placed.len()) else {
        let verdict = judge(puzzle, placed);
        return verdict.score.filter(|_| verdict.is_solution());
    };
    let mut best = None;
    for tile in
        (0..puzzle.tiles.len()).filter(|&tile| !placed.iter().any(|piece| piece.tile == tile)).collect::<Vec<_>>()
    {
        for rotation in 0..puzzle.set.sides {
            let orientation = |piece: &PlacedTile| {
                let orientation = puzzle.set.orientation_of(puzzle.tiles[piece.tile], piece.rotation);
                &puzzle.set.orientations[orientation.expect("a tile can be turned")]
            };
            let piece = PlacedTile { tile, at, rotation };
            let lattice = Lattice::hex();
            let matches = placed.iter().all(|other| {
                let side = lattice.steps.iter().position(|&step| at.plus(step, 1) == other.at);
                side.is_none_or(|side| {
                    orientation(&piece).colours[side] == orientation(other).colours[lattice.opposite(side)]
                })
            });
            if matches {
                placed.push(piece);
                best = best.max(best_on(puzzle, cells, placed));
                placed.pop();
            }
        }
    }
    best
}

/// Enumerates the outlines of `cells` cells, grown cell by cell.
fn all_outlines(cells: usize) -> Vec<Vec<Coord>> {
    let mut shapes = vec![vec![Coord { x: 0, y: 0 }]];
    for _ in 1..cells {
        let mut next = Vec::new();
        for shape in &shapes {
            for at in shape.iter().flat_map(|at| Lattice::hex().steps.into_iter().map(|step| at.plus(step, 1))) {
                if !shape.contains(&at) {
                    let mut shape = [shape.as_slice(), &[at]].concat();
                    shape.sort();
                    next.push(shape);
                }
            }
        }
        next.sort();
        next.dedup();
        shapes = next;
    }
    shapes
}

#[test]
fn the_best_arrangement_on_a_free_board_is_found() {
    let mut rng = Rng::new(6);
    for form in [TrackForm::Line, TrackForm::Loop].repeat(4) {
        for count in 3..=4 {
            let mut tiles: Vec<TileIndex> = set().tiles.indices().collect();
            rng.shuffle(&mut tiles);
            let puzzle = puzzle(tiles.into_iter().take(count), form, Area::Free);
            let expected =
                all_outlines(count).iter().filter_map(|cells| best_on(&puzzle, cells, &mut Vec::new())).max();
            let (best, ending) = search(&puzzle, 1, 1, true);
            assert_eq!(best.map(|best| best.score), expected, "tiles {:?}", puzzle.tiles);
            assert_ne!(ending, SearchEnd::Stopped);
        }
    }
}

#[test]
fn the_best_arrangement_on_given_cells_is_found() {
    let at = |(x, y): (i32, i32)| Coord { x, y };
    let flower = [(0, 0), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)].map(at);
    let bent = [(0, 0), (1, 0), (2, 0), (1, 1), (0, 2), (0, 1)].map(at);
    let ring = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)].map(at);
    let mut rng = Rng::new(7);
    let mut solvable = 0;
    for form in [TrackForm::Line, TrackForm::Loop].repeat(6) {
        for cells in [&flower[..], &bent[..], &ring[..]] {
            let mut tiles: Vec<TileIndex> = set().tiles.indices().collect();
            rng.shuffle(&mut tiles);
            let puzzle = puzzle(tiles.into_iter().take(cells.len()), form, Area::Cells(cells.to_vec()));
            let expected = best_on(&puzzle, cells, &mut Vec::new());
            let (best, ending) = search(&puzzle, 1, 1, true);
            solvable += best.is_some() as u32;
            assert_eq!(best.map(|best| best.score), expected, "tiles {:?}", puzzle.tiles);
            assert_ne!(ending, SearchEnd::Stopped);
        }
    }
    assert!(solvable > 12, "only {solvable} of the puzzles have an arrangement");
}

#[test]
fn given_tiles_stay_in_place() {
    let triangle = (0..4).flat_map(|y| (0..4 - y).map(move |x| Coord { x, y })).collect();
    let mut puzzle = puzzle(TileIndex::all(10), TrackForm::Line, Area::Cells(triangle));
    let (free, _) = search(&puzzle, 1, 1, true);
    let free = free.expect("ten tiles fill a triangle");
    puzzle.given = vec![
        GivenTile { tile: 3, at: free.pieces[3].at, rotation: Some(free.pieces[3].rotation) },
        GivenTile { tile: 7, at: free.pieces[7].at, rotation: None },
    ];
    let (best, _) = search(&puzzle, 2, 1, true);
    assert_eq!(best.map(|best| best.score), Some(free.score), "the best one is not ruled out");

    puzzle.area = Area::Free;
    let (best, _) = search(&puzzle, 2, 1, false);
    assert!(best.is_some(), "and there is room on free ground");
}

#[test]
fn a_ring_is_filled_only_where_holes_are_allowed() {
    let ring = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)].map(|(x, y)| Coord { x, y });
    let mut puzzle = puzzle(TileIndex::all(6), TrackForm::Line, Area::Cells(ring.to_vec()));
    assert!(search(&puzzle, 1, 1, true).0.is_some());
    puzzle.allows_holes = false;
    assert_eq!(search(&puzzle, 1, 1, true), (None, SearchEnd::Exhausted));
}

#[test]
fn four_lines_use_every_contact_there_can_be_whatever_the_number_of_threads() {
    let puzzle = puzzle(TileIndex::all(56), TrackForm::Line, Area::Free);
    let alone = search(&puzzle, 3, 1, true);
    assert_eq!(alone.0.as_ref().map(|best| best.score), Some(146));
    assert_eq!(alone.1, SearchEnd::Done);
    assert_eq!(search(&puzzle, 3, 3, true), alone);
}

#[test]
fn a_repeated_tile_is_placed_as_often_as_it_occurs() {
    let puzzle = puzzle((0..30).map(|index| TileIndex::new(index % 10)), TrackForm::Loop, Area::Free);
    assert!(search(&puzzle, 1, 1, false).0.is_some());
}

#[test]
fn a_set_may_have_more_tiles_than_a_word_has_bits() {
    let mut text = "sides = 6\n".to_string();
    let letters = ["A", "B", "C", "D", "E", "F"];
    let colours = letters.map(|letter| format!("{{ name = \"{}\", letter = \"{letter}\" }}", letter.to_lowercase()));
    text += &format!("colours = [{}]\n", colours.join(", "));
    let mut count = 0;
    for a in letters {
        for (b, c) in letters.iter().flat_map(|b| letters.iter().map(move |c| (b, c))) {
            if a < *b && a < *c && b != c {
                for edges in [format!("{a}{a}{b}{b}{c}{c}"), format!("{a}{b}{a}{c}{b}{c}")] {
                    count += 1;
                    text += &format!("[[tile]]\nname = {count}\nedges = \"{edges}\"\n");
                }
            }
        }
    }
    let set = TileSet::read("many", &text).expect("the set is well formed");
    assert_eq!(set.tiles.len(), 80);
    let strip = (0..2).flat_map(|y| (0..40).map(move |x| Coord { x, y })).collect();
    let mut puzzle = puzzle(TileIndex::all(80), TrackForm::Line, Area::Cells(strip));
    puzzle.set = Arc::new(set);
    assert!(search(&puzzle, 1, 2, false).0.is_some());
}

#[test]
fn a_stopped_search_ends() {
    let puzzle = puzzle(TileIndex::all(56), TrackForm::Loop, Area::Free);
    let stop = AtomicBool::new(true);
    let control = SearchControl { seed: 1, threads: 2, deadline: None, stop: &stop, report: &|_| {} };
    assert_eq!(find(&puzzle, &control), (None, SearchEnd::Stopped));
}
