//! Validation of known solutions and damaged ones, compared with a simpler independent check.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;

use super::super::{GivenTile, Solution};
use super::*;

fn set() -> Arc<TileSet> {
    let text = include_str!("../../../../../scripts/tiles/tantrix.toml");
    Arc::new(TileSet::read("tantrix", text).expect("the built-in set is clean"))
}

fn puzzle(tiles: std::ops::RangeInclusive<usize>, goals: &[(ColourIndex, TrackForm)]) -> Puzzle {
    let goals = goals.iter().map(|&(colour, form)| PuzzleGoal { colour, form }).collect();
    Puzzle {
        set: set(),
        tiles: tiles.map(|name| TileIndex::new(name - 1)).collect(),
        aim: PuzzleAim::Goals(goals),
        area: Area::Free,
        allows_holes: true,
        given: Vec::new(),
    }
}

const RED: ColourIndex = ColourIndex::new(0);
const YELLOW: ColourIndex = ColourIndex::new(1);
const BLUE: ColourIndex = ColourIndex::new(3);

fn at(x: i32, y: i32) -> Coord {
    Coord { x, y }
}

fn piece(tile: usize, x: i32, y: i32, rotation: usize) -> PlacedTile {
    PlacedTile { tile, at: at(x, y), rotation }
}

/// Edge of a piece on a side: rotation `k` brings side 0 to side `k`.
fn edge(puzzle: &Puzzle, piece: &PlacedTile, side: usize) -> ColourIndex {
    let first = &puzzle.set.orientations_of(puzzle.tiles[piece.tile])[0];
    first.colours[(side + 6 - piece.rotation) % 6]
}

/// Side of `a` at which `b` is, from the difference of the coordinates.
fn side_towards(a: Coord, b: Coord) -> Option<usize> {
    Some(match (b.x - a.x, b.y - a.y) {
        (1, -1) => 0,
        (1, 0) => 1,
        (0, 1) => 2,
        (-1, 1) => 3,
        (-1, 0) => 4,
        (0, -1) => 5,
        _ => return None,
    })
}

/// Every pair of pieces that touch, with the side of the first.
fn touching(pieces: &[PlacedTile]) -> Vec<(usize, usize, usize)> {
    let mut pairs = Vec::new();
    for a in 0..pieces.len() {
        for b in 0..pieces.len() {
            pairs.extend(side_towards(pieces[a].at, pieces[b].at).map(|side| (a, b, side)));
        }
    }
    pairs
}

/// Propagates labels over pairs until every component has one label; returns the number of components with `nodes`.
fn count_components(count: usize, pairs: &[(usize, usize)], nodes: &[usize]) -> usize {
    let mut label: Vec<usize> = (0..count).collect();
    for _ in 0..count {
        for &(a, b) in pairs {
            let least = label[a].min(label[b]);
            (label[a], label[b]) = (least, least);
        }
    }
    nodes.iter().map(|&index| label[index]).collect::<BTreeSet<usize>>().len()
}

/// Whether an arrangement of all tiles on a free board is a solution, checked naively by pairs of pieces.
fn is_solution(puzzle: &Puzzle, pieces: &[PlacedTile]) -> bool {
    let places: BTreeSet<Coord> = pieces.iter().map(|piece| piece.at).collect();
    let tiles: BTreeSet<usize> = pieces.iter().map(|piece| piece.tile).collect();
    if places.len() != pieces.len() || tiles != (0..puzzle.tiles.len()).collect() {
        return false;
    }
    let pairs = touching(pieces);
    let all: Vec<usize> = (0..pieces.len()).collect();
    let joined: Vec<(usize, usize)> = pairs.iter().map(|&(a, b, _)| (a, b)).collect();
    let matching =
        pairs.iter().all(|&(a, b, side)| edge(puzzle, &pieces[a], side) == edge(puzzle, &pieces[b], (side + 3) % 6));
    let PuzzleAim::Goals(goals) = &puzzle.aim else { unreachable!("these tests have goals") };
    let are_goals_met = goals.iter().all(|goal| {
        let links: Vec<(usize, usize)> = pairs
            .iter()
            .filter(|&&(a, _, side)| edge(puzzle, &pieces[a], side) == goal.colour)
            .map(|&(a, b, _)| (a, b))
            .collect();
        let has = |index: &usize| (0..6).any(|side| edge(puzzle, &pieces[*index], side) == goal.colour);
        let coloured: Vec<usize> = all.iter().copied().filter(has).collect();
        // A tile has one link of a colour: a component is closed if it has as many contacts, each counted from both
        // sides, as tiles.
        let closed = links.len() == 2 * coloured.len();
        count_components(pieces.len(), &links, &coloured) == 1 && closed == (goal.form == TrackForm::Loop)
    });
    matching && are_goals_met && count_components(pieces.len(), &joined, &all) == 1
}

