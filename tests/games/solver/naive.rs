use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use houserule_core::geometry::Coord;
use houserule_core::tiles::{ColourIndex, Orientation, TileIndex, TileSet};
use houserule_lab::solve::{Area, GivenTile, Puzzle, PuzzleAim, PuzzleGoal, SearchEnd, TrackForm, exact};
use houserule_script::play::Rng;

use crate::common::stride;
use crate::solver::{control, hexagons, puzzle, random_goals, read_set};

/// Square tiles: a crossing with a symmetry of half a turn, a bend, and a tile of one colour.
const SQUARES: &str = r#"
sides = 4
colours = [{ name = "white", letter = "W" }, { name = "red", letter = "R" }]
[[tile]]
name = 1
edges = "WRWR"
[[tile]]
name = 2
edges = "WWRR"
[[tile]]
name = 3
edges = "RRRR"
links = [[0, 1], [2, 3]]
"#;

/// Hexagons with two links of one colour.
const DOUBLES: &str = r#"
sides = 6
colours = [{ name = "red", letter = "R" }, { name = "blue", letter = "B" }]
[[tile]]
name = 1
edges = "RRRRBB"
links = [[0, 1], [2, 3], [4, 5]]
[[tile]]
name = 2
edges = "RRRRBB"
links = [[0, 3], [1, 2], [4, 5]]
[[tile]]
name = 3
edges = "RBRRBR"
links = [[0, 3], [1, 4], [2, 5]]
[[tile]]
name = 4
edges = "RBBRBB"
links = [[0, 3], [1, 2], [4, 5]]
"#;

/// Cell, tile and rotation; equal tiles are not distinguished.
type Placement = (Coord, TileIndex, usize);

fn steps(set: &TileSet) -> &'static [(i32, i32)] {
    match set.sides {
        6 => &[(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)],
        _ => &[(0, -1), (1, 0), (0, 1), (-1, 0)],
    }
}

fn beside(set: &TileSet, at: Coord, side: usize) -> Coord {
    let (x, y) = steps(set)[side];
    Coord { x: at.x + x, y: at.y + y }
}

fn orientation(set: &TileSet, placements: &Placement) -> Orientation {
    set.orientations_of(placements.1)
        .iter()
        .find(|orientation| orientation.rotation == placements.2)
        .expect("an orientation of the tile")
        .clone()
}

fn at(placements: &[Placement], at: Coord) -> Option<&Placement> {
    placements.iter().find(|other| other.0 == at)
}

/// Whether one more tile matches its neighbours.
fn fits(set: &TileSet, placements: &[Placement], new: &Placement) -> bool {
    let new_orientation = orientation(set, new);
    (0..set.sides).all(|side| {
        let other = at(placements, beside(set, new.0, side));
        let back = (side + set.sides / 2) % set.sides;
        other.is_none_or(|other| orientation(set, other).colours[back] == new_orientation.colours[side])
    })
}

/// Kinds of tiles of a puzzle that are not placed yet.
fn remaining_tiles(puzzle: &Puzzle, placements: &[Placement]) -> BTreeSet<TileIndex> {
    let count = |tile: TileIndex| puzzle.tiles.iter().filter(|other| **other == tile).count();
    let used = |tile: TileIndex| placements.iter().filter(|placements| placements.1 == tile).count();
    puzzle.tiles.iter().copied().filter(|tile| used(*tile) < count(*tile)).collect()
}

/// Every arrangement of matching tiles, connected or on the given cells.
fn arrangements(puzzle: &Puzzle) -> BTreeSet<Vec<Placement>> {
    let set = &*puzzle.set;
    let mut level: BTreeSet<Vec<Placement>> = BTreeSet::new();
    let origin = puzzle.given.first().map_or(Coord { x: 0, y: 0 }, |given| given.at);
    level.insert(Vec::new());
    for count in 0..puzzle.tiles.len() {
        let mut next = BTreeSet::new();
        for placements in &level {
            let cells: BTreeSet<Coord> = match &puzzle.area {
                Area::Cells(cells) => BTreeSet::from([cells[count]]),
                Area::Free if placements.is_empty() => BTreeSet::from([origin]),
                Area::Free => {
                    let around = placements
                        .iter()
                        .flat_map(|placements| (0..set.sides).map(|side| beside(set, placements.0, side)));
                    around.filter(|cell| at(placements, *cell).is_none()).collect()
                }
            };
            for cell in cells {
                for tile in remaining_tiles(puzzle, placements) {
                    for orientation in set.orientations_of(tile) {
                        let new = (cell, tile, orientation.rotation);
                        if fits(set, placements, &new) {
                            let mut placements = placements.clone();
                            placements.push(new);
                            placements.sort();
                            next.insert(placements);
                        }
                    }
                }
            }
        }
        level = next;
    }
    level
}

