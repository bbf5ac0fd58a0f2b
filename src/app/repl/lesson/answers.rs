//! What a learner answers: right, wrong and shown why, or not even legal.

use std::io::{self, Write};

use super::{AnswerVerdict, LessonSession, StepResult};
use crate::lesson::{Accepted, LessonStep, Question, RightAnswer, fixed_answers, pointed, unlabelled};
use crate::render::{self, Annotations, HandVisibility};
use crate::repl::{CommandOutcome, CommandResult, NO_GAME, Prompt, refused};
use anyhow::Context;
use houserule_core::mechanics::{Move, Seat, Violation};
use houserule_core::text::{counted, one_line, series};
use houserule_script::game::IllegalMove;
use houserule_script::play::{PlayError, Session};

/// The most answers that are shown.
const MAX_SHOWN_ANSWERS: usize = 6;

impl Prompt {
    /// A move that somebody answers with.
    pub(super) fn answer(
        &mut self,
        lesson_session: LessonSession,
        mut question: Question,
        text: &str,
        out: &mut dyn Write,
    ) -> CommandResult {
        let text = match self.picked(text) {
            Ok(text) => unlabelled(&text, question.step),
            Err(says) => {
                self.lesson_session = Some(lesson_session);
                return refused(says);
            }
        };
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        match session.legal_move(&text) {
            Ok(mv) => match question.accepts(session, mv) {
                Ok(true) => self.right(lesson_session, question.step, mv, out),
                Ok(false) => self.wrong(lesson_session, question, mv, out),
                Err(trouble) => {
                    self.lesson_session = Some(lesson_session);
                    refused(trouble)
                }
            },
            Err(PlayError::Refused(IllegalMove::Illegal(violations))) => {
                self.illegal(lesson_session, question, &text, &violations, out)
            }
            Err(error @ PlayError::NotAMove(_)) => {
                self.lesson_session = Some(lesson_session);
                self.offer(&text, &error, out)
            }
            Err(error) => {
                self.lesson_session = Some(lesson_session);
                refused(error)
            }
        }
    }

    fn right(
        &mut self,
        mut lesson_session: LessonSession,
        step: &LessonStep,
        mv: Move,
        out: &mut dyn Write,
    ) -> CommandResult {
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        let says = praise(step, session, mv);
        let seat = session.game.mover_of(mv);
        let (learner, written) = (session.game.team_of(seat), session.written(mv));
        let before = session.moves().len();
        if let Err(fault) = session.play_listed(mv) {
            self.lesson_session = Some(lesson_session);
            return refused(fault);
        }
        self.tell_move(seat, &written, out)?;
        writeln!(out, "{}", render::wrapped(&says))?;
        let way = match self.finish_step(&mut lesson_session, step, learner, out) {
            Ok(way) => way,
            Err(says) => {
                self.take_back_to(before);
                self.lesson_session = Some(lesson_session);
                return refused(says);
            }
        };
        self.answered(lesson_session, way, out)
    }

    fn answered(
        &mut self,
        mut lesson_session: LessonSession,
        way: crate::lesson::StepStart,
        out: &mut dyn Write,
    ) -> CommandResult {
        self.verdict = Some(AnswerVerdict::Right);
        let at_once = !lesson_session.helped.get(lesson_session.at).is_some_and(|helped| *helped);
        self.leave_step(&mut lesson_session, StepResult::Answered { at_once }, way);
        self.enter(lesson_session, out)
    }

    /// A right answer that plays nothing.
    fn right_word(&mut self, lesson_session: LessonSession, says: &str, out: &mut dyn Write) -> CommandResult {
        writeln!(out, "{}", render::wrapped(says))?;
        let way = lesson_session.ways[lesson_session.at].clone();
        self.answered(lesson_session, way, out)
    }

    /// The command that was asked for was obeyed.
    pub(super) fn right_line(
        &mut self,
        lesson_session: LessonSession,
        step: &LessonStep,
        out: &mut dyn Write,
    ) -> CommandResult {
        let says = always(step);
        self.right_word(lesson_session, &says, out)
    }

