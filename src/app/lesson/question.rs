//! A step's question, put to a position: which moves answer it.

use super::goal::{GoalResult, Judge, JudgeError, LabelledCells};
use houserule_core::mechanics::Move;
use houserule_script::game::HookFault;
use houserule_script::lua::LoadedLesson;
use houserule_script::play::{PlayError, Session};
use houserule_script::rules::lesson::{Accepted, LessonGoal, LessonStep, WithPlace};

/// A question in its position.
pub struct Question<'a> {
    pub step: &'a LessonStep,
    pub judge: Judge,
}

impl<'a> Question<'a> {
    pub fn new(scripted: &LoadedLesson, step: &'a LessonStep, session: &Session) -> Result<Question<'a>, HookFault> {
        let cells = LabelledCells::of(step, session.game.board().view());
        let checker = scripted.checker(session.plan())?;
        Ok(Question { step, judge: Judge::new(cells, Some(checker)) })
    }

    /// Whether one of the things that are accepted is met by a listed move.
    pub fn meets(&mut self, item: &Accepted, session: &mut Session, mv: Move) -> GoalResult {
        match item {
            Accepted::Text(text) => Ok(session.legal_move(text).is_ok_and(|named| named == mv)),
            Accepted::Goal(goal) => self.judge.reaches(goal, &mut session.game, mv),
        }
    }

    /// Whether a listed move answers the question.
    pub fn accepts(&mut self, session: &mut Session, mv: Move) -> GoalResult {
        for item in &self.step.accept {
            if self.meets(&item.value, session, mv)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The moves that meet one of the things that are accepted.
    pub fn meeting(&mut self, item: &Accepted, session: &mut Session) -> Result<Vec<Move>, JudgeError> {
        let mut met = Vec::new();
        for mv in session.game.legal_moves()? {
            if self.meets(item, session, mv)? {
                met.push(mv);
            }
        }
        Ok(met)
    }

    /// Every move that answers the question.
    pub fn accepted(&mut self, session: &mut Session) -> Result<Vec<Move>, JudgeError> {
        let mut accepted = Vec::new();
        for mv in session.game.legal_moves()? {
            if self.accepts(session, mv)? {
                accepted.push(mv);
            }
        }
        Ok(accepted)
    }

    /// Whether something typed that is no legal move is what the question asks for.
    pub fn accepts_refused(&self, session: &mut Session, text: &str) -> bool {
        self.step.accept.iter().any(|item| match &item.value {
            Accepted::Goal(LessonGoal::Illegal { rule }) => is_refused(session, text, rule.as_deref()),
            _ => false,
        })
    }

    /// Whether a line typed at the prompt is a command that the question asks for.
    pub fn accepts_line(&self, line: &str) -> bool {
        let typed: Vec<&str> = line.trim().trim_start_matches(':').split_whitespace().collect();
        lines(self.step).any(|wanted| {
            let wanted: Vec<&str> = wanted.split_whitespace().collect();
            typed.len() >= wanted.len()
                && typed.iter().zip(&wanted).all(|(typed, wanted)| typed.eq_ignore_ascii_case(wanted))
        })
    }
}

/// Whether the rules refuse a move, by the rule named if one is.
pub fn is_refused(session: &mut Session, text: &str, rule: Option<&str>) -> bool {
    let refused = |violations: Vec<houserule_core::mechanics::Violation>| {
        !violations.is_empty() && rule.is_none_or(|rule| violations.iter().any(|violation| violation.rule == rule))
    };
    match session.why(text) {
        Ok(violations) => refused(violations),
        Err(PlayError::NotAMove(_) | PlayError::Refused(_)) => false,
    }
}

/// The commands that a step asks for.
pub fn lines(step: &LessonStep) -> impl Iterator<Item = &str> {
    step.accept.iter().flat_map(|item: &WithPlace<Accepted>| match &item.value {
        Accepted::Goal(LessonGoal::Types(lines)) => lines.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    })
}
