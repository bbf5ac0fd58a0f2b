//! `puzzle new`: a random set of tiles that makes a puzzle, tried out and graded by the work it takes.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use super::args::NewPuzzleArgs;
use super::{Done, Failure, table};
use crate::chance::{Dice, fresh_seed};
use crate::mechanics::MechanicPlan;
use crate::solve::exact::count_up_to;
use crate::solve::{Aim, Control, Count, Ending, Form, Goal, Puzzle, find};
use crate::vocabulary::counted;

/// The puzzle that new ones are variants of.
const BASE: &str = "puzzle";

/// How many sets are tried.
const TRIES: usize = 2000;

/// Up to so many positions have to be looked at for each solution.
const GRADES: [(u64, &str); 4] = [(30, "easy"), (300, "fair"), (3000, "hard"), (u64::MAX, "very hard")];

/// A puzzle that was tried out.
struct Made {
    puzzle: Puzzle,
    colour: u8,
    count: Count,
}

pub fn new(args: &NewPuzzleArgs, out: &mut dyn Write) -> Done {
    let seed = args.with.seed.unwrap_or_else(fresh_seed);
    let ruleset = table(&args.with)?.load(BASE, &args.with.sets)?;
    let MechanicPlan::Layout(plan) = &ruleset.plan.mechanic else {
        return Err(Failure::Usage(format!("`{BASE}` is no puzzle here")));
    };
    let mut dice = Dice::new(seed);
    let made = (0..TRIES).find_map(|_| attempt(args, &plan.puzzle, &mut dice));
    let Some(made) = made else {
        let says =
            format!("none of {TRIES} random sets is such a puzzle; ask for other tiles or more solutions");
        return Err(Failure::Failed(says));
    };
    Ok(out.write_all(made.lua(args, seed).as_bytes())?)
}

/// One random set in one random colour: a puzzle, if no other colour works and there are few enough solutions.
fn attempt(args: &NewPuzzleArgs, base: &Puzzle, dice: &mut Dice) -> Option<Made> {
    let set = &base.set;
    let colour = dice.below(set.colours.len()) as u8;
    let has = |tile: &u16| set.lies_of(*tile)[0].colours.contains(&colour);
    let mut tiles: Vec<u16> = (0..set.tiles.len() as u16).filter(has).collect();
    dice.shuffle(&mut tiles);
    tiles.truncate(args.tiles as usize);
    tiles.sort_unstable();
    let form = if args.form == "line" { Form::Line } else { Form::Loop };
    let puzzle = |colour: u8| Puzzle {
        tiles: tiles.clone(),
        aim: Aim::Goals(vec![Goal { colour, form }]),
        holes: !args.no_holes,
        given: Vec::new(),
        ..base.clone()
    };
    let stop = AtomicBool::new(false);
    let control =
        Control { seed: 1, threads: super::solve::cores(), deadline: None, stop: &stop, report: &|_| () };
    find(&puzzle(colour), &control).solution?;
    let others = (0..set.colours.len() as u8).filter(|other| *other != colour);
    for other in others {
        if find(&puzzle(other), &control).ending != Ending::Exhausted {
            return None;
        }
    }
    let count = count_up_to(&puzzle(colour), &control, args.at_most.unwrap_or(u64::MAX));
    let is_few = count.ending == Ending::Exhausted;
    is_few.then(|| Made { puzzle: puzzle(colour), colour, count })
}

impl Made {
    /// The file that `solve` and `play` take.
    fn lua(&self, args: &NewPuzzleArgs, seed: u64) -> String {
        let Made { puzzle, colour, count } = self;
        let tiles: Vec<&str> =
            puzzle.tiles.iter().map(|tile| puzzle.set.tiles[*tile as usize].name.as_str()).collect();
        let (name, colour) =
            (format!("new-{}-{seed}", args.tiles), &puzzle.set.colours[*colour as usize].name);
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
