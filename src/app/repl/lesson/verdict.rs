//! State of a lesson for events: the step, the verdict on an answer, the result.

use serde::Serialize;

use super::{LessonSession, StepResult};
use crate::lesson::LessonStep;

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
    pub fn tally(&self) -> LessonTally {
        let questions = || self.results.iter().flatten().filter(|mark| **mark != StepResult::Read);
        let count = |result: StepResult| questions().filter(|mark| **mark == result).count();
        LessonTally {
            questions: questions().count(),
            solved: count(StepResult::Answered { is_first_try: true }),
            skipped: count(StepResult::Skipped),
        }
    }
}

impl LessonSession {
    /// Returns the current step of the lesson and the number of steps.
    pub fn current_step(&self) -> Option<(&LessonStep, usize)> {
        let steps = &self.loaded.lesson.steps;
        Some((steps.get(self.step_index)?, steps.len()))
    }

    /// Returns the name and result of the finished lesson; quizzes do not finish.
    pub fn finished(&self) -> Option<(&str, LessonTally)> {
        let is_finished = self.is_over() && !self.is_quiz();
        is_finished.then(|| (self.loaded.manifest.name.as_str(), self.tally()))
    }

    /// Returns the name of the current lesson and its step, from 1.
    pub fn place(&self) -> Option<(&str, usize)> {
        (!self.is_over()).then(|| (self.loaded.manifest.name.as_str(), self.step_index + 1))
    }
}
