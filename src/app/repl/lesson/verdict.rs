//! State of a lesson for events: the step, the verdict on an answer, the result.

use serde::Serialize;

use super::{LessonSession, StepResult};
use crate::lesson::LessonStep;
use crate::repl::Prompt;

/// Verdict on an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerVerdict {
    Right,
    Wrong,
    /// Against the rules, which was not asked for.
    Illegal,
}

/// Result of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LessonTally {
    pub questions: usize,
    /// Answered at the first attempt without a hint.
    pub solved: usize,
    pub skipped: usize,
}

impl LessonSession {
    pub(super) fn tally(&self) -> LessonTally {
        let questions = || self.results.iter().flatten().filter(|mark| **mark != StepResult::Read);
        let count = |result: StepResult| questions().filter(|mark| **mark == result).count();
        LessonTally {
            questions: questions().count(),
            solved: count(StepResult::Answered { is_first_try: true }),
            skipped: count(StepResult::Skipped),
        }
    }
}

impl Prompt {
    /// Returns the current step of the lesson and the number of steps.
    pub(in crate::repl) fn lesson_step(&self) -> Option<(&LessonStep, usize)> {
        let lesson_session = self.lesson_session.as_ref()?;
        let steps = &lesson_session.loaded.lesson.steps;
        Some((steps.get(lesson_session.step_index)?, steps.len()))
    }

    /// Returns the name and result of the finished lesson; quizzes do not finish.
    pub(in crate::repl) fn finished_lesson(&self) -> Option<(&str, LessonTally)> {
        let lesson_session = self
            .lesson_session
            .as_ref()
            .filter(|lesson_session| lesson_session.is_over() && lesson_session.quiz.is_none())?;
        Some((&lesson_session.loaded.manifest.name, lesson_session.tally()))
    }

    /// Returns the name of the current lesson and its step, from 1.
    pub(in crate::repl) fn lesson_place(&self) -> Option<(&str, usize)> {
        let lesson_session = self.lesson_session.as_ref().filter(|lesson_session| !lesson_session.is_over())?;
        Some((&lesson_session.loaded.manifest.name, lesson_session.step_index + 1))
    }
}
