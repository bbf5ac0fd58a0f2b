//! Printed lessons: text, pictures and questions first, then hints, then answers.

mod markdown;

use std::fmt::Write;

use super::labels::step_annotations;
use super::question::Question;
use super::reply::play_reply;
use super::step_start::StepStart;
use crate::render::{self, SvgStyle};
use anyhow::Context;
use houserule_core::mechanics::Move;
use houserule_core::text::{escaped, series};
use houserule_script::lua::LoadedLesson;
use houserule_script::play::{Session, Workspace};
use houserule_script::rules::lesson::{Accepted, LessonGoal, LessonStep, Reply, RightAnswer};

/// Printed lesson.
pub struct Handout {
    pub title: String,
    /// Title of the game.
    pub game: String,
    pub parts: Vec<HandoutStep>,
}

/// Printed step.
pub struct HandoutStep {
    pub say: Option<String>,
    /// SVG document; none if the board is the same as before and no move is asked for.
    pub picture: Option<String>,
    /// Number of the part whose answer this one continues from, and so gives away.
    pub follows: Option<usize>,
    pub ask: Option<String>,
    pub choices: Vec<String>,
    pub hints: Vec<String>,
    pub answers: Vec<String>,
    /// Messages to right answers, each with its answers; an empty list means all answers.
    pub right: Vec<(Vec<String>, String)>,
    /// Replies of the program, by answer.
    pub reply: Vec<(String, Vec<String>)>,
}

/// Maximum number of answers listed.
const MAX_LISTED_ANSWERS: usize = 12;

impl Handout {
    /// Prints a lesson. A step without a start of its own continues from the first right answer.
    pub fn of(workspace: &Workspace, loaded: &LoadedLesson) -> anyhow::Result<Handout> {
        let lesson = &loaded.lesson;
        let mut start = StepStart::of_lesson(lesson);
        let mut parts = Vec::new();
        let mut game = String::new();
        // Number of the last part answered by a move, and the picture of the last board.
        let (mut last_answered, mut last_board) = (None, String::new());
        for step in &lesson.steps {
            start = start.for_step(lesson, step);
            let mut session = start.open(workspace, lesson).with_context(|| step.place.to_string())?;
            game.clone_from(&session.plan().title);
            let number = parts.len() + 1;
            let annotations = step_annotations(&mut session, step);
            let board = render::svg(&mut session.game, &annotations, &SvgStyle::default());
            let (mut part, moves) =
                HandoutStep::of(loaded, step, number, &mut session).with_context(|| step.place.to_string())?;
            if moves.is_empty() && board == last_board {
                part.picture = None;
            }
            last_board = board;
            part.follows = last_answered.filter(|_| !step.has_own_start());
            last_answered = if moves.is_empty() { part.follows } else { Some(number) };
            start.moves.extend(moves);
            parts.push(part);
        }
        Ok(Handout { title: loaded.manifest.title.clone(), game, parts })
    }

    /// Returns the handout as Markdown; `picture` returns the address of a part's picture, by its number from 1.
    pub fn markdown(&self, picture: impl Fn(usize) -> String) -> String {
        let mut out = format!("# {}\n\n{}\n", markdown::line(&self.title), markdown::line(&self.game));
        for (number, part) in (1..).zip(&self.parts) {
            let _ = write!(out, "\n## {number}\n");
            part.follows.iter().for_each(|after| out.push_str(&format!("\n*{}*\n", continuation_note(*after))));
            part.say.iter().for_each(|say| out.push_str(&format!("\n{}", markdown::text(say))));
            if part.picture.is_some() {
                let _ = write!(out, "\n![Board {number}]({})\n", markdown::address(&picture(number)));
            }
            if let Some(ask) = &part.ask {
                let choices = markdown::line(&part.choices_text());
                let gap = if choices.is_empty() { "" } else { " " };
                let _ = write!(out, "\n**{}**{gap}{choices}\n", markdown::line(ask));
            }
        }
        for (heading, lines) in self.back_matter() {
            let _ = write!(out, "\n## {heading}\n\n");
            for (number, text) in lines {
                let _ = writeln!(out, "- **{number}** {}", markdown::line(&text));
            }
        }
        out
    }

