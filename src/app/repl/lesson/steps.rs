//! The way through a lesson: a step is shown, left, come back to, skipped; at the end all of it is summed up.

use std::io::{self, Write};

use super::{LessonSession, LessonTally, StepResult, exit};
use crate::lesson::{LessonProgress, LessonStep, StepStart, answer, pointed};
use crate::render::{self, HandVisibility};
use crate::repl::seats::SeatedBots;
use crate::repl::{CommandOutcome, CommandResult, Prompt, SeatAssignment, refused};
use anyhow::Context;
use houserule_core::mechanics::Team;
use houserule_core::text::{counted, series};
use houserule_script::play::Session;
use houserule_script::rules::ScriptKind;

impl Prompt {
    /// Comes to the present step of a lesson, or to its end. A step that cannot be opened is not come to.
    pub(super) fn enter(&mut self, mut lesson_session: LessonSession, out: &mut dyn Write) -> CommandResult {
        let Some(step) = lesson_session.step() else { return self.end_lesson(lesson_session, out) };
        match lesson_session.open(&self.table, &step) {
            Ok(session) => self.show_step(lesson_session, step, session, out),
            Err(says) => {
                self.stay(lesson_session);
                refused(says)
            }
        }
    }

    /// Stays where a lesson was before it went on to a step that cannot be opened.
    fn stay(&mut self, mut lesson_session: LessonSession) {
        lesson_session.at = lesson_session.opened;
        if let Some(step) = lesson_session.step()
            && let Ok(session) = lesson_session.open(&self.table, &step)
        {
            self.sit_at(session);
        }
        self.lesson_session = Some(lesson_session);
    }

    fn sit_at(&mut self, session: Session) {
        self.seated = SeatedBots::new(SeatAssignment::new(), session.seed);
        self.adopt(session);
    }

    /// Shows a step in the session that was opened for it.
    pub(super) fn show_step(
        &mut self,
        mut lesson_session: LessonSession,
        step: LessonStep,
        session: Session,
        out: &mut dyn Write,
    ) -> CommandResult {
        self.sit_at(session);
        lesson_session.hints = 0;
        // What cannot be kept is told at the end.
        let _ = exit::note(&lesson_session);
        match &lesson_session.quiz {
            Some(quiz_session) => {
                writeln!(out, "\n[exercise {}]", quiz_session.asked + !lesson_session.is_counted as usize)?
            }
            None => writeln!(out, "\n[{} of {}]", lesson_session.at + 1, lesson_session.marks.len())?,
        }
        if let Some(say) = &step.say {
            writeln!(out, "{}", render::wrapped(&say.value))?;
        }
        let is_seen = lesson_session.is_shown && step.labels.is_empty() && step.marks.is_empty() && !step.begins();
        if !is_seen {
            self.draw_step(&step, out)?;
        }
        lesson_session.is_shown = false;
        match &step.ask {
            Some(ask) => {
                writeln!(out, "{}", render::wrapped(&ask.value))?;
                if !step.choices.is_empty() {
                    let choices: Vec<&str> = step.choices.iter().map(|choice| choice.value.as_str()).collect();
                    writeln!(out, "Answer {}.", series(&choices, "or"))?;
                }
                self.lesson_session = Some(lesson_session);
                Ok(CommandOutcome::Done)
            }
            // A pipe need not say that it has read this.
            None if !self.is_timed => self.go_on(lesson_session, &step, out),
            None => {
                writeln!(out, "(Enter goes on.)")?;
                self.lesson_session = Some(lesson_session);
                Ok(CommandOutcome::Done)
            }
        }
    }

    /// The board with what the step points out.
    pub(super) fn draw_step(&mut self, step: &LessonStep, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &mut self.session else { return Ok(()) };
        let pointed = pointed(session, step);
        write!(out, "{}", render::board_with(&session.game, &pointed, HandVisibility::Seen))
    }

    /// Goes on from a step that asks nothing.
    pub(super) fn go_on(
        &mut self,
        mut lesson_session: LessonSession,
        step: &LessonStep,
        out: &mut dyn Write,
    ) -> CommandResult {
        if step.is_question() {
            self.lesson_session = Some(lesson_session);
            return Ok(CommandOutcome::Done);
        }
        let way = lesson_session.ways[lesson_session.at].clone();
        lesson_session.is_shown = true;
        self.leave_step(&mut lesson_session, StepResult::Read, way);
        self.enter(lesson_session, out)
    }

    /// Leaves a step; the next one begins where this one ended, unless it says otherwise.
    pub(super) fn leave_step(&mut self, lesson_session: &mut LessonSession, mark: StepResult, ended: StepStart) {
        let earlier = &mut lesson_session.marks[lesson_session.at];
        // Whoever comes back has known the answer.
        if !matches!(earlier, Some(StepResult::Answered { .. })) {
            *earlier = Some(mark);
        }
        lesson_session.at += 1;
        let lesson = &lesson_session.scripted.lesson;
        lesson_session.ways.truncate(lesson_session.at);
        if let Some(next) = lesson.steps.get(lesson_session.at) {
            lesson_session.ways.push(ended.to(lesson, next));
        }
    }

    /// Where a step ends after a move: with its reply played on the session and told.
    pub(super) fn finish_step(
        &mut self,
        lesson_session: &mut LessonSession,
        step: &LessonStep,
        learner: Team,
        out: &mut dyn Write,
    ) -> anyhow::Result<StepStart> {
        let session = self.session.as_mut().context(super::super::NO_GAME)?;
        let way = &lesson_session.ways[lesson_session.at];
        let before = session.moves().len();
        let mut moves = way.moves.clone();
        let said = session.moves().last().cloned().unwrap_or_default();
        moves.push(said.clone());
        if let Some(reply) = &step.reply {
            let seat = session.game.seat();
            let replied = answer(session, reply, &said, learner)?;
            let name = session.plan().seat_name(seat).to_string();
            if session.moves().len() > before {
                writeln!(out, "{name}: {}", replied.join(" "))?;
                self.draw_step(&bare(step), out)?;
            }
            moves.extend(replied);
        }
        lesson_session.is_shown = true;
        Ok(StepStart { moves, ..lesson_session.ways[lesson_session.at].clone() })
    }

