//! Definition of a puzzle: the tiles, the cells, the tracks they must form, and the form of a solution.

use std::sync::Arc;

use crate::geometry::Coord;
use crate::tiles::{ColourIndex, TileIndex, TileSet};

/// Puzzle with all names resolved.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Tile set.
    pub set: Arc<TileSet>,
    /// Tiles to place, as indices into the set. Repetitions allow combined sets.
    pub tiles: Vec<TileIndex>,
    /// Condition for a solution.
    pub aim: PuzzleAim,
    /// Cells to fill.
    pub area: Area,
    /// Whether a solution may enclose empty cells.
    pub allows_holes: bool,
    /// Tiles that are placed from the start.
    pub given: Vec<GivenTile>,
}

/// Condition for an arrangement, apart from matching edges, to be a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleAim {
    /// Every link of each named colour is on one loop, or on one line. If empty, matching suffices.
    Goals(Vec<PuzzleGoal>),
    /// Maximize the sum over all colours of the longest track of this form; the tracks need not connect everything.
    Longest(TrackForm),
}

/// Track that one colour must form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleGoal {
    /// Index of the colour.
    pub colour: ColourIndex,
    /// Form of the track.
    pub form: TrackForm,
}

/// Form of a track.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TrackForm {
    /// Track with two ends.
    Line,
    /// Closed track.
    Loop,
}

impl TrackForm {
    /// Name of the form.
    pub fn name(self) -> &'static str {
        match self {
            TrackForm::Line => "line",
            TrackForm::Loop => "loop",
        }
    }
}

/// Cells that tiles may occupy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Area {
    /// Any cells.
    Free,
    /// Exactly these cells, one per tile.
    Cells(Vec<Coord>),
}

/// Tile placed by the puzzle. With a rotation it is fixed, otherwise it may be rotated in place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenTile {
    /// Index among the puzzle's tiles.
    pub tile: usize,
    /// Its cell.
    pub at: Coord,
    /// Its rotation, if it is fixed.
    pub rotation: Option<usize>,
}

/// Tile of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedTile {
    /// Index among the puzzle's tiles.
    pub tile: usize,
    /// Its cell.
    pub at: Coord,
    /// Its rotation.
    pub rotation: usize,
}

/// Every tile of the puzzle, placed.
pub type Solution = Vec<PlacedTile>;
