//! Views of boards for renderers, notation and queries, independent of the mechanic.

use std::collections::BTreeSet;

use super::puzzle::PuzzlePosition;
use super::{Action, BagAndHands, OffboardState, PieceKind, Seat, Stone, StoneGame, TileGame, TurnState};
use crate::geometry::{BoardEdge, CellNaming, Coord, Grid, Lattice, Offset};
use crate::index::IndexVec;
use crate::tiles::{ColourIndex, OrientationIndex, TileIndex, TileSet};

/// View of a board by what is on it.
#[derive(Clone, Copy)]
pub enum BoardView<'a> {
    /// Stones on a bounded board.
    Stones(&'a dyn StoneBoard),
    /// Tiles.
    Tiles(&'a dyn TilesView),
}

impl<'a> BoardView<'a> {
    /// The stones, if there are stones on the board.
    pub fn stones(self) -> Option<&'a dyn StoneBoard> {
        match self {
            BoardView::Stones(board) => Some(board),
            BoardView::Tiles(_) => None,
        }
    }

    /// The tiles, if there are tiles on the board.
    pub fn tiles(self) -> Option<&'a dyn TilesView> {
        match self {
            BoardView::Stones(_) => None,
            BoardView::Tiles(board) => Some(board),
        }
    }

    /// The tiles with bag, hands and forced spaces, unless they belong to a puzzle.
    pub fn tile_game(self) -> Option<&'a dyn TileBoard> {
        self.tiles()?.game()
    }

    /// The puzzle that the tiles belong to, if any.
    pub fn puzzle(self) -> Option<&'a PuzzlePosition> {
        self.tiles()?.puzzle()
    }

    /// All cells of a bounded board, or the cells of the tiles.
    pub fn cells(self) -> Vec<Coord> {
        match self {
            BoardView::Stones(board) => board.game().grid.cells().map(|cell| board.game().grid.coord(cell)).collect(),
            BoardView::Tiles(board) => board.tiles(),
        }
    }

    /// Whether a coordinate is one of [`BoardView::cells`].
    pub fn has(self, at: Coord) -> bool {
        match self {
            BoardView::Stones(board) => board.game().grid.cell(at).is_some(),
            BoardView::Tiles(board) => board.orientation_at(at).is_some(),
        }
    }

    /// Steps to the neighbours of a cell.
    pub fn steps(self) -> &'a [Offset] {
        match self {
            BoardView::Stones(board) => &board.game().grid.steps,
            BoardView::Tiles(board) => &board.lattice().steps,
        }
    }

    /// Number of columns and rows of the board, or of the tiles.
    pub fn extent(self) -> (i32, i32) {
        match self {
            BoardView::Stones(board) => (board.game().grid.width.into(), board.game().grid.height.into()),
            BoardView::Tiles(board) => {
                board.corners().map_or((0, 0), |(upper, lower)| (lower.x - upper.x + 1, lower.y - upper.y + 1))
            }
        }
    }

    /// Cells that the last move changed, first the chosen cell or the origin of a spread.
    pub fn last_changed(self) -> Vec<Coord> {
        match self {
            BoardView::Stones(board) => board.last_changed(),
            BoardView::Tiles(board) => board.last_laid(),
        }
    }

    /// Cell with a name; on an open board empty cells have names too.
    pub fn cell_named(self, name: &str) -> Option<Coord> {
        self.parse(name).filter(|at| match self {
            BoardView::Stones(_) => self.has(*at),
            BoardView::Tiles(_) => is_in_reach(*at),
        })
    }

    /// Cell whose name has exactly this spelling; it may be outside the board.
    pub fn cell_spelled(self, name: &str) -> Option<Coord> {
        self.parse(name).filter(|at| self.name(*at) == name)
    }

    fn parse(self, name: &str) -> Option<Coord> {
        match self {
            BoardView::Stones(_) => Grid::parse(name),
            BoardView::Tiles(board) => board.naming().read(name, board.corner()),
        }
    }

    /// Current name of a cell.
    pub fn name(self, at: Coord) -> String {
        match self {
            BoardView::Stones(_) => Grid::name(at),
            BoardView::Tiles(board) => board.name(at),
        }
    }

    /// Whether a cell is occupied.
    pub fn is_occupied(self, at: Coord) -> bool {
        match self {
            BoardView::Stones(board) => board.top(at).is_some(),
            BoardView::Tiles(board) => board.orientation_at(at).is_some(),
        }
    }
}

/// Cells and tracks that decided a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DecisiveCells {
    /// Cells in the order of the road or row.
    pub cells: Vec<Coord>,
    /// Tracks of tiles: a cell and a side at which the track leaves it.
    pub tracks: BTreeSet<(Coord, usize)>,
}

impl DecisiveCells {
    /// Whether nothing on the board decided the game.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.tracks.is_empty()
    }
}

/// Line of text: a head, and items that may be wrapped below each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextLine {
    /// Beginning of the line.
    pub head: String,
    /// Items after the head.
    pub items: Vec<String>,
}

impl From<String> for TextLine {
    fn from(head: String) -> TextLine {
        TextLine { head, items: Vec::new() }
    }
}

