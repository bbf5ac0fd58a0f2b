//! Precomputed tables: the kinds of tiles, every orientation of each, and which of them show what where.

use super::bits::OrientationSet;
use super::reach::{ReachTable, TurnCounts};
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::mechanics::puzzle::{Puzzle, PuzzleGoal, TrackForm};
use houserule_core::tiles::{Orientation, TileSet};

pub const SIDES: usize = Lattice::MAX_SIDES;
pub const GOALS: usize = TileSet::MAX_COLOURS;
pub const LINKS: usize = SIDES / 2;

/// Marks a side whose colour belongs to no goal.
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
    /// What the link adds to the multiset index of its goal.
    pub stride: u32,
}

#[derive(Clone)]
pub struct OrientedPiece {
    pub kind: u16,
    pub rotation: u8,
    pub colours: [u8; SIDES],
    /// Goal of each side's colour.
    pub goals: [u8; SIDES],
    links: [GoalLink; LINKS],
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
    pub of_kind: Vec<OrientationSet<W>>,
    /// Orientations that show a goal's colour at a side.
    pub showing: [[OrientationSet<W>; GOALS]; SIDES],
    /// Number of links per goal, and their multiset index by turns.
    pub totals: [u16; GOALS],
    pub stocks: [u32; GOALS],
    pub reaches: Vec<ReachTable>,
    pub has_lines: bool,
}

impl<const W: usize> SolverTables<W> {
    /// Computes the tables; `W` words must hold the orientations of all kinds.
    pub fn of(puzzle: &Puzzle, goals: &[PuzzleGoal], kinds: Vec<TileKind>) -> SolverTables<W> {
        let set = &puzzle.set;
        let sides = set.sides;
        let lattice = if sides == 6 { Lattice::hex() } else { Lattice::square() };
        let steps: Vec<Coord> = lattice.steps.iter().map(|step| Coord { x: step.dx, y: step.dy }).collect();

        let mut stocks: Vec<TurnCounts> = vec![[0; 3]; goals.len()];
        for tile in &puzzle.tiles {
            let orientation = &set.orientations_of(*tile)[0];
            for ends in pairs(&orientation.mates) {
                let colour = orientation.colours[ends[0] as usize];
                if let Some(goal) = goals.iter().position(|goal| goal.colour == colour) {
                    stocks[goal][turn_of(sides, ends).unsigned_abs() as usize] += 1;
                }
            }
        }
        let reaches: Vec<ReachTable> = stocks.iter().map(|stock| ReachTable::of(sides, *stock, &steps)).collect();

        let mut tables = SolverTables {
            sides,
            steps,
            goals: goals.to_vec(),
            orientations: Vec::new(),
            of_kind: Vec::new(),
            showing: [[OrientationSet::NONE; GOALS]; SIDES],
            totals: [0; GOALS],
            stocks: [0; GOALS],
            reaches,
            has_lines: goals.iter().any(|goal| goal.form == TrackForm::Line),
            kinds,
        };
        for (goal, stock) in stocks.iter().enumerate() {
            tables.totals[goal] = stock.iter().sum::<usize>() as u16;
            let strides = tables.reaches[goal].strides;
            tables.stocks[goal] = (0..3).map(|turn| stock[turn] as u32 * strides[turn]).sum();
        }
        for kind in 0..tables.kinds.len() {
            let mut bits = OrientationSet::NONE;
            for orientation in set.orientations_of(tables.kinds[kind].tile) {
                bits.insert(tables.orientations.len());
                tables.add(kind, orientation);
            }
            tables.of_kind.push(bits);
        }
        tables
    }

    /// Adds an orientation of a kind.
    fn add(&mut self, kind: usize, orientation: &Orientation) {
        let index = self.orientations.len();
        let (mut links, mut link_count) = ([GoalLink::default(); LINKS], 0);
        let (mut colours, mut shown) = ([0; SIDES], [NO_GOAL; SIDES]);
        for (side, &colour) in orientation.colours.iter().enumerate() {
            self.showing[side][colour as usize].insert(index);
            colours[side] = colour;
            shown[side] = self.goals.iter().position(|goal| goal.colour == colour).map_or(NO_GOAL, |goal| goal as u8);
        }
        for ends in pairs(&orientation.mates) {
            let goal = shown[ends[0] as usize];
            if goal != NO_GOAL {
                let turn = turn_of(self.sides, ends);
                let stride = self.reaches[goal as usize].strides[turn.unsigned_abs() as usize];
                links[link_count] = GoalLink { goal, ends, turn: turn as i8, stride };
                link_count += 1;
            }
        }
        self.orientations.push(OrientedPiece {
            kind: kind as u16,
            rotation: orientation.rotation,
            colours,
            goals: shown,
            links,
            link_count: link_count as u8,
        });
    }

    pub fn opposite(&self, side: usize) -> usize {
        (side + self.sides / 2) % self.sides
    }
}

/// Turn of a link to the left or right. Entering at a side means heading for the opposite one.
fn turn_of(sides: usize, [a, b]: [u8; 2]) -> i32 {
    let sides = sides as i32;
    let turn = (i32::from(b) - i32::from(a) + 2 * sides - sides / 2) % sides;
    if turn > sides / 2 { turn - sides } else { turn }
}

/// Links of a tile, each once.
fn pairs(mates: &[u8]) -> impl Iterator<Item = [u8; 2]> + '_ {
    let links = mates.iter().enumerate().map(|(side, mate)| [side as u8, *mate]);
    links.filter(|[side, mate]| side < mate)
}
