//! Start of the search: the board and the orientations allowed on each cell, restricted so that only one of several
//! rotated arrangements is found.

use super::bits::OrientationSet;
use super::reach::distance;
use super::search::{EMPTY, SHUT};
use super::symmetry::{Symmetry, turns_of};
use super::tables::{SolverTables, TileKind};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::puzzle::{Area, GivenTile, Puzzle, PuzzleGoal, TrackForm};
use houserule_core::rng::Rng;

pub struct SearchStart<const W: usize> {
    /// Index offset from a cell to its neighbour at each side.
    pub offsets: Vec<i32>,
    pub places: Vec<Coord>,
    pub cells: Vec<u16>,
    pub fits: Vec<OrientationSet<W>>,
    /// Cells that must receive a tile.
    pub must: Vec<u32>,
    pub is_must: Vec<bool>,
    /// On given cells: for each goal, the orientations that turn its colour outwards.
    pub rim: Option<Vec<Vec<OrientationSet<W>>>>,
    pub holes: bool,
    /// Whether tiles may be separate from the others.
    pub may_part: bool,
    pub same: Symmetry,
}

/// Tiles by kind, and where given ones are placed; a free board without given tiles gets one as an anchor.
pub struct SortedTiles {
    pub kinds: Vec<TileKind>,
    /// The first kinds are given.
    pub given: Vec<GivenTile>,
    pub same: Symmetry,
}

/// Groups the tiles of a puzzle into kinds, shuffled by `rng` if there is one.
pub fn sorted(puzzle: &Puzzle, goals: &[PuzzleGoal], rng: Option<&mut Rng>) -> SortedTiles {
    let mut given = puzzle.given.clone();
    let turns = turns_of(puzzle);
    let mut same = if turns.is_empty() { Symmetry::Told } else { Symmetry::Turned(turns) };
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
        // The best anchor occurs once, looks different in every rotation, and continues as many paths as possible.
        let worth = |kind: &TileKind| {
            let orientations = puzzle.set.orientations_of(kind.tile);
            let leads =
                |goal: &PuzzleGoal| orientations[0].colours.iter().filter(|colour| **colour == goal.colour).count();
            let turns = orientations.len() == puzzle.set.sides;
            let leads: usize = goals.iter().map(leads).sum();
            (kind.members.len(), !turns, std::cmp::Reverse(leads))
        };
        let best = (0..kinds.len()).min_by_key(|&kind| worth(&kinds[kind]));
        if let Some(best) = best {
            let (copies, half, _) = worth(&kinds[best]);
            if copies > 1 || half {
                same = Symmetry::Moved(kinds[best].tile);
            }
            let tile = kinds[best].members.remove(0);
            given.push(GivenTile { tile, at: Coord { x: 0, y: 0 }, rotation: Some(0) });
            kinds.retain(|kind| !kind.members.is_empty());
        }
    }
    let fixed = given.iter().map(|given| TileKind { tile: puzzle.tiles[given.tile], members: vec![given.tile] });
    SortedTiles { kinds: fixed.chain(kinds).collect(), given, same }
}

impl<const W: usize> SearchStart<W> {
    pub fn of(puzzle: &Puzzle, tables: &SolverTables<W>, given: &[GivenTile], same: Symmetry) -> SearchStart<W> {
        let count = puzzle.tiles.len() as i32;
        let origin = given.first().map_or(Coord { x: 0, y: 0 }, |given| given.at);
        // On a free board no tile can be further away than all tiles in a row reach.
        let (inner, rim): (Vec<Coord>, i32) = match &puzzle.area {
            Area::Cells(cells) => (cells.clone(), 2),
            Area::Free => (vec![origin], count + 1),
        };
        let low = |of: fn(&Coord) -> i32| inner.iter().map(of).min().unwrap_or(0) - rim;
        let high = |of: fn(&Coord) -> i32| inner.iter().map(of).max().unwrap_or(0) + rim;
        let (left, top) = (low(|at| at.x), low(|at| at.y));
        let (width, height) = (high(|at| at.x) - left + 1, high(|at| at.y) - top + 1);
        let cell_at = |at: Coord| ((at.y - top) * width + at.x - left) as u32;
        let places: Vec<Coord> =
            (0..width * height).map(|cell| Coord { x: left + cell % width, y: top + cell / width }).collect();
        let mut cells = vec![SHUT; places.len()];
        for (cell, at) in cells.iter_mut().zip(&places) {
            let is_open = match &puzzle.area {
                Area::Cells(area) => area.contains(at),
                Area::Free => distance(tables.sides, origin, *at) < count as usize,
            };
            if is_open {
                *cell = EMPTY;
            }
        }

        let loose = tables.of_kind[given.len()..].iter().fold(OrientationSet::NONE, |all, bits| all.or(*bits));
        let mut start = SearchStart {
            offsets: tables.steps.iter().map(|step| step.y * width + step.x).collect(),
            fits: vec![loose; places.len()],
            is_must: vec![false; places.len()],
            must: Vec::new(),
            rim: None,
            holes: puzzle.holes,
            may_part: puzzle.area != Area::Free || given.len() > 1,
            same,
            places,
            cells,
        };
        if let Area::Cells(area) = &puzzle.area {
            area.iter().for_each(|at| start.must.push(cell_at(*at)));
        }
        start.fix(puzzle, tables, given, cell_at);
        for &cell in &start.must {
            start.is_must[cell as usize] = true;
        }
        start.keep_inside(puzzle, tables);
        start.break_symmetry(puzzle, tables, given);
        start
    }