/// Maximum distance of a tile from the first one, in any game or setup: the size of the largest box. A window that
/// covers this distance in all directions takes some 16 MB.
pub const MAX_DISTANCE: i32 = 200;

/// Whether a cell is within the maximum distance.
pub fn is_in_reach(at: Coord) -> bool {
    let near = -MAX_DISTANCE..=MAX_DISTANCE;
    near.contains(&at.x) && near.contains(&at.y)
}

/// View of stones on a bounded board.
pub trait StoneBoard {
    /// Board, pieces and turns of the game.
    fn game(&self) -> &StoneGame;
    /// Seat to move and turn counters.
    fn turn_state(&self) -> TurnState;
    /// Pieces on a cell from bottom to top.
    fn stack(&self, at: Coord) -> Vec<Stone>;
    /// Top piece of a cell.
    fn top(&self, at: Coord) -> Option<Stone>;
    /// Number of pieces on a cell.
    fn height(&self, at: Coord) -> u32;
    /// Number of pieces of a kind that a seat can still place.
    fn reserve_of(&self, seat: Seat, kind: PieceKind) -> u32;
    /// Owner of the piece that the seat to move places (in an opening, possibly the opponent).
    fn placement_owner(&self) -> Seat;
    /// Cells changed by the last move; for a spread, the cell of the stack first.
    fn last_changed(&self) -> Vec<Coord>;
    /// The edges that a seat has to join, if the rules fix them.
    fn edges_of(&self, _: Seat) -> Vec<BoardEdge> {
        Vec::new()
    }
}

/// View of tiles on a board.
pub trait TilesView {
    /// The game with bag, hands and forced spaces, if the tiles belong to one.
    fn game(&self) -> Option<&dyn TileBoard> {
        None
    }
    /// The puzzle, if the tiles belong to one.
    fn puzzle(&self) -> Option<&PuzzlePosition> {
        None
    }
    /// Tile set.
    fn set(&self) -> &TileSet;
    /// Lattice of the cells.
    fn lattice(&self) -> &Lattice;
    /// Naming of cells.
    fn naming(&self) -> CellNaming;
    /// Current name of a cell.
    fn name(&self, at: Coord) -> String {
        self.naming().write(at, self.corner())
    }
    /// Placement of a tile in some orientation.
    fn placement(&self, seat: Option<Seat>, orientation: OrientationIndex, at: Coord) -> Action {
        let sign = self.set().orientations[orientation].sign.clone();
        Action::Lay { seat, sign, orientation: Some(orientation), at, corner: self.corner() }
    }
    /// Maximum number of columns and rows of the tiles, if there is such a rule.
    fn max_extent(&self) -> Option<(i32, i32)> {
        None
    }
    /// Orientation of the tile on a cell, as an index into the set's orientations.
    fn orientation_at(&self, at: Coord) -> Option<OrientationIndex>;
    /// Cells of all tiles, oldest first.
    fn tiles(&self) -> Vec<Coord>;
    /// Cells in the order in which tiles were laid on them and taken away: each time a cell occurs, it changes from empty
    /// to filled or back.
    fn journal(&self) -> Vec<Coord> {
        self.tiles()
    }
    /// Number of tiles on the board.
    fn tile_count(&self) -> usize;
    /// Cells filled by the last move: the chosen one first, then the forced ones.
    fn last_laid(&self) -> Vec<Coord>;
    /// Top left and bottom right corner of the tiles.
    fn corners(&self) -> Option<(Coord, Coord)>;
    /// Origin of column and row numbers. On an empty board, the first tile goes diagonally before it.
    fn corner(&self) -> Coord {
        self.corners().map_or(Coord { x: 1, y: 1 }, |(corner, _)| corner)
    }
}

/// View of tiles on an open board.
pub trait TileBoard: TilesView {
    /// Tiles, bag, hands and owners of colours.
    fn tile_game(&self) -> &TileGame;
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
    /// Pending gifts and discards, and seats that are out.
    fn offboard(&self) -> OffboardState {
        OffboardState::default()
    }
    /// Cells of the forced spaces.
    fn forced_cells(&self) -> Vec<Coord>;
    /// Number of tiles in the longest line and the longest loop of every colour.
    fn longest_tracks(&self) -> IndexVec<ColourIndex, (u32, u32)>;
    /// Summary of the position for a player.
    fn survey(&self) -> Survey;
    /// Orientations that match all colours around an empty cell; on an empty board, those of the first tile.
    fn fits(&self, at: Coord) -> Vec<OrientationIndex>;
}

/// Summary of a position of tiles for a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Forced spaces.
    pub spaces: Vec<ForcedSpace>,
    /// Empty cells of the frontier where `controlled_side` currently forbids every tile.
    pub controlled: Vec<Coord>,
    /// Summary per colour of the set.
    pub colours: IndexVec<ColourIndex, ColourSurvey>,
}

/// Empty space that must be filled first by any seat that can.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedSpace {
    /// Cell of the space.
    pub at: Coord,
    /// Tiles of the seat to move that may be placed there.
    pub fits: Vec<TileIndex>,
    /// Number of unseen tiles that may be placed there now.
    pub unseen_now: usize,
    /// Number of unseen tiles that match the colours around it, which suffices once restrictions are lifted.
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
