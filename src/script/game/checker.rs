//! The door through which a lesson's script judges what a learner did.

use super::{Game, HookFault};
use houserule_core::mechanics::{Move, Seat};

/// What a script says of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckerAnswer {
    pub is_accepted: bool,
    /// Why, in the script's words.
    pub message: Option<String>,
}

/// The functions of a lesson's script at work.
pub trait LessonChecker {
    /// Whether a function, by its number, accepts a move of a seat. The game is a fork in which the move was not played yet.
    fn judge(
        &mut self,
        function: usize,
        game: Game,
        seat: Seat,
        mv: Move,
    ) -> Result<CheckerAnswer, HookFault>;
}