/// Every matching arrangement with the first tile at the origin, unrotated.
fn arrangements(puzzle: &Puzzle) -> Vec<Solution> {
    let mut all: Vec<Solution> = vec![vec![piece(0, 0, 0, 0)]];
    // The order of the tiles does not matter, so an arrangement is reached in many ways; it is kept once.
    for _ in 1..puzzle.tiles.len() {
        let mut next: BTreeSet<Vec<(usize, Coord, usize)>> = BTreeSet::new();
        for placed in &all {
            let taken: BTreeSet<Coord> = placed.iter().map(|piece| piece.at).collect();
            let around = taken.iter().flat_map(|at| {
                HEX.iter().map(|&(dx, dy)| Coord { x: at.x + dx, y: at.y + dy }).collect::<Vec<Coord>>()
            });
            let free: BTreeSet<Coord> = around.filter(|at| !taken.contains(at)).collect();
            for tile in (0..puzzle.tiles.len()).filter(|tile| placed.iter().all(|piece| piece.tile != *tile)) {
                for &at in &free {
                    for rotation in 0..6 {
                        let mut extended = placed.clone();
                        extended.push(PlacedTile { tile, at, rotation });
                        let is_matching = touching(&extended).iter().all(|&(a, b, side)| {
                            edge(puzzle, &extended[a], side) == edge(puzzle, &extended[b], (side + 3) % 6)
                        });
                        if is_matching {
                            extended.sort_by_key(|piece| piece.tile);
                            next.insert(extended.iter().map(|p| (p.tile, p.at, p.rotation)).collect());
                        }
                    }
                }
            }
        }
        let pieces = |placed: Vec<(usize, Coord, usize)>| {
            placed.into_iter().map(|(tile, at, rotation)| PlacedTile { tile, at, rotation }).collect()
        };
        all = next.into_iter().map(pieces).collect();
    }
    all
}

fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
    arrangements(puzzle).into_iter().filter(|pieces| judge(puzzle, pieces).is_solution()).collect()
}

#[test]
fn the_judge_finds_the_known_number_of_solutions() {
    for (tiles, colour, count) in [(1..=3, YELLOW, 2), (1..=3, RED, 0), (1..=4, RED, 2), (1..=4, BLUE, 0)] {
        let puzzle = puzzle(tiles.clone(), &[(colour, TrackForm::Loop)]);
        assert_eq!(solutions(&puzzle).len(), count, "{tiles:?} colour {colour:?}");
    }
}

/// Tiles 1 to 3 with their yellow loop.
fn three() -> (Puzzle, Solution) {
    let puzzle = puzzle(1..=3, &[(YELLOW, TrackForm::Loop)]);
    let solution = solutions(&puzzle).remove(0);
    (puzzle, solution)
}

