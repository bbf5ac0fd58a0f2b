//! Interface through which a lesson's script judges a learner's move.

use super::{Game, HookFault};
use houserule_core::mechanics::{Move, Seat};

/// A script's judgement of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckerAnswer {
    /// Whether the move is accepted.
    pub is_accepted: bool,
    /// Reason, in the script's words.
    pub message: Option<String>,
}

/// Instance of a lesson's functions.
pub trait LessonChecker {
    /// Calls function number `function`, which decides whether a move of a seat is accepted. The game is a fork in
    /// which the move is not yet played.
    fn judge(&mut self, function: usize, game: Game, seat: Seat, mv: Move) -> Result<CheckerAnswer, HookFault>;
}
