//! Moves, positions and records as text. Formats belong to games, so this is the one room (with the engine
//! protocols) where Rust may know a game's habits.

mod ptn;
pub mod record;
mod trax;

use crate::mechanics::{Deed, Mechanic, MechanicPlan, Seat, Setup};
use crate::vocabulary::Names;
use record::Record;

/// The notations a script can name.
pub const NAMES: &[&str] = &["ptn", "trax"];

/// The notation of a game whose script names none.
pub fn default(has_tiles: bool) -> &'static str {
    if has_tiles { "trax" } else { "ptn" }
}

/// Where a game starts from, as a position's text tells it.
#[derive(Clone, PartialEq, Debug)]
pub enum Start {
    /// A board set up by hand.
    Setup(Setup),
    /// The moves that lead there, where a game has no position notation of its own.
    Moves(Vec<String>),
}

/// One way to write moves and positions. The board given is the one before the move.
pub trait Notation: Send + Sync {
    /// Whether the moves of a game can be written in it, and if not, why.
    fn suits(&self, plan: &MechanicPlan) -> Result<(), String>;

    /// The deed a text means, or why it is no move at all. Whether the deed is legal is not asked here.
    fn read_move(&self, text: &str, board: &dyn Mechanic) -> Result<Deed, String>;
    fn write_move(&self, deed: &Deed, board: &dyn Mechanic) -> String;

    /// The options a position fixes by its mere shape, before any plan exists.
    fn settings_of_position(&self, text: &str) -> Result<Vec<(String, String)>, String>;
    fn read_position(&self, text: &str, board: &dyn Mechanic) -> Result<Start, String>;
    /// A position; `moves` are all that were played to reach it.
    fn write_position(&self, board: &dyn Mechanic, moves: &[String]) -> String;

    /// The short code by which records tell a result.
    fn result(&self, winner: Option<Seat>, how: &str, names: &Names) -> String;
    /// The ending of files in the game's own format.
    fn file_ending(&self) -> &'static str;
    /// A record in that format; `plies` tells when each move was played.
    fn write_file(&self, record: &Record, plies: &[u32], names: &Names) -> String;

    /// How moves are written, for a person who has never seen it, with moves that fit the board.
    fn help(&self, board: &dyn Mechanic) -> String;
}

pub fn by_name(name: &str) -> &'static dyn Notation {
    match name {
        "ptn" => &ptn::Ptn,
        "trax" => &trax::Trax,
        _ => unreachable!("the checker lets only known notations through"),
    }
}
