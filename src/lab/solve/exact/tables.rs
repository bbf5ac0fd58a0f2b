//! Precomputed tables: kinds of tiles, their orientations, and the orientations with a colour at a side.

use super::bits::OrientationSet;
use super::reach::{ReachTable, TurnCounts};
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::mechanics::puzzle::{Puzzle, PuzzleGoal, TrackForm};
use houserule_core::tiles::{Orientation, TileSet};

pub const MAX_SIDES: usize = Lattice::MAX_SIDES;
pub const MAX_GOALS: usize = TileSet::MAX_COLOURS;
pub const MAX_LINKS: usize = MAX_SIDES / 2;

/// Marker of a side whose colour belongs to no goal.
pub const NO_GOAL: u8 = u8::MAX;

/// Identical tiles, or one given tile, which has a fixed place.
#[derive(Clone, Debug)]
pub struct TileKind {
    pub tile: u16,
    /// Indices of these tiles in the puzzle.
    pub members: Vec<usize>,
}

/// Link of a goal's colour.
#[derive(Clone, Copy, Default)]
pub struct GoalLink {
    pub goal: u8,
    pub ends: [u8; 2],
    /// Number of sides by which a path turns that enters at the first end.
    pub turn: i8,
    /// Increment of the goal's multiset index.
    pub stride: u32,
}

#[derive(Clone)]
pub struct OrientedPiece {
    pub kind: u16,
    pub rotation: u8,
    pub colours: [u8; MAX_SIDES],
    /// Goal of each side's colour.
    pub goals: [u8; MAX_SIDES],
    links: [GoalLink; MAX_LINKS],
    link_count: u8,
}

impl OrientedPiece {
    pub fn links(&self) -> &[GoalLink] {
        &self.links[..self.link_count as usize]
    }
}

pub struct SolverTables<const W: usize> {
    pub sides: usize,
    pub steps: Vec<Coord>,
    pub goals: Vec<PuzzleGoal>,
    pub kinds: Vec<TileKind>,
    pub orientations: Vec<OrientedPiece>,
    /// Orientations of each kind.
    pub orientations_by_kind: Vec<OrientationSet<W>>,
    /// Orientations by side and the colour at that side.
    pub by_side_colour: [[OrientationSet<W>; MAX_GOALS]; MAX_SIDES],
    /// Number of links per goal, and their multiset index.
    pub link_totals: [u16; MAX_GOALS],
    pub turn_indices: [u32; MAX_GOALS],
    pub reach_tables: Vec<ReachTable>,
    pub has_lines: bool,
}

impl<const W: usize> SolverTables<W> {
    /// Computes the tables; `W` words must hold the orientations of all kinds.
    pub fn of(puzzle: &Puzzle, goals: &[PuzzleGoal], kinds: Vec<TileKind>) -> SolverTables<W> {
        let set = &puzzle.set;
        let sides = set.sides;
        let lattice = if sides == 6 { Lattice::hex() } else { Lattice::square() };
        let steps: Vec<Coord> = lattice.steps.iter().map(|step| Coord { x: step.dx, y: step.dy }).collect();

        let mut turn_counts: Vec<TurnCounts> = vec![[0; 3]; goals.len()];
        for tile in &puzzle.tiles {
            let orientation = &set.orientations_of(*tile)[0];
            for ends in link_ends(&orientation.links) {
                let colour = orientation.colours[ends[0] as usize];
                if let Some(goal) = goals.iter().position(|goal| goal.colour == colour) {
                    turn_counts[goal][turn_of(sides, ends).unsigned_abs() as usize] += 1;
                }
            }
        }
        let reach_tables: Vec<ReachTable> =
            turn_counts.iter().map(|stock| ReachTable::of(sides, *stock, &steps)).collect();

        let mut tables = SolverTables {
            sides,
            steps,
            goals: goals.to_vec(),
            orientations: Vec::new(),
            orientations_by_kind: Vec::new(),
            by_side_colour: [[OrientationSet::NONE; MAX_GOALS]; MAX_SIDES],
            link_totals: [0; MAX_GOALS],
            turn_indices: [0; MAX_GOALS],
            reach_tables,
            has_lines: goals.iter().any(|goal| goal.form == TrackForm::Line),
            kinds,
        };
        for (goal, stock) in turn_counts.iter().enumerate() {
            tables.link_totals[goal] = stock.iter().sum::<usize>() as u16;
            let strides = tables.reach_tables[goal].strides;
            tables.turn_indices[goal] = (0..3).map(|turn| stock[turn] as u32 * strides[turn]).sum();
        }
        for kind in 0..tables.kinds.len() {
            let mut bits = OrientationSet::NONE;
            for orientation in set.orientations_of(tables.kinds[kind].tile) {
                bits.insert(tables.orientations.len());
                tables.add(kind, orientation);
            }
            tables.orientations_by_kind.push(bits);
        }
        tables
    }

    /// Adds an orientation of a kind.
    fn add(&mut self, kind: usize, orientation: &Orientation) {
        let index = self.orientations.len();
        let (mut links, mut link_count) = ([GoalLink::default(); MAX_LINKS], 0);
        let (mut colours, mut side_goals) = ([0; MAX_SIDES], [NO_GOAL; MAX_SIDES]);
        for (side, &colour) in orientation.colours.iter().enumerate() {
            self.by_side_colour[side][colour as usize].insert(index);
            colours[side] = colour;
            side_goals[side] =
                self.goals.iter().position(|goal| goal.colour == colour).map_or(NO_GOAL, |goal| goal as u8);
        }
        for ends in link_ends(&orientation.links) {
            let goal = side_goals[ends[0] as usize];
            if goal != NO_GOAL {
                let turn = turn_of(self.sides, ends);
                let stride = self.reach_tables[goal as usize].strides[turn.unsigned_abs() as usize];
                links[link_count] = GoalLink { goal, ends, turn: turn as i8, stride };
                link_count += 1;
            }
        }
        self.orientations.push(OrientedPiece {
            kind: kind as u16,
            rotation: orientation.rotation,
            colours,
            goals: side_goals,
            links,
            link_count: link_count as u8,
        });
    }

    pub fn opposite(&self, side: usize) -> usize {
        (side + self.sides / 2) % self.sides
    }
}

/// Returns the turn of a link, negative to the left. A path that enters at a side heads for the opposite side.
fn turn_of(sides: usize, [a, b]: [u8; 2]) -> i32 {
    let sides = sides as i32;
    let turn = (i32::from(b) - i32::from(a) + 2 * sides - sides / 2) % sides;
    if turn > sides / 2 { turn - sides } else { turn }
}

/// Iterates over the links of a tile, each once.
fn link_ends(linked_sides: &[u8]) -> impl Iterator<Item = [u8; 2]> + '_ {
    let links = linked_sides.iter().enumerate().map(|(side, other)| [side as u8, *other]);
    links.filter(|[side, other]| side < other)
}
