//! Validation of arrangements: lists all faults of one. It deliberately shares no code with the searches or the game,
//! so that each can be tested against the other.

use std::collections::{BTreeMap, BTreeSet};

use super::definition::{Area, PlacedTile, Puzzle, PuzzleAim, PuzzleGoal, TrackForm};
use crate::geometry::Coord;
use crate::text::plural;
use crate::tiles::{ColourIndex, Orientation, OrientationIndex, TileIndex, TileSet};

/// Result of validating an arrangement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// Faults; if there are none, the arrangement is a solution. With [`PuzzleAim::Longest`], `score` is then its
    /// value.
    pub faults: Vec<SolutionFault>,
    /// Sum of the longest tracks, if that is the aim.
    pub score: Option<u32>,
}

impl Judgement {
    /// Whether there are no faults.
    pub fn is_solution(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Fault of an arrangement. Tiles are indices into the puzzle's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SolutionFault {
    /// Not a tile of the puzzle, or an impossible rotation.
    NoTile {
        /// Index of the tile.
        tile: usize,
        /// Its rotation.
        rotation: usize,
    },
    /// A tile is not placed.
    Missing {
        /// Index of the tile.
        tile: usize,
    },
    /// A tile is placed twice.
    Duplicate {
        /// Index of the tile.
        tile: usize,
    },
    /// A tile is outside the area.
    Outside {
        /// Its cell.
        at: Coord,
    },
    /// Two tiles on one cell; the first of them counts.
    Overlap {
        /// Their cell.
        at: Coord,
    },
    /// A cell of the area is empty.
    EmptyCell {
        /// The cell.
        at: Coord,
    },
    /// A tile is not where the puzzle places it, or rotated differently.
    GivenMoved {
        /// Index of the tile.
        tile: usize,
    },
    /// A tile has none of the required colours. On a free board only the tracks connect a solution.
    Unused {
        /// Index of the tile.
        tile: usize,
    },
    /// A tile is not connected to the first one.
    Disconnected {
        /// Its cell.
        at: Coord,
    },
    /// Two cells whose common edge has two colours.
    Clash {
        /// One cell.
        at: Coord,
        /// The other cell.
        other: Coord,
    },
    /// An empty cell is enclosed.
    Hole {
        /// The cell.
        at: Coord,
    },
    /// The links of a colour do not form the single loop or line required.
    Broken {
        /// Index of the colour.
        colour: ColourIndex,
        /// Required form.
        form: TrackForm,
        /// Number of lines they form.
        lines: usize,
        /// Number of loops they form.
        loops: usize,
    },
}

/// Connected track of one colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Strand {
    /// Number of links.
    pub links: u32,
    /// Whether it is a loop.
    pub closed: bool,
}

/// Steps through the sides of a cell, clockwise from the top right (squares: from the top). Duplicated on purpose: a
/// shared table would hide its mistakes from the tests.
const HEX: [(i32, i32); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];
const SQUARE: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Validates an arrangement.
pub fn judge(puzzle: &Puzzle, pieces: &[PlacedTile]) -> Judgement {
    let mut faults = Vec::new();
    let map = TileMap::of_pieces(puzzle, pieces, &mut faults);
    check_cells(puzzle, &map, pieces, &mut faults);
    map.disconnected().into_iter().for_each(|at| faults.push(SolutionFault::Disconnected { at }));
    map.clashes().into_iter().for_each(|(at, other)| faults.push(SolutionFault::Clash { at, other }));
    if !puzzle.allows_holes {
        map.holes().into_iter().for_each(|at| faults.push(SolutionFault::Hole { at }));
    }
    let mut score = None;
    match &puzzle.aim {
        PuzzleAim::Goals(goals) => {
            goals.iter().for_each(|goal| faults.extend(map.check_goal(*goal)));
            if puzzle.area == Area::Free && !goals.is_empty() {
                faults.extend(unused_tiles(puzzle, goals));
            }
        }
        PuzzleAim::Longest(form) => {
            let colours = puzzle.set.colours.indices();
            score = Some(colours.map(|colour| longest(&map.strands(colour), *form)).sum());
        }
    }
    faults.sort();
    Judgement { faults, score }
}

