use std::sync::atomic::AtomicBool;

use houserule_core::mechanics::puzzle::judge;
use houserule_lab::solve::{SearchEnd, count, exact, find};

use crate::common::tantrix_data::{KnownPuzzle, cases};
use crate::solver::{control, hexagons, puzzle, triangle};

fn build_puzzle(known: &KnownPuzzle) -> houserule_lab::solve::Puzzle {
    let mut puzzle = puzzle(&hexagons(), &known.tiles, &known.goal);
    if known.shape.starts_with("triangle") {
        puzzle.area = triangle(known.tiles.len());
    }
    puzzle
}

#[test]
fn known_puzzles_are_solvable_as_stated() {
    let stop = AtomicBool::new(false);
    for known in cases().puzzles {
        let result = find(&build_puzzle(&known), &control(&stop, 1, 1));
        let ending = if known.solvable { SearchEnd::Done } else { SearchEnd::Exhausted };
        let actual = (result.solution.is_some(), result.ending);
        assert_eq!(actual, (known.solvable, ending), "{}", known.name);
        if let Some(solution) = result.solution {
            assert_eq!(judge(&build_puzzle(&known), &solution).faults, [], "{}", known.name);
        }
    }
}

#[test]
fn known_solution_counts_match() {
    let stop = AtomicBool::new(false);
    let (mut counts, mut hole_free_counts) = (0, 0);
    for known in cases().puzzles {
        let mut puzzle = build_puzzle(&known);
        if let Some(all) = known.count_holes_any {
            let count_result = exact::count(&puzzle, &control(&stop, 2, 1));
            let hole_free = known.count_no_holes.unwrap_or(count_result.hole_free);
            let actual = (count_result.total, count_result.hole_free, count_result.ending);
            assert_eq!(actual, (all, hole_free, SearchEnd::Exhausted), "{}", known.name);
            counts += 1;
        }
        if let Some(hole_free) = known.count_no_holes {
            puzzle.allows_holes = false;
            let count_result = count(&puzzle, &control(&stop, 2, 1));
            assert_eq!(
                (count_result.total, count_result.hole_free),
                (hole_free, hole_free),
                "{} without holes",
                known.name
            );
            hole_free_counts += 1;
        }
    }
    assert!(counts >= 40 && hole_free_counts >= 40, "the file has counts");
}
