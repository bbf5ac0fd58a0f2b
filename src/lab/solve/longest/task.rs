//! A puzzle prepared for probes: numbered kinds of tiles, and the fillings of each type of cell.

use std::collections::HashMap;

use super::board::{BoardCell, CellBoard};
use super::fillings::CellFillings;
use super::kinds::KindIndex;
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::puzzle::{GivenTile, Puzzle, TrackForm};
use houserule_core::tiles::{ColourIndex, Orientation, OrientationIndex, TileIndex};

/// Type of a cell: its inner sides, and its given tile.
type CellSort = (Vec<bool>, Option<usize>);

pub struct LongestTask<'a, const W: usize> {
    pub puzzle: &'a Puzzle,
    pub form: TrackForm,
    pub lattice: Lattice,
    /// Number of colours of the tiles.
    pub colours: u32,
    /// Kind of every tile, and the number of tiles per kind.
    pub kinds: Vec<KindIndex>,
    pub counts: IndexVec<KindIndex, u16>,
    fillings: HashMap<CellSort, CellFillings<W>>,
}

/// Returns the lattice of tiles with this number of sides.
pub fn lattice(sides: usize) -> Lattice {
    if sides == 6 { Lattice::hex() } else { Lattice::square() }
}

/// Returns the distinct tiles of a puzzle: its kinds.
pub fn kinds(puzzle: &Puzzle) -> IndexVec<KindIndex, TileIndex> {
    let mut kinds = puzzle.tiles.clone();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.into()
}

/// Counts the colours of a puzzle's tiles.
pub fn colours(puzzle: &Puzzle) -> u32 {
    let shows = |colour: ColourIndex| {
        let orientations = kinds(puzzle).into_iter().filter_map(|tile| puzzle.set.orientations_of(tile).first());
        orientations.into_iter().any(|orientation| orientation.colours.contains(&colour))
    };
    puzzle.set.colours.indices().filter(|&colour| shows(colour)).count() as u32
}

impl<'a, const W: usize> LongestTask<'a, W> {
    pub fn new(puzzle: &'a Puzzle, form: TrackForm) -> LongestTask<'a, W> {
        let used = kinds(puzzle);
        let kind_of = |tile: &TileIndex| used.index_of(tile).unwrap_or_default();
        let kinds: Vec<KindIndex> = puzzle.tiles.iter().map(kind_of).collect();
        let mut counts = IndexVec::from(vec![0; used.len()]);
        kinds.iter().for_each(|&kind| counts[kind] += 1);
        let (lattice, colours) = (lattice(puzzle.set.sides), colours(puzzle));
        LongestTask { puzzle, form, lattice, colours, kinds, counts, fillings: HashMap::new() }
    }

    pub fn given_at(&self, at: Coord) -> Option<&'a GivenTile> {
        self.puzzle.given.iter().find(|given| given.at == at)
    }

    fn cell_sort(&self, board: &CellBoard, cell: BoardCell) -> CellSort {
        let inside = board.neighbours[cell].iter().map(Option::is_some).collect();
        (inside, self.puzzle.given.iter().position(|given| given.at == board.cells[cell]))
    }

    /// Computes the fillings for the cells of a board.
    pub fn prepare(&mut self, board: &CellBoard) {
        for cell in board.cells.indices() {
            let cell_sort = self.cell_sort(board, cell);
            if !self.fillings.contains_key(&cell_sort) {
                let fillings =
                    CellFillings::new(&self.orientations(cell_sort.1), &cell_sort.0, self.puzzle.set.colours.len());
                self.fillings.insert(cell_sort, fillings);
            }
        }
    }

    /// Returns the fillings of a cell of a prepared board.
    pub fn fillings_at(&self, board: &CellBoard, cell: BoardCell) -> &CellFillings<W> {
        &self.fillings[&self.cell_sort(board, cell)]
    }

    /// Returns the orientations allowed on a cell: all, or those of the given tile.
    fn orientations(&self, given: Option<usize>) -> Vec<(KindIndex, OrientationIndex, &'a Orientation)> {
        let puzzle = self.puzzle;
        let mut orientations = Vec::new();
        for (kind, &tile) in kinds(puzzle).iter_enumerated() {
            for number in puzzle.set.orientation_indices(tile) {
                let orientation = &puzzle.set.orientations[number];
                let fits = given.is_none_or(|given| {
                    let given = &puzzle.given[given];
                    let is_given_rotation = |rotation: usize| puzzle.set.orientation_of(tile, rotation) == Some(number);
                    puzzle.tiles[given.tile] == tile && given.rotation.is_none_or(is_given_rotation)
                });
                if fits {
                    orientations.push((kind, number, orientation));
                }
            }
        }
        orientations
    }
}
