//! What a learner answers: right, wrong and shown why, or not even legal.

use std::io::{self, Write};

use super::{Lecture, Mark, Verdict};
use crate::game::Refused;
use crate::lesson::{Accepted, Question, Right, Step, fixed_answers, pointed, unlabelled};
use crate::mechanics::{Move, Refusal};
use crate::play::{PlayError, Prover, Session};
use crate::render::{self, Hands, Pointed};
use crate::repl::{Answer, NO_GAME, Prompt, Told, refused};
use crate::vocabulary::{counted, one_line, series};

/// The most answers that are shown.
const MOST_SHOWN: usize = 6;

impl Prompt {
    /// A move that somebody answers with.
    pub(super) fn answer(
        &mut self,
        lecture: Lecture,
        mut question: Question,
        text: &str,
        out: &mut dyn Write,
    ) -> Told {
        let text = match self.picked(text) {
            Ok(text) => unlabelled(&text, question.step),
            Err(says) => {
                self.lecture = Some(lecture);
                return refused(says);
            }
        };
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        match session.legal_move(&text) {
            Ok(mv) => match question.accepts(session, mv) {
                Ok(true) => self.right(lecture, question.step, mv, out),
                Ok(false) => self.wrong(lecture, question, mv, out),
                Err(trouble) => {
                    self.lecture = Some(lecture);
                    refused(trouble.to_string())
                }
            },
            Err(PlayError::Refused(Refused::Illegal(refusals))) => {
                self.illegal(lecture, question, &text, &refusals, out)
            }
            Err(error @ PlayError::NotAMove(_)) => {
                self.lecture = Some(lecture);
                self.offer(&text, &error, out)
            }
            Err(error) => {
                self.lecture = Some(lecture);
                refused(error.to_string())
            }
        }
    }

    fn right(&mut self, mut lecture: Lecture, step: &Step, mv: Move, out: &mut dyn Write) -> Told {
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        let says = praise(step, session, mv);
        let seat = session.game.mover_of(mv);
        let (learner, written) = (Prover::side_of(&session.game, seat), session.written(mv));
        let before = session.moves().len();
        if let Err(fault) = session.play_listed(mv) {
            self.lecture = Some(lecture);
            return refused(fault.to_string());
        }
        self.tell_move(seat, &written, out)?;
        writeln!(out, "{}", render::wrapped(&says))?;
        let way = match self.finish_step(&mut lecture, step, learner, out) {
            Ok(way) => way,
            Err(says) => {
                self.take_back_to(before);
                self.lecture = Some(lecture);
                return refused(says);
            }
        };
        self.answered(lecture, way, out)
    }

    fn answered(&mut self, mut lecture: Lecture, way: crate::lesson::Way, out: &mut dyn Write) -> Told {
        self.verdict = Some(Verdict::Right);
        let at_once = !lecture.helped.get(lecture.at).is_some_and(|helped| *helped);
        self.leave_step(&mut lecture, Mark::Answered { at_once }, way);
        self.enter(lecture, out)
    }

    /// A right answer that plays nothing.
    fn right_word(&mut self, lecture: Lecture, says: &str, out: &mut dyn Write) -> Told {
        writeln!(out, "{}", render::wrapped(says))?;
        let way = lecture.ways[lecture.at].clone();
        self.answered(lecture, way, out)
    }

    /// The command that was asked for was obeyed.
    pub(super) fn right_line(&mut self, lecture: Lecture, step: &Step, out: &mut dyn Write) -> Told {
        let says = always(step);
        self.right_word(lecture, &says, out)
    }

