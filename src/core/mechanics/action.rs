//! Moves and their results: packed and readable moves, outcomes, violations and effects of scripts.

use std::fmt;

use smallvec::SmallVec;

use super::{EndIndex, PieceKind, Seat, SeatSet};
use crate::geometry::Coord;
use crate::tiles::{OrientationIndex, TileIndex};

/// Move packed for search. Only the position that listed it can decode it, into an [`Action`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u64);

/// Spelled-out move, as notation writes it and hooks read it. It may be illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the comment of a one-line variant names its fields")]
pub enum Action {
    /// Place `count` pieces of one kind on an empty cell.
    Place { piece: PieceKind, at: Coord, count: u32 },
    /// Take `taken` pieces off the top of a stack and drop them along a line, `drops[i]` on the i-th cell entered.
    Spread {
        /// Cell of the stack.
        from: Coord,
        /// Index into the grid's steps.
        direction: usize,
        /// Number of pieces taken.
        taken: u32,
        /// Number of pieces dropped on each cell.
        drops: SmallVec<[u32; 8]>,
        /// Whether a standing piece is flattened at the end; in a typed action, whether the notation claims it.
        crush: bool,
    },
    /// Place a tile.
    Lay {
        /// Seat that places it, where any seat may move; `None` means the seat to move.
        seat: Option<Seat>,
        /// The tile as typed.
        sign: String,
        /// Orientation that `sign` means at this cell; `None` if none fits.
        orientation: Option<OrientationIndex>,
        /// Cell of the tile.
        at: Coord,
        /// Origin of column and row numbers before the move: tiles placed later may shift it.
        corner: Coord,
    },
    /// Rotate the tile `tile` in place to `orientation`.
    Turn { tile: TileRef, orientation: OrientationIndex },
    /// Remove the tile `tile` from the board.
    Take { tile: TileRef },
    /// Swap the two `tiles`.
    Swap { tiles: [TileRef; 2] },
    /// Give the tile `tile`, an index into the set, to the seat `to`; `seat` gives it, or the seat to move.
    Give { seat: Option<Seat>, tile: TileIndex, to: Seat },
    /// Put the tile `tile` of the hand, an index into the set, on the discard pile.
    Discard { tile: TileIndex },
    /// Put the top discard back into the bag.
    TakeBack,
    /// A move called `word` that is not made on the board: the pie-rule swap, or an action offered by a script.
    Named { word: String },
}

impl Action {
    /// Cell of the action, if it has a single one; for a spread, the cell of the stack.
    pub fn at(&self) -> Option<Coord> {
        match self {
            Action::Place { at, .. } | Action::Lay { at, .. } | Action::Spread { from: at, .. } => Some(*at),
            Action::Turn { .. } | Action::Take { .. } | Action::Swap { .. } => None,
            Action::Give { .. } | Action::Discard { .. } | Action::TakeBack | Action::Named { .. } => None,
        }
    }

    /// Seat that acts, if the action names one.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Action::Lay { seat, .. } | Action::Give { seat, .. } => *seat,
            _ => None,
        }
    }
}

/// Parts of an action in one form for all kinds, as scripts read them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActionFields<'a> {
    /// Kind of action, in one word.
    pub kind: &'static str,
    /// Cell where it begins.
    pub from: Option<ActionPlace>,
    /// Where it ends.
    pub to: Option<ActionPlace>,
    /// Piece that is placed.
    pub piece: Option<PieceKind>,
    /// Tile as typed.
    pub sign: Option<&'a str>,
    /// Tile of the set.
    pub tile: Option<TileIndex>,
    /// Orientation of the tile.
    pub orientation: Option<OrientationIndex>,
    /// Number of pieces; scripts read 1 if it is `None`.
    pub count: Option<u32>,
    /// Number of pieces dropped on each cell.
    pub drops: Option<&'a [u32]>,
    /// Whether a standing piece is flattened.
    pub crush: bool,
}

/// Where an action begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionPlace {
    /// Cell of the board.
    Cell(Coord),
    /// Cell and the origin of column and row numbers before the action.
    Numbered(Coord, Coord),
    /// Number of cells that a line enters from a cell, and its direction.
    Along(Coord, usize, usize),
    /// Seat.
    Seat(Seat),
}