/// Tiles that have none of the goals' colours.
fn unused_tiles<'a>(puzzle: &'a Puzzle, goals: &'a [PuzzleGoal]) -> impl Iterator<Item = SolutionFault> + 'a {
    let has_part = |tile: &TileIndex| {
        let colours = &puzzle.set.orientations_of(*tile)[0].colours;
        goals.iter().any(|goal| colours.contains(&goal.colour))
    };
    puzzle
        .tiles
        .iter()
        .enumerate()
        .filter(move |(_, tile)| !has_part(tile))
        .map(|(tile, _)| SolutionFault::Unused { tile })
}

/// Length of the longest track of the form; a loop is not a line.
pub fn longest(strands: &[Strand], form: TrackForm) -> u32 {
    let has_form = |strand: &&Strand| strand.closed == (form == TrackForm::Loop);
    strands.iter().filter(has_form).map(|strand| strand.links).max().unwrap_or(0)
}

/// Checks for missing and duplicate tiles, cells outside the area or empty, and moved given tiles.
fn check_cells(puzzle: &Puzzle, map: &TileMap, pieces: &[PlacedTile], faults: &mut Vec<SolutionFault>) {
    for tile in 0..puzzle.tiles.len() {
        match pieces.iter().filter(|piece| piece.tile == tile).count() {
            0 => faults.push(SolutionFault::Missing { tile }),
            1 => {}
            _ => faults.push(SolutionFault::Duplicate { tile }),
        }
    }
    if let Area::Cells(cells) = &puzzle.area {
        let cells: BTreeSet<Coord> = cells.iter().copied().collect();
        let outside = pieces.iter().map(|piece| piece.at).filter(|at| !cells.contains(at));
        outside.for_each(|at| faults.push(SolutionFault::Outside { at }));
        let empty = cells.iter().filter(|at| !map.orientations.contains_key(at));
        empty.for_each(|&at| faults.push(SolutionFault::EmptyCell { at }));
    }
    for given in &puzzle.given {
        let orientation = |rotation: usize| puzzle.set.orientation_of(puzzle.tiles[given.tile], rotation);
        let is_moved = |piece: &PlacedTile| {
            let is_rotated =
                given.rotation.is_some_and(|rotation| orientation(rotation) != orientation(piece.rotation));
            piece.tile == given.tile && (piece.at != given.at || is_rotated)
        };
        if pieces.iter().any(is_moved) {
            faults.push(SolutionFault::GivenMoved { tile: given.tile });
        }
    }
}

/// Steps to the neighbours of a tile, by side.
fn steps(set: &TileSet) -> &'static [(i32, i32)] {
    if set.sides == HEX.len() { &HEX } else { &SQUARE }
}

/// Tiles by cell, independent of how they were placed.
pub struct TileMap<'a> {
    steps: &'static [(i32, i32)],
    orientations: BTreeMap<Coord, &'a Orientation>,
}

