//! Typed or recorded moves: each is parsed once and judged once, and then played or not.

use super::{PlayError, Session};
use crate::game::{IllegalMove, JudgedAction};
use houserule_core::mechanics::{Action, Move, Seat, Violation};

/// Move that was parsed and judged in one position, and is valid only there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedMove {
    /// Seat that moves: the seat to move, or in a race the one that is named or holds the tile.
    pub seat: Seat,
    judged: JudgedAction,
}

impl TypedMove {
    /// The move, if it is legal.
    pub fn legal_move(&self) -> Option<Move> {
        self.judged.legal_move()
    }

    /// Rules that forbid it; empty if it is legal.
    pub fn into_violations(self) -> Vec<Violation> {
        self.judged.violations
    }
}

impl Session {
    /// Parses and judges a move that was typed at the current position.
    pub fn judge_typed(&mut self, text: &str) -> Result<TypedMove, PlayError> {
        let action = self.parse_typed(text)?;
        let judged = self.game.judge(action)?;
        Ok(TypedMove { seat: self.game.mover(&judged.action), judged })
    }

    /// Plays a move that was judged in this position, or explains why not and changes nothing.
    pub fn play_typed(&mut self, typed: TypedMove) -> Result<String, PlayError> {
        let move_count = self.moves().len();
        let text = self.play_judged(typed.judged)?;
        self.history.branch_at(move_count);
        Ok(text)
    }

    /// Plays a move, or explains why not and changes nothing.
    pub fn play(&mut self, text: &str) -> Result<String, PlayError> {
        let typed = self.judge_typed(text)?;
        self.play_typed(typed)
    }

    /// Plays a move without discarding the moves to redo.
    pub(super) fn replay_move(&mut self, text: &str) -> Result<String, PlayError> {
        let typed = self.judge_typed(text)?;
        self.play_judged(typed.judged)
    }

    fn play_judged(&mut self, judged: JudgedAction) -> Result<String, PlayError> {
        let stamp = self.next_stamp();
        // Written before it is played: only now can the notation see whether a piece is flattened.
        let text = judged.legal_move().map(|_| self.action_text(&judged.action));
        self.game.play_judged(judged)?;
        let text = text.unwrap_or_default();
        self.history.push(text.clone(), stamp);
        Ok(text)
    }

    /// Parses typed text as a legal move.
    pub fn legal_move(&mut self, text: &str) -> Result<Move, PlayError> {
        let typed = self.judge_typed(text)?;
        typed.legal_move().ok_or_else(|| PlayError::Illegal(IllegalMove::Illegal(typed.into_violations())))
    }

    /// Rules that forbid a move.
    pub fn why(&mut self, text: &str) -> Result<Vec<Violation>, PlayError> {
        Ok(self.judge_typed(text)?.into_violations())
    }

    fn parse_typed(&mut self, text: &str) -> Result<Action, PlayError> {
        let text = self.expand_labels(text);
        self.read(&text)
    }

    /// Typed text with the board's labels replaced by cell names.
    pub(super) fn expand_labels(&mut self, typed: &str) -> String {
        let (notation, game) = (self.notation(), &mut self.game);
        // If a script fails, no label is shown and none is recognized.
        notation.expand_labels(typed, &mut || game.labels())
    }
}

#[cfg(test)]
mod tests {
    use crate::game::counts::JUDGED;
    use crate::lua::Library;
    use crate::play::{Session, Workspace};

    fn open(game: &str) -> Session {
        let workspace = Workspace { library: Library::new(Vec::new()), seed: 1 };
        workspace.open(game, &[], None, &[]).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_typed_move_is_judged_only_once() {
        for (game, moves) in [("tak", "a1 e5 c3 Sc2"), ("trax", "@0/ @1/ B0+"), ("tak+late-walls", "a1 e5 c3")] {
            let moves: Vec<String> = moves.split(' ').map(str::to_string).collect();
            let mut session = open(game);
            let before = JUDGED.get();
            session.play_all(&moves).unwrap_or_else(|(at, error)| panic!("{game}, {at}: {error}"));
            assert_eq!(JUDGED.get() - before, moves.len(), "{game}");
            session.undo();
            let before = JUDGED.get();
            session.redo().expect("a move").unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(JUDGED.get() - before, 1, "{game}");
        }
    }
}
