//! Moves that somebody typed or a record holds: each is read once and judged once, whoever asks, and then played or not.

use super::{PlayError, Session};
use crate::game::{IllegalMove, JudgedAction};
use houserule_core::mechanics::{Action, Move, Seat, Violation};

/// A move that was read and judged in a position, and counts there alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedMove {
    /// The seat that it is meant for: the one to move, or in a race the one that is named or holds the tile.
    pub seat: Seat,
    judged: JudgedAction,
}

impl TypedMove {
    /// The move, if it is legal.
    pub fn legal(&self) -> Option<Move> {
        self.judged.legal()
    }

    /// Every rule that forbids it; empty if it is legal.
    pub fn into_violations(self) -> Vec<Violation> {
        self.judged.violations
    }
}

impl Session {
    /// Reads and judges a move that somebody typed with the board in sight.
    pub fn typed(&mut self, text: &str) -> Result<TypedMove, PlayError> {
        let action = self.read_typed(text)?;
        let judged = self.game.judge(action)?;
        Ok(TypedMove { seat: self.game.mover(&judged.action), judged })
    }

    /// Plays a move that was judged in this position, or says why not and changes nothing.
    pub fn play_typed(&mut self, typed: TypedMove) -> Result<String, PlayError> {
        let before = self.moves().len();
        let written = self.play_judged(typed.judged)?;
        self.course.turn_off_at(before);
        Ok(written)
    }

    /// Plays a move, or says why not and changes nothing.
    pub fn play(&mut self, text: &str) -> Result<String, PlayError> {
        let typed = self.typed(text)?;
        self.play_typed(typed)
    }

    /// The same, and what lies ahead stays there.
    pub(super) fn play_again(&mut self, text: &str) -> Result<String, PlayError> {
        let typed = self.typed(text)?;
        self.play_judged(typed.judged)
    }

    fn play_judged(&mut self, judged: JudgedAction) -> Result<String, PlayError> {
        let when = self.now();
        // Written before it is played: whether something is crushed can be seen only now.
        let written = judged.legal().map(|_| self.in_notation(&judged.action));
        self.game.play_judged(judged)?;
        let written = written.unwrap_or_default();
        self.course.push(written.clone(), when);
        Ok(written)
    }

    /// The legal move that something typed stands for, as it is listed.
    pub fn legal_move(&mut self, text: &str) -> Result<Move, PlayError> {
        let typed = self.typed(text)?;
        typed.legal().ok_or_else(|| PlayError::Refused(IllegalMove::Illegal(typed.into_violations())))
    }

    /// Every rule that forbids a move.
    pub fn why(&mut self, text: &str) -> Result<Vec<Violation>, PlayError> {
        Ok(self.typed(text)?.into_violations())
    }

    fn read_typed(&mut self, text: &str) -> Result<Action, PlayError> {
        let text = self.in_full(text);
        self.read(&text)
    }

    /// What was typed, with the letters that the board shows resolved.
    pub(super) fn in_full(&mut self, typed: &str) -> String {
        let (notation, game) = (self.notation(), &mut self.game);
        // Where a script fails no letter is shown, and none is understood.
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
        for (game, moves) in
            [("tak", "a1 e5 c3 Sc2"), ("trax", "@0/ @1/ B0+"), ("tak+late-walls", "a1 e5 c3")]
        {
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
