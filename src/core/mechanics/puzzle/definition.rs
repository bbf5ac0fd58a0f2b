//! What a puzzle is: the tiles, where they may lie, what their links are to form, and what a solution looks like.

use std::sync::Arc;

use crate::geometry::Coord;
use crate::tiles::TileSet;

/// A puzzle, resolved: nothing in it is a name any more.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub set: Arc<TileSet>,
    /// The tiles to lay, all of them, each by its place in the set. One may come several times: combined sets.
    pub tiles: Vec<u16>,
    pub aim: PuzzleAim,
    pub area: Area,
    /// Whether a solution may enclose empty cells.
    pub holes: bool,
    pub given: Vec<GivenTile>,
}

/// What makes an arrangement in which every touching edge matches a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleAim {
    /// Every link of each named colour lies on one loop, or on one line. None named: matching is all.
    Goals(Vec<PuzzleGoal>),
    /// The longest of the form in every colour, added up, is to be as large as can be; any number of parts may remain.
    Longest(TrackForm),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleGoal {
    pub colour: u8,
    pub form: TrackForm,
}

/// What the links of a colour form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TrackForm {
    Line,
    Loop,
}

impl TrackForm {
    pub fn word(self) -> &'static str {
        match self {
            TrackForm::Line => "line",
            TrackForm::Loop => "loop",
        }
    }
}

/// Where tiles may lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Area {
    Free,
    /// These cells and all of them: as many as there are tiles.
    Cells(Vec<Coord>),
}

/// A tile that lies where the puzzle says; with a rotation it lies fixed, without one it may be turned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenTile {
    /// Which of the puzzle's tiles.
    pub tile: usize,
    pub at: Coord,
    pub rotation: Option<u8>,
}

/// One tile of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedTile {
    /// Which of the puzzle's tiles.
    pub tile: usize,
    pub at: Coord,
    pub rotation: u8,
}

/// Every tile of the puzzle, laid.
pub type Solution = Vec<PlacedTile>;
