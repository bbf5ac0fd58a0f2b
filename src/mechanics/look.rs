//! Boards as those see them who draw them, write them down or ask about them.

use super::layout::Layout;
use super::stacks::StackPlan;
use super::tracks::TrackPlan;
use super::{Beside, Clock, Kind, Seat, Stock, Stone};
use crate::geometry::{At, Grid, Lattice, Naming};
use crate::tiles::TileSet;

/// A board to look at.
#[derive(Clone, Copy)]
pub enum Look<'a> {
    Stones(&'a dyn StoneBoard),
    Tiles(&'a dyn TileBoard),
    Layout(&'a Layout),
}

impl<'a> Look<'a> {
    pub fn stones(self) -> Option<&'a dyn StoneBoard> {
        match self {
            Look::Stones(board) => Some(board),
            Look::Tiles(_) | Look::Layout(_) => None,
        }
    }

    pub fn tiles(self) -> Option<&'a dyn TileBoard> {
        match self {
            Look::Tiles(board) => Some(board),
            Look::Stones(_) | Look::Layout(_) => None,
        }
    }

    pub fn layout(self) -> Option<&'a Layout> {
        match self {
            Look::Layout(board) => Some(board),
            Look::Stones(_) | Look::Tiles(_) => None,
        }
    }

    /// The tiles that lie, whatever they are laid for.
    pub fn laid(self) -> Option<&'a dyn Laid> {
        match self {
            Look::Tiles(board) => Some(board),
            Look::Layout(board) => Some(board),
            Look::Stones(_) => None,
        }
    }
}

/// How far from where the first tile goes a board of tiles reaches at most, played or set up: as far as the largest box. A
/// window of memory that reaches so far in all directions takes some 16 MB.
pub const FARTHEST: i32 = 200;

/// Whether a place is near enough for a tile.
pub fn reaches(at: At) -> bool {
    let near = -FARTHEST..=FARTHEST;
    near.contains(&at.x) && near.contains(&at.y)
}

/// The place of a cell of tiles, as far as tiles can be laid.
fn named_on(board: &dyn Laid, name: &str) -> Option<At> {
    board.naming().read(name, board.corner()).filter(|at| reaches(*at))
}

impl Look<'_> {
    /// The place of a cell that somebody names; on an open board cells without a tile have names too.
    pub fn named(self, name: &str) -> Option<At> {
        match self {
            Look::Stones(board) => Grid::parse(name).filter(|at| board.plan().grid.cell(*at).is_some()),
            Look::Tiles(board) => named_on(board, name),
            Look::Layout(board) => named_on(board, name),
        }
    }

    /// The place of a cell that a text spells just as this board does; it may be beyond the board.
    pub fn spelled(self, name: &str) -> Option<At> {
        let at = match self {
            Look::Stones(_) => Grid::parse(name),
            Look::Tiles(board) => board.naming().read(name, board.corner()),
            Look::Layout(board) => board.naming().read(name, board.corner()),
        };
        at.filter(|at| self.name(*at) == name)
    }

    /// A cell's name as it is now.
    pub fn name(self, at: At) -> String {
        match self {
            Look::Stones(_) => Grid::name(at),
            Look::Tiles(board) => board.naming().write(at, board.corner()),
            Look::Layout(board) => board.naming().write(at, board.corner()),
        }
    }

    /// Whether something lies on a cell.
    pub fn is_taken(self, at: At) -> bool {
        match self {
            Look::Stones(board) => board.top(at).is_some(),
            Look::Tiles(board) => board.lie_at(at).is_some(),
            Look::Layout(board) => board.lie_at(at).is_some(),
        }
    }
}

/// Stones on a bounded board.
pub trait StoneBoard {
    fn plan(&self) -> &StackPlan;
    fn clock(&self) -> Clock;
    /// The pieces on a cell from the bottom to the top.
    fn stack(&self, at: At) -> Vec<Stone>;
    fn top(&self, at: At) -> Option<Stone>;
    fn height(&self, at: At) -> u32;
    /// How many pieces of a kind a seat can still place.
    fn in_reserve(&self, seat: Seat, kind: Kind) -> u32;
    /// The seat whose piece a placement by the seat to move puts down (an opening may say the other's).
    fn places_for(&self) -> Seat;
    /// The cells that the last move changed; of a spread first the one it came from.
    fn last_changed(&self) -> Vec<At>;
    /// The cells of the road or the rows that ended the game, a road from side to side; none where it ended otherwise.
    fn deciding(&self) -> Vec<At>;
}

/// Tiles that lie somewhere.
pub trait Laid {
    fn set(&self) -> &TileSet;
    fn lattice(&self) -> &Lattice;
    /// How cells are named.
    fn naming(&self) -> Naming;
    /// The columns and rows that the tiles never exceed, where there is such a rule.
    fn within(&self) -> Option<(i32, i32)> {
        None
    }
    /// How the tile on a cell lies, as an index into the set's lies.
    fn lie_at(&self, at: At) -> Option<u16>;
    /// The cells of all tiles, oldest first.
    fn tiles(&self) -> Vec<At>;
    fn tile_count(&self) -> usize;
    /// The cells that the last move laid, the one chosen first, then those that were forced.
    fn last_laid(&self) -> Vec<At>;
    /// The upper left and the lower right corner of the tiles in play.
    fn corners(&self) -> Option<(At, At)>;
    /// The place from which columns and rows are counted. Where nothing lies yet, the first tile goes just before it.
    fn corner(&self) -> At {
        self.corners().map_or(At { x: 1, y: 1 }, |(corner, _)| corner)
    }
}

/// Tiles on an open board.
pub trait TileBoard: Laid {
    fn plan(&self) -> &TrackPlan;
    fn seat(&self) -> Seat;
    /// Whether a seat may move now: the one to move, or in a race any that is in it.
    fn may_move(&self, seat: Seat) -> bool {
        seat == self.seat()
    }
    /// At which of the plan's steps the turn is.
    fn step(&self) -> usize;
    /// The bag and the hands, in a game that has them.
    fn stock(&self) -> Option<&Stock>;
    /// What is owed and who is out.
    fn beside(&self) -> Beside {
        Beside::default()
    }
    /// What a player would want to know of the position.
    fn survey(&self) -> Survey;
    /// The lies that match all colours around an empty cell; the first tile's, where nothing lies yet.
    fn fits(&self, at: At) -> Vec<u16>;
}

/// What a player would want to know of a position of tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    pub spaces: Vec<ForcedSpace>,
    /// Empty spaces beside tiles on which a rule about filling forbids every tile at present.
    pub controlled: Vec<At>,
    /// By colour of the set.
    pub colours: Vec<ColourSurvey>,
}

/// An empty space that is filled first, by whoever can.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedSpace {
    pub at: At,
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
    pub blocked: Vec<At>,
}