#[test]
fn every_fault_of_an_arrangement_is_reported() {
    let (puzzle, solution) = three();
    let faults = |pieces: &[PlacedTile]| judge(&puzzle, pieces).faults;
    let broken = |lines, loops| SolutionFault::Broken { colour: YELLOW, form: TrackForm::Loop, lines, loops };
    assert_eq!(faults(&solution), []);
    assert_eq!(faults(&solution[..2]), [SolutionFault::Missing { tile: 2 }, broken(1, 0)]);
    assert_eq!(
        faults(&[]),
        [0, 1, 2].map(|tile| SolutionFault::Missing { tile }).into_iter().chain([broken(0, 0)]).collect::<Vec<_>>()
    );
    let mut twice = solution.clone();
    twice.push(piece(1, 0, 0, 0));
    assert_eq!(faults(&twice), [SolutionFault::Duplicate { tile: 1 }, SolutionFault::Overlap { at: at(0, 0) }]);
    let mut odd = solution.clone();
    odd.push(piece(3, 9, 9, 0));
    odd.push(piece(0, 9, 9, 6));
    let no_tile = [(0, 6), (3, 0)].map(|(tile, rotation)| SolutionFault::NoTile { tile, rotation });
    assert_eq!(faults(&odd), [no_tile[0], no_tile[1], SolutionFault::Duplicate { tile: 0 }]);
    let mut apart = solution.clone();
    apart[2].at = at(i32::MAX, i32::MIN);
    assert_eq!(faults(&apart), [SolutionFault::Disconnected { at: apart[2].at }, broken(2, 0)]);
}

#[test]
fn on_a_free_board_every_tile_belongs_to_a_goal() {
    let (mut puzzle, mut solution) = three();
    let unused = puzzle.set.tile_named("24").expect("there is a tile 24");
    puzzle.tiles.push(unused);
    solution.push(piece(3, 9, 9, 0));
    let faults = judge(&puzzle, &solution).faults;
    assert_eq!(faults, [SolutionFault::Unused { tile: 3 }, SolutionFault::Disconnected { at: at(9, 9) }]);
    puzzle.area = Area::Cells(solution.iter().map(|piece| piece.at).collect());
    assert_eq!(judge(&puzzle, &solution).faults, [SolutionFault::Disconnected { at: at(9, 9) }]);
}

#[test]
fn an_area_must_be_filled_exactly() {
    let (mut puzzle, solution) = three();
    let mut cells: Vec<Coord> = solution.iter().map(|piece| piece.at).collect();
    puzzle.area = Area::Cells(cells.clone());
    assert_eq!(judge(&puzzle, &solution).faults, []);
    let removed = std::mem::replace(&mut cells[2], at(7, 7));
    puzzle.area = Area::Cells(cells);
    assert_eq!(
        judge(&puzzle, &solution).faults,
        [SolutionFault::Outside { at: removed }, SolutionFault::EmptyCell { at: at(7, 7) }]
    );
}

#[test]
fn a_given_tile_keeps_its_cell_and_its_fixed_rotation() {
    let (mut puzzle, solution) = three();
    let PlacedTile { tile, at: place, rotation } = solution[1];
    let mut given = |at: Coord, rotation: Option<usize>| {
        puzzle.given = vec![GivenTile { tile, at, rotation }];
        judge(&puzzle, &solution).faults
    };
    assert_eq!(given(place, None), []);
    assert_eq!(given(place, Some(rotation)), []);
    assert_eq!(given(place, Some((rotation + 1) % 6)), [SolutionFault::GivenMoved { tile }]);
    assert_eq!(given(at(place.x + 5, place.y), None), [SolutionFault::GivenMoved { tile }]);
}

#[test]
fn holes_are_found_however_far_apart_tiles_are() {
    let ring: Vec<PlacedTile> =
        HEX.iter().enumerate().map(|(tile, &(dx, dy))| piece(tile, dx, dy, 0)).chain([piece(6, 50, 50, 0)]).collect();
    let mut puzzle = puzzle(1..=7, &[]);
    let holes = |puzzle: &Puzzle, pieces: &[PlacedTile]| {
        let faults = judge(puzzle, pieces).faults;
        faults.into_iter().filter(|fault| matches!(fault, SolutionFault::Hole { .. })).collect::<Vec<SolutionFault>>()
    };
    assert_eq!(holes(&puzzle, &ring), []);
    puzzle.allows_holes = false;
    assert_eq!(holes(&puzzle, &ring), [SolutionFault::Hole { at: at(0, 0) }]);
    assert_eq!(holes(&puzzle, &ring[1..]), []);
}

