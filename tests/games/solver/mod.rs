//! The solver of puzzles.
//!
//! | module | tests |
//! |---|---|
//! | `cases` | puzzles with known solution counts |
//! | `reference` | random sets, compared with the reference program |
//! | `naive` | small puzzles of all kinds, compared with a naive count |
//! | `reasons` | short proofs, compared with exhaustive search |
//! | `steering` | threads, seeds, stop requests |
//! | `cli` | output of `solve` and `puzzle new` |

mod cases;
mod cli;
mod naive;
mod reasons;
mod reference;
mod steering;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use houserule_core::geometry::Coord;
use houserule_core::tiles::{ColourIndex, TileIndex, TileSet};
use houserule_lab::solve::{Area, Puzzle, PuzzleAim, PuzzleGoal, SearchControl, TrackForm};
use houserule_script::play::Rng;

/// The set of hexagonal tiles.
fn hexagons() -> Arc<TileSet> {
    read_set(include_str!("../../../scripts/tiles/tantrix.toml"))
}

fn read_set(text: &str) -> Arc<TileSet> {
    Arc::new(TileSet::read("tiles", text).expect("the set is well formed"))
}

/// A puzzle on a free board; goals as in `R:loop,B:line`.
fn puzzle(set: &Arc<TileSet>, tiles: &[u16], goals: &str) -> Puzzle {
    let named = |tile: &u16| set.tile_named(&tile.to_string()).expect("a tile of the set");
    let goal = |text: &str| {
        let (letter, form) = text.split_once(':').expect("a letter and a form");
        let colour = set.colours.position(|colour| letter.starts_with(colour.letter));
        let form = if form == "loop" { TrackForm::Loop } else { TrackForm::Line };
        PuzzleGoal { colour: colour.expect("a colour of the set"), form }
    };
    Puzzle {
        set: set.clone(),
        tiles: tiles.iter().map(named).collect(),
        aim: PuzzleAim::Goals(goals.split(',').filter(|text| !text.is_empty()).map(goal).collect()),
        area: Area::Free,
        allows_holes: true,
        given: Vec::new(),
    }
}

/// Triangle of `cells` cells with a corner at the top.
fn triangle(cells: usize) -> Area {
    let rows = (0..).flat_map(|row| (0..=row).map(move |column| Coord { x: -column, y: row }));
    Area::Cells(rows.take(cells).collect())
}

/// Control of a search that is not stopped.
fn control(stop: &AtomicBool, threads: usize, seed: u64) -> SearchControl<'_> {
    SearchControl { seed, threads, deadline: None, stop, report: &|_| () }
}

/// Random tiles with all, some or none of the goal colours.
fn random_tiles(rng: &mut Rng, set: &TileSet, goals: &str, count: usize) -> Vec<u16> {
    let letters: Vec<char> = goals.split(',').filter_map(|goal| goal.chars().next()).collect();
    let colours: Vec<ColourIndex> =
        set.colours.indices().filter(|colour| letters.contains(&set.colours[*colour].letter)).collect();
    let choice = rng.below(10);
    let has_goal_colour = |tile: &TileIndex| {
        let has = |colour: &ColourIndex| set.orientations_of(*tile)[0].colours.contains(colour);
        match choice {
            0 => true,
            1..4 => colours.iter().any(has),
            _ => colours.iter().all(has),
        }
    };
    let mut tiles: Vec<TileIndex> = set.tiles.indices().filter(has_goal_colour).collect();
    rng.shuffle(&mut tiles);
    tiles.truncate(count);
    tiles.iter().map(|tile| set.tiles[*tile].name.parse().expect("tiles have numbers")).collect()
}

/// One or two goals.
fn random_goals(rng: &mut Rng) -> String {
    let mut colours = ['R', 'Y', 'G', 'B'];
    rng.shuffle(&mut colours);
    let count = [1, 1, 2][rng.below(3)];
    let goals = colours.iter().take(count).map(|colour| {
        let form = ["loop", "line"][rng.below(2)];
        format!("{colour}:{form}")
    });
    goals.collect::<Vec<_>>().join(",")
}
