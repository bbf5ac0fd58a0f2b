//! `puzzle new`: a random set of tiles that makes a puzzle, tried out and graded by the work it takes.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use super::args::NewPuzzleArgs;
use super::{CliResult, table};
use anyhow::bail;
use houserule_core::rng::{Rng, fresh_seed};
use houserule_core::text::counted;
use houserule_lab::solve::exact::count_up_to;
use houserule_lab::solve::{Puzzle, PuzzleAim, PuzzleGoal, SearchControl, SearchEnd, SolutionCount, TrackForm, find};

/// The puzzle that new ones are variants of.
const BASE: &str = "puzzle";

/// How many sets are tried.
const MAX_SETS_TRIED: usize = 2000;

/// Up to so many positions have to be looked at for each solution.
const GRADES: [(u64, &str); 4] = [(30, "easy"), (300, "fair"), (3000, "hard"), (u64::MAX, "very hard")];

/// A puzzle that was tried out.
struct GradedPuzzle {
    puzzle: Puzzle,
    colour: u8,
    count: SolutionCount,
}

pub fn new(args: &NewPuzzleArgs, out: &mut dyn Write) -> CliResult {
    let seed = args.with.seed.unwrap_or_else(fresh_seed);
    let ruleset = table(&args.with)?.load(BASE, &args.with.sets)?;
    let Some(plan) = ruleset.plan.mechanic.puzzle() else {
        usage!("`{BASE}` is no puzzle here");
    };
    let mut rng = Rng::new(seed);
    let made = (0..MAX_SETS_TRIED).find_map(|_| attempt(args, &plan.puzzle, &mut rng));
    let Some(made) = made else {
        bail!("none of {MAX_SETS_TRIED} random sets is such a puzzle; ask for other tiles or more solutions");
    };
    Ok(out.write_all(made.lua(args, seed).as_bytes())?)
}

/// One random set in one random colour: a puzzle, if no other colour works and there are few enough solutions.
fn attempt(args: &NewPuzzleArgs, base: &Puzzle, rng: &mut Rng) -> Option<GradedPuzzle> {
    let set = &base.set;
    let colour = rng.below(set.colours.len()) as u8;
    let has = |tile: &u16| set.orientations_of(*tile)[0].colours.contains(&colour);
    let mut tiles: Vec<u16> = (0..set.tiles.len() as u16).filter(has).collect();
    rng.shuffle(&mut tiles);
    tiles.truncate(args.tiles as usize);
    tiles.sort_unstable();
    let form = if args.form == "line" { TrackForm::Line } else { TrackForm::Loop };
    let puzzle = |colour: u8| Puzzle {
        tiles: tiles.clone(),
        aim: PuzzleAim::Goals(vec![PuzzleGoal { colour, form }]),
        holes: !args.no_holes,
        given: Vec::new(),
        ..base.clone()
    };
    let stop = AtomicBool::new(false);
    let control =
        SearchControl { seed: 1, threads: houserule_lab::cores(), deadline: None, stop: &stop, report: &|_| () };
    find(&puzzle(colour), &control).solution?;
    let others = (0..set.colours.len() as u8).filter(|other| *other != colour);
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
    /// The file that `solve` and `play` take.
    fn lua(&self, args: &NewPuzzleArgs, seed: u64) -> String {
        let GradedPuzzle { puzzle, colour, count } = self;
        let tiles: Vec<&str> = puzzle.tiles.iter().map(|tile| puzzle.set.tiles[*tile as usize].name.as_str()).collect();
        let (name, colour) = (format!("new-{}-{seed}", args.tiles), &puzzle.set.colours[*colour as usize].name);
        let work = count.nodes / count.all.max(1);
        let grade = GRADES.iter().find(|(most, _)| work <= *most).map_or("", |(_, grade)| grade);
        let solutions = counted(count.all as usize, "solution");
        let positions = counted(work as usize, "position");
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