/// Whether the links of a colour form one line or one loop.
fn is_formed(set: &TileSet, placements: &[Placement], PuzzleGoal { colour, form }: PuzzleGoal) -> bool {
    let ends = |placements: &Placement| {
        let orientation = orientation(set, placements);
        let sides: Vec<usize> = (0..set.sides).filter(|side| orientation.colours[*side] == colour).collect();
        (sides, orientation.links)
    };
    let mut paths: Vec<BTreeSet<(Coord, usize)>> = Vec::new();
    for piece in placements {
        let (sides, links) = ends(piece);
        for side in sides {
            let linked = links[side];
            if side < linked {
                paths.push(BTreeSet::from([(piece.0, side), (piece.0, linked)]));
            }
        }
    }
    let across = |(cell, side): (Coord, usize)| (beside(set, cell, side), (side + set.sides / 2) % set.sides);
    let mut merged = true;
    while merged {
        merged = false;
        'paths: for one in 0..paths.len() {
            for other in one + 1..paths.len() {
                if paths[one].iter().any(|end| paths[other].contains(&across(*end))) {
                    let path = paths.remove(other);
                    paths[one].extend(path);
                    merged = true;
                    break 'paths;
                }
            }
        }
    }
    let [path] = paths.as_slice() else { return false };
    let open = path.iter().filter(|end| at(placements, across(**end).0).is_none()).count();
    open == if form == TrackForm::Loop { 0 } else { 2 }
}

fn flood_fill(start: Coord, may: impl Fn(Coord) -> bool, set: &TileSet) -> BTreeSet<Coord> {
    let (mut seen, mut queue) = (BTreeSet::from([start]), vec![start]);
    while let Some(cell) = queue.pop() {
        for next in (0..set.sides).map(|side| beside(set, cell, side)) {
            if may(next) && seen.insert(next) {
                queue.push(next);
            }
        }
    }
    seen
}

fn has_holes(set: &TileSet, placements: &[Placement]) -> bool {
    let far = 9;
    let near = |cell: Coord| cell.x.abs() <= far && cell.y.abs() <= far;
    let empty = flood_fill(Coord { x: far, y: far }, |cell| near(cell) && at(placements, cell).is_none(), set);
    empty.len() + placements.len() != ((2 * far + 1) * (2 * far + 1)) as usize
}

fn rotated(set: &TileSet, (cell, tile, rotation): Placement, by: usize) -> Placement {
    let once = |at: Coord| {
        if set.sides == 6 { Coord { x: -at.y, y: at.x + at.y } } else { Coord { x: -at.y, y: at.x } }
    };
    let rotations = set.orientations_of(tile).len();
    let cell = (0..by).fold(cell, |cell, _| once(cell));
    (cell, tile, (rotation + by) % rotations)
}

/// Images of an arrangement under rotation that keep the given tiles.
fn symmetry_class(puzzle: &Puzzle, placements: &[Placement]) -> BTreeSet<Vec<Placement>> {
    let set = &*puzzle.set;
    let images = (0..set.sides).filter_map(|by| {
        let mut image: Vec<Placement> = placements.iter().map(|placements| rotated(set, *placements, by)).collect();
        image.sort();
        // Translate so that a given cell stays, or the first cell moves to the origin.
        let to = puzzle.given.first().map_or(Coord { x: 0, y: 0 }, |given| given.at);
        let from = match puzzle.given.first() {
            Some(given) => rotated(set, (given.at, placements[0].1, 0), by).0,
            None => image[0].0,
        };
        for placements in &mut image {
            placements.0 = Coord { x: placements.0.x - from.x + to.x, y: placements.0.y - from.y + to.y };
        }
        let keeps = puzzle.given.iter().all(|given| contains_given(puzzle, given, &image));
        (puzzle.given.is_empty() || keeps).then_some(image)
    });
    images.collect()
}