    /// Returns the handout as one HTML page with embedded pictures.
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>\nbody {{ font-family: sans-serif; max-width: 44em; margin: 2em auto; padding: 0 1em; line-height: 1.5 }}\n\
             svg {{ max-width: 100%; height: auto }}\nsection {{ break-inside: avoid }}\n.ask {{ font-weight: bold }}\n\
             .back, .after {{ break-before: page }}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{}</p>\n",
            escaped(&self.game)
        );
        for (number, part) in (1..).zip(&self.parts) {
            // A part that gives an answer away starts on a new page.
            let class = if part.follows.is_some() { " class=\"after\"" } else { "" };
            let _ = write!(out, "<section{class}>\n<h2>{number}</h2>\n");
            part.follows
                .iter()
                .for_each(|after| out.push_str(&format!("<p><i>{}</i></p>\n", continuation_note(*after))));
            part.say.iter().for_each(|say| out.push_str(&html_blocks(say)));
            part.picture.iter().for_each(|picture| out.push_str(picture));
            if let Some(ask) = &part.ask {
                let _ = writeln!(out, "<p class=\"ask\">{}{}</p>", inline_html(ask), escaped(&part.choices_text()));
            }
            out.push_str("</section>\n");
        }
        for (heading, lines) in self.back_matter() {
            let _ = write!(out, "<section class=\"back\">\n<h2>{heading}</h2>\n<ul>\n");
            for (number, text) in lines {
                let _ = writeln!(out, "<li><b>{number}</b> {}</li>", inline_html(&text));
            }
            out.push_str("</ul>\n</section>\n");
        }
        out + "</body>\n</html>\n"
    }

    /// Returns the sections at the end: hints, then answers, by number of the part.
    fn back_matter(&self) -> Vec<(&'static str, Vec<(usize, String)>)> {
        let numbered = || (1..).zip(&self.parts);
        let hints: Vec<(usize, String)> = numbered()
            .filter(|(_, part)| !part.hints.is_empty())
            .map(|(number, part)| (number, part.hints.join(" · ")))
            .collect();
        let answers: Vec<(usize, String)> = numbered()
            .filter(|(_, part)| !part.answers.is_empty())
            .map(|(number, part)| (number, part.answer_text()))
            .collect();
        let sections = [("Hints", hints), ("Answers", answers)];
        sections.into_iter().filter(|(_, lines)| !lines.is_empty()).collect()
    }
}

impl HandoutStep {
    /// Prints one step in its position; returns also the moves that lead to the next step.
    fn of(
        loaded: &LoadedLesson,
        step: &LessonStep,
        number: usize,
        session: &mut Session,
    ) -> anyhow::Result<(HandoutStep, Vec<String>)> {
        let annotations = step_annotations(session, step);
        let picture =
            render::svg(&mut session.game, &annotations, &SvgStyle { page_index: Some(number), ..SvgStyle::default() });
        let mut part = HandoutStep::from_step(step, picture);
        if !step.is_question() || !part.answers.is_empty() {
            return Ok((part, Vec::new()));
        }
        let mut question = Question::new(loaded, step, session)?;
        let mut accepted = question.accepted_moves(session)?;
        accepted.sort_by_key(|mv| session.move_text(*mv));
        part.answers = accepted.iter().map(|mv| session.move_text(*mv)).collect();
        let first = accepted.first().copied().context("no move is accepted")?;
        if let Some(RightAnswer::ByMove(by_move)) = &step.right {
            for mv in &accepted {
                let is_same = |text: &str, session: &mut Session| session.legal_move(text).is_ok_and(|own| own == *mv);
                let message =
                    by_move.iter().find(|(text, _)| is_same(text, session)).map(|(_, message)| &message.value);
                part.add_message(session.move_text(*mv), message);
            }
        }
        // A reply that does not depend on the answer needs only one example.
        let replied_to = match step.reply.as_ref().map(|reply| &reply.value) {
            Some(Reply::ByMove(_)) => &accepted[..],
            _ => &accepted[..1],
        };
        let plies = session.moves().len();
        for mv in replied_to {
            let reply = part.play_reply_to(step, session, *mv)?;
            part.reply.extend(reply);
            while session.moves().len() > plies && session.undo().is_some() {}
        }
        let first = session.move_text(first);
        let reply = part.reply.iter().find(|(mv, _)| *mv == first).map(|(_, reply)| reply.clone());
        let moves = std::iter::once(first).chain(reply.into_iter().flatten()).collect();
        Ok((part, moves))
    }

