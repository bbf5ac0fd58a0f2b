//! Reasons why a move is illegal: rules of the board, scripts, or the end of the game.

use super::{Game, HookFault, HookMove};
use houserule_core::mechanics::{Action, Move, Violation};

/// Move that was not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// Rules that it violates.
    #[error("{}", .0.iter().map(Violation::to_string).collect::<Vec<_>>().join("; "))]
    Illegal(Vec<Violation>),
    /// A script failed while judging it.
    #[error(transparent)]
    Script(#[from] HookFault),
}

/// Action judged in one position, and valid only there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedAction {
    /// The action in full if the board allows it; otherwise as it was typed.
    pub action: Action,
    /// The packed move, legal or not, if the action is a move at all.
    pub mv: Option<Move>,
    /// Rules that forbid it; empty if it is legal.
    pub violations: Vec<Violation>,
}

impl JudgedAction {
    /// The move, if it is legal.
    pub fn legal(&self) -> Option<Move> {
        self.mv.filter(|_| self.violations.is_empty())
    }
}

impl Game {
    /// Judges an action: the only place where typed, recorded and queried moves are checked against the rules.
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
        // Scripts get the action in full, not as it was typed.
        let action = if is_sound { self.unpack_named(packed) } else { action };
        if self.filters_moves() {
            violations.extend(self.forbidden(packed, &action, native == 0)?);
            // A script only gives a reason in words; its cell is that of the move.
            violations[native..].iter_mut().for_each(|violation| violation.cells.extend(action.at()));
        }
        Ok(JudgedAction { action, mv, violations })
    }

    /// Violations that scripts report. A move that the board forbids is not played, so scripts need not handle it.
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

    /// Rules that forbid an action; empty if it is legal.
    pub fn why(&mut self, action: &Action) -> Result<Vec<Violation>, HookFault> {
        Ok(self.judge(action.clone())?.violations)
    }

    /// Violation if a mandatory move comes first; moves that scripts forbid are not mandatory.
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

    /// Plays an action if it is legal: the checked entry point for users and scripts.
    pub fn try_play(&mut self, action: &Action) -> Result<Move, IllegalMove> {
        let judged = self.judge(action.clone())?;
        self.play_judged(judged)
    }
}

/// Number of judgements, for tests that require one per move.
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
