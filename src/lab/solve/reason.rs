//! Short proofs that a puzzle has no solution. Each holds for every arrangement; if none applies, a solution may or may
//! not exist.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::exact::has_closed_path;
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::mechanics::puzzle::{Area, Puzzle, PuzzleAim, PuzzleGoal, TrackForm};
use houserule_core::text::{plural, series};
use houserule_core::tiles::{ColourIndex, TileIndex};

/// Reason why there is no solution. Colours are indices into the tile set's, tiles into the puzzle's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No tile has a required colour.
    MissingColour { colour: ColourIndex },
    /// A tile has no colour of a goal, so on a free board nothing connects it.
    UnusedTile { tile: usize },
    /// An odd number of links turn by one side, but the turns of a loop add up to an even number of sides.
    OddTurns { colour: ColourIndex, count: usize },
    /// All links of a loop together turn by less than a full turn.
    TooStraight { colour: ColourIndex, max_turns: usize },
    /// No closed path of exactly these links makes one full turn, even if it may cross itself.
    NeverCloses { colour: ColourIndex },
    /// Two loops cross an even number of times.
    LoopsCross { colours: [ColourIndex; 2], count: usize },
    /// A path crosses a loop an odd number of times, but without holes its ends are outside.
    PathsCross { colours: [ColourIndex; 2], count: usize },
    /// The goals require more contacts than there can be.
    FewContacts { required: usize, max_contacts: usize },
}

/// Returns the links of one colour on a tile, as pairs of sides.
fn links(puzzle: &Puzzle, tile: TileIndex, colour: ColourIndex) -> Vec<[usize; 2]> {
    let orientation = &puzzle.set.orientations_of(tile)[0];
    let sides = (0..puzzle.set.sides).filter(|&side| orientation.colours[side] == colour);
    sides.map(|side| [side, orientation.links[side]]).filter(|[side, other]| side < other).collect()
}

/// Counts the links of a colour that go straight, turn by one side and turn by two.
fn turns(puzzle: &Puzzle, colour: ColourIndex) -> [usize; 3] {
    let mut turns = [0; 3];
    for tile in &puzzle.tiles {
        for [a, b] in links(puzzle, *tile, colour) {
            turns[(b - a).abs_diff(puzzle.set.sides / 2)] += 1;
        }
    }
    turns
}