impl<'a> TileMap<'a> {
    /// Map of the tiles of a set on their cells.
    pub fn new(set: &'a TileSet, tiles: &BTreeMap<Coord, OrientationIndex>) -> TileMap<'a> {
        let orientations = tiles.iter().map(|(&at, &orientation)| (at, &set.orientations[orientation])).collect();
        TileMap { steps: steps(set), orientations }
    }

    /// Map of an arrangement, valid or not, with the faults that keep tiles out of it.
    fn of_pieces(puzzle: &'a Puzzle, pieces: &[PlacedTile], faults: &mut Vec<SolutionFault>) -> TileMap<'a> {
        let set: &TileSet = &puzzle.set;
        let mut orientations = BTreeMap::new();
        for &PlacedTile { tile, at, rotation } in pieces {
            let orientation = puzzle.tiles.get(tile).and_then(|&tile| set.orientation_of(tile, rotation));
            match orientation {
                None => faults.push(SolutionFault::NoTile { tile, rotation }),
                Some(_) if orientations.contains_key(&at) => faults.push(SolutionFault::Overlap { at }),
                Some(orientation) => {
                    orientations.insert(at, &set.orientations[orientation]);
                }
            }
        }
        TileMap { steps: steps(set), orientations }
    }

    fn neighbour(&self, at: Coord, side: usize) -> Coord {
        let (dx, dy) = self.steps[side];
        Coord { x: at.x.saturating_add(dx), y: at.y.saturating_add(dy) }
    }

    fn opposite(&self, side: usize) -> usize {
        (side + self.steps.len() / 2) % self.steps.len()
    }

    /// Tiles that are not connected to the first one.
    fn disconnected(&self) -> Vec<Coord> {
        let Some((&first, _)) = self.orientations.first_key_value() else { return Vec::new() };
        let (mut visited, mut stack) = (BTreeSet::from([first]), vec![first]);
        while let Some(at) = stack.pop() {
            for next in (0..self.steps.len()).map(|side| self.neighbour(at, side)) {
                if self.orientations.contains_key(&next) && visited.insert(next) {
                    stack.push(next);
                }
            }
        }
        self.orientations.keys().filter(|at| !visited.contains(at)).copied().collect()
    }

    /// Pairs of cells whose common edge has two colours, each pair once.
    pub fn clashes(&self) -> Vec<(Coord, Coord)> {
        let mut clashes = Vec::new();
        for (&at, orientation) in &self.orientations {
            for side in 0..self.steps.len() {
                let other = self.neighbour(at, side);
                let is_clash = self
                    .orientations
                    .get(&other)
                    .is_some_and(|o| o.colours[self.opposite(side)] != orientation.colours[side]);
                if is_clash && at < other {
                    clashes.push((at, other));
                }
            }
        }
        clashes
    }

    /// Number of edges between two tiles.
    pub fn contacts(&self) -> usize {
        let touching = |at: &Coord| {
            (0..self.steps.len()).filter(|&side| self.orientations.contains_key(&self.neighbour(*at, side))).count()
        };
        self.orientations.keys().map(touching).sum::<usize>() / 2
    }

    /// Enclosed empty cells (flood fill from outside).
    fn holes(&self) -> Vec<Coord> {
        // Coordinates are compressed to the columns and rows at or next to a tile. Two empty ones of every gap are
        // kept, so whatever reaches an empty column or row is outside before and after the compression.
        let around = |values: &mut dyn Iterator<Item = i32>| -> Vec<i32> {
            let near = values.flat_map(|v| [v.saturating_sub(1), v, v.saturating_add(1)]);
            near.collect::<BTreeSet<i32>>().into_iter().collect()
        };
        let columns = around(&mut self.orientations.keys().map(|at| at.x));
        let rows = around(&mut self.orientations.keys().map(|at| at.y));
        if self.orientations.is_empty() {
            return Vec::new();
        }
        let coord = |column: usize, row: usize| Coord { x: columns[column], y: rows[row] };
        let mut outside = vec![vec![false; rows.len()]; columns.len()];
        outside[0][0] = true;
        let mut stack = vec![(0usize, 0usize)];
        while let Some((column, row)) = stack.pop() {
            for &(dx, dy) in self.steps {
                let (column, row) = (column.wrapping_add_signed(dx as isize), row.wrapping_add_signed(dy as isize));
                let is_inside = column < columns.len() && row < rows.len();
                if is_inside && !outside[column][row] && !self.orientations.contains_key(&coord(column, row)) {
                    outside[column][row] = true;
                    stack.push((column, row));
                }
            }
        }
        let cells = (0..columns.len()).flat_map(|column| (0..rows.len()).map(move |row| (column, row)));
        let enclosed = cells.filter(|&(column, row)| !outside[column][row]).map(|(c, r)| coord(c, r));
        enclosed.filter(|at| !self.orientations.contains_key(at)).collect()
    }

    /// Tracks of a colour.
    pub fn strands(&self, colour: ColourIndex) -> Vec<Strand> {
        let mut visited: BTreeSet<(Coord, usize)> = BTreeSet::new();
        let mut strands = Vec::new();
        for (&at, orientation) in &self.orientations {
            for side in (0..self.steps.len()).filter(|&side| orientation.colours[side] == colour) {
                if visited.contains(&(at, side)) {
                    continue;
                }
                // Follow the link in both directions: out of this side and, unless that closed a loop, out of the
                // other.
                let mut links = 1;
                visited.extend([(at, side), (at, orientation.links[side])]);
                let closed = self.follow(at, side, &mut visited, &mut links)
                    || self.follow(at, orientation.links[side], &mut visited, &mut links);
                strands.push(Strand { links, closed });
            }
        }
        strands.sort_by(|a, b| b.cmp(a));
        strands
    }

    /// Follows the links of one colour out of a cell's side and returns whether the path closes.
    fn follow(&self, from: Coord, side: usize, visited: &mut BTreeSet<(Coord, usize)>, links: &mut u32) -> bool {
        let (mut at, mut side) = (from, side);
        let colour = self.orientations[&from].colours[side];
        loop {
            let (next, entry) = (self.neighbour(at, side), self.opposite(side));
            match self.orientations.get(&next) {
                Some(orientation) if orientation.colours[entry] == colour => {
                    if !visited.insert((next, entry)) {
                        return true;
                    }
                    let exit = orientation.links[entry];
                    visited.insert((next, exit));
                    *links += 1;
                    (at, side) = (next, exit);
                }
                _ => return false,
            }
        }
    }

    /// Returns a fault if the links of the goal's colour do not form the required track.
    fn check_goal(&self, goal: PuzzleGoal) -> Option<SolutionFault> {
        let strands = self.strands(goal.colour);
        let loops = strands.iter().filter(|strand| strand.closed).count();
        let lines = strands.len() - loops;
        let required = if goal.form == TrackForm::Loop { (0, 1) } else { (1, 0) };
        let fault = SolutionFault::Broken { colour: goal.colour, form: goal.form, lines, loops };
        ((lines, loops) != required).then_some(fault)
    }
}

impl SolutionFault {
    /// Message for the player.
    pub fn message(&self, puzzle: &Puzzle) -> String {
        let name = |tile: usize| match puzzle.tiles.get(tile) {
            Some(&tile) => puzzle.set.tiles[tile].name.clone(),
            None => format!("number {}", tile + 1),
        };
        let cell = |at: Coord| format!("{},{}", at.x, at.y);
        match *self {
            SolutionFault::NoTile { tile, rotation } => {
                format!("tile {} has no rotation {rotation}", name(tile))
            }
            SolutionFault::Missing { tile } => format!("tile {} is not placed", name(tile)),
            SolutionFault::Duplicate { tile } => format!("tile {} is placed twice", name(tile)),
            SolutionFault::Outside { at } => format!("{} is outside the board", cell(at)),
            SolutionFault::Overlap { at } => format!("two tiles at {}", cell(at)),
            SolutionFault::EmptyCell { at } => format!("no tile at {}", cell(at)),
            SolutionFault::GivenMoved { tile } => format!("tile {} is not placed as given", name(tile)),
            SolutionFault::Unused { tile } => format!("tile {} has none of the goal's colours", name(tile)),
            SolutionFault::Disconnected { at } => {
                format!("the tile at {} is not connected to the others", cell(at))
            }
            SolutionFault::Clash { at, other } => {
                format!("the edge between {} and {} does not match", cell(at), cell(other))
            }
            SolutionFault::Hole { at } => format!("{} is a hole", cell(at)),
            SolutionFault::Broken { colour, form, lines, loops } => {
                let colour = &puzzle.set.colours[colour].name;
                let form = form.name();
                let count = |count: usize, word: &str| (count > 0).then(|| plural(count, word));
                let parts: Vec<String> = [count(loops, "loop"), count(lines, "line")].into_iter().flatten().collect();
                match parts.is_empty() {
                    true => format!("no tile has {colour}; the goal is one {form}"),
                    false => format!("{colour} has {}; the goal is one {form}", parts.join(" and ")),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