    /// One of the words that were to choose from, or not.
    pub(super) fn hear_choice(
        &mut self,
        mut lecture: Lecture,
        step: &Step,
        text: &str,
        out: &mut dyn Write,
    ) -> Told {
        let Some(chosen) = chosen(step, text) else {
            self.lecture = Some(lecture);
            let choices: Vec<&str> = step.choices.iter().map(|choice| choice.value.as_str()).collect();
            return refused(format!(
                "`{}` is no answer here; say {}",
                one_line(text, 40),
                series(&choices, "or")
            ));
        };
        let is_right = |item: &Accepted| matches!(item, Accepted::Text(text) if *text == chosen);
        if step.accept.iter().any(|item| is_right(&item.value)) {
            let by_word = match &step.right {
                Some(Right::ByMove(texts)) => {
                    texts.iter().find(|(word, _)| *word == chosen).map(|(_, says)| says.value.clone())
                }
                _ => None,
            };
            return self.right_word(lecture, &by_word.unwrap_or_else(|| always(step)), out);
        }
        lecture.help();
        self.verdict = Some(Verdict::Wrong);
        let says = step.wrong.iter().find(|(word, _)| *word == chosen);
        let says = says.map_or("That is not it. Try again.", |(_, says)| &says.value);
        writeln!(out, "{}", render::wrapped(says))?;
        self.lecture = Some(lecture);
        Ok(Answer::Done)
    }

