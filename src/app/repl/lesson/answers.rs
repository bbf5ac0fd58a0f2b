//! Answers of a learner: right, wrong with a refutation, or illegal.

use std::io::{self, Write};

use super::{AnswerVerdict, LessonSession, StepResult};
use crate::lesson::{
    Accepted, LessonStep, Question, RightAnswer, StepStart, fixed_answers, replace_labels, step_annotations,
};
use crate::render::{self, Annotations, HandVisibility};
use crate::repl::{CommandOutcome, CommandResult, NO_GAME, Prompt, refuse};
use anyhow::Context;
use houserule_core::mechanics::{Move, Seat, Violation};
use houserule_core::text::{one_line, plural, series};
use houserule_script::game::IllegalMove;
use houserule_script::play::{PlayError, Session};

/// Maximum number of answers shown.
const MAX_SHOWN_ANSWERS: usize = 6;

impl Prompt {
    /// Judges a move as an answer.
    pub(super) fn answer(
        &mut self,
        lesson_session: &mut LessonSession,
        mut question: Question,
        text: &str,
        out: &mut dyn Write,
    ) -> CommandResult {
        let text = replace_labels(&or_refuse!(self.resolve_pick(text)), question.step);
        let Some(session) = &mut self.session else { return refuse(NO_GAME) };
        match session.legal_move(&text) {
            Ok(mv) => match question.accepts(session, mv) {
                Ok(true) => self.accept_move(lesson_session, question.step, mv, out),
                Ok(false) => self.reject_move(lesson_session, question, mv, out),
                Err(error) => refuse(error),
            },
            Err(PlayError::Illegal(IllegalMove::Illegal(violations))) => {
                self.reject_illegal(lesson_session, question, &text, &violations, out)
            }
            Err(error @ PlayError::NotAMove(_)) => self.list_choices(&text, &error, out),
            Err(error) => refuse(error),
        }
    }

    fn accept_move(
        &mut self,
        lesson_session: &mut LessonSession,
        step: &LessonStep,
        mv: Move,
        out: &mut dyn Write,
    ) -> CommandResult {
        let Some(session) = &mut self.session else { return refuse(NO_GAME) };
        let message = right_move_message(step, session, mv);
        let seat = session.game.mover_of(mv);
        let (learner, notation) = (session.game.team_of(seat), session.move_text(mv));
        or_refuse!(session.play_listed(mv));
        self.announce_move(seat, &notation, out)?;
        writeln!(out, "{}", render::wrap_prose(&message))?;
        let start = or_refuse!(self.finish_step(lesson_session, step, learner, out));
        self.finish_answer(lesson_session, start, out)
    }

    fn finish_answer(
        &mut self,
        lesson_session: &mut LessonSession,
        start: StepStart,
        out: &mut dyn Write,
    ) -> CommandResult {
        self.verdict = Some(AnswerVerdict::Right);
        let is_first_try = !lesson_session.had_help.get(lesson_session.step_index).is_some_and(|had_help| *had_help);
        self.leave_step(lesson_session, StepResult::Answered { is_first_try }, start);
        self.enter(lesson_session, out)
    }

    /// Accepts a right answer that is not a move.
    fn accept_text(&mut self, lesson_session: &mut LessonSession, message: &str, out: &mut dyn Write) -> CommandResult {
        writeln!(out, "{}", render::wrap_prose(message))?;
        let start = lesson_session.starts[lesson_session.step_index].clone();
        self.finish_answer(lesson_session, start, out)
    }

    /// Accepts the command that was asked for, after it has run.
    pub(super) fn accept_command(
        &mut self,
        lesson_session: &mut LessonSession,
        step: &LessonStep,
        out: &mut dyn Write,
    ) -> CommandResult {
        let message = right_message(step);
        self.accept_text(lesson_session, &message, out)
    }