    /// One of the words that were to choose from, or not.
    pub(super) fn hear_choice(
        &mut self,
        mut lesson_session: LessonSession,
        step: &LessonStep,
        text: &str,
        out: &mut dyn Write,
    ) -> CommandResult {
        let Some(chosen) = chosen(step, text) else {
            self.lesson_session = Some(lesson_session);
            let choices: Vec<&str> = step.choices.iter().map(|choice| choice.value.as_str()).collect();
            return refused(format!("`{}` is no answer here; say {}", one_line(text, 40), series(&choices, "or")));
        };
        let is_right = |item: &Accepted| matches!(item, Accepted::Text(text) if *text == chosen);
        if step.accept.iter().any(|item| is_right(&item.value)) {
            let by_word = match &step.right {
                Some(RightAnswer::ByMove(texts)) => {
                    texts.iter().find(|(word, _)| *word == chosen).map(|(_, says)| says.value.clone())
                }
                _ => None,
            };
            return self.right_word(lesson_session, &by_word.unwrap_or_else(|| always(step)), out);
        }
        lesson_session.help();
        self.verdict = Some(AnswerVerdict::Wrong);
        let says = step.wrong.iter().find(|(word, _)| *word == chosen);
        let says = says.map_or("That is not it. Try again.", |(_, says)| &says.value);
        writeln!(out, "{}", render::wrapped(says))?;
        self.lesson_session = Some(lesson_session);
        Ok(CommandOutcome::Done)
    }

    /// A move that is legal and wrong: it is played, shown why, and taken back.
    fn wrong(
        &mut self,
        mut lesson_session: LessonSession,
        mut question: Question,
        mv: Move,
        out: &mut dyn Write,
    ) -> CommandResult {
        lesson_session.help();
        self.verdict = Some(AnswerVerdict::Wrong);
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        let named =
            question.step.wrong.iter().find(|(text, _)| session.legal_move(text).is_ok_and(|named| named == mv));
        let says = named.map(|(_, says)| says.value.clone());
        let refutation = question.refute(session, mv);
        let before = session.moves().len();
        let (seat, written) = (session.game.mover_of(mv), session.written(mv));
        if let Err(fault) = session.play_listed(mv) {
            self.lesson_session = Some(lesson_session);
            return refused(fault);
        }
        self.tell_move(seat, &written, out)?;
        // What a move lacks is said unless the lesson has words for it; what follows is shown anyway.
        let lacks = refutation.as_ref().filter(|refutation| refutation.line.is_empty());
        let says = says.unwrap_or_else(|| match lacks {
            Some(lacks) => format!("That is not it. {}", lacks.says),
            None => "That is not it.".to_string(),
        });
        writeln!(out, "{}", render::wrapped(&says))?;
        if let Some(refutation) = refutation.filter(|refutation| !refutation.line.is_empty()) {
            writeln!(out, "{}", render::wrapped(&refutation.says))?;
            for mv in refutation.line {
                let Some(session) = &mut self.session else { return refused(NO_GAME) };
                let (seat, written) = (session.game.mover_of(mv), session.written(mv));
                if session.play_listed(mv).is_err() {
                    break;
                }
                self.tell_move(seat, &written, out)?;
            }
        }
        self.take_back_to(before);
        let more =
            if question.step.hints.is_empty() { "again; `show` shows an answer" } else { "again, or ask for a `hint`" };
        writeln!(out, "Taken back. Try {more}.")?;
        self.lesson_session = Some(lesson_session);
        Ok(CommandOutcome::Done)
    }

    /// Takes moves back until so many are left.
    pub(super) fn take_back_to(&mut self, moves: usize) {
        let Some(session) = &mut self.session else { return };
        while session.moves().len() > moves && session.undo().is_some() {}
    }

    /// A move that the rules refuse: which rule it is, and the cells it speaks of.
    fn illegal(
        &mut self,
        mut lesson_session: LessonSession,
        question: Question,
        text: &str,
        violations: &[Violation],
        out: &mut dyn Write,
    ) -> CommandResult {
        let step = question.step;
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        let is_right = question.accepts_refused(session, text);
        for violation in violations {
            writeln!(out, "{}", render::folded(&session.explain(violation)))?;
        }
        let mut pointed = pointed(session, step);
        pointed.highlights = violations.iter().flat_map(|violation| violation.cells.iter().copied()).collect();
        pointed.highlights.extend(session.read(text).ok().and_then(|action| action.at()));
        write!(out, "{}", render::board_with(&session.game, &pointed, HandVisibility::Seen))?;
        let is_same = |named: &str, session: &Session| match (session.read(named), session.read(text)) {
            (Ok(named), Ok(typed)) => named == typed,
            _ => false,
        };
        if let Some(forbidden) = step.refused.iter().find(|forbidden| is_same(&forbidden.mv, session)) {
            writeln!(out, "{}", render::wrapped(&forbidden.says.value))?;
        }
        if is_right {
            return self.right_word(lesson_session, &always(step), out);
        }
        lesson_session.help();
        self.verdict = Some(AnswerVerdict::Illegal);
        writeln!(out, "That is not allowed, so nothing was played.")?;
        self.lesson_session = Some(lesson_session);
        Ok(CommandOutcome::Done)
    }

