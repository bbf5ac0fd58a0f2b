//! Positions set up by hand, before they are validated.

use super::{MAX_SEATS, Seat, Stone};
use crate::error::SetupError;
use crate::geometry::Coord;
use crate::index::IndexArray;
use crate::tiles::{OrientationIndex, TileIndex};

/// Position set up by hand or read from a file. It is parsed first and validated by its mechanic.
#[derive(Clone, PartialEq, Debug)]
pub enum Setup {
    /// Stones on a bounded board.
    Stones(StoneSetup),
    /// Tiles on an open board.
    Tiles(TileSetup),
}

impl Setup {
    /// The tiles of the setup, for mechanics of tiles; an error for a setup of stones.
    pub(super) fn tiles(&self) -> Result<&TileSetup, SetupError> {
        match self {
            Setup::Tiles(setup) => Ok(setup),
            Setup::Stones(_) => Err(SetupError(vec!["this game has tiles, so stacks cannot be set up".into()])),
        }
    }
}

/// Tiles on the board, and what is known of the bag and the hands.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TileSetup {
    /// Cells of the tiles and their orientations.
    pub tiles: Vec<(Coord, OrientationIndex)>,
    /// Bag; `None` puts all remaining tiles into it.
    pub bag: Option<BagSetup>,
    /// Hand of each seat, where it is known.
    pub hands: Vec<Option<Vec<TileIndex>>>,
    /// Seat to move.
    pub seat: Seat,
    /// Step of the turn, from 0.
    pub step: usize,
    /// Discard pile, top last.
    pub pile: Vec<TileIndex>,
    /// Pending gifts and discards, and seats that are out.
    pub offboard: OffboardState,
}

/// State of a game of tiles apart from the board, the bag and the hands: pending gifts and discards, and seats that are
/// out. Most games never use it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffboardState {
    /// Number of tiles that every seat still has to give away.
    pub gifts_due: IndexArray<Seat, u8, MAX_SEATS>,
    /// Place of every seat that is out, from 1; 0 for the others.
    pub places: IndexArray<Seat, u8, MAX_SEATS>,
    /// Number of discards that the seat to move still has to take back or place.
    pub discards_due: u8,
}

/// Content of the bag.
#[derive(Clone, PartialEq, Debug)]
pub enum BagSetup {
    /// Number of tiles in the bag, in unknown order.
    Count(usize),
    /// Tiles in the order in which they are drawn.
    Order(Vec<TileIndex>),
}

/// Stacks on a bounded board.
#[derive(Clone, PartialEq, Debug)]
pub struct StoneSetup {
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
    /// Stacks that are not empty, pieces from bottom to top.
    pub stacks: Vec<(Coord, Vec<Stone>)>,
    /// Seat to move.
    pub seat: Seat,
    /// Full-move number, from 1.
    pub turn: u32,
    /// Step of the turn, from 0; `None` means its first.
    pub step: Option<u8>,
}
