//! Start of the search: the board and the domain (allowed orientations) of each cell, restricted so that only one of
//! several rotated arrangements is found.

use super::bits::OrientationSet;
use super::reach::distance;
use super::search::SearchCell;
use super::symmetry::{Symmetry, rotations_of};
use super::tables::{GoalIndex, KindIndex, PieceIndex, SolverTables, TileKind};
use houserule_core::geometry::Coord;
use houserule_core::index::IndexVec;
use houserule_core::mechanics::puzzle::{Area, GivenTile, Puzzle, PuzzleGoal, TrackForm};
use houserule_core::rng::Rng;

pub struct SearchStart<const W: usize> {
    /// Index offset from a cell to its neighbour at each side.
    pub offsets: Vec<i32>,
    pub coords: IndexVec<SearchCell, Coord>,
    pub cells: IndexVec<SearchCell, PieceIndex>,
    pub domains: IndexVec<SearchCell, OrientationSet<W>>,
    /// Cells that must receive a tile.
    pub required: Vec<SearchCell>,
    pub is_required: IndexVec<SearchCell, bool>,
    /// On given cells: for each goal, the orientations whose colour leads off the board.
    pub outward: Option<IndexVec<GoalIndex, IndexVec<SearchCell, OrientationSet<W>>>>,
    pub allows_holes: bool,
    /// Whether tiles may be separate from the others.
    pub allows_separate: bool,
    pub symmetry: Symmetry,
}

/// Tiles by kind, and the places of given ones; a free board without given tiles gets one as an anchor.
pub struct SortedTiles {
    pub kinds: IndexVec<KindIndex, TileKind>,
    /// The first kinds are given.
    pub given: Vec<GivenTile>,
    pub symmetry: Symmetry,
}

/// Groups the tiles of a puzzle into kinds, shuffled by `rng` if there is one.
pub fn group_tiles(puzzle: &Puzzle, goals: &[PuzzleGoal], rng: Option<&mut Rng>) -> SortedTiles {
    let mut given = puzzle.given.clone();
    let rotations = rotations_of(puzzle);
    let mut symmetry = if rotations.is_empty() { Symmetry::Broken } else { Symmetry::Rotated(rotations) };
    let is_given = |given: &[GivenTile], tile: usize| given.iter().any(|other| other.tile == tile);
    let mut kinds: Vec<TileKind> = Vec::new();
    let mut order: Vec<usize> = (0..puzzle.tiles.len()).filter(|tile| !is_given(&given, *tile)).collect();
    if let Some(rng) = rng {
        rng.shuffle(&mut order);
    }
    for member in order {
        let tile = puzzle.tiles[member];
        match kinds.iter_mut().find(|kind| kind.tile == tile) {
            Some(kind) => kind.members.push(member),
            None => kinds.push(TileKind { tile, members: vec![member] }),
        }
    }
    if puzzle.area == Area::Free && given.is_empty() {
        // The best anchor occurs once, has no rotational symmetry, and continues as many paths as possible.
        let anchor_rank = |kind: &TileKind| {
            let orientations = puzzle.set.orientations_of(kind.tile);
            let path_count =
                |goal: &PuzzleGoal| orientations[0].colours.iter().filter(|colour| **colour == goal.colour).count();
            let is_asymmetric = orientations.len() == puzzle.set.sides;
            let paths: usize = goals.iter().map(path_count).sum();
            (kind.members.len(), !is_asymmetric, std::cmp::Reverse(paths))
        };
        let best = (0..kinds.len()).min_by_key(|&kind| anchor_rank(&kinds[kind]));
        if let Some(best) = best {
            let (copies, is_symmetric, _) = anchor_rank(&kinds[best]);
            if copies > 1 || is_symmetric {
                symmetry = Symmetry::Translated(kinds[best].tile);
            }
            let tile = kinds[best].members.remove(0);
            given.push(GivenTile { tile, at: Coord { x: 0, y: 0 }, rotation: Some(0) });
            kinds.retain(|kind| !kind.members.is_empty());
        }
    }
    let given_kinds = given.iter().map(|given| TileKind { tile: puzzle.tiles[given.tile], members: vec![given.tile] });
    SortedTiles { kinds: given_kinds.chain(kinds).collect(), given, symmetry }
}