impl Action {
    /// Parts of the action. A new kind of action needs a line here.
    pub fn fields(&self) -> ActionFields<'_> {
        use ActionPlace::{Along, Cell, Numbered};
        let none = ActionFields::default();
        let cell_of = |tile: &TileRef| tile.at.map(Cell);
        match self {
            Action::Place { piece, at, count } => {
                let at = Some(Cell(*at));
                ActionFields { kind: "place", from: at, to: at, piece: Some(*piece), count: Some(*count), ..none }
            }
            Action::Spread { from, direction, taken, drops, crush } => {
                let to = Some(Along(*from, *direction, drops.len()));
                let (from, count, drops) = (Some(Cell(*from)), Some(*taken), Some(&drops[..]));
                ActionFields { kind: "spread", from, to, count, drops, crush: *crush, ..none }
            }
            Action::Lay { sign, orientation, at, corner, .. } => {
                let at = Some(Numbered(*at, *corner));
                ActionFields { kind: "lay", from: at, to: at, sign: Some(sign), orientation: *orientation, ..none }
            }
            Action::Turn { tile, orientation } => {
                let (at, sign, orientation) = (cell_of(tile), Some(tile.sign.as_str()), Some(*orientation));
                ActionFields { kind: "turn", from: at, to: at, sign, orientation, ..none }
            }
            Action::Take { tile } => {
                ActionFields { kind: "take", from: cell_of(tile), to: cell_of(tile), sign: Some(&tile.sign), ..none }
            }
            Action::Swap { tiles: [one, other] } => {
                ActionFields { kind: "swap", from: cell_of(one), to: cell_of(other), sign: Some(&one.sign), ..none }
            }
            Action::Give { tile, to, .. } => {
                ActionFields { kind: "give", to: Some(ActionPlace::Seat(*to)), tile: Some(*tile), ..none }
            }
            Action::Discard { tile } => ActionFields { kind: "discard", tile: Some(*tile), ..none },
            Action::TakeBack => ActionFields { kind: "take", ..none },
            Action::Named { .. } => ActionFields { kind: "act", ..none },
        }
    }
}

/// Tile on the board as the player named it; `at` is `None` if no such tile is on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileRef {
    /// The tile as typed.
    pub sign: String,
    /// Its cell.
    pub at: Option<Coord>,
}

/// Piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
    /// Owner.
    pub seat: Seat,
    /// Kind of piece.
    pub kind: PieceKind,
}

/// Outcome of a game: the winners (all seats for a draw) and the index of the end rule that decided it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardOutcome {
    /// Seats that won.
    pub winners: SeatSet,
    /// Whether several winners draw with each other instead of winning together.
    pub is_tie: bool,
    /// Index into the list of end rules.
    pub end: EndIndex,
}

/// Reason why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Id of the rule, as `why` prints it.
    pub rule: String,
    /// Explanation for the player.
    pub message: String,
    /// Key path of the declaration that created the rule, such as `moves.spread`.
    pub key_path: String,
    /// Cells concerned, for highlighting.
    pub cells: Vec<Coord>,
}

impl Violation {
    /// Violation of a rule that concerns no particular cell.
    pub fn new(rule: &str, key_path: impl Into<String>, message: impl Into<String>) -> Violation {
        Violation { rule: rule.to_string(), message: message.into(), key_path: key_path.into(), cells: Vec::new() }
    }

    /// Adds the cells concerned.
    pub fn with_cells(self, cells: impl IntoIterator<Item = Coord>) -> Violation {
        Violation { cells: cells.into_iter().collect(), ..self }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.message)
    }
}

/// Change to the board requested by a script after a move.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the comment of a one-line variant names its fields")]
pub enum BoardEffect {
    /// Put `stone` on top of the cell `at`, not taken from any reserve.
    Place { at: Coord, stone: Stone },
    /// Remove the top piece of a cell from the board.
    Remove { at: Coord },
    /// Add pieces to a seat's reserve, or remove them if `count` is negative.
    Give { seat: Seat, kind: PieceKind, count: i32 },
    /// Skip the rest of the next seat's turn.
    Skip,
    /// Let `seat` move next.
    Turn { seat: Seat },
}
