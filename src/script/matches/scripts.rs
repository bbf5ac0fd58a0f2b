//! Functions of scripts that take part in a match. They do not depend on the scripting language.

use super::{Match, MatchGame};
use crate::game::HookFault;
use houserule_core::points::Points;

/// Functions of a match; `None` if its rules have none.
pub type LoadedScripts = Option<Box<dyn MatchScripts>>;

/// Functions `points` and `over` of a match, instantiated. Each thread has its own.
pub trait MatchScripts {
    /// Points that a game adds to each entrant of a match; the game is not in its table yet.
    fn points(&mut self, game: &MatchGame, so_far: &Match) -> Result<Vec<Points>, HookFault>;
    /// Whether a match is over.
    fn is_over(&mut self, so_far: &Match) -> Result<bool, HookFault>;
}
