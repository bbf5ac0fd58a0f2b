//! Steps of a lesson: shown, left, revisited, skipped; and the summary at the end.

use std::io::{self, Write};

use super::{LessonSession, LessonTally, StepResult, exit};
use crate::lesson::{LessonProgress, LessonStep, StepStart, play_reply, step_annotations};
use crate::render::{self, HandVisibility};
use crate::repl::seats::SeatedBots;
use crate::repl::{CommandOutcome, CommandResult, Prompt, SeatAssignment, refuse};
use anyhow::Context;
use houserule_core::mechanics::Team;
use houserule_core::text::{plural, series};
use houserule_script::play::Session;
use houserule_script::rules::ScriptKind;

impl Prompt {
    /// Enters the current step of a lesson, or its end. If the step cannot be opened, stays at the one before.
    pub(super) fn enter(&mut self, lesson_session: &mut LessonSession, out: &mut dyn Write) -> CommandResult {
        let Some(step) = lesson_session.step() else { return self.end_lesson(lesson_session, out) };
        match lesson_session.open(&self.workspace, &step) {
            Ok(session) => self.show_step(lesson_session, step, session, out),
            Err(error) => {
                self.stay_at_opened(lesson_session);
                refuse(error)
            }
        }
    }

    /// Returns to the step opened last, after a failure to open the next one.
    fn stay_at_opened(&mut self, lesson_session: &mut LessonSession) {
        lesson_session.step_index = lesson_session.opened_index;
        if let Some(step) = lesson_session.step()
            && let Ok(session) = lesson_session.open(&self.workspace, &step)
        {
            self.use_session(session);
        }
    }

    fn use_session(&mut self, session: Session) {
        self.seating = SeatedBots::new(SeatAssignment::new(), session.seed);
        self.set_session(session);
    }

    /// Shows a step in its session.
    pub(super) fn show_step(
        &mut self,
        lesson_session: &mut LessonSession,
        step: LessonStep,
        session: Session,
        out: &mut dyn Write,
    ) -> CommandResult {
        self.use_session(session);
        lesson_session.hints_shown = 0;
        // A failure to save is reported at the end of the lesson.
        let _ = exit::save_bookmark(lesson_session);
        match &lesson_session.quiz {
            Some(quiz_session) => {
                writeln!(out, "\n[exercise {}]", quiz_session.total + usize::from(!lesson_session.is_counted))?
            }
            None => writeln!(out, "\n[{} of {}]", lesson_session.step_index + 1, lesson_session.results.len())?,
        }
        if let Some(say) = &step.say {
            writeln!(out, "{}", render::wrap_prose(&say.value))?;
        }
        let is_unchanged =
            lesson_session.is_board_shown && step.labels.is_empty() && step.marks.is_empty() && !step.has_own_start();
        if !is_unchanged {
            self.draw_step(&step, out)?;
        }
        lesson_session.is_board_shown = false;
        match &step.ask {
            Some(ask) => {
                writeln!(out, "{}", render::wrap_prose(&ask.value))?;
                if !step.choices.is_empty() {
                    let choices: Vec<&str> = step.choices.iter().map(|choice| choice.value.as_str()).collect();
                    writeln!(out, "Answer {}.", series(&choices, "or"))?;
                }
                Ok(CommandOutcome::Done)
            }
            // Piped input does not confirm steps that ask nothing.
            None if !self.is_interactive => self.go_on(lesson_session, &step, out),
            None => {
                writeln!(out, "(Enter goes on.)")?;
                Ok(CommandOutcome::Done)
            }
        }
    }

    /// Prints the board with the step's labels and marks.
    pub(super) fn draw_step(&mut self, step: &LessonStep, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &mut self.session else { return Ok(()) };
        let annotations = step_annotations(session, step);
        write!(out, "{}", render::board_with(&session.game, &annotations, HandVisibility::Visible))
    }

    /// Continues from a step that asks nothing.
    pub(super) fn go_on(
        &mut self,
        lesson_session: &mut LessonSession,
        step: &LessonStep,
        out: &mut dyn Write,
    ) -> CommandResult {
        if step.is_question() {
            return Ok(CommandOutcome::Done);
        }
        let start = lesson_session.starts[lesson_session.step_index].clone();
        lesson_session.is_board_shown = true;
        self.leave_step(lesson_session, StepResult::Read, start);
        self.enter(lesson_session, out)
    }

    /// Leaves a step; the next one starts where this one ended, unless it has a start of its own.
    pub(super) fn leave_step(&mut self, lesson_session: &mut LessonSession, result: StepResult, end: StepStart) {
        let previous = &mut lesson_session.results[lesson_session.step_index];
        // The first answer counts, since a repeated one was known.
        if !matches!(previous, Some(StepResult::Answered { .. })) {
            *previous = Some(result);
        }
        lesson_session.step_index += 1;
        let lesson = &lesson_session.loaded.lesson;
        lesson_session.starts.truncate(lesson_session.step_index);
        if let Some(next) = lesson.steps.get(lesson_session.step_index) {
            lesson_session.starts.push(end.for_step(lesson, next));
        }
    }

