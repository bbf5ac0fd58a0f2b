//! Notation: moves, positions and records as text. Formats belong to games, so this is the only module (apart from the
//! engine protocols) where Rust may depend on a particular game.

mod games;
mod ptn;
mod puzzles;
pub mod record;
mod source;
mod tiles;
mod trax;

use std::fmt;

use houserule_core::geometry::{CellNaming, Coord};
use houserule_core::mechanics::{Action, BoardRules, Position, Seat, Setup, Team};
use houserule_core::names::Names;
use houserule_core::tiles::TileSet;
use record::{LineTurns, Record};

/// Text that is not a move, position or record of a notation, or rules that a notation cannot write.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub enum NotationError {
    /// The text does not look like a move; any other error names the fault.
    NotAMove(String),
    /// Text that the notation cannot read.
    Invalid(String),
}

impl<T: Into<String>> From<T> for NotationError {
    fn from(message: T) -> NotationError {
        NotationError::Invalid(message.into())
    }
}

/// The notations that a script can name.
pub const ALL: [&dyn Notation; 3] = [&ptn::PtnNotation, &trax::TraxNotation, &tiles::TileNotation];

/// Names of [`ALL`].
pub const NAMES: [&str; 3] = ["ptn", "trax", "tiles"];

/// Notation of a game whose script names none: tiles are written by their signs, if they have any.
pub fn default_notation(tiles: Option<&TileSet>) -> &'static dyn Notation {
    match tiles {
        None => &ptn::PtnNotation,
        Some(set) if set.orientations.iter().all(|orientation| !orientation.sign.is_empty()) => &trax::TraxNotation,
        Some(_) => &tiles::TileNotation,
    }
}

/// Message for games whose boards cannot be edited.
pub const NOT_EDITABLE: &str = "positions of this game are written as moves and cannot be edited; use `position MOVES` to \
     start after some moves";

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

    /// Labels that users may type for the cells of the legal moves, instead of their names. A cell keeps its label as long
    /// as it can be filled.
    fn labels(&self, _legal: &[Action], _board: &dyn Position) -> Vec<(Coord, String)> {
        Vec::new()
    }

    /// Normalizes a typed move and replaces labels by cell names; `labels` returns them if they are needed.
    fn expand_labels(&self, typed: &str, _labels: &mut dyn FnMut() -> Vec<(Coord, String)>) -> String {
        typed.to_string()
    }

    /// Writes a legal move in the shortest form that players may type, given all legal moves and the labels of cells.
    fn shorten(&self, mv: &str, _legal: &[String], _labels: &[(Coord, String)]) -> String {
        mv.to_string()
    }

    /// Parses a move, or explains why the text is not one. Legality is not checked here.
    fn read_move(&self, text: &str, board: &dyn Position) -> Result<Action, NotationError>;
    /// Writes a move on the board. Named actions are written by their word in every notation: see
    /// [`Notation::write_action`].
    fn write_move(&self, action: &Action, board: &dyn Position) -> String;
    /// Writes any move of a game.
    fn write_action(&self, action: &Action, board: &dyn Position) -> String {
        match action {
            Action::Named { word } => word.clone(),
            action => self.write_move(action, board),
        }
    }

    /// Options that the shape of a position determines, before rules are compiled.
    fn settings_of_position(&self, text: &str) -> Result<Vec<(String, String)>, NotationError>;
    /// Reads a position for a game that starts from `board`.
    fn read_position(&self, text: &str, board: &dyn Position) -> Result<ParsedStart, NotationError>;
    /// Writes a position; `moves` are all that were played to reach it.
    fn write_position(&self, board: &dyn Position, moves: &[String]) -> String;
    /// Writes a position as a seat sees it if hands are hidden; without a seat, only public information.
    fn write_visible_position(&self, board: &dyn Position, moves: &[String], _seat: Option<Seat>) -> String {
        self.write_position(board, moves)
    }

    /// Puts a piece or tile on a board that is being edited; the text is a cell, then a piece.
    fn put(&self, _typed: &str, _setup: &mut Setup, _board: &dyn Position) -> Result<(), NotationError> {
        Err(NOT_EDITABLE.into())
    }
    /// Empties the named cells of such a board, or all if none is named.
    fn clear(&self, _typed: &str, _setup: &mut Setup, _board: &dyn Position) -> Result<(), NotationError> {
        Err(NOT_EDITABLE.into())
    }

    /// Short code of a result in records, such as `red score` or `draw`; `winner` is a team.
    fn result(&self, winner: Option<Team>, reason: &str, names: &Names) -> String {
        match winner.and_then(|team| names.teams.get(team)) {
            Some(team) => format!("{team} {reason}"),
            None => "draw".into(),
        }
    }
    /// Extension of files in the game's own format.
    fn file_extension(&self) -> &'static str;
    /// Whether an extension selects that format.
    fn is_file_extension(&self, extension: &str) -> bool {
        extension == self.file_extension()
    }
    /// Writes a record in that format.
    fn write_file(&self, record: &Record, turns: &LineTurns, names: &Names) -> String;
    /// Whether that format can store variations.
    fn stores_variations(&self) -> bool {
        false
    }

    /// Whether that format can store clocks and places in a match.
    fn stores_clocks(&self) -> bool {
        false
    }

    /// Whether a word is a prefix of moves, legal or not.
    fn is_move_prefix(&self, _word: &str, _board: &dyn Position) -> bool {
        false
    }

    /// Whether the typed text is the prefix of a move that the user may want to choose from a list.
    fn is_choice_prefix(&self, _typed: &str, _mv: &str) -> bool {
        false
    }

    /// Keeps the choices that are worth listing; all by default.
    fn filter_choices(&self, choices: Vec<String>, _board: &dyn Position) -> Vec<String> {
        choices
    }

    /// Explains why typed text is not the prefix of a legal move.
    fn explain_no_choice(&self, _typed: &str, _legal: &[Action], _board: &dyn Position) -> Option<String> {
        None
    }

    /// How to write a move, as a clause for messages, with moves that fit the board: `write a1 to place a piece`.
    fn help(&self, board: &dyn Position) -> String;

    /// Explains the names of cells, directions and rotations, in whole sentences.
    fn describe_naming(&self, board: &dyn Position) -> String;
}

/// Notation with a name.
pub fn by_name(name: &str) -> Option<&'static dyn Notation> {
    ALL.into_iter().find(|notation| notation.name() == name)
}
