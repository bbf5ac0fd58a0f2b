use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use houserule_lab::solve::{Reason, SearchEnd, exact, find_reason};
use houserule_script::play::Rng;

use crate::solver::{control, hexagons, puzzle, random_goals, random_tiles, triangle};

const SETS: usize = 3000;

/// The kind of a reason.
fn kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::MissingColour { .. } => "missing",
        Reason::UnusedTile { .. } => "idle",
        Reason::OddTurns { .. } => "odd turns",
        Reason::TooStraight { .. } => "too straight",
        Reason::NeverCloses { .. } => "never closes",
        Reason::LoopsCross { .. } => "loops cross",
        Reason::PathsCross { .. } => "paths cross",
        Reason::FewContacts { .. } => "few contacts",
    }
}

#[test]
fn puzzles_with_a_reason_have_no_solution() {
    let (set, stop) = (hexagons(), AtomicBool::new(false));
    let mut rng = Rng::new(7);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut unsolvable = 0;
    for _ in 0..SETS {
        let goals = match rng.below(3) {
            0 => "R:loop,B:loop".to_string(),
            _ => random_goals(&mut rng),
        };
        let is_triangle = rng.below(5) == 0;
        let size = if is_triangle { [3, 6][rng.below(2)] } else { 2 + rng.below(6) };
        let numbers = random_tiles(&mut rng, &set, &goals, size);
        if numbers.len() < size {
            continue;
        }
        let mut puzzle = puzzle(&set, &numbers, &goals);
        puzzle.allows_holes = rng.below(2) == 0;
        if is_triangle {
            puzzle.area = triangle(size);
        }
        let count_result = exact::count(&puzzle, &control(&stop, 1, 1));
        assert_eq!(count_result.ending, SearchEnd::Exhausted);
        unsolvable += (count_result.total == 0) as usize;
        if let Some(reason) = find_reason(&puzzle) {
            let explanation = reason.describe(&puzzle);
            assert_eq!(count_result.total, 0, "tiles {numbers:?}, goals {goals}: {explanation}");
            *counts.entry(kind(&reason)).or_default() += 1;
        }
    }
    let kinds: Vec<&str> = counts.keys().copied().collect();
    let expected =
        ["few contacts", "idle", "loops cross", "missing", "never closes", "odd turns", "paths cross", "too straight"];
    assert_eq!(kinds, expected, "{counts:?} of {unsolvable} that cannot be solved");
}

#[test]
fn reasons_are_described_in_sentences() {
    let set = hexagons();
    let explanation = |tiles: &[u16], goals: &str| {
        let puzzle = puzzle(&set, tiles, goals);
        find_reason(&puzzle).map(|reason| reason.describe(&puzzle))
    };
    assert_eq!(explanation(&[1, 2, 3], "Y:loop"), None);
    assert_eq!(explanation(&[1, 2, 3], "G:loop").as_deref(), Some("no tile has any green"));
    assert_eq!(explanation(&[3, 5, 43], "R:loop").as_deref(), Some("tile 43 has no red"));
    let odd = "5 blue links turn by one side, but a loop needs an even number of them";
    assert_eq!(explanation(&(1..=11).collect::<Vec<_>>(), "B:loop").as_deref(), Some(odd));
}