    /// Plays and prints the reply to the learner's move; returns where the step ends. If there is no reply, undoes the
    /// move.
    pub(super) fn finish_step(
        &mut self,
        lesson_session: &mut LessonSession,
        step: &LessonStep,
        learner: Team,
        out: &mut dyn Write,
    ) -> anyhow::Result<StepStart> {
        let session = self.session.as_mut().context(super::super::NO_GAME)?;
        let start = &lesson_session.starts[lesson_session.step_index];
        let plies = session.moves().len();
        let mut moves = start.moves.clone();
        let learner_move = session.moves().last().cloned().unwrap_or_default();
        moves.push(learner_move.clone());
        if let Some(reply) = &step.reply {
            let seat = session.game.seat();
            let reply_moves = match play_reply(session, reply, &learner_move, learner) {
                Ok(moves) => moves,
                Err(error) => {
                    self.undo_to(plies - 1);
                    return Err(error.into());
                }
            };
            let name = session.plan().seat_name(seat).to_string();
            if session.moves().len() > plies {
                writeln!(out, "{name}: {}", reply_moves.join(" "))?;
                self.draw_step(&without_marks(step), out)?;
            }
            moves.extend(reply_moves);
        }
        lesson_session.is_board_shown = true;
        Ok(StepStart { moves, ..lesson_session.starts[lesson_session.step_index].clone() })
    }

    pub(super) fn back(&mut self, lesson_session: &mut LessonSession, out: &mut dyn Write) -> CommandResult {
        if lesson_session.step_index == 0 {
            return refuse("this is the first step");
        }
        lesson_session.step_index -= 1;
        self.enter(lesson_session, out)
    }

    pub(super) fn next_hint(
        &mut self,
        lesson_session: &mut LessonSession,
        step: &LessonStep,
        out: &mut dyn Write,
    ) -> CommandResult {
        match step.hints.get(lesson_session.hints_shown) {
            Some(hint) => {
                lesson_session.hints_shown += 1;
                lesson_session.mark_helped();
                let count = if step.hints.len() > 1 {
                    format!(" {} of {}", lesson_session.hints_shown, step.hints.len())
                } else {
                    String::new()
                };
                writeln!(out, "{}", render::wrap_prose(&format!("Hint{count}: {}", hint.value)))?;
            }
            None if !step.is_question() => writeln!(out, "Nothing is asked here; an empty line goes on.")?,
            None if step.hints.is_empty() => writeln!(out, "There is no hint here; `show` shows an answer.")?,
            None => writeln!(out, "That was the last hint; `show` shows an answer.")?,
        }
        Ok(CommandOutcome::Done)
    }

    /// Skips a step as if the first right answer had been given.
    pub(super) fn skip(
        &mut self,
        lesson_session: &mut LessonSession,
        step: &LessonStep,
        out: &mut dyn Write,
    ) -> CommandResult {
        if !step.is_question() {
            return self.go_on(lesson_session, step, out);
        }
        let mut start = lesson_session.starts[lesson_session.step_index].clone();
        match or_refuse!(self.first_accepted(lesson_session, step)) {
            Some(mv) => {
                let Some(session) = &mut self.session else { return refuse(super::super::NO_GAME) };
                let learner = session.game.mover_team(mv);
                let (seat, notation) = (session.game.mover_of(mv), session.move_text(mv));
                or_refuse!(session.play_listed(mv));
                let name = session.plan().seat_name(seat);
                writeln!(out, "Skipped. {name}: {notation}")?;
                start = or_refuse!(self.finish_step(lesson_session, step, learner, out));
            }
            None => writeln!(out, "Skipped.")?,
        }
        lesson_session.is_board_shown = false;
        self.leave_step(lesson_session, StepResult::Skipped, start);
        self.enter(lesson_session, out)
    }

    /// Ends a lesson: prints the result, saves it, and names the next lesson.
    fn end_lesson(&mut self, lesson_session: &mut LessonSession, out: &mut dyn Write) -> CommandResult {
        lesson_session.opened_index = lesson_session.step_index;
        if lesson_session.quiz.is_some() {
            return self.end_exercise(lesson_session, out);
        }
        let LessonTally { questions, solved, skipped } = lesson_session.tally();
        let name = lesson_session.loaded.manifest.name.clone();
        let mut summary = format!("\nThe end of `{name}`.");
        if questions > 0 {
            summary +=
                &format!(" {}: {solved} answered at the first try and without a hint", plural(questions, "question"));
            if skipped > 0 {
                summary += &format!(", {skipped} skipped");
            }
            summary += ".";
        }
        writeln!(out, "{}", render::wrap_prose(&summary))?;
        if let Some(path) = LessonProgress::path() {
            let saved = LessonProgress::update(&path, |progress| {
                progress.record(&name, questions as u32, solved as u32);
            });
            if let Err(error) = saved {
                writeln!(out, "{}", render::wrap_prose(&format!("This is not kept: {error:#}.")))?;
            }
        }
        match self.next_lesson(lesson_session) {
            Some(next) => writeln!(out, "`again` repeats it; `lesson {next}` is the next one.")?,
            None => writeln!(out, "`again` repeats it; `lesson` lists the others.")?,
        }
        Ok(CommandOutcome::Done)
    }

    /// Returns the next lesson of the same course.
    fn next_lesson(&self, lesson_session: &LessonSession) -> Option<String> {
        let head = &lesson_session.loaded.manifest;
        let ScriptKind::Lesson { course, level } = &head.kind else { return None };
        let mut lessons: Vec<(u32, String)> = (self.workspace.library.manifests().lessons.into_iter())
            .filter_map(|(other, _)| match other.kind {
                ScriptKind::Lesson { course: other_course, level } if other_course == *course => {
                    Some((level, other.name))
                }
                _ => None,
            })
            .collect();
        lessons.sort();
        lessons.into_iter().find(|other| *other > (*level, head.name.clone())).map(|(_, name)| name)
    }
}

/// Returns a step without labels and marks, whose cell names are invalid after a move.
pub fn without_marks(step: &LessonStep) -> LessonStep {
    LessonStep { labels: Vec::new(), marks: Vec::new(), ..step.clone() }
}
