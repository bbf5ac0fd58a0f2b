//! Positions set up by hand, before anybody has judged them.

use super::{MAX_SEATS, Seat, Stone};
use crate::geometry::Coord;
use crate::index::IndexArray;

/// A position set up by hand or read from a file: parsed first, judged by the mechanic it is for.
#[derive(Clone, PartialEq, Debug)]
pub enum Setup {
    Stones(StoneSetup),
    Tiles(TileSetup),
}

/// Tiles put down, and what is known of the bag and the hands.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TileSetup {
    /// Where tiles lie, and how.
    pub tiles: Vec<(Coord, u16)>,
    /// Without it all tiles that are nowhere else are in the bag.
    pub bag: Option<BagSetup>,
    /// The hand of each seat, where it is told.
    pub hands: Vec<Option<Vec<u16>>>,
    pub seat: Seat,
    /// At which step the turn is, from 0.
    pub step: usize,
    /// The pile of discards, the top last.
    pub pile: Vec<u16>,
    pub beside: OffboardState,
}

/// What is owed and who is out: what a position of tiles has beside the board, the bag and the hands. In most games it
/// is empty for good.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffboardState {
    /// How many tiles every seat has yet to give away.
    pub owes: IndexArray<Seat, u8, MAX_SEATS>,
    /// The place of every seat that is out, from 1; 0 for the others.
    pub places: IndexArray<Seat, u8, MAX_SEATS>,
    /// How many discards the seat to move has yet to take back or to lay.
    pub takes: u8,
}

#[derive(Clone, PartialEq, Debug)]
pub enum BagSetup {
    Count(usize),
    /// The tiles in the order of drawing.
    Order(Vec<u16>),
}

/// Stacks put down on a bounded board.
#[derive(Clone, PartialEq, Debug)]
pub struct StoneSetup {
    pub width: u8,
    pub height: u8,
    /// The stacks that are not empty, pieces from the bottom to the top.
    pub stacks: Vec<(Coord, Vec<Stone>)>,
    pub seat: Seat,
    /// The full-move number, from 1.
    pub turn: u32,
    /// At which step the turn is, from 0; at its first, unless given.
    pub step: Option<u8>,
}
