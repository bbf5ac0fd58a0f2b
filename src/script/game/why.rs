//! Reasons why a move is illegal: rules of the board, scripts, or the end of the game.

use super::{Game, HookFault, HookMove};
use houserule_core::mechanics::{Action, Move, Violation};

/// Reason why a move was not played.
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
    /// Complete action if the board allows it; otherwise the action as typed.
    pub action: Action,
    /// The packed move, legal or not, if the action is a move at all.
    pub mv: Option<Move>,
    /// Rules that forbid it; empty if it is legal.
    pub violations: Vec<Violation>,
}

impl JudgedAction {
    /// The move, if it is legal.
    pub fn legal_move(&self) -> Option<Move> {
        self.mv.filter(|_| self.violations.is_empty())
    }
}

impl Game {
    /// Judges an action: the only place where typed, recorded and queried moves are checked against the rules.
    pub fn judge(&mut self, action: Action) -> Result<JudgedAction, HookFault> {
        counts::count_judgement();
        if let Some(outcome) = self.decided_outcome() {
            let message = format!("{}, so no move is legal", outcome.describe(&self.plan));
            let violation = Violation::new("over", format!("finish.{}", outcome.reason), message);
            return Ok(JudgedAction { action, mv: None, violations: vec![violation] });
        }
        self.reset_budget();
        let mut violations = match &action {
            Action::Named { word } => self.named_action_violation(word)?.into_iter().collect(),
            action => self.board.violations(action),
        };
        let is_board_legal = violations.is_empty();
        let mv = self.pack(&action);
        violations.extend(self.check_mandatory(mv.filter(|_| !matches!(action, Action::Named { .. })))?);
        let native_count = violations.len();
        let Some(packed) = mv else { return Ok(JudgedAction { action, mv, violations }) };
        // Hooks get the complete action, not the one as typed.
        let action = if is_board_legal { self.unpack(packed) } else { action };
        if self.filters_moves() {
            violations.extend(self.script_violations(packed, &action, &violations)?);
            // A script only gives a reason in words; its cell is that of the move.
            violations[native_count..].iter_mut().for_each(|violation| violation.cells.extend(action.at()));
        }
        Ok(JudgedAction { action, mv, violations })
    }

    /// Violations that scripts report, besides those of the board. A move that the board forbids is not played, so
    /// scripts need not handle it.
    fn script_violations(
        &mut self,
        mv: Move,
        action: &Action,
        native: &[Violation],
    ) -> Result<Vec<Violation>, HookFault> {
        let is_legal = native.is_empty();
        let mover = self.mover(action);
        let mut violations = match self.allow_violations(mover, &HookMove::unpacked(action.clone())) {
            Err(_) if !is_legal => Vec::new(),
            result => result?,
        };
        if is_legal {
            violations.extend(self.reject_violations(mv)?);
        }
        Ok(violations)
    }

    /// Rules that forbid an action; empty if it is legal.
    pub fn why(&mut self, action: &Action) -> Result<Vec<Violation>, HookFault> {
        Ok(self.judge(action.clone())?.violations)
    }

    /// Violation if another move is mandatory; moves that scripts forbid are not mandatory.
    fn check_mandatory(&mut self, candidate: Option<Move>) -> Result<Option<Violation>, HookFault> {
        let mut mandatory = Vec::new();
        self.board.mandatory_moves(&mut mandatory);
        if candidate.is_some_and(|mv| mandatory.contains(&mv)) {
            return Ok(None);
        }
        for mv in mandatory {
            if !self.filters_moves() || self.scripts_allow(mv)? {
                return Ok(Some(self.board.mandatory_violation(mv)));
            }
        }
        Ok(None)
    }

    /// Plays an action that was judged in this position, if it is legal.
    pub fn play_judged(&mut self, judged: JudgedAction) -> Result<Move, IllegalMove> {
        match judged.legal_move() {
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

    pub(super) fn count_judgement() {
        #[cfg(test)]
        JUDGED.set(JUDGED.get() + 1);
    }
}
