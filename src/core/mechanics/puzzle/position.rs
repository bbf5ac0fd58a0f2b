//! Position of a puzzle: the tiles on the board and the moves available.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::definition::{Area, PlacedTile, Solution};
use super::judge::{Judgement as Judged, TileMap, judge};
use super::rules::{PuzzleEnd, PuzzleRules};
use super::steps::PuzzleStep;
use crate::error::SetupError;
use crate::geometry::Coord;
use crate::index::IndexVec;
use crate::mechanics::{BoardOutcome, Seat, SeatSet, TileRef, TileSetup, TilesView, TurnState, is_in_reach};
use crate::tiles::{OrientationIndex, TileIndex};

/// Position with its undo history. Tiles of one name are interchangeable.
#[derive(Clone)]
pub struct PuzzlePosition {
    pub(super) rules: Arc<PuzzleRules>,
    /// Orientation of the tile on each cell.
    pub(super) orientations: BTreeMap<Coord, OrientationIndex>,
    /// Number of each tile of the set in the pool.
    pub(super) pool: IndexVec<TileIndex, u16>,
    pub(super) turn_state: TurnState,
    pub(super) outcome: Option<BoardOutcome>,
    pub(super) frames: Vec<PuzzleUndoFrame>,
}

/// State before a move.
#[derive(Clone, Copy)]
pub(super) struct PuzzleUndoFrame {
    pub(super) step: PuzzleStep,
    pub(super) turn_state: TurnState,
    pub(super) outcome: Option<BoardOutcome>,
}

impl PuzzlePosition {
    /// Initial position, or one that was set up; the errors list everything that is wrong with the setup.
    pub fn new(rules: Arc<PuzzleRules>, setup: Option<&TileSetup>) -> Result<PuzzlePosition, SetupError> {
        let mut position = PuzzlePosition {
            orientations: BTreeMap::new(),
            pool: rules.copies.clone(),
            turn_state: TurnState::default(),
            outcome: None,
            frames: Vec::new(),
            rules,
        };
        for (&at, &(orientation, _)) in &position.rules.clone().given {
            position.put_down(at, orientation);
        }
        let mut errors = Vec::new();
        for &(at, orientation) in setup.iter().flat_map(|setup| &setup.tiles) {
            errors.extend(position.set_up(at, orientation));
        }
        if setup.is_some_and(|setup| setup.bag.is_some() || setup.hands.iter().any(Option::is_some)) {
            errors.push("a puzzle has no bag and no hands".into());
        }
        if !errors.is_empty() {
            return Err(SetupError(errors));
        }
        position.outcome = position.evaluate_ends();
        Ok(position)
    }

    /// Places a tile of a setup, or returns what is wrong with it.
    fn set_up(&mut self, at: Coord, orientation: OrientationIndex) -> Option<String> {
        let tile = self.set().orientations[orientation].tile;
        let (name, cell) = (self.rules.tile_name(tile).to_string(), self.cell_name(at));
        if let Some(&(given, turns)) = self.rules.given.get(&at) {
            let is_same = self.set().orientations[given].tile == tile && (turns || given == orientation);
            let given_name = self.rules.tile_name(self.set().orientations[given].tile);
            self.orientations.insert(at, orientation);
            return (!is_same).then(|| format!("tile {given_name} must be at {cell}, as given"));
        }
        match () {
            () if !self.is_inside(at) => Some(format!("{cell} is not a cell of the board")),
            () if self.orientations.contains_key(&at) => Some(format!("two tiles at {cell}")),
            () if self.rules.copies[tile] == 0 => Some(format!("tile {name} is not part of the puzzle")),
            () if self.pool[tile] == 0 => Some(format!("too many copies of tile {name}")),
            () => {
                self.put_down(at, orientation);
                None
            }
        }
    }

    /// Compiled rules.
    pub fn rules(&self) -> &Arc<PuzzleRules> {
        &self.rules
    }

    /// Tiles in the pool, with repetitions.
    pub fn pool(&self) -> Vec<TileIndex> {
        let times = |(tile, count): (TileIndex, &u16)| std::iter::repeat_n(tile, usize::from(*count));
        self.pool.iter_enumerated().flat_map(times).collect()
    }

    /// Tiles on the board as an arrangement. Equal tiles are interchangeable unless they are given.
    pub fn pieces(&self) -> Solution {
        let puzzle = &self.rules.puzzle;
        let mut used = vec![false; puzzle.tiles.len()];
        let given_at = |at: Coord| puzzle.given.iter().find(|given| given.at == at).map(|given| given.tile);
        puzzle.given.iter().for_each(|given| used[given.tile] = true);
        let mut pieces = Vec::new();
        for (&at, &orientation) in &self.orientations {
            let orientation = &puzzle.set.orientations[orientation];
            let is_available = |tile: &usize| !used[*tile] && puzzle.tiles[*tile] == orientation.tile;
            let tile = given_at(at).or_else(|| (0..used.len()).find(is_available));
            if let Some(tile) = tile {
                used[tile] = true;
                pieces.push(PlacedTile { tile, at, rotation: orientation.rotation });
            }
        }
        pieces
    }

    /// Validates the arrangement.
    pub fn judge(&self) -> Judged {
        judge(&self.rules.puzzle, &self.pieces())
    }

    /// Whether two touching edges differ in colour, which no further tile can repair.
    pub fn has_clash(&self) -> bool {
        !self.tile_map().clashes().is_empty()
    }