    /// Returns the text of a step with its picture, without answers that have to be computed.
    fn from_step(step: &LessonStep, picture: String) -> HandoutStep {
        let texts = |texts: &[houserule_script::rules::lesson::WithPlace<String>]| {
            texts.iter().map(|text| text.value.clone()).collect()
        };
        let mut part = HandoutStep {
            say: step.say.as_ref().map(|say| say.value.clone()),
            picture: Some(picture),
            follows: None,
            ask: step.ask.as_ref().map(|ask| ask.value.clone()),
            choices: texts(&step.choices),
            hints: texts(&step.hints),
            answers: fixed_answers(step),
            right: Vec::new(),
            reply: Vec::new(),
        };
        match &step.right {
            Some(RightAnswer::Always(message)) => part.right.push((Vec::new(), message.value.clone())),
            Some(RightAnswer::ByMove(by_word)) if !step.choices.is_empty() => {
                let texts = by_word.iter().map(|(word, message)| (vec![word.clone()], message.value.clone()));
                part.right = texts.collect();
            }
            _ => {}
        }
        part
    }

    /// Adds the message to an answer; answers with the same message are grouped.
    fn add_message(&mut self, answer: String, message: Option<&String>) {
        let Some(message) = message else { return };
        match self.right.iter_mut().find(|(_, known)| known == message) {
            Some((moves, _)) => moves.push(answer),
            None => self.right.push((vec![answer], message.clone())),
        }
    }

    /// Plays a move and the program's reply in the session; returns both in notation.
    fn play_reply_to(
        &self,
        step: &LessonStep,
        session: &mut Session,
        mv: Move,
    ) -> anyhow::Result<Option<(String, Vec<String>)>> {
        let learner = session.game.mover_team(mv);
        let notation = session.move_text(mv);
        session.play_listed(mv)?;
        let Some(reply) = &step.reply else { return Ok(None) };
        let reply = play_reply(session, reply, &notation, learner)?;
        Ok(Some((notation, reply)).filter(|(_, reply)| !reply.is_empty()))
    }

    fn choices_text(&self) -> String {
        match &self.choices[..] {
            [] => String::new(),
            choices => format!(" ({})", series(choices, "or")),
        }
    }

    fn answer_text(&self) -> String {
        let rest = self.answers.len().saturating_sub(MAX_LISTED_ANSWERS);
        let shown = &self.answers[..self.answers.len() - rest];
        let mut text = series(shown, "or");
        if rest > 0 {
            text += &if rest == 1 { " or 1 other".to_string() } else { format!(" or {rest} others") };
        }
        text += ".";
        for (moves, right) in &self.right {
            let prefix = if moves.is_empty() { String::new() } else { format!("{}: ", series(moves, "or")) };
            text += &format!(" {prefix}{right}");
        }
        for (mv, reply) in &self.reply {
            text += &format!(" Reply to {mv}: {}.", reply.join(" "));
        }
        text
    }
}

fn continuation_note(after: usize) -> String {
    format!("This continues from the answer to {after}. Solve {after} first.")
}

/// Splits a text into paragraphs; indented ones are preformatted, which the flag says.
fn paragraphs(text: &str) -> Vec<(bool, String)> {
    let mut out: Vec<(bool, String)> = Vec::new();
    let mut is_new = true;
    for line in text.lines() {
        if line.trim().is_empty() {
            is_new = true;
            continue;
        }
        let is_preformatted = line.starts_with("  ");
        match out.last_mut().filter(|(before, _)| !is_new && *before == is_preformatted) {
            Some((_, text)) => *text += &format!("\n{line}"),
            None => out.push((is_preformatted, line.to_string())),
        }
        is_new = false;
    }
    out
}

fn html_blocks(text: &str) -> String {
    let blocks = paragraphs(text).into_iter().map(|(is_preformatted, text)| match is_preformatted {
        true => format!("<pre>{}</pre>\n", escaped(&text)),
        false => format!("<p>{}</p>\n", inline_html(&text)),
    });
    blocks.collect()
}

/// Escapes text for HTML; text in backticks becomes `<code>`.
fn inline_html(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        // An unpaired backtick.
        return escaped(text);
    }
    let spans = parts.iter().enumerate().map(|(index, part)| match index % 2 {
        0 => escaped(part),
        _ => format!("<code>{}</code>", escaped(part)),
    });
    spans.collect()
}

/// Returns the answers that are not legal moves: choices, commands and illegal moves.
pub fn fixed_answers(step: &LessonStep) -> Vec<String> {
    let mut answers = Vec::new();
    for item in &step.accept {
        match &item.value {
            Accepted::Text(text) if !step.choices.is_empty() => answers.push(text.clone()),
            Accepted::Goal(LessonGoal::Types(lines)) => answers.extend(lines.iter().map(|line| format!("`{line}`"))),
            Accepted::Goal(LessonGoal::Illegal { .. }) => {
                answers.extend(step.refused.iter().take(1).map(|forbidden| forbidden.mv.clone()));
            }
            _ => {}
        }
    }
    answers
}
