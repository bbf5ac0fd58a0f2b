//! Answers of a learner: right, wrong with a refutation, or illegal.

use std::io::{self, Write};

use super::{AnswerVerdict, LessonSession, StepResult};
use crate::lesson::{
    Accepted, LessonStep, Question, RightAnswer, StepStart, fixed_answers, replace_labels, step_annotations,
};
use crate::render::{self, Annotations, HandVisibility};
use crate::repl::{CommandOutcome, CommandResult, Context, done, refuse};
use houserule_core::mechanics::{Move, Seat, Violation};
use houserule_core::text::{one_line, plural, series};
use houserule_script::game::IllegalMove;
use houserule_script::play::{PlayError, Session};

/// Maximum number of answers shown.
const MAX_SHOWN_ANSWERS: usize = 6;

impl LessonSession {
    /// Judges a move as an answer.
    pub fn answer(
        &mut self,
        context: &mut Context,
        mut question: Question,
        text: &str,
        out: &mut dyn Write,
    ) -> CommandResult {
        let text = replace_labels(&or_refuse!(self.game.resolve_pick(text)), question.step);
        let session = &mut self.game.session;
        match session.legal_move(&text) {
            Ok(mv) => match question.accepts(session, mv) {
                Ok(true) => self.accept_move(context, question.step, mv, out),
                Ok(false) => self.reject_move(context, question, mv, out),
                Err(error) => refuse(error),
            },
            Err(PlayError::Illegal(IllegalMove::Illegal(violations))) => {
                self.reject_illegal(context, question, &text, &violations, out)
            }
            Err(error @ PlayError::NotAMove(_)) => self.game.list_choices(&text, &error, out),
            Err(error) => refuse(error),
        }
    }

    fn accept_move(
        &mut self,
        context: &mut Context,
        step: &LessonStep,
        mv: Move,
        out: &mut dyn Write,
    ) -> CommandResult {
        let session = &mut self.game.session;
        let message = right_move_message(step, session, mv);
        let seat = session.game.mover_of(mv);
        let (learner, notation) = (session.game.team_of(seat), session.move_text(mv));
        or_refuse!(session.play_listed(mv));
        self.announce_move(seat, &notation, out)?;
        writeln!(out, "{}", render::wrap_prose(&message))?;
        let start = or_refuse!(self.finish_step(step, learner, out));
        self.finish_answer(context, start, out)
    }

    fn finish_answer(&mut self, context: &mut Context, start: StepStart, out: &mut dyn Write) -> CommandResult {
        context.remarks.verdict = Some(AnswerVerdict::Right);
        let is_first_try = !self.had_help.get(self.step_index).is_some_and(|had_help| *had_help);
        self.leave_step(StepResult::Answered { is_first_try }, start);
        self.enter(context, out)
    }

    /// Accepts a right answer that is not a move.
    fn accept_text(&mut self, context: &mut Context, message: &str, out: &mut dyn Write) -> CommandResult {
        writeln!(out, "{}", render::wrap_prose(message))?;
        let start = self.starts[self.step_index].clone();
        self.finish_answer(context, start, out)
    }

    /// Accepts the command that was asked for, after it has run.
    pub fn accept_command(&mut self, context: &mut Context, out: &mut dyn Write) -> CommandResult {
        let Some(step) = self.step() else { return Ok(CommandOutcome::Done) };
        self.accept_text(context, &right_message(&step), out)
    }