fn contains_given(puzzle: &Puzzle, given: &GivenTile, placements: &[Placement]) -> bool {
    let rotations = puzzle.set.orientations_of(puzzle.tiles[given.tile]).len();
    at(placements, given.at).is_some_and(|placements| {
        placements.1 == puzzle.tiles[given.tile]
            && given.rotation.is_none_or(|rotation| rotation % rotations == placements.2)
    })
}

/// All solutions and those without holes.
fn naive_counts(puzzle: &Puzzle) -> (u64, u64) {
    let set = &*puzzle.set;
    let PuzzleAim::Goals(goals) = &puzzle.aim else { panic!("a puzzle with goals") };
    let has_part = |placements: &Placement| {
        let colours = &set.orientations_of(placements.1)[0].colours;
        goals.iter().any(|goal| colours.contains(&goal.colour))
    };
    let is_solution = |placements: &Vec<Placement>| {
        goals.iter().all(|goal| is_formed(set, placements, *goal))
            && puzzle.given.iter().all(|given| contains_given(puzzle, given, placements))
            && (goals.is_empty() || puzzle.area != Area::Free || placements.iter().all(has_part))
            && (puzzle.allows_holes || !has_holes(set, placements))
    };
    let mut seen: BTreeSet<Vec<Placement>> = BTreeSet::new();
    let mut counts = (0, 0);
    for placements in arrangements(puzzle).into_iter().filter(is_solution) {
        let symmetry_class = symmetry_class(puzzle, &placements);
        if symmetry_class.is_disjoint(&seen) {
            counts.0 += 1;
            counts.1 += !has_holes(set, &placements) as u64;
        }
        seen.extend(symmetry_class);
    }
    counts
}

fn assert_counts_agree(puzzle: &Puzzle) -> u64 {
    let stop = AtomicBool::new(false);
    let count_result = exact::count(puzzle, &control(&stop, 1, 1));
    assert_eq!(count_result.ending, SearchEnd::Exhausted);
    assert_eq!((count_result.total, count_result.hole_free), naive_counts(puzzle), "{puzzle:?}");
    count_result.total
}

/// Random connected cells.
fn random_area(rng: &mut Rng, set: &TileSet, count: usize) -> Area {
    let mut cells = vec![Coord { x: 0, y: 0 }];
    while cells.len() < count {
        let from = cells[rng.below(cells.len())];
        let next = beside(set, from, rng.below(set.sides));
        if !cells.contains(&next) {
            cells.push(next);
        }
    }
    Area::Cells(cells)
}

fn random_tiles(rng: &mut Rng, set: &TileSet, count: usize) -> Vec<u16> {
    (0..count).map(|_| rng.below(set.tiles.len()) as u16 + 1).collect()
}

/// Compares both counts of random puzzles, of which at least `min_solvable` have a solution.
fn assert_all_agree(seed: u64, rounds: usize, min_solvable: usize, mut make: impl FnMut(&mut Rng) -> Puzzle) {
    let mut rng = Rng::new(seed);
    let (rounds, min_solvable) = (rounds.div_ceil(stride()), min_solvable / stride());
    let solvable = (0..rounds).filter(|_| assert_counts_agree(&make(&mut rng)) > 0).count();
    assert!(solvable >= min_solvable, "only {solvable} of {rounds} puzzles have a solution");
}

#[test]
fn free_boards_agree_also_where_tiles_are_alike() {
    let set = hexagons();
    assert_all_agree(1, 60, 8, |rng| {
        let kinds = random_tiles(rng, &set, 2);
        let tiles: Vec<u16> = (0..2 + rng.below(3)).map(|_| kinds[rng.below(2)]).collect();
        puzzle(&set, &tiles, &random_goals(rng))
    });
}

