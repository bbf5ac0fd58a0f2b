//! Why a move is refused: the board's reasons, the scripts' reasons, or that the game is over.

use super::{Game, HookFault, HookMove};
use houserule_core::mechanics::{Action, Move, Violation};

/// A move that was not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// The rules it breaks.
    #[error("{}", .0.iter().map(Violation::to_string).collect::<Vec<_>>().join("; "))]
    Illegal(Vec<Violation>),
    /// A script failed while it was asked.
    #[error(transparent)]
    Script(#[from] HookFault),
}

/// An action that was judged in some position, and counts there alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedAction {
    /// In full, as the board understands it, where the board has nothing against it; else as it was meant.
    pub action: Action,
    /// The move that it is, legal or not, if it is one at all.
    pub mv: Option<Move>,
    /// Every rule that forbids it; empty if it is legal.
    pub violations: Vec<Violation>,
}

impl JudgedAction {
    /// The move, if it is legal.
    pub fn legal(&self) -> Option<Move> {
        self.mv.filter(|_| self.violations.is_empty())
    }
}

impl Game {
    /// Judges an action: the one place where all that is typed, read from a record or asked about is held against the rules.
    pub fn judge(&mut self, action: Action) -> Result<JudgedAction, HookFault> {
        counts::judged();
        if let Some(outcome) = self.decided() {
            let says = format!("the game is over: {}", outcome.words(&self.plan));
            let over = Violation::new("over", format!("finish.{}", outcome.how), says);
            return Ok(JudgedAction { action, mv: None, violations: vec![over] });
        }
        self.begin();
        let mut violations = match &action {
            Action::Named { word } => self.act_refused(word)?.into_iter().collect(),
            action => self.board.violations(action),
        };
        let is_sound = violations.is_empty();
        let mv = self.pack(&action);
        violations.extend(self.owed_first(mv.filter(|_| !matches!(action, Action::Named { .. })))?);
        let native = violations.len();
        let Some(packed) = mv else {
            return Ok(JudgedAction { action, mv, violations });
        };
        // Scripts see the action as the rules understand it, not as it was typed.
        let action = if is_sound { self.unpack_named(packed) } else { action };
        if self.filters_moves() {
            violations.extend(self.forbidden(packed, &action, native == 0)?);
            // A script forbids a move in words; what it is about is where the move is made.
            violations[native..].iter_mut().for_each(|violation| violation.cells.extend(action.at()));
        }
        Ok(JudgedAction { action, mv, violations })
    }

    /// What scripts hold against a move. One that the board forbids need not be coped with, and is never played.
    fn forbidden(&mut self, mv: Move, action: &Action, is_legal: bool) -> Result<Vec<Violation>, HookFault> {
        let mover = self.mover(action);
        let mut violations = match self.not_allowed(mover, &HookMove::in_full(action.clone())) {
            Err(_) if !is_legal => Vec::new(),
            asked => asked?,
        };
        if is_legal {
            violations.extend(self.rejected(mv)?);
        }
        Ok(violations)
    }

    /// Every rule that forbids an action; empty if it is legal.
    pub fn why(&mut self, action: &Action) -> Result<Vec<Violation>, HookFault> {
        Ok(self.judge(action.clone())?.violations)
    }

    /// What must be played before a move, if anything: the rules owe only what scripts allow.
    fn owed_first(&mut self, own: Option<Move>) -> Result<Option<Violation>, HookFault> {
        let mut owed = Vec::new();
        self.board.mandatory_moves(&mut owed);
        if own.is_some_and(|mv| owed.contains(&mv)) {
            return Ok(None);
        }
        for mv in owed {
            if !self.filters_moves() || self.scripts_allow(mv)? {
                return Ok(Some(self.board.mandatory_violation(mv)));
            }
        }
        Ok(None)
    }

    /// Plays an action that was judged in this position, if it is legal.
    pub fn play_judged(&mut self, judged: JudgedAction) -> Result<Move, IllegalMove> {
        match judged.legal() {
            Some(mv) => Ok(self.play(mv).map(|()| mv)?),
            None => Err(IllegalMove::Illegal(judged.violations)),
        }
    }

    /// Plays an action if it is legal; the checked door for people and scripts.
    pub fn try_play(&mut self, action: &Action) -> Result<Move, IllegalMove> {
        let judged = self.judge(action.clone())?;
        self.play_judged(judged)
    }
}

/// How often something was judged, for tests that hold us to once a move.
pub(crate) mod counts {
    #[cfg(test)]
    thread_local! {
        pub static JUDGED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    pub(super) fn judged() {
        #[cfg(test)]
        JUDGED.set(JUDGED.get() + 1);
    }
}
