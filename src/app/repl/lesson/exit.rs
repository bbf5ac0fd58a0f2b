//! Leaving a lesson, on purpose or by mistake, and resuming it later.

use std::io::{self, Write};

use super::{LessonSession, StepResult};
use crate::lesson::{Bookmark, LessonProgress, LessonStep, StepStart};
use crate::render;
use crate::repl::{CommandResult, Context, done};
use houserule_script::play::Workspace;

impl StepResult {
    /// Encodes the result of a step as one character; `?` is an unfinished step that had help.
    fn to_char(result: Option<StepResult>, had_help: bool) -> char {
        match result {
            Some(StepResult::Read) => '.',
            Some(StepResult::Answered { is_first_try: true }) => '+',
            Some(StepResult::Answered { is_first_try: false }) => '-',
            Some(StepResult::Skipped) => 's',
            None if had_help => '?',
            None => '_',
        }
    }

    fn from_char(letter: char) -> Option<StepResult> {
        match letter {
            '.' => Some(StepResult::Read),
            '+' => Some(StepResult::Answered { is_first_try: true }),
            '-' => Some(StepResult::Answered { is_first_try: false }),
            's' => Some(StepResult::Skipped),
            _ => None,
        }
    }
}

impl LessonSession {
    /// Returns a bookmark, unless the lesson is at its first step or over.
    fn bookmark(&self) -> Option<Bookmark> {
        let letters =
            self.results.iter().zip(&self.had_help).map(|(result, had_help)| StepResult::to_char(*result, *had_help));
        let moves = self.starts.iter().map(|start| start.moves.join(" ")).collect();
        (self.step_index > 0 && !self.is_over()).then(|| Bookmark { marks: letters.collect(), moves })
    }

    /// Resumes at a bookmark; returns false if the lesson has changed and must start over.
    pub fn resume_at(&mut self, bookmark: &Bookmark, workspace: &Workspace) -> bool {
        let steps = &self.loaded.lesson.steps;
        if bookmark.marks.chars().count() != steps.len() || !(2..=steps.len()).contains(&bookmark.moves.len()) {
            return false;
        }
        let mut start = StepStart::of_lesson(&self.loaded.lesson);
        let mut starts = Vec::new();
        for (step, moves) in steps.iter().zip(&bookmark.moves) {
            start = start.for_step(&self.loaded.lesson, step);
            start.moves = moves.split_whitespace().map(str::to_string).collect();
            starts.push(start.clone());
        }
        if start.open(workspace, &self.loaded.lesson).is_err() {
            return false;
        }
        (self.step_index, self.starts) = (starts.len() - 1, starts);
        self.results = bookmark.marks.chars().map(StepResult::from_char).collect();
        self.had_help = bookmark.marks.chars().map(|letter| letter == '?').collect();
        true
    }
}

/// Saves the bookmark of a lesson; quizzes have none.
pub fn save_bookmark(lesson: &LessonSession) -> anyhow::Result<()> {
    let Some(path) = LessonProgress::path().filter(|_| !lesson.is_quiz()) else { return Ok(()) };
    LessonProgress::update(&path, |progress| progress.set_bookmark(&lesson.loaded.manifest.name, lesson.bookmark()))
}

/// Reads the bookmark of a lesson.
pub fn saved_bookmark(lesson: &LessonSession) -> Option<Bookmark> {
    let progress = LessonProgress::read(&LessonProgress::path()?).ok()?;
    progress.lessons.get(&lesson.loaded.manifest.name)?.left.clone()
}

impl LessonSession {
    /// Returns the name of a lesson for commands: its own, or its file if the library does not have it.
    pub fn name(&self, context: &Context) -> String {
        let head = &self.loaded.manifest;
        match context.workspace.library.without_siblings().lesson(&head.name) {
            Ok(_) => head.name.clone(),
            Err(_) => head.source.file.to_string(),
        }
    }

    /// Rejects a command that resembles the one asked for but would end the lesson.
    pub fn reject_similar_command(&mut self, step: &LessonStep, out: &mut dyn Write) -> CommandResult {
        self.mark_helped();
        let remedy = if step.hints.is_empty() { "`show` prints an answer" } else { "`hint` helps" };
        let text = format!("That is the right command, but not quite what was asked. Try again; {remedy}.");
        done(writeln!(out, "{}", render::wrap_prose(&text)))
    }

    /// Prints how to resume a lesson that is left.
    pub fn print_how_to_resume(&self, context: &Context, out: &mut dyn Write) -> io::Result<()> {
        if self.is_over() && !self.is_quiz() {
            return Ok(());
        }
        let (name, step) = (self.name(context), format!("step {} of {}", self.step_index + 1, self.results.len()));
        let text = match save_bookmark(self) {
            _ if self.is_quiz() => "The quiz is over.".to_string(),
            Ok(()) => format!("You left the lesson `{name}` at {step}. `lesson {name}` continues there."),
            Err(error) => format!("You left the lesson `{name}` at {step}. Your place could not be saved: {error:#}."),
        };
        writeln!(out, "{}", render::wrap_prose(&text))
    }
}
