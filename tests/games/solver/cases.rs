use std::sync::atomic::AtomicBool;

use houserule_core::mechanics::puzzle::judge;
use houserule_lab::solve::{SearchEnd, count, exact, find};

use crate::common::tantrix_data::{KnownPuzzle, cases};
use crate::solver::{control, hexagons, puzzle, triangle};

fn made(known: &KnownPuzzle) -> houserule_lab::solve::Puzzle {
    let mut puzzle = puzzle(&hexagons(), &known.tiles, &known.goal);
    if known.shape.starts_with("triangle") {
        puzzle.area = triangle(known.tiles.len());
    }
    puzzle
}

#[test]
fn every_known_puzzle_is_solvable_or_not_as_stated() {
    let stop = AtomicBool::new(false);
    for known in cases().puzzles {
        let found = find(&made(&known), &control(&stop, 1, 1));
        let ending = if known.solvable { SearchEnd::Done } else { SearchEnd::Exhausted };
        let seen = (found.solution.is_some(), found.ending);
        assert_eq!(seen, (known.solvable, ending), "{}", known.name);
        if let Some(solution) = found.solution {
            assert_eq!(judge(&made(&known), &solution).faults, [], "{}", known.name);
        }
    }
}

#[test]
fn every_known_count_is_met_with_holes_and_without() {
    let stop = AtomicBool::new(false);
    let (mut counts, mut bare) = (0, 0);
    for known in cases().puzzles {
        let mut puzzle = made(&known);
        if let Some(all) = known.count_holes_any {
            let counted = exact::count(&puzzle, &control(&stop, 2, 1));
            let whole = known.count_no_holes.unwrap_or(counted.hole_free);
            let seen = (counted.total, counted.hole_free, counted.ending);
            assert_eq!(seen, (all, whole, SearchEnd::Exhausted), "{}", known.name);
            counts += 1;
        }
        if let Some(whole) = known.count_no_holes {
            puzzle.allows_holes = false;
            let counted = count(&puzzle, &control(&stop, 2, 1));
            assert_eq!((counted.total, counted.hole_free), (whole, whole), "{} without holes", known.name);
            bare += 1;
        }
    }
    assert!(counts >= 40 && bare >= 40, "the file knows counts");
}