    /// Leaves given tiles only the orientations that they were given.
    fn fix(&mut self, puzzle: &Puzzle, tables: &SolverTables<W>, given: &[GivenTile], cell_at: impl Fn(Coord) -> u32) {
        for (kind, given) in given.iter().enumerate() {
            let cell = cell_at(given.at);
            if !self.must.contains(&cell) {
                self.must.push(cell);
            }
            let turns = puzzle.set.tiles[puzzle.tiles[given.tile] as usize].rotations;
            let mut orientations = tables.of_kind[kind];
            while let Some(rotation) = given.rotation {
                let Some(orientation) = orientations.pop() else { break };
                if tables.orientations[orientation].rotation == rotation % turns {
                    orientations = OrientationSet::NONE;
                    orientations.insert(orientation);
                    break;
                }
            }
            self.fits[cell as usize] = orientations;
        }
    }

    /// Colours that must form a loop do not lead out of given cells.
    fn keep_inside(&mut self, puzzle: &Puzzle, tables: &SolverTables<W>) {
        if puzzle.area == Area::Free {
            return;
        }
        let mut rim = vec![vec![OrientationSet::NONE; self.cells.len()]; tables.goals.len()];
        for &cell in &self.must {
            for (goal, PuzzleGoal { colour, form }) in tables.goals.iter().enumerate() {
                for side in 0..tables.sides {
                    let beside = (cell as i32 + self.offsets[side]) as usize;
                    if self.cells[beside] == SHUT {
                        let out = &mut rim[goal][cell as usize];
                        *out = out.or(tables.showing[side][*colour as usize]);
                    }
                }
                if *form == TrackForm::Loop {
                    self.fits[cell as usize] = self.fits[cell as usize].without(rim[goal][cell as usize]);
                }
            }
        }
        self.rim = tables.has_lines.then_some(rim);
    }

    /// Where the board has rotational symmetry, restricts one tile to a part of it; otherwise every solution is
    /// compared.
    fn break_symmetry(&mut self, puzzle: &Puzzle, tables: &SolverTables<W>, given: &[GivenTile]) {
        let Symmetry::Turned(turns) = &self.same else { return };
        let can_tell = |kind: usize| {
            let TileKind { tile, members } = &tables.kinds[kind];
            members.len() == 1 && puzzle.set.orientations_of(*tile).len() == tables.sides
        };
        let is_loose = |kind: usize| given.get(kind).is_none_or(|given| given.rotation.is_none());
        let Some(kind) = (0..tables.kinds.len()).find(|&kind| can_tell(kind) && is_loose(kind)) else {
            return;
        };
        let step = tables.sides / (turns.len() + 1);
        for cell in 0..self.cells.len() {
            let at = self.places[cell];
            let images: Vec<Coord> = turns.iter().map(|turn| turn.of(tables.sides, at)).collect();
            if images.iter().any(|image| *image < at) {
                self.fits[cell] = self.fits[cell].without(tables.of_kind[kind]);
            } else if images.contains(&at) {
                let mut orientations = tables.of_kind[kind];
                let mut kept = OrientationSet::NONE;
                while let Some(orientation) = orientations.pop() {
                    if (tables.orientations[orientation].rotation as usize) < step {
                        kept.insert(orientation);
                    }
                }
                self.fits[cell] = self.fits[cell].without(tables.of_kind[kind]).or(self.fits[cell].and(kept));
            }
        }
        self.same = Symmetry::Told;
    }
}
