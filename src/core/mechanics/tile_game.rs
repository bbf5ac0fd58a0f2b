//! Tiles, bag, hands and owners of colours of a game of tiles, common to all mechanics.

use std::sync::Arc;

use super::{Dealing, Team};
use crate::geometry::{CellNaming, Lattice};
use crate::index::IndexVec;
use crate::names::Names;
use crate::tiles::{ColourIndex, TileSet};

/// Game of tiles on an open board, apart from where tiles may be placed and what ends it.
#[derive(Clone, PartialEq, Debug)]
pub struct TileGame {
    /// Names of seats, teams and pieces.
    pub names: Names,
    /// Lattice of the cells.
    pub lattice: Lattice,
    /// Naming of cells.
    pub naming: CellNaming,
    /// Tile set.
    pub set: Arc<TileSet>,
    /// Bag and hands; without them the supply of every tile is unlimited.
    pub dealing: Option<Dealing>,
    /// Number of moves per turn.
    pub moves_per_turn: usize,
    /// Moves that are not made on the board, in a game that has any.
    pub offboard: Option<OffboardMoves>,
    /// The colours of each team.
    pub colours_of_team: IndexVec<Team, Vec<ColourIndex>>,
}

/// Moves that are not made on the board, and races.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OffboardMoves {
    /// Whether any seat may move at any time.
    pub is_race: bool,
    /// Whether tiles can be discarded.
    pub has_discards: bool,
    /// Whether tiles can be given away.
    pub has_gifts: bool,
    /// Whether discards can be taken back.
    pub has_take_back: bool,
    /// Whether a seat without tiles is out and gets a place.
    pub has_places: bool,
}

impl TileGame {
    /// Whether any seat may move at any time.
    pub fn is_race(&self) -> bool {
        self.offboard.is_some_and(|offboard| offboard.is_race)
    }

    /// Whether tiles can be discarded.
    pub fn has_discards(&self) -> bool {
        self.offboard.is_some_and(|offboard| offboard.has_discards)
    }
}
