//! Views of boards, for renderers, notation and queries.

use super::puzzle::PuzzlePosition;
use super::stacks::StackRules;
use super::tracks::TrackRules;
use super::{BagAndHands, OffboardState, PieceKind, Seat, Stone, TurnState};
use crate::geometry::{CellNaming, Coord, Grid, Lattice};
use crate::tiles::TileSet;

/// View of a board.
#[derive(Clone, Copy)]
pub enum BoardView<'a> {
    /// Stones on a bounded board.
    Stones(&'a dyn StoneBoard),
    /// Tiles on an open board.
    Tiles(&'a dyn TileBoard),
    /// Tiles of a puzzle.
    Layout(&'a PuzzlePosition),
}

impl<'a> BoardView<'a> {
    /// The view of a board of stones, if it is one.
    pub fn stones(self) -> Option<&'a dyn StoneBoard> {
        match self {
            BoardView::Stones(board) => Some(board),
            BoardView::Tiles(_) | BoardView::Layout(_) => None,
        }
    }

    /// The view of an open board of tiles, if it is one.
    pub fn tiles(self) -> Option<&'a dyn TileBoard> {
        match self {
            BoardView::Tiles(board) => Some(board),
            BoardView::Stones(_) | BoardView::Layout(_) => None,
        }
    }

    /// The view of a puzzle, if it is one.
    pub fn layout(self) -> Option<&'a PuzzlePosition> {
        match self {
            BoardView::Layout(board) => Some(board),
            BoardView::Stones(_) | BoardView::Tiles(_) => None,
        }
    }

    /// The tiles on the board, in any game of tiles.
    pub fn laid(self) -> Option<&'a dyn TilesView> {
        match self {
            BoardView::Tiles(board) => Some(board),
            BoardView::Layout(board) => Some(board),
            BoardView::Stones(_) => None,
        }
    }
}

/// Maximum distance of a tile from the first, in any game or setup: the size of the largest box. A window of memory
/// that reaches this far in all directions takes some 16 MB.
pub const FARTHEST: i32 = 200;

/// Whether a cell is near enough for a tile.
pub fn reaches(at: Coord) -> bool {
    let near = -FARTHEST..=FARTHEST;
    near.contains(&at.x) && near.contains(&at.y)
}

/// Cell with a name, within the reach of tiles.
fn named_on(board: &dyn TilesView, name: &str) -> Option<Coord> {
    board.naming().read(name, board.corner()).filter(|at| reaches(*at))
}

impl BoardView<'_> {
    /// Cell with a name; on an open board, empty cells have names too.
    pub fn named(self, name: &str) -> Option<Coord> {
        match self {
            BoardView::Stones(board) => Grid::parse(name).filter(|at| board.plan().grid.cell(*at).is_some()),
            BoardView::Tiles(board) => named_on(board, name),
            BoardView::Layout(board) => named_on(board, name),
        }
    }

    /// Cell whose name has exactly this spelling; it may be outside the board.
    pub fn spelled(self, name: &str) -> Option<Coord> {
        let at = match self {
            BoardView::Stones(_) => Grid::parse(name),
            BoardView::Tiles(board) => board.naming().read(name, board.corner()),
            BoardView::Layout(board) => board.naming().read(name, board.corner()),
        };
        at.filter(|at| self.name(*at) == name)
    }

    /// Current name of a cell.
    pub fn name(self, at: Coord) -> String {
        match self {
            BoardView::Stones(_) => Grid::name(at),
            BoardView::Tiles(board) => board.naming().write(at, board.corner()),
            BoardView::Layout(board) => board.naming().write(at, board.corner()),
        }
    }

    /// Whether a cell is occupied.
    pub fn is_taken(self, at: Coord) -> bool {
        match self {
            BoardView::Stones(board) => board.top(at).is_some(),
            BoardView::Tiles(board) => board.orientation_at(at).is_some(),
            BoardView::Layout(board) => board.orientation_at(at).is_some(),
        }
    }
}

