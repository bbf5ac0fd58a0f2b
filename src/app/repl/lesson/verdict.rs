//! What programs hear of a lesson: where it is, what an answer was, and how it went.

use serde::Serialize;

use super::{LessonSession, StepResult};
use crate::lesson::LessonStep;
use crate::repl::Prompt;

/// What an answer was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerVerdict {
    Right,
    Wrong,
    /// The rules refuse it, and that was not asked for.
    Illegal,
}

/// How a lesson went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LessonTally {
    pub questions: usize,
    /// Answered at the first try and without a hint.
    pub solved: usize,
    pub skipped: usize,
}

impl LessonSession {
    pub(super) fn tally(&self) -> LessonTally {
        let asked = || self.marks.iter().flatten().filter(|mark| **mark != StepResult::Read);
        let count = |wanted: StepResult| asked().filter(|mark| **mark == wanted).count();
        LessonTally {
            questions: asked().count(),
            solved: count(StepResult::Answered { at_once: true }),
            skipped: count(StepResult::Skipped),
        }
    }
}

impl Prompt {
    /// The step that a lesson is at, and how many it has.
    pub(in crate::repl) fn lesson_step(&self) -> Option<(&LessonStep, usize)> {
        let lesson_session = self.lesson_session.as_ref()?;
        let steps = &lesson_session.scripted.lesson.steps;
        Some((steps.get(lesson_session.at)?, steps.len()))
    }

    /// The lesson that has come to its end, and how it went; exercises never do.
    pub(in crate::repl) fn finished_lesson(&self) -> Option<(&str, LessonTally)> {
        let lesson_session = self
            .lesson_session
            .as_ref()
            .filter(|lesson_session| lesson_session.is_over() && lesson_session.quiz.is_none())?;
        Some((&lesson_session.scripted.head.name, lesson_session.tally()))
    }

    /// The lesson that is taken and the step it is at, from 1.
    pub(in crate::repl) fn lesson_place(&self) -> Option<(&str, usize)> {
        let lesson_session = self.lesson_session.as_ref().filter(|lesson_session| !lesson_session.is_over())?;
        Some((&lesson_session.scripted.head.name, lesson_session.at + 1))
    }
}
