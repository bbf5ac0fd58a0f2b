//! Notation: moves, positions and records as text. Formats belong to games, so this is the only module (apart from the
//! engine protocols) where Rust may depend on a particular game.

mod arrangements;
mod games;
mod ptn;
pub mod record;
mod tiles;
mod trax;

use std::fmt;

use houserule_core::geometry::{CellNaming, Coord};
use houserule_core::mechanics::{Action, BoardRules, Position, Seat, Setup, Team};
use houserule_core::names::Names;
use houserule_core::tiles::TileSet;
use record::Record;

/// A text that is no move, position or record in a notation, or a game that a notation cannot write.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub enum NotationError {
    /// The text has nothing of a move; any other error says what exactly is wrong.
    Shapeless(String),
    /// Text that the notation cannot read.
    Wrong(String),
}

impl<T: Into<String>> From<T> for NotationError {
    fn from(says: T) -> NotationError {
        NotationError::Wrong(says.into())
    }
}

/// The notations that a script can name.
pub const ALL: [&dyn Notation; 3] = [&ptn::PtnNotation, &trax::TraxNotation, &tiles::TileNotation];

/// Names of [`ALL`].
pub const NAMES: [&str; 3] = ["ptn", "trax", "tiles"];

/// Notation of a game whose script names none: tiles are written by their signs, if they have any.
pub fn default(tiles: Option<&TileSet>) -> &'static dyn Notation {
    match tiles {
        None => &ptn::PtnNotation,
        Some(set) if set.orientations.iter().all(|orientation| !orientation.sign.is_empty()) => &trax::TraxNotation,
        Some(_) => &tiles::TileNotation,
    }
}

/// Message where a board cannot be set up by hand.
pub const BY_MOVES: &str = "a position of this game is told by the moves that lead to it, so that nothing can be put there \
     by hand; `position MOVES` begins after some moves";

/// Start of a game, parsed from a position.
#[derive(Clone, PartialEq, Debug)]
pub enum ParsedStart {
    /// Position that was set up.
    Setup(Setup),
    /// Moves that lead there, if a game has no position notation of its own.
    Moves(Vec<String>),
}

/// Notation of moves and positions. The board passed is the one before the move.
pub trait Notation: fmt::Debug + Send + Sync {
    /// Name by which a script chooses the notation.
    fn name(&self) -> &'static str;

    /// Checks that the moves of a game can be written in this notation.
    fn supports(&self, rules: &dyn BoardRules) -> Result<(), NotationError>;

    /// Naming of the cells of an open board.
    fn naming(&self) -> CellNaming {
        CellNaming::Counted
    }

    /// Labels that users may type for the cells of the legal moves, instead of their names.
    fn labels(&self, _legal: &[Action]) -> Vec<(Coord, String)> {
        Vec::new()
    }

    /// A typed move, normalized and with labels replaced by cell names; `legal` lists the legal moves if they are
    /// needed.
    fn expand_labels(&self, typed: &str, _legal: &mut dyn FnMut() -> Vec<Action>) -> String {
        typed.to_string()
    }

    /// Parses a move, or explains why the text is not one. Legality is not checked here.
    fn read_move(&self, text: &str, board: &dyn Position) -> Result<Action, NotationError>;
    /// A move on the board. Named actions are written by their word in every notation: see [`Notation::written`].
    fn write_move(&self, action: &Action, board: &dyn Position) -> String;
    /// Any move of a game.
    fn written(&self, action: &Action, board: &dyn Position) -> String {
        match action {
            Action::Named { word } => word.clone(),
            action => self.write_move(action, board),
        }
    }

    /// The options a position fixes by its mere shape, before any plan exists.
    fn settings_of_position(&self, text: &str) -> Result<Vec<(String, String)>, NotationError>;
    /// Reads a position for a game that starts from `board`.
    fn read_position(&self, text: &str, board: &dyn Position) -> Result<ParsedStart, NotationError>;
    /// A position; `moves` are all that were played to reach it.
    fn write_position(&self, board: &dyn Position, moves: &[String]) -> String;
    /// A position as a seat sees it if hands are hidden; without a seat, only what all see.
    fn write_position_seen(&self, board: &dyn Position, moves: &[String], _seat: Option<Seat>) -> String {
        self.write_position(board, moves)
    }

    /// Puts something on a board that is being set up, as typed: a cell, then a piece.
    fn put(&self, _typed: &str, _setup: &mut Setup, _board: &dyn Position) -> Result<(), NotationError> {
        Err(BY_MOVES.into())
    }
    /// Empties some cells of such a board; without any, all.
    fn clear(&self, _typed: &str, _setup: &mut Setup, _board: &dyn Position) -> Result<(), NotationError> {
        Err(BY_MOVES.into())
    }

    /// Short code of a result in records; `winner` is a team.
    fn result(&self, winner: Option<Team>, how: &str, names: &Names) -> String;
    /// Extension of files in the game's own format.
    fn file_ending(&self) -> &'static str;
    /// Whether an extension selects that format.
    fn is_file_ending(&self, ending: &str) -> bool {
        ending == self.file_ending()
    }
    /// A record in that format; `turns` has the number of completed turns before each move.
    fn write_file(&self, record: &Record, turns: &[u32], names: &Names) -> String;

    /// Whether a word is a prefix of moves, legal or not.
    fn is_move_prefix(&self, _word: &str, _board: &dyn Position) -> bool {
        false
    }

    /// Whether the typed text is the prefix of a move that the user may want to choose from a list.
    fn may_begin(&self, _typed: &str, _mv: &str) -> bool {
        false
    }

    /// Choices that are worth listing; all by default.
    fn sift(&self, choices: Vec<String>, _board: &dyn Position) -> Vec<String> {
        choices
    }

    /// Why typed text, which could be the prefix of a move, is not that of a legal one.
    fn no_choice(&self, _typed: &str, _legal: &[Action], _board: &dyn Position) -> Option<String> {
        None
    }

    /// Explanation of the notation of moves for a newcomer, with moves that fit the board.
    fn help(&self, board: &dyn Position) -> String;

    /// Explanation of the names of cells, directions and rotations, in whole sentences.
    fn naming_in_words(&self, board: &dyn Position) -> String;
}

/// Notation with a name.
pub fn by_name(name: &str) -> Option<&'static dyn Notation> {
    ALL.into_iter().find(|notation| notation.name() == name)
}
