//! Typed or recorded moves: each is parsed once and judged once, and then played or not.

use super::{PlayError, Session};
use crate::game::{IllegalMove, JudgedAction};
use houserule_core::mechanics::{Action, Move, Seat, Violation};

/// Move that was parsed and judged in one position, and is valid only there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedMove {
    /// Seat that it is meant for: the seat to move, or in a race the one that is named or holds the tile.
    pub seat: Seat,
    judged: JudgedAction,
}

impl TypedMove {
    /// The move, if it is legal.
    pub fn legal(&self) -> Option<Move> {
        self.judged.legal()
    }

    /// Rules that forbid it; empty if it is legal.
    pub fn into_violations(self) -> Vec<Violation> {
        self.judged.violations
    }
}

impl Session {
    /// Parses and judges a move that was typed at the current position.
    pub fn typed(&mut self, text: &str) -> Result<TypedMove, PlayError> {
        let action = self.read_typed(text)?;
        let judged = self.game.judge(action)?;
        Ok(TypedMove { seat: self.game.mover(&judged.action), judged })
    }

    /// Plays a move that was judged in this position, or explains why not and changes nothing.
    pub fn play_typed(&mut self, typed: TypedMove) -> Result<String, PlayError> {
        let before = self.moves().len();
        let written = self.play_judged(typed.judged)?;
        self.course.turn_off_at(before);
        Ok(written)
    }

    /// Plays a move, or explains why not and changes nothing.
    pub fn play(&mut self, text: &str) -> Result<String, PlayError> {
        let typed = self.typed(text)?;
        self.play_typed(typed)
    }

    /// Plays a move and keeps the moves to redo.
    pub(super) fn play_again(&mut self, text: &str) -> Result<String, PlayError> {
        let typed = self.typed(text)?;
        self.play_judged(typed.judged)
    }

    fn play_judged(&mut self, judged: JudgedAction) -> Result<String, PlayError> {
        let when = self.now();
        // Written before it is played: only now can the notation see whether a piece is flattened.
        let written = judged.legal().map(|_| self.in_notation(&judged.action));
        self.game.play_judged(judged)?;
        let written = written.unwrap_or_default();
        self.course.push(written.clone(), when);
        Ok(written)
    }

    /// The legal move that a typed text means.
    pub fn legal_move(&mut self, text: &str) -> Result<Move, PlayError> {
        let typed = self.typed(text)?;
        typed.legal().ok_or_else(|| PlayError::Refused(IllegalMove::Illegal(typed.into_violations())))
    }

    /// Rules that forbid a move.
    pub fn why(&mut self, text: &str) -> Result<Vec<Violation>, PlayError> {
        Ok(self.typed(text)?.into_violations())
    }

    fn read_typed(&mut self, text: &str) -> Result<Action, PlayError> {
        let text = self.in_full(text);
        self.read(&text)
    }

    /// The typed text with the labels on the board resolved.
    pub(super) fn in_full(&mut self, typed: &str) -> String {
        let (notation, game) = (self.notation(), &mut self.game);
        // If a script fails, no label is shown and none is recognized.
        notation.expand_labels(typed, &mut || game.legal_actions().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use crate::game::counts::JUDGED;
    use crate::lua::Library;
    use crate::play::{Session, Workspace};

    fn open(game: &str) -> Session {
        let table = Workspace { library: Library::new(Vec::new()), seed: 1 };
        table.open(game, &[], None, &[]).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_move_is_judged_once_however_it_comes_to_be_played() {
        for (game, moves) in [("tak", "a1 e5 c3 Sc2"), ("trax", "@0/ @1/ B0+"), ("tak+late-walls", "a1 e5 c3")] {
            let moves: Vec<String> = moves.split(' ').map(str::to_string).collect();
            let mut session = open(game);
            let before = JUDGED.get();
            session.follow(&moves).unwrap_or_else(|(at, error)| panic!("{game}, {at}: {error}"));
            assert_eq!(JUDGED.get() - before, moves.len(), "{game}");
            session.undo();
            let before = JUDGED.get();
            session.redo().expect("a move").unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(JUDGED.get() - before, 1, "{game}");
        }
    }
}
