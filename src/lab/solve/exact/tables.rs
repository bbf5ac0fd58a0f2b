//! Precomputed tables: kinds of tiles, their orientations, and the orientations with a colour at a side.

use super::bits::OrientationSet;
use super::reach::{ReachTable, TurnCounts};
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::index::{IndexArray, IndexVec, index_type};
use houserule_core::mechanics::puzzle::{Puzzle, PuzzleGoal, TrackForm};
use houserule_core::tiles::{ColourIndex, Orientation, TileIndex, TileSet};

pub const MAX_SIDES: usize = Lattice::MAX_SIDES;
pub const MAX_GOALS: usize = TileSet::MAX_COLOURS;
pub const MAX_LINKS: usize = MAX_SIDES / 2;

index_type! {
    /// Goal of the puzzle.
    GoalIndex(u8)
}

impl GoalIndex {
    /// Marker of a side whose colour belongs to no goal.
    pub const NONE: GoalIndex = GoalIndex(u8::MAX);
}

/// Array with one entry per goal.
pub type GoalArray<T> = IndexArray<GoalIndex, T, MAX_GOALS>;

index_type! {
    /// Kind of tiles.
    KindIndex(u16)
}

index_type! {
    /// Kind of tiles in one orientation; also the content of a cell.
    PieceIndex(u16)
}

impl PieceIndex {
    /// Content of a cell without a tile: still empty, or blocked (empty for good).
    pub const EMPTY: PieceIndex = PieceIndex(u16::MAX);
    pub const BLOCKED: PieceIndex = PieceIndex(u16::MAX - 1);

    /// Whether this is a piece: neither empty nor blocked.
    pub fn is_piece(self) -> bool {
        self < PieceIndex::BLOCKED
    }
}

/// Identical tiles, or one given tile, which has a fixed place.
#[derive(Clone, Debug)]
pub struct TileKind {
    pub tile: TileIndex,
    /// Indices of these tiles in the puzzle.
    pub members: Vec<usize>,
}

/// Link of a goal's colour.
#[derive(Clone, Copy, Default)]
pub struct GoalLink {
    pub goal: GoalIndex,
    pub ends: [u8; 2],
    /// Number of sides by which a path turns that enters at the first end.
    pub turn: i8,
    /// Increment of the goal's multiset index.
    pub stride: u32,
}

#[derive(Clone)]
pub struct OrientedPiece {
    pub kind: KindIndex,
    pub rotation: usize,
    pub colours: [ColourIndex; MAX_SIDES],
    /// Goal of each side's colour.
    pub goals: [GoalIndex; MAX_SIDES],
    links: [GoalLink; MAX_LINKS],
    link_count: u8,
}

impl OrientedPiece {
    pub fn links(&self) -> &[GoalLink] {
        &self.links[..usize::from(self.link_count)]
    }
}

pub struct SolverTables<const W: usize> {
    pub sides: usize,
    pub steps: Vec<Coord>,
    pub goals: IndexVec<GoalIndex, PuzzleGoal>,
    pub kinds: IndexVec<KindIndex, TileKind>,
    pub orientations: IndexVec<PieceIndex, OrientedPiece>,
    /// Orientations of each kind.
    pub orientations_by_kind: IndexVec<KindIndex, OrientationSet<W>>,
    /// Orientations by side and the colour at that side.
    pub by_side_colour: [IndexArray<ColourIndex, OrientationSet<W>, { TileSet::MAX_COLOURS }>; MAX_SIDES],
    /// Number of links per goal, and their multiset index.
    pub link_totals: GoalArray<u16>,
    pub turn_indices: GoalArray<u32>,
    pub reach_tables: IndexVec<GoalIndex, ReachTable>,
    pub has_lines: bool,
}