#[test]
fn the_longest_tracks_are_added_up_over_the_colours() {
    let (mut puzzle, solution) = three();
    puzzle.aim = PuzzleAim::Longest(TrackForm::Loop);
    assert_eq!(judge(&puzzle, &solution), Judgement { faults: vec![], score: Some(3) });
    let strands = |colour| TileMap::of_pieces(&puzzle, &solution, &mut Vec::new()).strands(colour);
    assert_eq!(strands(YELLOW), [Strand { links: 3, closed: true }]);
    let lines = [RED, BLUE].map(|colour| longest(&strands(colour), TrackForm::Line));
    puzzle.aim = PuzzleAim::Longest(TrackForm::Line);
    assert_eq!(judge(&puzzle, &solution).score, Some(lines.iter().sum()));
}

#[test]
fn faults_are_described_in_words() {
    let (puzzle, solution) = three();
    let messages: Vec<String> =
        judge(&puzzle, &solution[..2]).faults.iter().map(|fault| fault.message(&puzzle)).collect();
    assert_eq!(messages, ["tile 3 is not placed", "yellow has 1 line; the goal is one loop"]);
}

/// Way to damage an arrangement.
#[derive(Clone, Debug)]
enum Damage {
    Turn(prop::sample::Index, usize),
    Swap(prop::sample::Index, prop::sample::Index),
    Shift(prop::sample::Index, i32, i32),
}

impl Damage {
    fn any() -> impl Strategy<Value = Damage> {
        let index = any::<prop::sample::Index>;
        prop_oneof![
            (index(), 0..6usize).prop_map(|(which, by)| Damage::Turn(which, by)),
            (index(), index()).prop_map(|(a, b)| Damage::Swap(a, b)),
            (index(), -2..=2, -2..=2).prop_map(|(which, dx, dy)| Damage::Shift(which, dx, dy)),
        ]
    }

    fn apply(&self, pieces: &mut [PlacedTile]) {
        match self {
            Damage::Turn(which, by) => {
                let piece = &mut pieces[which.index(pieces.len())];
                piece.rotation = (piece.rotation + by) % 6;
            }
            Damage::Swap(a, b) => {
                let (a, b) = (a.index(pieces.len()), b.index(pieces.len()));
                (pieces[a].at, pieces[b].at) = (pieces[b].at, pieces[a].at);
            }
            Damage::Shift(which, dx, dy) => {
                let piece = &mut pieces[which.index(pieces.len())];
                piece.at = at(piece.at.x + dx, piece.at.y + dy);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_judge_notices_damage_exactly_when_a_plain_check_does(
        which in any::<prop::sample::Index>(),
        damages in prop::collection::vec(Damage::any(), 1..3),
    ) {
        static SOLVED: std::sync::OnceLock<Vec<(Puzzle, Solution)>> = std::sync::OnceLock::new();
        let solved = SOLVED.get_or_init(|| {
            let goals: [&[(ColourIndex, TrackForm)]; 4] =
                [&[], &[(YELLOW, TrackForm::Loop)], &[(RED, TrackForm::Line)], &[(RED, TrackForm::Line), (BLUE, TrackForm::Line)]];
            let all = goals.into_iter().flat_map(|goals| {
                let puzzle = puzzle(1..=3, goals);
                solutions(&puzzle).into_iter().map(move |pieces| (puzzle.clone(), pieces)).collect::<Vec<_>>()
            });
            all.collect()
        });
        let (puzzle, solution) = &solved[which.index(solved.len())];
        prop_assert!(is_solution(puzzle, solution));
        let mut pieces = solution.clone();
        damages.iter().for_each(|damage| damage.apply(&mut pieces));
        prop_assert_eq!(judge(puzzle, &pieces).is_solution(), is_solution(puzzle, &pieces));
    }
}
