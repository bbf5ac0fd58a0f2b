//! `puzzle new`: makes a puzzle from a random set of tiles, verified and graded by search effort.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use super::args::NewPuzzleArgs;
use super::{CliResult, workspace};
use anyhow::bail;
use houserule_core::rng::{Rng, fresh_seed};
use houserule_core::text::plural;
use houserule_core::tiles::{ColourIndex, TileIndex};
use houserule_lab::solve::exact::count_up_to;
use houserule_lab::solve::{Puzzle, PuzzleAim, PuzzleGoal, SearchControl, SearchEnd, SolutionCount, TrackForm, find};

/// The puzzle that new ones are variants of.
const BASE: &str = "puzzle";

/// Maximum number of sets tried.
const MAX_SETS_TRIED: usize = 2000;

/// Grades, each with the maximum number of positions searched per solution.
const GRADES: [(u64, &str); 4] = [(30, "easy"), (300, "fair"), (3000, "hard"), (u64::MAX, "very hard")];

/// A verified puzzle with the count of its solutions.
struct GradedPuzzle {
    puzzle: Puzzle,
    colour: ColourIndex,
    count: SolutionCount,
}

pub fn new(args: &NewPuzzleArgs, out: &mut dyn Write) -> CliResult {
    let seed = args.with.seed.unwrap_or_else(fresh_seed);
    let ruleset = workspace(&args.with)?.load(BASE, &args.with.sets)?;
    let Some(plan) = ruleset.plan.mechanic.puzzle() else {
        usage!("`{BASE}` is not a puzzle here; a script of that name replaces the built-in one");
    };
    let mut rng = Rng::new(seed);
    let generated = (0..MAX_SETS_TRIED).find_map(|_| try_random_set(args, &plan.puzzle, &mut rng));
    let Some(generated) = generated else {
        bail!("no such puzzle found among {MAX_SETS_TRIED} random sets; change --tiles or raise --at-most");
    };
    Ok(out.write_all(generated.to_lua(args, seed).as_bytes())?)
}

/// Tries one random set in one random colour; it is a puzzle if no other colour works and the solutions are few enough.
fn try_random_set(args: &NewPuzzleArgs, base: &Puzzle, rng: &mut Rng) -> Option<GradedPuzzle> {
    let set = &base.set;
    let colour = ColourIndex::new(rng.below(set.colours.len()));
    let has_colour = |tile: &TileIndex| set.orientations_of(*tile)[0].colours.contains(&colour);
    let mut tiles: Vec<TileIndex> = set.tiles.indices().filter(has_colour).collect();
    rng.shuffle(&mut tiles);
    tiles.truncate(args.tiles.into());
    tiles.sort_unstable();
    let form = if args.form == "line" { TrackForm::Line } else { TrackForm::Loop };
    let puzzle = |colour: ColourIndex| Puzzle {
        tiles: tiles.clone(),
        aim: PuzzleAim::Goals(vec![PuzzleGoal { colour, form }]),
        allows_holes: !args.no_holes,
        given: Vec::new(),
        ..base.clone()
    };
    let stop = AtomicBool::new(false);
    let control =
        SearchControl { seed: 1, threads: houserule_lab::cores(), deadline: None, stop: &stop, report: &|_| () };
    find(&puzzle(colour), &control).solution?;
    let others = set.colours.indices().filter(|other| *other != colour);
    for other in others {
        if find(&puzzle(other), &control).ending != SearchEnd::Exhausted {
            return None;
        }
    }
    let count = count_up_to(&puzzle(colour), &control, args.at_most.unwrap_or(u64::MAX));
    let is_few = count.ending == SearchEnd::Exhausted;
    is_few.then(|| GradedPuzzle { puzzle: puzzle(colour), colour, count })
}

impl GradedPuzzle {
    /// Writes the Lua file for `solve` and `play`.
    fn to_lua(&self, args: &NewPuzzleArgs, seed: u64) -> String {
        let GradedPuzzle { puzzle, colour, count } = self;
        let tiles: Vec<&str> = puzzle.tiles.iter().map(|tile| puzzle.set.tiles[*tile].name.as_str()).collect();
        let (name, colour) = (format!("new-{}-{seed}", args.tiles), &puzzle.set.colours[*colour].name);
        let nodes_per_solution = count.nodes / count.total.max(1);
        let grade = GRADES.iter().find(|(max, _)| nodes_per_solution <= *max).map_or("", |(_, grade)| grade);
        let solutions = plural(count.total, "solution");
        let positions = plural(nodes_per_solution, "position");
        let holes = if args.no_holes { ", holes = { default = false }" } else { "" };
        format!(
            "--- A {colour} {form} through all {n} tiles, and no other colour works: {solutions}, {grade} ({positions} for each).\n\
             return variant \"{name}\" {{\n  base    = \"{BASE}\",\n  game    = true,\n  \
             title   = \"New puzzle {n}-{seed}\",\n  \
             options = {{ tiles = {{ default = {{ {tiles} }} }}, goal = {{ default = {{ \"{colour}:{form}\" }} }}{holes} }},\n  \
             rules   = {{}},\n}}\n",
            form = args.form,
            n = args.tiles,
            tiles = tiles.join(", "),
        )
    }
}
