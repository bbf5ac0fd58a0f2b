//! Lessons that are left, by the way or by mistake, and gone on with later.

use std::io::Write;

use super::{LessonSession, StepResult};
use crate::lesson::{Bookmark, LessonProgress, LessonStep, StepStart};
use crate::render;
use crate::repl::command::InputLine;
use crate::repl::{CommandOutcome, CommandResult, Prompt};
use houserule_script::play::Workspace;

impl StepResult {
    /// What is kept of a step: a sign for what became of it, or for a step that is not left but needed help.
    fn sign(mark: Option<StepResult>, is_helped: bool) -> char {
        match mark {
            Some(StepResult::Read) => '.',
            Some(StepResult::Answered { at_once: true }) => '+',
            Some(StepResult::Answered { at_once: false }) => '-',
            Some(StepResult::Skipped) => 's',
            None if is_helped => '?',
            None => '_',
        }
    }

    fn of_sign(sign: char) -> Option<StepResult> {
        match sign {
            '.' => Some(StepResult::Read),
            '+' => Some(StepResult::Answered { at_once: true }),
            '-' => Some(StepResult::Answered { at_once: false }),
            's' => Some(StepResult::Skipped),
            _ => None,
        }
    }
}

impl LessonSession {
    /// Where it is, if that is worth going back to.
    fn place(&self) -> Option<Bookmark> {
        let signs = self.marks.iter().zip(&self.helped).map(|(mark, helped)| StepResult::sign(*mark, *helped));
        let moves = self.ways.iter().map(|way| way.moves.join(" ")).collect();
        (self.at > 0 && !self.is_over()).then(|| Bookmark { marks: signs.collect(), moves })
    }

    /// Goes where it was left, and tells whether that can be done. The lesson may have changed meanwhile: then it begins
    /// anew.
    pub(super) fn go_to(&mut self, left: &Bookmark, table: &Workspace) -> bool {
        let steps = &self.scripted.lesson.steps;
        if left.marks.chars().count() != steps.len() || !(2..=steps.len()).contains(&left.moves.len()) {
            return false;
        }
        let mut way = StepStart::start(&self.scripted.lesson);
        let mut ways = Vec::new();
        for (step, moves) in steps.iter().zip(&left.moves) {
            way = way.to(&self.scripted.lesson, step);
            way.moves = moves.split_whitespace().map(str::to_string).collect();
            ways.push(way.clone());
        }
        if way.open(table, &self.scripted.lesson).is_err() {
            return false;
        }
        (self.at, self.ways) = (ways.len() - 1, ways);
        self.marks = left.marks.chars().map(StepResult::of_sign).collect();
        self.helped = left.marks.chars().map(|sign| sign == '?').collect();
        true
    }
}

/// Keeps where a lesson is. Exercises are not kept.
pub(super) fn note(lesson_session: &LessonSession) -> anyhow::Result<()> {
    let Some(file) = LessonProgress::file().filter(|_| lesson_session.quiz.is_none()) else { return Ok(()) };
    LessonProgress::update(&file, |progress| progress.leave(&lesson_session.scripted.head.name, lesson_session.place()))
}

/// Where a lesson was left.
pub(super) fn left(lesson_session: &LessonSession) -> Option<Bookmark> {
    let progress = LessonProgress::read(&LessonProgress::file()?).ok()?;
    progress.lessons.get(&lesson_session.scripted.head.name)?.left.clone()
}

impl Prompt {
    /// What a lesson is called at the prompt: by its name, or by its file where it is not on the shelf.
    pub(super) fn lesson_name(&self, lesson_session: &LessonSession) -> String {
        let head = &lesson_session.scripted.head;
        match self.table.library.without_beside().lesson(&head.name) {
            Ok(_) => head.name.clone(),
            Err(_) => head.source.file.to_string(),
        }
    }

    /// A command like the one that was asked for, but not that one: it would end the lesson, and is not obeyed.
    pub(super) fn nearly(
        &mut self,
        mut lesson_session: LessonSession,
        step: &LessonStep,
        out: &mut dyn Write,
    ) -> CommandResult {
        lesson_session.help();
        let more = if step.hints.is_empty() { "`show` shows an answer" } else { "`hint` helps" };
        let says = format!("The right command, but not what was asked for; so the lesson goes on. Try again; {more}.");
        writeln!(out, "{}", render::wrapped(&says))?;
        self.lesson_session = Some(lesson_session);
        Ok(CommandOutcome::Done)
    }

    /// A command that leads out of a lesson. Whoever is out is told so, and how to come back.
    pub(super) fn leave_by(
        &mut self,
        lesson_session: LessonSession,
        line: &InputLine,
        out: &mut dyn Write,
    ) -> CommandResult {
        let kept = note(&lesson_session);
        let (since, is_quiz) = (self.since, lesson_session.quiz.is_some());
        let (name, step) = (self.lesson_name(&lesson_session), lesson_session.at + 1);
        // What the lesson has on the board is no game to be kept.
        self.autosave.is_paused = true;
        let told = self.run_command(line.clone(), out);
        self.autosave.is_paused = false;
        let told = told?;
        // Whatever else is begun has a time of its own.
        if self.since == since {
            self.lesson_session = Some(lesson_session);
            return Ok(told);
        }
        let says = match kept {
            _ if is_quiz => "The quiz is over.".to_string(),
            Ok(()) => format!("You left the lesson `{name}` at step {step}; `lesson {name}` goes on there."),
            Err(says) => format!("You left the lesson `{name}` at step {step}, which is not kept: {says:#}."),
        };
        writeln!(out, "{}", render::wrapped(&says))?;
        Ok(told)
    }
}