    pub(super) fn back(&mut self, mut lesson_session: LessonSession, out: &mut dyn Write) -> CommandResult {
        if lesson_session.at == 0 {
            self.lesson_session = Some(lesson_session);
            return refused("this is the first step");
        }
        lesson_session.at -= 1;
        self.enter(lesson_session, out)
    }

    pub(super) fn next_hint(
        &mut self,
        mut lesson_session: LessonSession,
        step: &LessonStep,
        out: &mut dyn Write,
    ) -> CommandResult {
        match step.hints.get(lesson_session.hints) {
            Some(hint) => {
                lesson_session.hints += 1;
                lesson_session.help();
                let of = if step.hints.len() > 1 {
                    format!(" {} of {}", lesson_session.hints, step.hints.len())
                } else {
                    String::new()
                };
                writeln!(out, "{}", render::wrapped(&format!("Hint{of}: {}", hint.value)))?;
            }
            None if !step.is_question() => writeln!(out, "Nothing is asked here; an empty line goes on.")?,
            None if step.hints.is_empty() => writeln!(out, "There is no hint here; `show` shows an answer.")?,
            None => writeln!(out, "That was the last hint; `show` shows an answer.")?,
        }
        self.lesson_session = Some(lesson_session);
        Ok(CommandOutcome::Done)
    }

    /// Goes on as if the first of the right answers had been given.
    pub(super) fn skip(
        &mut self,
        mut lesson_session: LessonSession,
        step: &LessonStep,
        out: &mut dyn Write,
    ) -> CommandResult {
        if !step.is_question() {
            return self.go_on(lesson_session, step, out);
        }
        let mut way = lesson_session.ways[lesson_session.at].clone();
        match self.first_right(&lesson_session, step) {
            Ok(Some(mv)) => {
                let Some(session) = &mut self.session else { return refused(super::super::NO_GAME) };
                let learner = session.game.mover_team(mv);
                let (seat, written) = (session.game.mover_of(mv), session.written(mv));
                let before = session.moves().len();
                if let Err(fault) = session.play_listed(mv) {
                    self.lesson_session = Some(lesson_session);
                    return refused(fault);
                }
                let name = session.plan().seat_name(seat);
                writeln!(out, "Skipped. {name}: {written}")?;
                way = match self.finish_step(&mut lesson_session, step, learner, out) {
                    Ok(way) => way,
                    Err(says) => {
                        self.take_back_to(before);
                        self.lesson_session = Some(lesson_session);
                        return refused(says);
                    }
                };
            }
            Ok(None) => writeln!(out, "Skipped.")?,
            Err(says) => {
                self.lesson_session = Some(lesson_session);
                return refused(says);
            }
        }
        lesson_session.is_shown = false;
        self.leave_step(&mut lesson_session, StepResult::Skipped, way);
        self.enter(lesson_session, out)
    }

    /// The end: what was answered, what is kept of it, what comes next.
    fn end_lesson(&mut self, mut lesson_session: LessonSession, out: &mut dyn Write) -> CommandResult {
        lesson_session.opened = lesson_session.at;
        if lesson_session.quiz.is_some() {
            return self.end_exercise(lesson_session, out);
        }
        let LessonTally { questions, solved, skipped } = lesson_session.tally();
        let name = lesson_session.scripted.head.name.clone();
        let mut says = format!("\nThe end of `{name}`.");
        if questions > 0 {
            says +=
                &format!(" {}: {solved} answered at the first try and without a hint", counted(questions, "question"));
            if skipped > 0 {
                says += &format!(", {skipped} skipped");
            }
            says += ".";
        }
        writeln!(out, "{}", render::wrapped(&says))?;
        if let Some(file) = LessonProgress::file() {
            let kept = LessonProgress::update(&file, |progress| {
                progress.note(&name, questions as u32, solved as u32);
            });
            if let Err(says) = kept {
                writeln!(out, "{}", render::wrapped(&format!("This is not kept: {says:#}.")))?;
            }
        }
        match self.next_lesson(&lesson_session) {
            Some(next) => writeln!(out, "`again` repeats it; `lesson {next}` is the next one.")?,
            None => writeln!(out, "`again` repeats it; `lesson` lists the others.")?,
        }
        self.lesson_session = Some(lesson_session);
        Ok(CommandOutcome::Done)
    }

    /// The lesson of the same course that comes after this one.
    fn next_lesson(&self, lesson_session: &LessonSession) -> Option<String> {
        let head = &lesson_session.scripted.head;
        let ScriptKind::Lesson { course, level } = &head.role else { return None };
        let mut lessons: Vec<(u32, String)> = (self.table.library.heads().lessons.into_iter())
            .filter_map(|(other, _)| match other.role {
                ScriptKind::Lesson { course: of, level } if of == *course => Some((level, other.name)),
                _ => None,
            })
            .collect();
        lessons.sort();
        lessons.into_iter().find(|other| *other > (*level, head.name.clone())).map(|(_, name)| name)
    }
}

/// A step that points out nothing: cells are called otherwise once somebody has moved.
pub fn bare(step: &LessonStep) -> LessonStep {
    LessonStep { labels: Vec::new(), marks: Vec::new(), ..step.clone() }
}
