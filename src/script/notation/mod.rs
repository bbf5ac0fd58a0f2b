//! Moves, positions and records as text. Formats belong to games, so this is the one room (with the engine
//! protocols) where Rust may know a game's habits.

mod arrangements;
mod games;
mod ptn;
pub mod record;
mod tiles;
mod trax;

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
    Wrong(String),
}

impl<T: Into<String>> From<T> for NotationError {
    fn from(says: T) -> NotationError {
        NotationError::Wrong(says.into())
    }
}

/// The notations a script can name.
pub const NAMES: &[&str] = &["ptn", "trax", "tiles"];

/// The notation of a game whose script names none: tiles are written by their signs, if they have any.
pub fn default(tiles: Option<&TileSet>) -> &'static str {
    match tiles {
        None => "ptn",
        Some(set) if set.orientations.iter().all(|orientation| !orientation.sign.is_empty()) => "trax",
        Some(_) => "tiles",
    }
}

/// What is said where a board cannot be set up by hand.
pub const BY_MOVES: &str = "a position of this game is told by the moves that lead to it, so that nothing can be put there \
     by hand; `position MOVES` begins after some moves";

/// Where a game starts from, as a position's text tells it.
#[derive(Clone, PartialEq, Debug)]
pub enum ParsedStart {
    /// A board set up by hand.
    Setup(Setup),
    /// The moves that lead there, where a game has no position notation of its own.
    Moves(Vec<String>),
}

/// One way to write moves and positions. The board given is the one before the move.
pub trait Notation: Send + Sync {
    /// Whether the moves of a game can be written in it, and if not, why.
    fn supports(&self, plan: &BoardRules) -> Result<(), NotationError>;

    /// How the cells of an open board are named in it.
    fn naming(&self) -> CellNaming {
        CellNaming::Counted
    }

    /// What people may type for the cells of the legal moves, in place of their names.
    fn labels(&self, _legal: &[Action]) -> Vec<(Coord, String)> {
        Vec::new()
    }

    /// A move as people type it, tidied up and with cells by their names in place of their labels; `legal` lists the legal moves if they
    /// are needed.
    fn expand_labels(&self, typed: &str, _legal: &mut dyn FnMut() -> Vec<Action>) -> String {
        typed.to_string()
    }

    /// The action a text means, or why it is no move at all. Whether the action is legal is not asked here.
    fn read_move(&self, text: &str, board: &dyn Position) -> Result<Action, NotationError>;
    /// A move on the board. Moves that leave the board alone go by their word, whatever the notation: see
    /// [`Notation::written`].
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
    fn read_position(&self, text: &str, board: &dyn Position) -> Result<ParsedStart, NotationError>;
    /// A position; `moves` are all that were played to reach it.
    fn write_position(&self, board: &dyn Position, moves: &[String]) -> String;
    /// The same, as far as a seat sees it where hands are hidden; without a seat, what all see.
    fn write_position_seen(&self, board: &dyn Position, moves: &[String], _seat: Option<Seat>) -> String {
        self.write_position(board, moves)
    }

    /// Puts something on a board that is set up by hand, as people type it: a cell, then a piece.
    fn put(&self, _typed: &str, _setup: &mut Setup, _board: &dyn Position) -> Result<(), NotationError> {
        Err(BY_MOVES.into())
    }
    /// Takes up what lies on some cells of such a board; without any, everything.
    fn clear(&self, _typed: &str, _setup: &mut Setup, _board: &dyn Position) -> Result<(), NotationError> {
        Err(BY_MOVES.into())
    }

    /// The short code by which records tell a result; `winner` is a side.
    fn result(&self, winner: Option<Team>, how: &str, names: &Names) -> String;
    /// The ending of files in the game's own format.
    fn file_ending(&self) -> &'static str;
    /// Whether an ending asks for that format.
    fn is_file_ending(&self, ending: &str) -> bool {
        ending == self.file_ending()
    }
    /// A record in that format; `turns` tells how many were over when each move was played.
    fn write_file(&self, record: &Record, turns: &[u32], names: &Names) -> String;

    /// Whether a word begins moves, legal or not.
    fn is_move_prefix(&self, _word: &str, _board: &dyn Position) -> bool {
        false
    }

    /// Whether what was typed is the beginning of a move that somebody may want to choose from a list.
    fn may_begin(&self, _typed: &str, _mv: &str) -> bool {
        false
    }

    /// The choices that are worth a list; all, unless the notation knows better.
    fn sift(&self, choices: Vec<String>, _board: &dyn Position) -> Vec<String> {
        choices
    }

    /// Why something typed that could be the beginning of a move is not that of a legal one.
    fn no_choice(&self, _typed: &str, _legal: &[Action], _board: &dyn Position) -> Option<String> {
        None
    }

    /// How moves are written, for a person who has never seen it, with moves that fit the board.
    fn help(&self, board: &dyn Position) -> String;

    /// How cells, directions and rotations are named, in whole sentences.
    fn naming_in_words(&self, board: &dyn Position) -> String;
}

pub fn by_name(name: &str) -> &'static dyn Notation {
    match name {
        "ptn" => &ptn::PtnNotation,
        "trax" => &trax::TraxNotation,
        "tiles" => &tiles::TileNotation,
        _ => unreachable!("the checker lets only known notations through"),
    }
}