/// Counts the crossings of two colours on all tiles.
fn crossings(puzzle: &Puzzle, [one, other]: [ColourIndex; 2]) -> usize {
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

/// Finds a reason why a puzzle has no solution, if a short one applies.
pub fn find_reason(puzzle: &Puzzle) -> Option<Reason> {
    let PuzzleAim::Goals(goals) = &puzzle.aim else { return None };
    let colours = || goals.iter().map(|goal| goal.colour);
    let has = |tile: TileIndex, colour: ColourIndex| !links(puzzle, tile, colour).is_empty();
    let is_missing = |colour: &ColourIndex| !puzzle.tiles.iter().any(|tile| has(*tile, *colour));
    if let Some(colour) = colours().find(is_missing) {
        return Some(Reason::MissingColour { colour });
    }
    let is_idle = |tile: &TileIndex| !colours().any(|colour| has(*tile, colour));
    if puzzle.area == Area::Free
        && !goals.is_empty()
        && let Some(tile) = puzzle.tiles.iter().position(is_idle)
    {
        return Some(Reason::UnusedTile { tile });
    }
    let loops: Vec<ColourIndex> =
        goals.iter().filter(|goal| goal.form == TrackForm::Loop).map(|goal| goal.colour).collect();
    let by_turns = loops.iter().find_map(|colour| reason_of_turns(puzzle, *colour));
    by_turns.or_else(|| reason_of_crossings(puzzle, &loops)).or_else(|| reason_of_contacts(puzzle, goals))
}

fn reason_of_turns(puzzle: &Puzzle, colour: ColourIndex) -> Option<Reason> {
    let sides = puzzle.set.sides;
    let turn_counts = turns(puzzle, colour);
    let max_turns = turn_counts[1] + 2 * turn_counts[2];
    if turn_counts[1] % 2 == 1 {
        return Some(Reason::OddTurns { colour, count: turn_counts[1] });
    }
    if max_turns < sides {
        return Some(Reason::TooStraight { colour, max_turns });
    }
    let closes = has_closed_path(sides, turn_counts, &steps(puzzle));
    (closes == Some(false)).then_some(Reason::NeverCloses { colour })
}

fn reason_of_crossings(puzzle: &Puzzle, loops: &[ColourIndex]) -> Option<Reason> {
    let has_no_holes = match &puzzle.area {
        _ if !puzzle.allows_holes => true,
        Area::Free => false,
        Area::Cells(cells) => has_no_holes(puzzle, cells),
    };
    for &colour in loops {
        for other in puzzle.set.colours.indices() {
            let (colours, is_loop) = ([colour, other], loops.contains(&other));
            let count = crossings(puzzle, colours);
            if other != colour && count % 2 == 1 && (is_loop || has_no_holes) {
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
    let required = goals.iter().map(|goal| {
        let links = turns(puzzle, goal.colour).iter().sum::<usize>();
        if goal.form == TrackForm::Loop { links } else { links - 1 }
    });
    let required = required.sum();
    let max_contacts = match &puzzle.area {
        Area::Free => max_contacts(puzzle.set.sides, puzzle.tiles.len()),
        Area::Cells(cells) => {
            let cells: BTreeSet<Coord> = cells.iter().copied().collect();
            let contacts_of = |at: &Coord| neighbours(puzzle, *at).into_iter().filter(|at| cells.contains(at)).count();
            cells.iter().map(contacts_of).sum::<usize>() / 2
        }
    };
    (required > max_contacts).then_some(Reason::FewContacts { required, max_contacts })
}

/// Returns the maximum number of contacts between `cells` cells, reached by a spiral.
fn max_contacts(sides: usize, cells: usize) -> usize {
    // Half of all edges except the outer ones, of which there are at least the ceiling of this root.
    let (max_edges, radicand) =
        if sides == 6 { (3 * cells, (12 * cells).saturating_sub(3)) } else { (2 * cells, 4 * cells) };
    let root = radicand.isqrt();
    max_edges - root - (root * root < radicand) as usize
}

fn steps(puzzle: &Puzzle) -> Vec<Coord> {
    let lattice = if puzzle.set.sides == 6 { Lattice::hex() } else { Lattice::square() };
    lattice.steps.iter().map(|step| Coord { x: step.dx, y: step.dy }).collect()
}

fn neighbours(puzzle: &Puzzle, at: Coord) -> Vec<Coord> {
    steps(puzzle).into_iter().map(|step| Coord { x: at.x + step.x, y: at.y + step.y }).collect()
}

/// Returns whether the cells enclose no other cell.
fn has_no_holes(puzzle: &Puzzle, cells: &[Coord]) -> bool {
    let span = |of: fn(&Coord) -> i32| {
        let values = || cells.iter().map(of);
        values().min().unwrap_or(0) - 1..=values().max().unwrap_or(0) + 1
    };
    let (columns, rows) = (span(|at| at.x), span(|at| at.y));
    let filled: BTreeSet<Coord> = cells.iter().copied().collect();
    let mut reached = BTreeSet::from([Coord { x: *columns.start(), y: *rows.start() }]);
    let mut queue: Vec<Coord> = reached.iter().copied().collect();
    while let Some(at) = queue.pop() {
        for next in neighbours(puzzle, at) {
            let is_in_box = columns.contains(&next.x) && rows.contains(&next.y);
            if is_in_box && !filled.contains(&next) && reached.insert(next) {
                queue.push(next);
            }
        }
    }
    reached.len() + filled.len() == columns.count() * rows.count()
}

impl Reason {
    /// Describes the reason in a sentence without a full stop.
    pub fn describe(&self, puzzle: &Puzzle) -> String {
        let name = |colour: ColourIndex| puzzle.set.colours[colour].name.as_str();
        let sides = puzzle.set.sides;
        match *self {
            Reason::MissingColour { colour } => format!("no tile has any {}", name(colour)),
            Reason::UnusedTile { tile } => {
                let PuzzleAim::Goals(goals) = &puzzle.aim else { return String::new() };
                let colours: Vec<&str> = goals.iter().map(|goal| name(goal.colour)).collect();
                let tile = &puzzle.set.tiles[puzzle.tiles[tile]].name;
                format!("tile {tile} has no {}", series(&colours, "or"))
            }
            Reason::OddTurns { colour, count } => {
                let turn = if count == 1 { "link turns" } else { "links turn" };
                format!("{count} {} {turn} by one side, but a loop needs an even number of them", name(colour))
            }
            Reason::TooStraight { colour, max_turns: most } => {
                let most = plural(most, "side");
                format!("a loop turns by {sides} sides, but all {} links together turn by only {most}", name(colour))
            }
            Reason::NeverCloses { colour } => {
                let mut links = String::new();
                for (by, count) in turns(puzzle, colour).into_iter().enumerate().rev() {
                    let gap = if links.is_empty() { "" } else { ", " };
                    let _ = write!(links, "{gap}{count} that turn by {by}");
                }
                format!("the {} links cannot form a loop: {links}", name(colour))
            }
            Reason::LoopsCross { colours: [one, other], count } => {
                let (one, other, times) = (name(one), name(other), plural(count, "time"));
                format!("{one} and {other} cross {times}, but two loops always cross an even number of times")
            }
            Reason::PathsCross { colours: [one, other], count } => {
                let (one, other, times) = (name(one), name(other), plural(count, "time"));
                format!(
                    "{other} crosses {one} {times}, but without holes whatever enters the {one} loop must leave it again"
                )
            }
            Reason::FewContacts { required: wanted, max_contacts: most } => {
                format!("{wanted} edges would have to touch, but at most {most} can")
            }
        }
    }
}