/// View of stones on a bounded board.
pub trait StoneBoard {
    /// Compiled rules.
    fn plan(&self) -> &StackRules;
    /// Seat to move and turn counters.
    fn clock(&self) -> TurnState;
    /// Pieces on a cell from bottom to top.
    fn stack(&self, at: Coord) -> Vec<Stone>;
    /// Top piece of a cell.
    fn top(&self, at: Coord) -> Option<Stone>;
    /// Number of pieces on a cell.
    fn height(&self, at: Coord) -> u32;
    /// Number of pieces of a kind that a seat can still place.
    fn in_reserve(&self, seat: Seat, kind: PieceKind) -> u32;
    /// Owner of the piece that the seat to move places (in an opening, possibly the opponent).
    fn places_for(&self) -> Seat;
    /// Cells changed by the last move; for a spread, the cell of the stack first.
    fn last_changed(&self) -> Vec<Coord>;
    /// Cells of the road or the rows that ended the game, a road from edge to edge; empty if it ended otherwise.
    fn deciding(&self) -> Vec<Coord>;
}

/// View of tiles on a board.
pub trait TilesView {
    /// Tile set.
    fn set(&self) -> &TileSet;
    /// Lattice of the cells.
    fn lattice(&self) -> &Lattice;
    /// Naming of cells.
    fn naming(&self) -> CellNaming;
    /// Maximum number of columns and rows of the tiles, if there is such a rule.
    fn within(&self) -> Option<(i32, i32)> {
        None
    }
    /// Orientation of the tile on a cell, as an index into the set's orientations.
    fn orientation_at(&self, at: Coord) -> Option<u16>;
    /// Cells of all tiles, oldest first.
    fn tiles(&self) -> Vec<Coord>;
    /// Number of tiles on the board.
    fn tile_count(&self) -> usize;
    /// Cells filled by the last move: the chosen one first, then the forced ones.
    fn last_laid(&self) -> Vec<Coord>;
    /// Top left and bottom right corner of the tiles.
    fn corners(&self) -> Option<(Coord, Coord)>;
    /// Origin of column and row numbers. On an empty board the first tile goes just before it.
    fn corner(&self) -> Coord {
        self.corners().map_or(Coord { x: 1, y: 1 }, |(corner, _)| corner)
    }
}

/// View of tiles on an open board.
pub trait TileBoard: TilesView {
    /// Compiled rules.
    fn plan(&self) -> &TrackRules;
    /// Seat to move.
    fn seat(&self) -> Seat;
    /// Whether a seat may move now: the seat to move, or in a race any that is still in it.
    fn may_move(&self, seat: Seat) -> bool {
        seat == self.seat()
    }
    /// Current step of the turn.
    fn step(&self) -> usize;
    /// Bag and hands, in a game that has them.
    fn stock(&self) -> Option<&BagAndHands>;
    /// Debts and seats that are out.
    fn beside(&self) -> OffboardState {
        OffboardState::default()
    }
    /// Summary of the position for a player.
    fn survey(&self) -> Survey;
    /// Orientations that match all colours around an empty cell; on an empty board, those of the first tile.
    fn fits(&self, at: Coord) -> Vec<u16>;
}

/// Summary of a position of tiles for a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Forced spaces.
    pub spaces: Vec<ForcedSpace>,
    /// Empty spaces beside tiles where a filling rule currently forbids every tile.
    pub controlled: Vec<Coord>,
    /// Summary per colour of the set.
    pub colours: Vec<ColourSurvey>,
}

/// Empty space that must be filled first by any seat that can.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedSpace {
    /// Cell of the space.
    pub at: Coord,
    /// Tiles of the seat to move that may be placed there.
    pub fits: Vec<u16>,
    /// Number of unseen tiles that may be placed there now.
    pub unseen_now: usize,
    /// Number of unseen tiles that match the colours around it, which is all that counts once restrictions are lifted.
    pub unseen_later: usize,
}

/// Summary of one colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ColourSurvey {
    /// Number of tiles in the longest line.
    pub line: u32,
    /// Number of tiles in the longest loop.
    pub closed: u32,
    /// Number of tiles in the longest track once the forced spaces between its parts are filled.
    pub indirect: u32,
    /// Spaces that an end of the colour points into and no remaining tile can fill.
    pub blocked: Vec<Coord>,
}