impl<const W: usize> SearchStart<W> {
    pub fn of(puzzle: &Puzzle, tables: &SolverTables<W>, given: &[GivenTile], symmetry: Symmetry) -> SearchStart<W> {
        let count = puzzle.tiles.len() as i32;
        let origin = given.first().map_or(Coord { x: 0, y: 0 }, |given| given.at);
        // On a free board, no tile is further away than a straight line of all tiles reaches.
        let (inner, margin): (Vec<Coord>, i32) = match &puzzle.area {
            Area::Cells(cells) => (cells.clone(), 2),
            Area::Free => (vec![origin], count + 1),
        };
        let low = |of: fn(&Coord) -> i32| inner.iter().map(of).min().unwrap_or(0) - margin;
        let high = |of: fn(&Coord) -> i32| inner.iter().map(of).max().unwrap_or(0) + margin;
        let (left, top) = (low(|at| at.x), low(|at| at.y));
        let (width, height) = (high(|at| at.x) - left + 1, high(|at| at.y) - top + 1);
        let cell_at = |at: Coord| SearchCell::new(((at.y - top) * width + at.x - left) as usize);
        let coords: IndexVec<SearchCell, Coord> =
            (0..width * height).map(|cell| Coord { x: left + cell % width, y: top + cell / width }).collect();
        let mut cells = IndexVec::from(vec![PieceIndex::BLOCKED; coords.len()]);
        for (cell, at) in cells.iter_mut().zip(&coords) {
            let is_open = match &puzzle.area {
                Area::Cells(area) => area.contains(at),
                Area::Free => distance(tables.sides, origin, *at) < count as usize,
            };
            if is_open {
                *cell = PieceIndex::EMPTY;
            }
        }

        let ungiven =
            tables.orientations_by_kind.iter().skip(given.len()).fold(OrientationSet::NONE, |all, bits| all.or(*bits));
        let mut start = SearchStart {
            offsets: tables.steps.iter().map(|step| step.y * width + step.x).collect(),
            domains: vec![ungiven; coords.len()].into(),
            is_required: vec![false; coords.len()].into(),
            required: Vec::new(),
            outward: None,
            allows_holes: puzzle.allows_holes,
            allows_separate: puzzle.area != Area::Free || given.len() > 1,
            symmetry,
            coords,
            cells,
        };
        if let Area::Cells(area) = &puzzle.area {
            area.iter().for_each(|at| start.required.push(cell_at(*at)));
        }
        start.place_given(puzzle, tables, given, cell_at);
        for &cell in &start.required {
            start.is_required[cell] = true;
        }
        start.keep_loops_inside(puzzle, tables);
        start.break_symmetry(puzzle, tables, given);
        start
    }

    /// Restricts the cells of given tiles to their orientations.
    fn place_given(
        &mut self,
        puzzle: &Puzzle,
        tables: &SolverTables<W>,
        given: &[GivenTile],
        cell_at: impl Fn(Coord) -> SearchCell,
    ) {
        for (kind, given) in tables.kinds.indices().zip(given) {
            let cell = cell_at(given.at);
            if !self.required.contains(&cell) {
                self.required.push(cell);
            }
            let rotations = puzzle.set.tiles[puzzle.tiles[given.tile]].rotations;
            let mut orientations = tables.orientations_by_kind[kind];
            while let Some(rotation) = given.rotation {
                let Some(orientation) = orientations.pop() else { break };
                if tables.orientations[orientation].rotation == rotation % rotations {
                    orientations = OrientationSet::NONE;
                    orientations.insert(orientation);
                    break;
                }
            }
            self.domains[cell] = orientations;
        }
    }

    /// Removes orientations with which a loop would lead out of the given cells.
    fn keep_loops_inside(&mut self, puzzle: &Puzzle, tables: &SolverTables<W>) {
        if puzzle.area == Area::Free {
            return;
        }
        let mut outward: IndexVec<GoalIndex, IndexVec<SearchCell, OrientationSet<W>>> =
            vec![vec![OrientationSet::NONE; self.cells.len()].into(); tables.goals.len()].into();
        for &cell in &self.required {
            for (goal, PuzzleGoal { colour, form }) in tables.goals.iter_enumerated() {
                for side in 0..tables.sides {
                    let neighbour = cell.offset(self.offsets[side]);
                    if self.cells[neighbour] == PieceIndex::BLOCKED {
                        let cell_outward = &mut outward[goal][cell];
                        *cell_outward = cell_outward.or(tables.by_side_colour[side][*colour]);
                    }
                }
                if *form == TrackForm::Loop {
                    self.domains[cell] = self.domains[cell].without(outward[goal][cell]);
                }
            }
        }
        self.outward = tables.has_lines.then_some(outward);
    }

    /// Breaks a rotational symmetry of the board by restricting one tile to a part of it; without such a tile every
    /// solution is compared.
    fn break_symmetry(&mut self, puzzle: &Puzzle, tables: &SolverTables<W>, given: &[GivenTile]) {
        let Symmetry::Rotated(turns) = &self.symmetry else { return };
        let is_unique = |kind: KindIndex| {
            let TileKind { tile, members } = &tables.kinds[kind];
            members.len() == 1 && puzzle.set.orientations_of(*tile).len() == tables.sides
        };
        let is_movable = |kind: KindIndex| given.get(kind.index()).is_none_or(|given| given.rotation.is_none());
        let Some(kind) = tables.kinds.indices().find(|&kind| is_unique(kind) && is_movable(kind)) else { return };
        let step = tables.sides / (turns.len() + 1);
        for cell in self.cells.indices() {
            let at = self.coords[cell];
            let images: Vec<Coord> = turns.iter().map(|turn| turn.apply(tables.sides, at)).collect();
            if images.iter().any(|image| *image < at) {
                self.domains[cell] = self.domains[cell].without(tables.orientations_by_kind[kind]);
            } else if images.contains(&at) {
                let mut orientations = tables.orientations_by_kind[kind];
                let mut allowed = OrientationSet::NONE;
                while let Some(orientation) = orientations.pop() {
                    if tables.orientations[orientation].rotation < step {
                        allowed.insert(orientation);
                    }
                }
                self.domains[cell] =
                    self.domains[cell].without(tables.orientations_by_kind[kind]).or(self.domains[cell].and(allowed));
            }
        }
        self.symmetry = Symmetry::Broken;
    }
}
