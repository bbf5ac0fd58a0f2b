//! Boards as those see them who draw them, write them down or ask about them.

use super::puzzle::PuzzlePosition;
use super::stacks::StackRules;
use super::tracks::TrackRules;
use super::{BagAndHands, OffboardState, PieceKind, Seat, Stone, TurnState};
use crate::geometry::{CellNaming, Coord, Grid, Lattice};
use crate::tiles::TileSet;

/// A board to look at.
#[derive(Clone, Copy)]
pub enum BoardView<'a> {
    Stones(&'a dyn StoneBoard),
    Tiles(&'a dyn TileBoard),
    Layout(&'a PuzzlePosition),
}

impl<'a> BoardView<'a> {
    pub fn stones(self) -> Option<&'a dyn StoneBoard> {
        match self {
            BoardView::Stones(board) => Some(board),
            BoardView::Tiles(_) | BoardView::Layout(_) => None,
        }
    }

    pub fn tiles(self) -> Option<&'a dyn TileBoard> {
        match self {
            BoardView::Tiles(board) => Some(board),
            BoardView::Stones(_) | BoardView::Layout(_) => None,
        }
    }

    pub fn layout(self) -> Option<&'a PuzzlePosition> {
        match self {
            BoardView::Layout(board) => Some(board),
            BoardView::Stones(_) | BoardView::Tiles(_) => None,
        }
    }

    /// The tiles that lie, whatever they are laid for.
    pub fn laid(self) -> Option<&'a dyn TilesView> {
        match self {
            BoardView::Tiles(board) => Some(board),
            BoardView::Layout(board) => Some(board),
            BoardView::Stones(_) => None,
        }
    }
}

/// How far from where the first tile goes a board of tiles reaches at most, played or set up: as far as the largest box. A
/// window of memory that reaches so far in all directions takes some 16 MB.
pub const FARTHEST: i32 = 200;

/// Whether a place is near enough for a tile.
pub fn reaches(at: Coord) -> bool {
    let near = -FARTHEST..=FARTHEST;
    near.contains(&at.x) && near.contains(&at.y)
}

/// The place of a cell of tiles, as far as tiles can be laid.
fn named_on(board: &dyn TilesView, name: &str) -> Option<Coord> {
    board.naming().read(name, board.corner()).filter(|at| reaches(*at))
}

impl BoardView<'_> {
    /// The place of a cell that somebody names; on an open board cells without a tile have names too.
    pub fn named(self, name: &str) -> Option<Coord> {
        match self {
            BoardView::Stones(board) => Grid::parse(name).filter(|at| board.plan().grid.cell(*at).is_some()),
            BoardView::Tiles(board) => named_on(board, name),
            BoardView::Layout(board) => named_on(board, name),
        }
    }

    /// The place of a cell that a text spells just as this board does; it may be beyond the board.
    pub fn spelled(self, name: &str) -> Option<Coord> {
        let at = match self {
            BoardView::Stones(_) => Grid::parse(name),
            BoardView::Tiles(board) => board.naming().read(name, board.corner()),
            BoardView::Layout(board) => board.naming().read(name, board.corner()),
        };
        at.filter(|at| self.name(*at) == name)
    }

    /// A cell's name as it is now.
    pub fn name(self, at: Coord) -> String {
        match self {
            BoardView::Stones(_) => Grid::name(at),
            BoardView::Tiles(board) => board.naming().write(at, board.corner()),
            BoardView::Layout(board) => board.naming().write(at, board.corner()),
        }
    }

    /// Whether something lies on a cell.
    pub fn is_taken(self, at: Coord) -> bool {
        match self {
            BoardView::Stones(board) => board.top(at).is_some(),
            BoardView::Tiles(board) => board.orientation_at(at).is_some(),
            BoardView::Layout(board) => board.orientation_at(at).is_some(),
        }
    }
}

