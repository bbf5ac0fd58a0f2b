use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use houserule_lab::solve::{SearchControl, SearchEnd, count, find};

use crate::solver::{control, hexagons, puzzle};

fn ten_tiles(goals: &str) -> houserule_lab::solve::Puzzle {
    puzzle(&hexagons(), &(1..=10).collect::<Vec<_>>(), goals)
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let stop = AtomicBool::new(false);
    for goals in ["R:loop", "B:loop", "R:line,Y:loop"] {
        let counts = [1, 2, 3].map(|threads| count(&ten_tiles(goals), &control(&stop, threads, 1)));
        assert_eq!([counts[0], counts[0]], [counts[1], counts[2]], "{goals}");
        for seed in 1..4 {
            let solution = [1, 2, 3].map(|threads| find(&ten_tiles(goals), &control(&stop, threads, seed)).solution);
            assert_eq!([&solution[0], &solution[0]], [&solution[1], &solution[2]], "{goals}, seed {seed}");
        }
    }
}

#[test]
fn another_seed_finds_another_solution() {
    let stop = AtomicBool::new(false);
    let solution = |seed| find(&ten_tiles("R:loop"), &control(&stop, 1, seed)).solution;
    assert!((2..6).any(|seed| solution(seed) != solution(1)));
}

#[test]
fn a_stopped_search_reports_its_best_arrangement() {
    let stop = AtomicBool::new(false);
    let best = Mutex::new(0);
    let report = |solution: &houserule_lab::solve::BestArrangement| {
        let mut best = best.lock().expect("no thread panics");
        *best = solution.score.max(*best);
        if solution.score >= 5 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    // These lines are impossible, so a full search would try everything.
    let tiles = [1, 4, 6, 7, 9, 10, 13, 16, 28, 37, 48, 49];
    let puzzle = puzzle(&hexagons(), &tiles, "Y:line,B:line");
    let control = SearchControl { seed: 1, threads: 1, deadline: None, stop: &stop, report: &report };
    let solution = find(&puzzle, &control);
    assert_eq!((solution.solution, solution.ending), (None, SearchEnd::Stopped));
    assert!(*best.lock().expect("no thread panics") >= 5);
    assert_eq!(count(&puzzle, &control).ending, SearchEnd::Stopped);
}
