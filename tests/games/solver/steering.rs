use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use houserule_lab::solve::{SearchControl, SearchEnd, count, find};

use crate::solver::{control, hexagons, puzzle};

fn ten(goals: &str) -> houserule_lab::solve::Puzzle {
    puzzle(&hexagons(), &(1..=10).collect::<Vec<_>>(), goals)
}

#[test]
fn any_number_of_threads_counts_and_finds_the_same() {
    let stop = AtomicBool::new(false);
    for goals in ["R:loop", "B:loop", "R:line,Y:loop"] {
        let counts = [1, 2, 3].map(|threads| count(&ten(goals), &control(&stop, threads, 1)));
        assert_eq!([counts[0], counts[0]], [counts[1], counts[2]], "{goals}");
        for seed in 1..4 {
            let found = [1, 2, 3].map(|threads| find(&ten(goals), &control(&stop, threads, seed)).solution);
            assert_eq!([&found[0], &found[0]], [&found[1], &found[2]], "{goals}, seed {seed}");
        }
    }
}

#[test]
fn another_seed_finds_another_solution() {
    let stop = AtomicBool::new(false);
    let found = |seed| find(&ten("R:loop"), &control(&stop, 1, seed)).solution;
    assert!((2..6).any(|seed| found(seed) != found(1)));
}

#[test]
fn a_search_that_is_stopped_says_so_and_has_told_of_its_best() {
    let stop = AtomicBool::new(false);
    let best = Mutex::new(0);
    let report = |found: &houserule_lab::solve::BestArrangement| {
        let mut best = best.lock().expect("nobody panics");
        *best = found.score.max(*best);
        if found.score >= 5 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    // Yellow and blue lines that cannot be: everything would have to be tried.
    let tiles = [1, 4, 6, 7, 9, 10, 13, 16, 28, 37, 48, 49];
    let puzzle = puzzle(&hexagons(), &tiles, "Y:line,B:line");
    let control = SearchControl { seed: 1, threads: 1, deadline: None, stop: &stop, report: &report };
    let found = find(&puzzle, &control);
    assert_eq!((found.solution, found.ending), (None, SearchEnd::Stopped));
    assert!(*best.lock().expect("nobody panics") >= 5);
    assert_eq!(count(&puzzle, &control).ending, SearchEnd::Stopped);
}