    /// Judges an answer to a multiple-choice question.
    pub(super) fn answer_choice(
        &mut self,
        lesson_session: &mut LessonSession,
        step: &LessonStep,
        text: &str,
        out: &mut dyn Write,
    ) -> CommandResult {
        let Some(choice) = parse_choice(step, text) else {
            let choices: Vec<&str> = step.choices.iter().map(|choice| choice.value.as_str()).collect();
            return refuse(format!("`{}` is no answer here; say {}", one_line(text, 40), series(&choices, "or")));
        };
        let is_right = |item: &Accepted| matches!(item, Accepted::Text(text) if *text == choice);
        if step.accept.iter().any(|item| is_right(&item.value)) {
            let by_word = match &step.right {
                Some(RightAnswer::ByMove(texts)) => {
                    texts.iter().find(|(word, _)| *word == choice).map(|(_, message)| message.value.clone())
                }
                _ => None,
            };
            return self.accept_text(lesson_session, &by_word.unwrap_or_else(|| right_message(step)), out);
        }
        lesson_session.mark_helped();
        self.verdict = Some(AnswerVerdict::Wrong);
        let entry = step.wrong.iter().find(|(word, _)| *word == choice);
        let message = entry.map_or("That is not it. Try again.", |(_, message)| &message.value);
        writeln!(out, "{}", render::wrap_prose(message))?;
        Ok(CommandOutcome::Done)
    }

    /// Rejects a legal but wrong move: plays it, shows its refutation and undoes both.
    fn reject_move(
        &mut self,
        lesson_session: &mut LessonSession,
        mut question: Question,
        mv: Move,
        out: &mut dyn Write,
    ) -> CommandResult {
        lesson_session.mark_helped();
        self.verdict = Some(AnswerVerdict::Wrong);
        let Some(session) = &mut self.session else { return refuse(NO_GAME) };
        let listed =
            question.step.wrong.iter().find(|(text, _)| session.legal_move(text).is_ok_and(|named| named == mv));
        let message = listed.map(|(_, message)| message.value.clone());
        let refutation = question.refute(session, mv);
        let plies = session.moves().len();
        let (seat, notation) = (session.game.mover_of(mv), session.move_text(mv));
        or_refuse!(session.play_listed(mv));
        self.announce_move(seat, &notation, out)?;
        // The lesson's own message replaces an explanation; a refutation by moves is shown in any case.
        let shortfall = refutation.as_ref().filter(|refutation| refutation.moves.is_empty());
        let message = message.unwrap_or_else(|| match shortfall {
            Some(shortfall) => format!("That is not it. {}", shortfall.message),
            None => "That is not it.".to_string(),
        });
        writeln!(out, "{}", render::wrap_prose(&message))?;
        if let Some(refutation) = refutation.filter(|refutation| !refutation.moves.is_empty()) {
            writeln!(out, "{}", render::wrap_prose(&refutation.message))?;
            for mv in refutation.moves {
                let Some(session) = &mut self.session else { return refuse(NO_GAME) };
                let (seat, notation) = (session.game.mover_of(mv), session.move_text(mv));
                if session.play_listed(mv).is_err() {
                    break;
                }
                self.announce_move(seat, &notation, out)?;
            }
        }
        self.undo_to(plies);
        let remedy =
            if question.step.hints.is_empty() { "again; `show` shows an answer" } else { "again, or ask for a `hint`" };
        writeln!(out, "Taken back. Try {remedy}.")?;
        Ok(CommandOutcome::Done)
    }

    /// Undoes moves until `moves` are left.
    pub(super) fn undo_to(&mut self, moves: usize) {
        let Some(session) = &mut self.session else { return };
        while session.moves().len() > moves && session.undo().is_some() {}
    }

    /// Answers an illegal move with its violations and their cells; accepts it if the question asks for one.
    fn reject_illegal(
        &mut self,
        lesson_session: &mut LessonSession,
        question: Question,
        text: &str,
        violations: &[Violation],
        out: &mut dyn Write,
    ) -> CommandResult {
        let step = question.step;
        let Some(session) = &mut self.session else { return refuse(NO_GAME) };
        let is_right = question.accepts_illegal(session, text);
        for violation in violations {
            writeln!(out, "{}", render::wrap_hanging(&session.explain(violation)))?;
        }
        let mut annotations = step_annotations(session, step);
        annotations.highlights = violations.iter().flat_map(|violation| violation.cells.iter().copied()).collect();
        annotations.highlights.extend(session.read(text).ok().and_then(|action| action.at()));
        write!(out, "{}", render::board_with(&session.game, &annotations, HandVisibility::Visible))?;
        let is_same = |named: &str, session: &Session| match (session.read(named), session.read(text)) {
            (Ok(named), Ok(typed)) => named == typed,
            _ => false,
        };
        if let Some(forbidden) = step.refused.iter().find(|forbidden| is_same(&forbidden.mv, session)) {
            writeln!(out, "{}", render::wrap_prose(&forbidden.response.value))?;
        }
        if is_right {
            return self.accept_text(lesson_session, &right_message(step), out);
        }
        lesson_session.mark_helped();
        self.verdict = Some(AnswerVerdict::Illegal);
        writeln!(out, "That is not allowed, so nothing was played.")?;
        Ok(CommandOutcome::Done)
    }