    /// A move that is legal and wrong: it is played, shown why, and taken back.
    fn wrong(&mut self, mut lecture: Lecture, mut question: Question, mv: Move, out: &mut dyn Write) -> Told {
        lecture.help();
        self.verdict = Some(Verdict::Wrong);
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        let named = question
            .step
            .wrong
            .iter()
            .find(|(text, _)| session.legal_move(text).is_ok_and(|named| named == mv));
        let says = named.map(|(_, says)| says.value.clone());
        let refutation = question.refute(session, mv);
        let before = session.moves().len();
        let (seat, written) = (session.game.mover_of(mv), session.written(mv));
        if let Err(fault) = session.play_listed(mv) {
            self.lecture = Some(lecture);
            return refused(fault.to_string());
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
        let more = if question.step.hints.is_empty() {
            "again; `show` shows an answer"
        } else {
            "again, or ask for a `hint`"
        };
        writeln!(out, "Taken back. Try {more}.")?;
        self.lecture = Some(lecture);
        Ok(Answer::Done)
    }

    /// Takes moves back until so many are left.
    pub(super) fn take_back_to(&mut self, moves: usize) {
        let Some(session) = &mut self.session else { return };
        while session.moves().len() > moves && session.undo().is_some() {}
    }

    /// A move that the rules refuse: which rule it is, and the cells it speaks of.
    fn illegal(
        &mut self,
        mut lecture: Lecture,
        question: Question,
        text: &str,
        refusals: &[Refusal],
        out: &mut dyn Write,
    ) -> Told {
        let step = question.step;
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        let is_right = question.accepts_refused(session, text);
        for refusal in refusals {
            writeln!(out, "{}", render::folded(&session.explain(refusal)))?;
        }
        let mut pointed = pointed(session, step);
        pointed.highlights = refusals.iter().flat_map(|refusal| refusal.cells.iter().copied()).collect();
        pointed.highlights.extend(session.read(text).ok().and_then(|deed| deed.at()));
        write!(out, "{}", render::board_with(&session.game, &pointed, Hands::Seen))?;
        let is_same = |named: &str, session: &Session| match (session.read(named), session.read(text)) {
            (Ok(named), Ok(typed)) => named == typed,
            _ => false,
        };
        if let Some(forbidden) = step.refused.iter().find(|forbidden| is_same(&forbidden.mv, session)) {
            writeln!(out, "{}", render::wrapped(&forbidden.says.value))?;
        }
        if is_right {
            return self.right_word(lecture, &always(step), out);
        }
        lecture.help();
        self.verdict = Some(Verdict::Illegal);
        writeln!(out, "That is not allowed, so nothing was played.")?;
        self.lecture = Some(lecture);
        Ok(Answer::Done)
    }

    /// Says what was played and what followed, and draws it.
    fn tell_move(&mut self, seat: u8, written: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &mut self.session else { return Ok(()) };
        writeln!(out, "{}: {written}", session.plan().seat_name(seat))?;
        let forced = session.game.board().look().tiles().map(render::forced).unwrap_or_default();
        if !forced.is_empty() {
            writeln!(out, "{}", render::folded(&format!("forced: {}", forced.join(" "))))?;
        }
        let pointed = Pointed::of(&mut session.game);
        write!(out, "{}", render::board_with(&session.game, &pointed, Hands::Seen))?;
        if let Ok(Some(outcome)) = session.game.outcome() {
            writeln!(out, "The game is over: {}.", outcome.words(session.plan()))?;
        }
        Ok(())
    }

    /// `show`: what would be right.
    pub(super) fn show_answer(&mut self, mut lecture: Lecture, step: &Step, out: &mut dyn Write) -> Told {
        let told = self.right_answers(&lecture, step);
        lecture.help();
        self.lecture = Some(lecture);
        match told {
            Ok(answers) if answers.is_empty() => {
                writeln!(out, "Nothing is asked here; an empty line goes on.")?
            }
            Ok(answers) => {
                let more = answers.len().saturating_sub(MOST_SHOWN);
                let mut shown = answers[..answers.len() - more].to_vec();
                if more > 0 {
                    shown.push(counted(more, "other"));
                }
                writeln!(out, "{}", render::wrapped(&format!("Answer: {}.", series(&shown, "or"))))?;
            }
            Err(says) => return refused(says),
        }
        Ok(Answer::Done)
    }

    /// Everything that answers a step's question, as it is typed.
    fn right_answers(&mut self, lecture: &Lecture, step: &Step) -> Result<Vec<String>, String> {
        let fixed = fixed_answers(step);
        if !fixed.is_empty() || !step.is_question() {
            return Ok(fixed);
        }
        let mut question = self.question(lecture, step)?;
        let session = self.session.as_mut().ok_or(NO_GAME)?;
        let moves = question.accepted(session).map_err(|trouble| trouble.to_string())?;
        let mut texts: Vec<String> = moves.into_iter().map(|mv| session.written(mv)).collect();
        texts.sort();
        Ok(texts)
    }

    /// The first move that is right, in the order in which they are shown; none where no move is asked for.
    pub(super) fn first_right(&mut self, lecture: &Lecture, step: &Step) -> Result<Option<Move>, String> {
        if !fixed_answers(step).is_empty() {
            return Ok(None);
        }
        let texts = self.right_answers(lecture, step)?;
        let session = self.session.as_mut().ok_or(NO_GAME)?;
        match texts.first() {
            Some(text) => session.legal_move(text).map(Some).map_err(|error| error.to_string()),
            None => Ok(None),
        }
    }
}

/// The choice that was meant, by its words or by its place among them. Where numbers are to choose from, a number is one
/// of them or nothing.
fn chosen(step: &Step, text: &str) -> Option<String> {
    let is_number = |text: &str| text.trim().parse::<f64>().is_ok();
    let named = step.choices.iter().find(|choice| choice.value.eq_ignore_ascii_case(text.trim()));
    let number = text.trim_start_matches('#').parse::<usize>().ok();
    let number = number.filter(|_| !step.choices.iter().any(|choice| is_number(&choice.value)));
    let counted = || step.choices.get(number?.checked_sub(1)?);
    named.or_else(counted).map(|choice| choice.value.clone())
}

/// What is said to a right answer, whichever it was.
fn always(step: &Step) -> String {
    match &step.right {
        Some(Right::Always(says)) => says.value.clone(),
        _ => "Right.".to_string(),
    }
}

/// What is said to a right move.
fn praise(step: &Step, session: &mut Session, mv: Move) -> String {
    match &step.right {
        Some(Right::ByMove(texts)) => {
            let own = texts.iter().find(|(text, _)| session.legal_move(text).is_ok_and(|named| named == mv));
            own.map_or_else(|| "Right.".to_string(), |(_, says)| says.value.clone())
        }
        _ => always(step),
    }
}
