//! Short proofs that a puzzle has no solution. Each holds for every arrangement; if none applies, nothing follows.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::exact::closed_path;
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::mechanics::puzzle::{Area, Puzzle, PuzzleAim, PuzzleGoal, TrackForm};
use houserule_core::text::{counted, series};

/// Why there is no solution. Colours index the tile set's, tiles the puzzle's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No tile has a required colour.
    Missing { colour: u8 },
    /// A tile has no part in the goals, and on a free board nothing else holds it.
    Idle { tile: usize },
    /// A loop makes one full turn, an even number of sides, but an odd number of links turn by one.
    OddTurns { colour: u8, count: usize },
    /// A loop makes one full turn, and all its links together turn less.
    TooStraight { colour: u8, most: usize },
    /// No closed path of exactly these links makes one full turn, even if it may cross itself.
    NeverCloses { colour: u8 },
    /// Two loops cross an even number of times.
    LoopsCross { colours: [u8; 2], count: usize },
    /// Without holes every path that enters a loop leaves it, because its ends are outside.
    PathsCross { colours: [u8; 2], count: usize },
    /// The goals join more edges than can touch.
    FewContacts { wanted: usize, most: usize },
}

/// Links of one colour on a tile, as pairs of sides.
fn links(puzzle: &Puzzle, tile: u16, colour: u8) -> Vec<[usize; 2]> {
    let orientation = &puzzle.set.orientations_of(tile)[0];
    let sides = (0..puzzle.set.sides).filter(|&side| orientation.colours[side] == colour);
    sides.map(|side| [side, orientation.mates[side] as usize]).filter(|[side, mate]| side < mate).collect()
}

/// Number of links of a colour that go straight, turn by one side and turn by two.
fn turns(puzzle: &Puzzle, colour: u8) -> [usize; 3] {
    let mut turns = [0; 3];
    for tile in &puzzle.tiles {
        for [a, b] in links(puzzle, *tile, colour) {
            turns[(b - a).abs_diff(puzzle.set.sides / 2)] += 1;
        }
    }
    turns
}

/// Number of crossings of two colours on all tiles.
fn crossings(puzzle: &Puzzle, [one, other]: [u8; 2]) -> usize {
    let mut count = 0;
    for tile in &puzzle.tiles {
        for [a, b] in links(puzzle, *tile, one) {
            let is_between = |side: usize| a < side && side < b;
            let crosses = |[c, d]: &[usize; 2]| is_between(*c) != is_between(*d);
            count += links(puzzle, *tile, other).iter().filter(|link| crosses(link)).count();
        }
    }
    count
}

/// The reason why a puzzle has no solution, if a short one applies.
pub fn reason(puzzle: &Puzzle) -> Option<Reason> {
    let PuzzleAim::Goals(goals) = &puzzle.aim else { return None };
    let colours = || goals.iter().map(|goal| goal.colour);
    let has = |tile: u16, colour: u8| !links(puzzle, tile, colour).is_empty();
    let is_missing = |colour: &u8| !puzzle.tiles.iter().any(|tile| has(*tile, *colour));
    if let Some(colour) = colours().find(is_missing) {
        return Some(Reason::Missing { colour });
    }
    let is_idle = |tile: &u16| !colours().any(|colour| has(*tile, colour));
    if puzzle.area == Area::Free
        && !goals.is_empty()
        && let Some(tile) = puzzle.tiles.iter().position(is_idle)
    {
        return Some(Reason::Idle { tile });
    }
    let loops: Vec<u8> = goals.iter().filter(|goal| goal.form == TrackForm::Loop).map(|goal| goal.colour).collect();
    let by_turns = loops.iter().find_map(|colour| reason_of_turns(puzzle, *colour));
    by_turns.or_else(|| reason_of_crossings(puzzle, &loops)).or_else(|| reason_of_contacts(puzzle, goals))
}

fn reason_of_turns(puzzle: &Puzzle, colour: u8) -> Option<Reason> {
    let sides = puzzle.set.sides;
    let stock = turns(puzzle, colour);
    let most = stock[1] + 2 * stock[2];
    if stock[1] % 2 == 1 {
        return Some(Reason::OddTurns { colour, count: stock[1] });
    }
    if most < sides {
        return Some(Reason::TooStraight { colour, most });
    }
    let closes = closed_path(sides, stock, &steps(puzzle));
    (closes == Some(false)).then_some(Reason::NeverCloses { colour })
}

fn reason_of_crossings(puzzle: &Puzzle, loops: &[u8]) -> Option<Reason> {
    let is_whole = match &puzzle.area {
        _ if !puzzle.holes => true,
        Area::Free => false,
        Area::Cells(cells) => is_whole(puzzle, cells),
    };
    for &colour in loops {
        for other in 0..puzzle.set.colours.len() as u8 {
            let (colours, is_loop) = ([colour, other], loops.contains(&other));
            let count = crossings(puzzle, colours);
            if other != colour && count % 2 == 1 && (is_loop || is_whole) {
                return Some(match is_loop {
                    true => Reason::LoopsCross { colours, count },
                    false => Reason::PathsCross { colours, count },
                });
            }
        }
    }
    None
}

