//! Steps of a lesson: shown, left, revisited, skipped; and the summary at the end.

use std::io::{self, Write};

use super::{LessonKind, LessonSession, LessonTally, StepResult, exit};
use crate::lesson::{LessonProgress, LessonStep, StepStart, play_reply, step_annotations};
use crate::render::{self, HandVisibility};
use crate::repl::{CommandOutcome, CommandResult, Context, done, refuse};
use houserule_core::mechanics::Team;
use houserule_core::text::{plural, series};
use houserule_script::rules::ScriptKind;

impl LessonSession {
    /// Enters the current step of a lesson, or its end. If the step cannot be opened, stays at the one before.
    pub fn enter(&mut self, context: &mut Context, out: &mut dyn Write) -> CommandResult {
        let Some(step) = self.step() else { return self.end_lesson(context, out) };
        match self.open(&context.workspace, &step) {
            Ok(()) => self.show_step(context, &step, out),
            Err(error) => {
                self.step_index = self.opened_index;
                if let Some(step) = self.step() {
                    or_refuse!(self.open(&context.workspace, &step));
                }
                refuse(error)
            }
        }
    }

    /// Shows a step that was opened.
    fn show_step(&mut self, context: &mut Context, step: &LessonStep, out: &mut dyn Write) -> CommandResult {
        self.hints_shown = 0;
        // A failure to save is reported at the end of the lesson.
        let _ = exit::save_bookmark(self);
        match &self.kind {
            LessonKind::Quiz(quiz) => writeln!(out, "\nExercise {}", quiz.total + usize::from(!quiz.is_counted))?,
            LessonKind::Lesson => writeln!(out, "\nStep {} of {}", self.step_index + 1, self.results.len())?,
        }
        if let Some(say) = &step.say {
            writeln!(out, "{}", render::wrap_prose(&say.value))?;
        }
        let is_unchanged =
            self.is_board_shown && step.labels.is_empty() && step.marks.is_empty() && !step.has_own_start();
        if !is_unchanged {
            self.draw_step(step, out)?;
        }
        self.is_board_shown = false;
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
            None if !context.is_interactive => self.go_on(context, step, out),
            None => done(writeln!(out, "(Press Enter to go on.)")),
        }
    }

    /// Prints the board with the step's labels and marks.
    pub fn draw_step(&mut self, step: &LessonStep, out: &mut dyn Write) -> io::Result<()> {
        let session = &mut self.game.session;
        let annotations = step_annotations(session, step);
        let board = render::board_with(&session.game, &annotations, HandVisibility::Visible);
        write!(out, "{board}")?;
        self.game.printed_boards.push(board);
        Ok(())
    }

    /// Continues from a step that asks nothing.
    pub fn go_on(&mut self, context: &mut Context, step: &LessonStep, out: &mut dyn Write) -> CommandResult {
        if step.is_question() {
            return Ok(CommandOutcome::Done);
        }
        let start = self.starts[self.step_index].clone();
        self.is_board_shown = true;
        self.leave_step(StepResult::Read, start);
        self.enter(context, out)
    }

    /// Leaves a step; the next one starts where this one ended, unless it has a start of its own.
    pub(super) fn leave_step(&mut self, result: StepResult, end: StepStart) {
        let previous = &mut self.results[self.step_index];
        // The first answer counts, since a repeated one was known.
        if !matches!(previous, Some(StepResult::Answered { .. })) {
            *previous = Some(result);
        }
        self.step_index += 1;
        let lesson = &self.loaded.lesson;
        self.starts.truncate(self.step_index);
        if let Some(next) = lesson.steps.get(self.step_index) {
            self.starts.push(end.for_step(lesson, next));
        }
    }

    /// Plays and prints the reply to the learner's move; returns where the step ends. If there is no reply, undoes the
    /// move.
    pub fn finish_step(&mut self, step: &LessonStep, learner: Team, out: &mut dyn Write) -> anyhow::Result<StepStart> {
        let session = &mut self.game.session;
        let start = &self.starts[self.step_index];
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
        self.is_board_shown = true;
        Ok(StepStart { moves, ..self.starts[self.step_index].clone() })
    }

    pub fn back(&mut self, context: &mut Context, out: &mut dyn Write) -> CommandResult {
        if self.step_index == 0 {
            return refuse("this is the first step");
        }
        self.step_index -= 1;
        self.enter(context, out)
    }

    pub fn next_hint(&mut self, step: &LessonStep, out: &mut dyn Write) -> CommandResult {
        match step.hints.get(self.hints_shown) {
            Some(hint) => {
                self.hints_shown += 1;
                self.mark_helped();
                let count = if step.hints.len() > 1 {
                    format!(" {} of {}", self.hints_shown, step.hints.len())
                } else {
                    String::new()
                };
                writeln!(out, "{}", render::wrap_prose(&format!("Hint{count}: {}", hint.value)))?;
            }
            None if !step.is_question() => writeln!(out, "There is no question here. Press Enter to go on.")?,
            None if step.hints.is_empty() => writeln!(out, "There is no hint here; `show` prints an answer.")?,
            None => writeln!(out, "That was the last hint; `show` prints an answer.")?,
        }
        Ok(CommandOutcome::Done)
    }

    /// Skips a step as if the first right answer had been given.
    pub fn skip(&mut self, context: &mut Context, step: &LessonStep, out: &mut dyn Write) -> CommandResult {
        if !step.is_question() {
            return self.go_on(context, step, out);
        }
        let mut start = self.starts[self.step_index].clone();
        match or_refuse!(self.first_accepted(step)) {
            Some(mv) => {
                let session = &mut self.game.session;
                let learner = session.game.mover_team(mv);
                let (seat, notation) = (session.game.mover_of(mv), session.move_text(mv));
                or_refuse!(session.play_listed(mv));
                let name = session.plan().seat_name(seat);
                writeln!(out, "Skipped. {name}: {notation}")?;
                start = or_refuse!(self.finish_step(step, learner, out));
            }
            None => writeln!(out, "Skipped.")?,
        }
        self.is_board_shown = false;
        self.leave_step(StepResult::Skipped, start);
        self.enter(context, out)
    }

    /// Ends a lesson: prints the result, saves it, and names the next lesson.
    fn end_lesson(&mut self, context: &mut Context, out: &mut dyn Write) -> CommandResult {
        self.opened_index = self.step_index;
        if self.is_quiz() {
            return self.end_exercise(context, out);
        }
        let LessonTally { questions, solved, skipped } = self.tally();
        let name = self.loaded.manifest.name.clone();
        let mut summary = format!("\nEnd of `{name}`.");
        if questions > 0 {
            summary +=
                &format!(" You answered {solved} of {} on the first try without a hint", plural(questions, "question"));
            if skipped > 0 {
                summary += &format!(", and skipped {skipped}");
            }
            summary += ".";
        }
        writeln!(out, "{}", render::wrap_prose(&summary))?;
        if let Some(path) = LessonProgress::path() {
            let saved = LessonProgress::update(&path, |progress| {
                progress.record(&name, questions as u32, solved as u32);
            });
            if let Err(error) = saved {
                writeln!(out, "{}", render::wrap_prose(&format!("The result could not be saved: {error:#}.")))?;
            }
        }
        match self.next_lesson(context) {
            Some(next) => writeln!(out, "`again` repeats it; `lesson {next}` starts the next one.")?,
            None => writeln!(out, "`again` repeats it; `lesson` lists the others.")?,
        }
        if let Some(game) = &self.outer_game {
            writeln!(out, "`quit` returns to {}.", game.session.plan().title)?;
        }
        Ok(CommandOutcome::Done)
    }

    /// Returns the next lesson of the same course.
    fn next_lesson(&self, context: &Context) -> Option<String> {
        let head = &self.loaded.manifest;
        let ScriptKind::Lesson { course, level } = &head.kind else { return None };
        let mut lessons: Vec<(u32, String)> = (context.workspace.library.manifests().lessons.into_iter())
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