    /// Says what was played and what followed, and draws it.
    fn tell_move(&mut self, seat: Seat, written: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &mut self.session else { return Ok(()) };
        writeln!(out, "{}: {written}", session.plan().seat_name(seat))?;
        let forced = session.game.board().view().tile_game().map(render::forced).unwrap_or_default();
        if !forced.is_empty() {
            writeln!(out, "{}", render::folded(&format!("forced: {}", forced.join(" "))))?;
        }
        let pointed = Annotations::of(&mut session.game);
        write!(out, "{}", render::board_with(&session.game, &pointed, HandVisibility::Seen))?;
        if let Ok(Some(outcome)) = session.game.outcome() {
            writeln!(out, "The game is over: {}.", outcome.words(session.plan()))?;
        }
        Ok(())
    }

    /// `show`: what would be right.
    pub(super) fn show_answer(
        &mut self,
        mut lesson_session: LessonSession,
        step: &LessonStep,
        out: &mut dyn Write,
    ) -> CommandResult {
        let told = self.right_answers(&lesson_session, step);
        lesson_session.help();
        self.lesson_session = Some(lesson_session);
        match told {
            Ok(answers) if answers.is_empty() => writeln!(out, "Nothing is asked here; an empty line goes on.")?,
            Ok(answers) => {
                let more = answers.len().saturating_sub(MAX_SHOWN_ANSWERS);
                let mut shown = answers[..answers.len() - more].to_vec();
                if more > 0 {
                    shown.push(counted(more, "other"));
                }
                writeln!(out, "{}", render::wrapped(&format!("Answer: {}.", series(&shown, "or"))))?;
            }
            Err(says) => return refused(says),
        }
        Ok(CommandOutcome::Done)
    }

    /// Everything that answers a step's question, as it is typed.
    fn right_answers(&mut self, lesson_session: &LessonSession, step: &LessonStep) -> anyhow::Result<Vec<String>> {
        let fixed = fixed_answers(step);
        if !fixed.is_empty() || !step.is_question() {
            return Ok(fixed);
        }
        let mut question = self.question(lesson_session, step)?;
        let session = self.session.as_mut().context(NO_GAME)?;
        let moves = question.accepted(session)?;
        let mut texts: Vec<String> = moves.into_iter().map(|mv| session.written(mv)).collect();
        texts.sort();
        Ok(texts)
    }

    /// The first move that is right, in the order in which they are shown; none where no move is asked for.
    pub(super) fn first_right(
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

/// The choice that was meant, by its words or by its place among them. Where numbers are to choose from, a number is one
/// of them or nothing.
fn chosen(step: &LessonStep, text: &str) -> Option<String> {
    let is_number = |text: &str| text.trim().parse::<f64>().is_ok();
    let named = step.choices.iter().find(|choice| choice.value.eq_ignore_ascii_case(text.trim()));
    let number = text.trim_start_matches('#').parse::<usize>().ok();
    let number = number.filter(|_| !step.choices.iter().any(|choice| is_number(&choice.value)));
    let counted = || step.choices.get(number?.checked_sub(1)?);
    named.or_else(counted).map(|choice| choice.value.clone())
}

/// What is said to a right answer, whichever it was.
fn always(step: &LessonStep) -> String {
    match &step.right {
        Some(RightAnswer::Always(says)) => says.value.clone(),
        _ => "Right.".to_string(),
    }
}

/// What is said to a right move.
fn praise(step: &LessonStep, session: &mut Session, mv: Move) -> String {
    match &step.right {
        Some(RightAnswer::ByMove(texts)) => {
            let own = texts.iter().find(|(text, _)| session.legal_move(text).is_ok_and(|named| named == mv));
            own.map_or_else(|| "Right.".to_string(), |(_, says)| says.value.clone())
        }
        _ => always(step),
    }
}
