//! Editing positions: a new game that begins in the current position with a change.

use super::Session;
use crate::lua::LoadError;
use crate::notation::{NOT_EDITABLE, Notation, NotationError, ParsedStart};
use crate::rules::vars;
use houserule_core::mechanics::{Position, Setup};

/// Edit of a setup.
type SetupEdit = fn(&dyn Notation, &str, &mut Setup, &dyn Position) -> Result<(), NotationError>;

impl Session {
    /// New game from this position with something put on a cell.
    pub fn with_put(&self, typed: &str) -> Result<Session, LoadError> {
        self.edited(typed, |notation, typed, setup, board| notation.put(typed, setup, board))
    }

    /// New game from this position with some cells emptied, or all of them.
    pub fn with_cleared(&self, typed: &str) -> Result<Session, LoadError> {
        self.edited(typed, |notation, typed, setup, board| notation.clear(typed, setup, board))
    }

    fn edited(&self, typed: &str, edit: SetupEdit) -> Result<Session, LoadError> {
        let (notation, board) = (self.notation(), self.game.board());
        let start = notation.read_position(&self.board_text(), board)?;
        let ParsedStart::Setup(mut setup) = start else { return Err(NOT_EDITABLE.into()) };
        edit(notation, typed, &mut setup, board)?;
        let game = self.ruleset.game_at(&setup, Some(self.game.vars().to_vec()), self.seed);
        let game = game.map_err(|error| error.with_subject("invalid position"))?;
        let text = notation.write_position(game.board(), &[]) + &vars::write(&self.plan().vars, game.vars());
        Session::new(self.ruleset.clone(), Some(&text), self.seed)
    }
}