    /// Prints a move, the tiles it forced, and the board.
    fn announce_move(&mut self, seat: Seat, notation: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &mut self.session else { return Ok(()) };
        writeln!(out, "{}: {notation}", session.plan().seat_name(seat))?;
        let forced = session.game.board().view().tile_game().map(render::forced_tiles).unwrap_or_default();
        if !forced.is_empty() {
            writeln!(out, "{}", render::wrap_hanging(&format!("forced: {}", forced.join(" "))))?;
        }
        let annotations = Annotations::of(&mut session.game);
        write!(out, "{}", render::board_with(&session.game, &annotations, HandVisibility::Visible))?;
        if let Ok(Some(outcome)) = session.game.outcome() {
            writeln!(out, "The game is over: {}.", outcome.describe(session.plan()))?;
        }
        Ok(())
    }

    /// Runs `show`, which prints the answers.
    pub(super) fn show_answer(
        &mut self,
        lesson_session: &mut LessonSession,
        step: &LessonStep,
        out: &mut dyn Write,
    ) -> CommandResult {
        let result = self.right_answers(lesson_session, step);
        lesson_session.mark_helped();
        match or_refuse!(result) {
            answers if answers.is_empty() => writeln!(out, "Nothing is asked here; an empty line goes on.")?,
            answers => {
                let rest = answers.len().saturating_sub(MAX_SHOWN_ANSWERS);
                let mut shown = answers[..answers.len() - rest].to_vec();
                if rest > 0 {
                    shown.push(plural(rest, "other"));
                }
                writeln!(out, "{}", render::wrap_prose(&format!("Answer: {}.", series(&shown, "or"))))?;
            }
        }
        Ok(CommandOutcome::Done)
    }

    /// Returns all right answers to a step, as they are typed.
    fn right_answers(&mut self, lesson_session: &LessonSession, step: &LessonStep) -> anyhow::Result<Vec<String>> {
        let fixed = fixed_answers(step);
        if !fixed.is_empty() || !step.is_question() {
            return Ok(fixed);
        }
        let mut question = self.question(lesson_session, step)?;
        let session = self.session.as_mut().context(NO_GAME)?;
        let moves = question.accepted_moves(session)?;
        let mut texts: Vec<String> = moves.into_iter().map(|mv| session.move_text(mv)).collect();
        texts.sort();
        Ok(texts)
    }

    /// Returns the first right move in the order of `show`; `None` if no move is asked for.
    pub(super) fn first_accepted(
        &mut self,
        lesson_session: &LessonSession,
        step: &LessonStep,
    ) -> anyhow::Result<Option<Move>> {
        if !fixed_answers(step).is_empty() {
            return Ok(None);
        }
        let texts = self.right_answers(lesson_session, step)?;
        let session = self.session.as_mut().context(NO_GAME)?;
        Ok(texts.first().map(|text| session.legal_move(text)).transpose()?)
    }
}

/// Parses a choice, given by its text or by its position. If a choice is itself a number, numbers are not positions.
fn parse_choice(step: &LessonStep, text: &str) -> Option<String> {
    let is_number = |text: &str| text.trim().parse::<f64>().is_ok();
    let named = step.choices.iter().find(|choice| choice.value.eq_ignore_ascii_case(text.trim()));
    let number = text.trim_start_matches('#').parse::<usize>().ok();
    let number = number.filter(|_| !step.choices.iter().any(|choice| is_number(&choice.value)));
    let numbered = || step.choices.get(number?.checked_sub(1)?);
    named.or_else(numbered).map(|choice| choice.value.clone())
}

/// Returns the message to any right answer.
fn right_message(step: &LessonStep) -> String {
    match &step.right {
        Some(RightAnswer::Always(message)) => message.value.clone(),
        _ => "Right.".to_string(),
    }
}

/// Returns the message to a right move.
fn right_move_message(step: &LessonStep, session: &mut Session, mv: Move) -> String {
    match &step.right {
        Some(RightAnswer::ByMove(texts)) => {
            let listed = texts.iter().find(|(text, _)| session.legal_move(text).is_ok_and(|named| named == mv));
            listed.map_or_else(|| "Right.".to_string(), |(_, message)| message.value.clone())
        }
        _ => right_message(step),
    }
}
