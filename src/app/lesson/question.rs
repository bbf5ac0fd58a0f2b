//! A step's question in its position: the moves that answer it.

use super::goal::{GoalResult, Judge, JudgeError, LabelledCells};
use houserule_core::mechanics::Move;
use houserule_script::game::HookFault;
use houserule_script::lua::LoadedLesson;
use houserule_script::play::{PlayError, Session};
use houserule_script::rules::lesson::{Accepted, LessonGoal, LessonStep, WithPlace};

/// Question of a step in its position.
pub struct Question<'a> {
    pub step: &'a LessonStep,
    pub judge: Judge,
}

impl<'a> Question<'a> {
    pub fn new(loaded: &LoadedLesson, step: &'a LessonStep, session: &Session) -> Result<Question<'a>, HookFault> {
        let cells = LabelledCells::of(step, session.game.board().view());
        let checker = loaded.checker(session.plan())?;
        Ok(Question { step, judge: Judge::new(cells, Some(checker)) })
    }

    /// Returns whether a legal move meets one accepted item.
    pub fn meets(&mut self, item: &Accepted, session: &mut Session, mv: Move) -> GoalResult {
        match item {
            Accepted::Text(text) => Ok(session.legal_move(text).is_ok_and(|named| named == mv)),
            Accepted::Goal(goal) => self.judge.reaches(goal, &mut session.game, mv),
        }
    }

    /// Returns whether a legal move answers the question.
    pub fn accepts(&mut self, session: &mut Session, mv: Move) -> GoalResult {
        for item in &self.step.accept {
            if self.meets(&item.value, session, mv)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the legal moves that meet one accepted item.
    pub fn moves_meeting(&mut self, item: &Accepted, session: &mut Session) -> Result<Vec<Move>, JudgeError> {
        let mut moves = Vec::new();
        for mv in session.game.legal_moves()? {
            if self.meets(item, session, mv)? {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// Returns all legal moves that answer the question.
    pub fn accepted_moves(&mut self, session: &mut Session) -> Result<Vec<Move>, JudgeError> {
        let mut accepted = Vec::new();
        for mv in session.game.legal_moves()? {
            if self.accepts(session, mv)? {
                accepted.push(mv);
            }
        }
        Ok(accepted)
    }

    /// Returns whether the question asks for an illegal move and this text is one.
    pub fn accepts_illegal(&self, session: &mut Session, text: &str) -> bool {
        self.step.accept.iter().any(|item| match &item.value {
            Accepted::Goal(LessonGoal::Illegal { rule }) => is_illegal(session, text, rule.as_deref()),
            _ => false,
        })
    }

    /// Returns whether a line typed at the prompt is a command that the question asks for.
    pub fn accepts_command(&self, line: &str) -> bool {
        let typed: Vec<&str> = line.trim().trim_start_matches(':').split_whitespace().collect();
        accepted_commands(self.step).any(|command| {
            let expected: Vec<&str> = command.split_whitespace().collect();
            typed.len() >= expected.len()
                && typed.iter().zip(&expected).all(|(typed, expected)| typed.eq_ignore_ascii_case(expected))
        })
    }
}

/// Returns whether a move is illegal, by a certain rule if one is given.
pub fn is_illegal(session: &mut Session, text: &str, rule: Option<&str>) -> bool {
    let is_match = |violations: Vec<houserule_core::mechanics::Violation>| {
        !violations.is_empty() && rule.is_none_or(|rule| violations.iter().any(|violation| violation.rule == rule))
    };
    match session.why(text) {
        Ok(violations) => is_match(violations),
        Err(PlayError::NotAMove(_) | PlayError::Illegal(_)) => false,
    }
}

/// Returns the commands that a step asks for.
pub fn accepted_commands(step: &LessonStep) -> impl Iterator<Item = &str> {
    step.accept.iter().flat_map(|item: &WithPlace<Accepted>| match &item.value {
        Accepted::Goal(LessonGoal::Types(lines)) => lines.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    })
}