/// Stones on a bounded board.
pub trait StoneBoard {
    fn plan(&self) -> &StackRules;
    fn clock(&self) -> TurnState;
    /// The pieces on a cell from the bottom to the top.
    fn stack(&self, at: Coord) -> Vec<Stone>;
    fn top(&self, at: Coord) -> Option<Stone>;
    fn height(&self, at: Coord) -> u32;
    /// How many pieces of a kind a seat can still place.
    fn in_reserve(&self, seat: Seat, kind: PieceKind) -> u32;
    /// The seat whose piece a placement by the seat to move puts down (an opening may say the other's).
    fn places_for(&self) -> Seat;
    /// The cells that the last move changed; of a spread first the one it came from.
    fn last_changed(&self) -> Vec<Coord>;
    /// The cells of the road or the rows that ended the game, a road from side to side; none where it ended otherwise.
    fn deciding(&self) -> Vec<Coord>;
}

/// Tiles that lie somewhere.
pub trait TilesView {
    fn set(&self) -> &TileSet;
    fn lattice(&self) -> &Lattice;
    /// How cells are named.
    fn naming(&self) -> CellNaming;
    /// The columns and rows that the tiles never exceed, where there is such a rule.
    fn within(&self) -> Option<(i32, i32)> {
        None
    }
    /// How the tile on a cell lies, as an index into the set's lies.
    fn orientation_at(&self, at: Coord) -> Option<u16>;
    /// The cells of all tiles, oldest first.
    fn tiles(&self) -> Vec<Coord>;
    fn tile_count(&self) -> usize;
    /// The cells that the last move laid, the one chosen first, then those that were forced.
    fn last_laid(&self) -> Vec<Coord>;
    /// The upper left and the lower right corner of the tiles in play.
    fn corners(&self) -> Option<(Coord, Coord)>;
    /// The place from which columns and rows are counted. Where nothing lies yet, the first tile goes just before it.
    fn corner(&self) -> Coord {
        self.corners().map_or(Coord { x: 1, y: 1 }, |(corner, _)| corner)
    }
}

/// Tiles on an open board.
pub trait TileBoard: TilesView {
    fn plan(&self) -> &TrackRules;
    fn seat(&self) -> Seat;
    /// Whether a seat may move now: the one to move, or in a race any that is in it.
    fn may_move(&self, seat: Seat) -> bool {
        seat == self.seat()
    }
    /// At which of the plan's steps the turn is.
    fn step(&self) -> usize;
    /// The bag and the hands, in a game that has them.
    fn stock(&self) -> Option<&BagAndHands>;
    /// What is owed and who is out.
    fn beside(&self) -> OffboardState {
        OffboardState::default()
    }
    /// What a player would want to know of the position.
    fn survey(&self) -> Survey;
    /// The lies that match all colours around an empty cell; the first tile's, where nothing lies yet.
    fn fits(&self, at: Coord) -> Vec<u16>;
}

/// What a player would want to know of a position of tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    pub spaces: Vec<ForcedSpace>,
    /// Empty spaces beside tiles on which a rule about filling forbids every tile at present.
    pub controlled: Vec<Coord>,
    /// By colour of the set.
    pub colours: Vec<ColourSurvey>,
}

/// An empty space that is filled first, by whoever can.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedSpace {
    pub at: Coord,
    /// The tiles of the seat to move that may be laid there.
    pub fits: Vec<u16>,
    /// How many of the tiles that nobody sees may be laid there now.
    pub unseen_now: usize,
    /// And how many match the colours around it, which is all that counts once restrictions are lifted.
    pub unseen_later: usize,
}

/// How a colour stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ColourSurvey {
    /// The tiles of the longest line and of the longest loop.
    pub line: u32,
    pub closed: u32,
    /// The tiles of the longest track once the forced spaces between its parts are filled through.
    pub indirect: u32,
    /// The spaces that an end of the colour points into and that no tile left can fill.
    pub blocked: Vec<Coord>,
}