    /// Judges an answer to a multiple-choice question.
    pub fn answer_choice(
        &mut self,
        context: &mut Context,
        step: &LessonStep,
        text: &str,
        out: &mut dyn Write,
    ) -> CommandResult {
        let Some(choice) = parse_choice(step, text) else {
            let choices: Vec<&str> = step.choices.iter().map(|choice| choice.value.as_str()).collect();
            return refuse(format!(
                "`{}` is not one of the answers; type {}",
                one_line(text, 40),
                series(&choices, "or")
            ));
        };
        let is_right = |item: &Accepted| matches!(item, Accepted::Text(text) if *text == choice);
        if step.accept.iter().any(|item| is_right(&item.value)) {
            let by_word = match &step.right {
                Some(RightAnswer::ByMove(texts)) => {
                    texts.iter().find(|(word, _)| *word == choice).map(|(_, message)| message.value.clone())
                }
                _ => None,
            };
            return self.accept_text(context, &by_word.unwrap_or_else(|| right_message(step)), out);
        }
        self.mark_helped();
        context.remarks.verdict = Some(AnswerVerdict::Wrong);
        let entry = step.wrong.iter().find(|(word, _)| *word == choice);
        let message = entry.map_or("That is not it. Try again.", |(_, message)| &message.value);
        done(writeln!(out, "{}", render::wrap_prose(message)))
    }

    /// Rejects a legal but wrong move: plays it, shows its refutation and undoes both.
    fn reject_move(
        &mut self,
        context: &mut Context,
        mut question: Question,
        mv: Move,
        out: &mut dyn Write,
    ) -> CommandResult {
        self.mark_helped();
        context.remarks.verdict = Some(AnswerVerdict::Wrong);
        let session = &mut self.game.session;
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
                let session = &mut self.game.session;
                let (seat, notation) = (session.game.mover_of(mv), session.move_text(mv));
                if session.play_listed(mv).is_err() {
                    break;
                }
                self.announce_move(seat, &notation, out)?;
            }
        }
        self.undo_to(plies);
        let remedy = if question.step.hints.is_empty() {
            "again; `show` prints an answer"
        } else {
            "again, or ask for a `hint`"
        };
        done(writeln!(out, "Taken back. Try {remedy}."))
    }

    /// Undoes moves until `moves` are left.
    pub fn undo_to(&mut self, moves: usize) {
        let session = &mut self.game.session;
        while session.moves().len() > moves && session.undo().is_some() {}
    }

    /// Answers an illegal move with its violations and their cells; accepts it if the question asks for one.
    fn reject_illegal(
        &mut self,
        context: &mut Context,
        question: Question,
        text: &str,
        violations: &[Violation],
        out: &mut dyn Write,
    ) -> CommandResult {
        let step = question.step;
        let session = &mut self.game.session;
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
            return self.accept_text(context, &right_message(step), out);
        }
        self.mark_helped();
        context.remarks.verdict = Some(AnswerVerdict::Illegal);
        done(writeln!(out, "That move is not legal, so it was not played. Try again."))
    }

    /// Prints a move, the tiles it forced, and the board.
    fn announce_move(&mut self, seat: Seat, notation: &str, out: &mut dyn Write) -> io::Result<()> {
        let session = &mut self.game.session;
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
    pub fn show_answer(&mut self, step: &LessonStep, out: &mut dyn Write) -> CommandResult {
        let result = self.right_answers(step);
        self.mark_helped();
        match or_refuse!(result) {
            answers if answers.is_empty() => writeln!(out, "There is no question here. Press Enter to go on.")?,
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
    fn right_answers(&mut self, step: &LessonStep) -> anyhow::Result<Vec<String>> {
        let fixed = fixed_answers(step);
        if !fixed.is_empty() || !step.is_question() {
            return Ok(fixed);
        }
        let mut question = Question::new(&self.loaded, step, &self.game.session)?;
        let session = &mut self.game.session;
        let moves = question.accepted_moves(session)?;
        let mut texts: Vec<String> = moves.into_iter().map(|mv| session.move_text(mv)).collect();
        texts.sort();
        Ok(texts)
    }

    /// Returns the first right move in the order of `show`; `None` if no move is asked for.
    pub fn first_accepted(&mut self, step: &LessonStep) -> anyhow::Result<Option<Move>> {
        if !fixed_answers(step).is_empty() {
            return Ok(None);
        }
        let texts = self.right_answers(step)?;
        let session = &mut self.game.session;
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
