//! Moves, positions and records as text. Formats belong to games, so this is the one room (with the engine
//! protocols) where Rust may know a game's habits.

mod ptn;
pub mod record;

use crate::mechanics::stacks::StackPlan;
use crate::mechanics::{Deed, Mechanic, Seat, Setup};
use record::Record;

/// The notations a script can name; the first is used where it names none.
pub const NAMES: &[&str] = &["ptn"];

/// One way to write moves and positions.
pub trait Notation: Send + Sync {
    /// The deed a text means, or why it is no move at all. Whether the deed is legal is not asked here.
    fn read_move(&self, text: &str, plan: &StackPlan) -> Result<Deed, String>;
    fn write_move(&self, deed: &Deed, plan: &StackPlan) -> String;

    /// The options a position fixes by its mere shape, before any plan exists.
    fn settings_of_position(&self, text: &str) -> Result<Vec<(String, String)>, String>;
    fn read_position(&self, text: &str, plan: &StackPlan) -> Result<Setup, String>;
    fn write_position(&self, board: &dyn Mechanic, plan: &StackPlan) -> String;

    /// The short code by which records tell a result.
    fn result(&self, winner: Option<Seat>, how: &str) -> String;
    /// The ending of files in the game's own format.
    fn file_ending(&self) -> &'static str;
    /// A record in that format; `plies` tells when each move was played.
    fn write_file(&self, record: &Record, plies: &[u32], plan: &StackPlan) -> String;

    /// How moves are written, for a person who has never seen it, with moves that fit the board.
    fn help(&self, plan: &StackPlan) -> String;
}

pub fn by_name(name: &str) -> &'static dyn Notation {
    match name {
        "ptn" => &ptn::Ptn,
        _ => unreachable!("the checker lets only known notations through"),
    }
}