fn reason_of_contacts(puzzle: &Puzzle, goals: &[PuzzleGoal]) -> Option<Reason> {
    let wanted = goals.iter().map(|goal| {
        let links = turns(puzzle, goal.colour).iter().sum::<usize>();
        if goal.form == TrackForm::Loop { links } else { links - 1 }
    });
    let wanted = wanted.sum();
    let most = match &puzzle.area {
        Area::Free => most_contacts(puzzle.set.sides, puzzle.tiles.len()),
        Area::Cells(cells) => {
            let cells: BTreeSet<Coord> = cells.iter().copied().collect();
            let beside = |at: &Coord| beside(puzzle, *at).into_iter().filter(|at| cells.contains(at)).count();
            cells.iter().map(beside).sum::<usize>() / 2
        }
    };
    (wanted > most).then_some(Reason::FewContacts { wanted, most })
}

/// Upper bound of the contacts between `cells` cells, reached when they form a spiral.
fn most_contacts(sides: usize, cells: usize) -> usize {
    // Half of all edges except the outer ones, of which there are at least the ceiling of this root.
    let (most, under) = if sides == 6 { (3 * cells, (12 * cells).saturating_sub(3)) } else { (2 * cells, 4 * cells) };
    let root = under.isqrt();
    most - root - (root * root < under) as usize
}

fn steps(puzzle: &Puzzle) -> Vec<Coord> {
    let lattice = if puzzle.set.sides == 6 { Lattice::hex() } else { Lattice::square() };
    lattice.steps.iter().map(|step| Coord { x: step.dx, y: step.dy }).collect()
}

fn beside(puzzle: &Puzzle, at: Coord) -> Vec<Coord> {
    steps(puzzle).into_iter().map(|step| Coord { x: at.x + step.x, y: at.y + step.y }).collect()
}

/// Whether given cells enclose no other cell.
fn is_whole(puzzle: &Puzzle, cells: &[Coord]) -> bool {
    let span = |of: fn(&Coord) -> i32| {
        let values = || cells.iter().map(of);
        values().min().unwrap_or(0) - 1..=values().max().unwrap_or(0) + 1
    };
    let (columns, rows) = (span(|at| at.x), span(|at| at.y));
    let taken: BTreeSet<Coord> = cells.iter().copied().collect();
    let mut reached = BTreeSet::from([Coord { x: *columns.start(), y: *rows.start() }]);
    let mut queue: Vec<Coord> = reached.iter().copied().collect();
    while let Some(at) = queue.pop() {
        for next in beside(puzzle, at) {
            let is_near = columns.contains(&next.x) && rows.contains(&next.y);
            if is_near && !taken.contains(&next) && reached.insert(next) {
                queue.push(next);
            }
        }
    }
    reached.len() + taken.len() == columns.count() * rows.count()
}

impl Reason {
    /// The reason as a sentence without its full stop.
    pub fn words(&self, puzzle: &Puzzle) -> String {
        let name = |colour: u8| puzzle.set.colours[colour as usize].name.as_str();
        let sides = puzzle.set.sides;
        match *self {
            Reason::Missing { colour } => format!("no tile has any {}", name(colour)),
            Reason::Idle { tile } => {
                let PuzzleAim::Goals(goals) = &puzzle.aim else { return String::new() };
                let colours: Vec<&str> = goals.iter().map(|goal| name(goal.colour)).collect();
                let tile = &puzzle.set.tiles[puzzle.tiles[tile] as usize].name;
                format!("tile {tile} has no {}", series(&colours, "or"))
            }
            Reason::OddTurns { colour, count } => {
                let turn = if count == 1 { "link turns" } else { "links turn" };
                format!("{count} {} {turn} by one side, and in a loop that is an even number", name(colour))
            }
            Reason::TooStraight { colour, most } => {
                let most = counted(most, "side");
                format!("a loop turns by {sides} sides, and all {} links together by {most}", name(colour))
            }
            Reason::NeverCloses { colour } => {
                let mut links = String::new();
                for (by, count) in turns(puzzle, colour).into_iter().enumerate().rev() {
                    let gap = if links.is_empty() { "" } else { ", " };
                    let _ = write!(links, "{gap}{count} that turn by {by}");
                }
                format!("no loop can be made of the {} links: {links}", name(colour))
            }
            Reason::LoopsCross { colours: [one, other], count } => {
                let (one, other, times) = (name(one), name(other), counted(count, "time"));
                format!("{one} and {other} cross {times}, and two loops cross an even number of times")
            }
            Reason::PathsCross { colours: [one, other], count } => {
                let (one, other, times) = (name(one), name(other), counted(count, "time"));
                format!(
                    "{other} crosses {one} {times}, and without holes whatever enters the {one} loop leaves it again"
                )
            }
            Reason::FewContacts { wanted, most } => {
                format!("{wanted} edges would have to touch, and at most {most} can")
            }
        }
    }
}
