//! What programs hear of a lesson: where it is, what an answer was, and how it went.

use serde::Serialize;

use super::{Lecture, Mark};
use crate::lesson::Step;
use crate::repl::Prompt;

/// What an answer was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Right,
    Wrong,
    /// The rules refuse it, and that was not asked for.
    Illegal,
}

/// How a lesson went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Tally {
    pub questions: usize,
    /// Answered at the first try and without a hint.
    pub solved: usize,
    pub skipped: usize,
}

impl Lecture {
    pub(super) fn tally(&self) -> Tally {
        let asked = || self.marks.iter().flatten().filter(|mark| **mark != Mark::Read);
        let count = |wanted: Mark| asked().filter(|mark| **mark == wanted).count();
        Tally {
            questions: asked().count(),
            solved: count(Mark::Answered { at_once: true }),
            skipped: count(Mark::Skipped),
        }
    }
}

impl Prompt {
    /// The step that a lesson is at, and how many it has.
    pub(in crate::repl) fn lesson_step(&self) -> Option<(&Step, usize)> {
        let lecture = self.lecture.as_ref()?;
        let steps = &lecture.scripted.lesson.steps;
        Some((steps.get(lecture.at)?, steps.len()))
    }

    /// The lesson that has come to its end, and how it went; exercises never do.
    pub(in crate::repl) fn finished_lesson(&self) -> Option<(&str, Tally)> {
        let lecture = self.lecture.as_ref().filter(|lecture| lecture.is_over() && lecture.quiz.is_none())?;
        Some((&lecture.scripted.head.name, lecture.tally()))
    }

    /// The lesson that is taken and the step it is at, from 1.
    pub(in crate::repl) fn lesson_place(&self) -> Option<(&str, usize)> {
        let lecture = self.lecture.as_ref().filter(|lecture| !lecture.is_over())?;
        Some((&lecture.scripted.head.name, lecture.at + 1))
    }
}