impl<const W: usize> SolverTables<W> {
    /// Computes the tables; `W` words must hold the orientations of all kinds.
    pub fn of(puzzle: &Puzzle, goals: &[PuzzleGoal], kinds: IndexVec<KindIndex, TileKind>) -> SolverTables<W> {
        let set = &puzzle.set;
        let sides = set.sides;
        let lattice = if sides == 6 { Lattice::hex() } else { Lattice::square() };
        let steps: Vec<Coord> = lattice.steps.iter().map(|step| Coord { x: step.dx, y: step.dy }).collect();

        let goals: IndexVec<GoalIndex, PuzzleGoal> = goals.to_vec().into();
        let mut turn_counts: IndexVec<GoalIndex, TurnCounts> = vec![[0; 3]; goals.len()].into();
        for tile in &puzzle.tiles {
            let orientation = &set.orientations_of(*tile)[0];
            for ends in link_ends(&orientation.links) {
                let colour = orientation.colours[ends[0]];
                if let Some(goal) = goals.position(|goal| goal.colour == colour) {
                    turn_counts[goal][turn_of(sides, ends).unsigned_abs() as usize] += 1;
                }
            }
        }
        let reach_tables: IndexVec<GoalIndex, ReachTable> =
            turn_counts.iter().map(|stock| ReachTable::of(sides, *stock, &steps)).collect();

        let mut tables = SolverTables {
            sides,
            steps,
            orientations: IndexVec::default(),
            orientations_by_kind: IndexVec::default(),
            by_side_colour: [IndexArray::new([OrientationSet::NONE; TileSet::MAX_COLOURS]); MAX_SIDES],
            link_totals: GoalArray::default(),
            turn_indices: GoalArray::default(),
            reach_tables,
            has_lines: goals.iter().any(|goal| goal.form == TrackForm::Line),
            goals,
            kinds,
        };
        for (goal, stock) in turn_counts.iter_enumerated() {
            tables.link_totals[goal] = stock.iter().sum::<usize>() as u16;
            let strides = tables.reach_tables[goal].strides;
            tables.turn_indices[goal] = (0..3).map(|turn| stock[turn] as u32 * strides[turn]).sum();
        }
        for kind in tables.kinds.indices() {
            let mut bits = OrientationSet::NONE;
            for orientation in set.orientations_of(tables.kinds[kind].tile) {
                bits.insert(PieceIndex::new(tables.orientations.len()));
                tables.add(kind, orientation);
            }
            tables.orientations_by_kind.push(bits);
        }
        tables
    }

    /// Adds an orientation of a kind.
    fn add(&mut self, kind: KindIndex, orientation: &Orientation) {
        let index = PieceIndex::new(self.orientations.len());
        let (mut links, mut link_count) = ([GoalLink::default(); MAX_LINKS], 0);
        let (mut colours, mut side_goals) = ([ColourIndex::default(); MAX_SIDES], [GoalIndex::NONE; MAX_SIDES]);
        for (side, &colour) in orientation.colours.iter().enumerate() {
            self.by_side_colour[side][colour].insert(index);
            colours[side] = colour;
            side_goals[side] = self.goals.position(|goal| goal.colour == colour).unwrap_or(GoalIndex::NONE);
        }
        for ends in link_ends(&orientation.links) {
            let goal = side_goals[ends[0]];
            if goal != GoalIndex::NONE {
                let turn = turn_of(self.sides, ends);
                let stride = self.reach_tables[goal].strides[turn.unsigned_abs() as usize];
                let ends = ends.map(|side| side as u8);
                links[link_count] = GoalLink { goal, ends, turn: turn as i8, stride };
                link_count += 1;
            }
        }
        self.orientations.push(OrientedPiece {
            kind,
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
fn turn_of(sides: usize, [a, b]: [usize; 2]) -> i32 {
    let turn = (b + 2 * sides - a - sides / 2) % sides;
    if turn > sides / 2 { turn as i32 - sides as i32 } else { turn as i32 }
}

/// Iterates over the links of a tile, each once.
fn link_ends(linked_sides: &[usize]) -> impl Iterator<Item = [usize; 2]> + '_ {
    let links = linked_sides.iter().enumerate().map(|(side, other)| [side, *other]);
    links.filter(|[side, other]| side < other)
}