#[test]
fn colours_that_share_no_tile_make_two_lines_side_by_side() {
    let set = hexagons();
    let only = |one: ColourIndex, other: ColourIndex| -> Vec<u16> {
        let has = |tile: &TileIndex, colour: ColourIndex| set.orientations_of(*tile)[0].colours.contains(&colour);
        let tiles = set.tiles.indices();
        let number = |tile: TileIndex| set.tiles[tile].name.parse().expect("tiles have numbers");
        tiles.filter(|tile| has(tile, one) && !has(tile, other)).map(number).collect()
    };
    let colour = |letter| set.colours.position(|colour| colour.letter == letter).expect("it is there");
    let (red, blue) = (only(colour('R'), colour('B')), only(colour('B'), colour('R')));
    assert_all_agree(2, 6, 3, |rng| {
        let mut pick = |tiles: &[u16]| tiles[rng.below(tiles.len())];
        let tiles = [pick(&red), pick(&red), pick(&blue)];
        puzzle(&set, &tiles, "R:line,B:line")
    });
}

#[test]
fn puzzles_without_goals_agree_too() {
    let set = hexagons();
    assert_all_agree(3, 6, 6, |rng| puzzle(&set, &random_tiles(rng, &set, 3), ""));
}

#[test]
fn given_cells_agree_with_goals_and_without() {
    let set = hexagons();
    assert_all_agree(4, 80, 15, |rng| {
        let count = 2 + rng.below(4);
        let goals = if rng.below(2) == 0 { String::new() } else { random_goals(rng) };
        let mut puzzle = puzzle(&set, &random_tiles(rng, &set, count), &goals);
        puzzle.area = random_area(rng, &set, count);
        puzzle
    });
}

#[test]
fn boards_that_look_the_same_when_turned_agree() {
    let set = hexagons();
    assert_all_agree(5, 40, 10, |rng| {
        let cells = |text: &str| -> Vec<Coord> {
            let cell = |text: &str| {
                let (x, y) = text.split_once(',').expect("two numbers");
                Coord { x: x.parse().expect("a number"), y: y.parse().expect("a number") }
            };
            text.split(' ').map(cell).collect()
        };
        let boards = ["0,0 1,0 0,1", "0,0 1,0", "0,0 1,0 2,0", "0,0 1,-1 0,1 -1,0", "0,0 1,0 1,1 2,1"];
        let area = cells(boards[rng.below(boards.len())]);
        let kinds = random_tiles(rng, &set, 2);
        let tiles: Vec<u16> = match rng.below(2) {
            0 => random_tiles(rng, &set, area.len()),
            _ => area.iter().map(|_| kinds[rng.below(2)]).collect(),
        };
        let mut puzzle = puzzle(&set, &tiles, "");
        puzzle.area = Area::Cells(area);
        puzzle
    });
}

#[test]
fn given_tiles_agree_fixed_and_free_to_turn() {
    let set = hexagons();
    assert_all_agree(6, 60, 15, |rng| {
        let mut tiles = random_tiles(rng, &set, 3);
        tiles.sort_unstable();
        tiles.dedup();
        let goals = if rng.below(2) == 0 { random_goals(rng) } else { "R:line".into() };
        let mut puzzle = puzzle(&set, &tiles, &goals);
        let rotation = (rng.below(2) == 0).then(|| rng.below(6));
        puzzle.given = vec![GivenTile { tile: 0, at: Coord { x: 2, y: -1 }, rotation }];
        if tiles.len() > 2 && rng.below(2) == 0 {
            puzzle.given.push(GivenTile { tile: 1, at: Coord { x: 3, y: -1 }, rotation: None });
        }
        puzzle
    });
}

#[test]
fn other_sets_agree_squares_and_tiles_with_two_links_of_a_colour() {
    for (text, kinds) in [(SQUARES, 3), (DOUBLES, 4)] {
        let set: Arc<TileSet> = read_set(text);
        assert_all_agree(7, 60, 10, |rng| {
            let count = 2 + rng.below(if kinds == 3 { 3 } else { 2 });
            let goals = ["R:line", "R:loop", ""][rng.below(3)];
            let count = if goals.is_empty() { count.min(3) } else { count };
            let mut puzzle = puzzle(&set, &random_tiles(rng, &set, count), goals);
            if rng.below(3) == 0 {
                puzzle.area = random_area(rng, &set, count);
            }
            puzzle.allows_holes = rng.below(2) == 0;
            puzzle
        });
    }
}