    /// Map of the tiles on the board.
    pub fn tile_map(&self) -> TileMap<'_> {
        TileMap::new(&self.rules.puzzle.set, &self.orientations)
    }

    pub(super) fn cell_name(&self, at: Coord) -> String {
        self.rules.naming.write(at, self.corner())
    }

    /// Whether a cell may hold a tile at all.
    pub(super) fn is_inside(&self, at: Coord) -> bool {
        match &self.rules.puzzle.area {
            Area::Free => is_in_reach(at),
            Area::Cells(cells) => cells.contains(&at),
        }
    }

    /// Cells where a tile may be placed.
    pub fn open_cells(&self) -> BTreeSet<Coord> {
        match &self.rules.puzzle.area {
            Area::Cells(cells) => cells.iter().copied().filter(|at| !self.orientations.contains_key(at)).collect(),
            Area::Free if self.orientations.is_empty() => BTreeSet::from([Coord { x: 0, y: 0 }]),
            Area::Free => {
                let steps = &self.rules.lattice.steps;
                let around = self.orientations.keys().flat_map(|at| steps.iter().map(|step| at.plus(*step, 1)));
                around.filter(|at| !self.orientations.contains_key(at) && is_in_reach(*at)).collect()
            }
        }
    }

    /// Orientations of a tile that match all neighbours of a cell.
    pub fn fitting_orientations(&self, tile: TileIndex, at: Coord) -> Vec<OrientationIndex> {
        let (set, lattice) = (self.set(), &self.rules.lattice);
        let matches = |orientation: &OrientationIndex| {
            let colours = &set.orientations[*orientation].colours;
            lattice.steps.iter().enumerate().all(|(side, step)| {
                let other = self.orientations.get(&at.plus(*step, 1));
                other.is_none_or(|other| set.orientations[*other].colours[lattice.opposite(side)] == colours[side])
            })
        };
        set.orientation_indices(tile).filter(matches).collect()
    }

    /// Whether the tile on a cell is given, so that it cannot be moved.
    pub(super) fn is_given(&self, at: Coord) -> bool {
        self.rules.given.contains_key(&at)
    }

    /// Whether the tile on a cell cannot even be rotated.
    pub(super) fn is_fixed(&self, at: Coord) -> bool {
        self.rules.given.get(&at).is_some_and(|(_, turns)| !turns)
    }

    /// Calls `visit` with every legal step.
    pub(super) fn for_each_step(&self, mut visit: impl FnMut(PuzzleStep)) {
        let (set, moves) = (&self.rules.puzzle.set, self.rules.moves);
        if moves.put {
            let cells = self.open_cells();
            for tile in self.pool.indices().filter(|tile| self.pool[*tile] > 0) {
                for &at in &cells {
                    let orientations = set.orientation_indices(tile);
                    orientations.for_each(|orientation| visit(PuzzleStep::Put { at, orientation }));
                }
            }
        }
        for (&at, &orientation) in &self.orientations {
            if moves.turn && !self.is_fixed(at) {
                let tile = set.orientations[orientation].tile;
                let others = set.orientation_indices(tile).filter(|other| *other != orientation);
                others.for_each(|orientation| visit(PuzzleStep::Turn { at, orientation }));
            }
            if self.is_given(at) {
                continue;
            }
            if moves.take {
                visit(PuzzleStep::Take { at, orientation });
            }
            if moves.swap {
                let after = (std::ops::Bound::Excluded(at), std::ops::Bound::Unbounded);
                for (&other, &other_orientation) in self.orientations.range(after) {
                    if !self.is_given(other) && other_orientation != orientation {
                        visit(PuzzleStep::Swap { at, other });
                    }
                }
            }
        }
    }

    pub(super) fn put_down(&mut self, at: Coord, orientation: OrientationIndex) {
        let tile = self.set().orientations[orientation].tile;
        self.orientations.insert(at, orientation);
        self.pool[tile] -= 1;
    }

    pub(super) fn pick_up(&mut self, at: Coord) {
        if let Some(orientation) = self.orientations.remove(&at) {
            let tile = self.set().orientations[orientation].tile;
            self.pool[tile] += 1;
        }
    }

    pub(super) fn swap_tiles(&mut self, at: Coord, other: Coord) {
        if let (Some(&a), Some(&b)) = (self.orientations.get(&at), self.orientations.get(&other)) {
            self.orientations.insert(at, b);
            self.orientations.insert(other, a);
        }
    }

    /// Outcome according to the end rules, in their order.
    pub(super) fn evaluate_ends(&self) -> Option<BoardOutcome> {
        let all_placed = self.pool.iter().all(|count| *count == 0);
        self.rules.ends.iter_enumerated().find_map(|(index, (_, end))| {
            let winners = match end {
                PuzzleEnd::Goal { is_endless: true, .. } => return None,
                PuzzleEnd::Goal { at_least, .. } => {
                    let judgement = all_placed.then(|| self.judge()).filter(Judged::is_solution)?;
                    let is_enough = at_least.is_none_or(|least| judgement.score.is_some_and(|worth| worth >= least));
                    is_enough.then(|| SeatSet::only(Seat::FIRST))?
                }
                // Running out of moves is not success.
                PuzzleEnd::Limit(plies) => (self.turn_state.ply >= *plies).then(SeatSet::default)?,
            };
            Some(BoardOutcome { winners, is_tie: false, end: index })
        })
    }

    /// Reference by name to the tile on a cell.
    pub(super) fn tile_ref(&self, at: Coord) -> TileRef {
        let tile = self.set().orientations[self.orientations[&at]].tile;
        TileRef { sign: self.rules.tile_name(tile).to_string(), at: Some(at) }
    }
}
