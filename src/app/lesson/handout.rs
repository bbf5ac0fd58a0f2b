//! A lesson on paper: words, pictures and questions first, then hints, then answers.

mod markdown;

use std::fmt::Write;

use super::picture::pointed;
use super::question::Question;
use super::reply::answer;
use super::step_start::StepStart;
use crate::render::{self, SvgStyle};
use anyhow::Context;
use houserule_core::mechanics::Move;
use houserule_core::text::{escaped, series};
use houserule_script::lua::LoadedLesson;
use houserule_script::play::{Session, Workspace};
use houserule_script::rules::lesson::{Accepted, LessonGoal, LessonStep, Reply, RightAnswer};

/// A lesson written out.
pub struct Handout {
    pub title: String,
    /// What is played.
    pub game: String,
    pub parts: Vec<HandoutStep>,
}

/// One step written out.
pub struct HandoutStep {
    pub say: Option<String>,
    /// An SVG document; none where it would be the one before again, and no move is asked for.
    pub picture: Option<String>,
    /// The part with whose answer this one begins: its picture would give that away.
    pub after: Option<usize>,
    pub ask: Option<String>,
    pub choices: Vec<String>,
    pub hints: Vec<String>,
    pub answers: Vec<String>,
    /// What is said to the answers, each with those it is said to; nobody is named where it is said to all.
    pub right: Vec<(Vec<String>, String)>,
    /// How the program answers, by the answer.
    pub reply: Vec<(String, Vec<String>)>,
}

/// The most answers that are listed.
const MAX_LISTED_ANSWERS: usize = 12;

impl Handout {
    /// Writes a lesson out. A step that goes on goes on from the first right answer.
    pub fn of(table: &Workspace, scripted: &LoadedLesson) -> anyhow::Result<Handout> {
        let lesson = &scripted.lesson;
        let mut way = StepStart::start(lesson);
        let mut parts = Vec::new();
        let mut game = String::new();
        // The part that was answered with a move last, and how the board before looked.
        let (mut answered, mut shown) = (None, String::new());
        for step in &lesson.steps {
            way = way.to(lesson, step);
            let mut session = way.open(table, lesson).with_context(|| step.place.to_string())?;
            game.clone_from(&session.plan().title);
            let number = parts.len() + 1;
            let pointed = pointed(&mut session, step);
            let looks = render::svg(&mut session.game, &pointed, &SvgStyle::default());
            let (mut part, played) =
                HandoutStep::of(scripted, step, number, &mut session).with_context(|| step.place.to_string())?;
            if played.is_empty() && looks == shown {
                part.picture = None;
            }
            shown = looks;
            part.after = answered.filter(|_| !step.begins());
            answered = if played.is_empty() { part.after } else { Some(number) };
            way.moves.extend(played);
            parts.push(part);
        }
        Ok(Handout { title: scripted.head.title.clone(), game, parts })
    }

    /// As Markdown; `picture` gives the address of the picture of a part, by its number from 1.
    pub fn markdown(&self, picture: impl Fn(usize) -> String) -> String {
        let mut out = format!("# {}\n\n{}\n", markdown::line(&self.title), markdown::line(&self.game));
        for (number, part) in (1..).zip(&self.parts) {
            let _ = write!(out, "\n## {number}\n");
            part.after.iter().for_each(|after| out.push_str(&format!("\n*{}*\n", goes_on(*after))));
            part.say.iter().for_each(|say| out.push_str(&format!("\n{}", markdown::text(say))));
            if part.picture.is_some() {
                let _ = write!(out, "\n![The board of {number}]({})\n", markdown::address(&picture(number)));
            }
            if let Some(ask) = &part.ask {
                let choosing = markdown::line(&part.choosing());
                let gap = if choosing.is_empty() { "" } else { " " };
                let _ = write!(out, "\n**{}**{gap}{choosing}\n", markdown::line(ask));
            }
        }
        for (heading, lines) in self.back() {
            let _ = write!(out, "\n## {heading}\n\n");
            for (number, says) in lines {
                let _ = writeln!(out, "- **{number}** {}", markdown::line(&says));
            }
        }
        out
    }

    /// As one page of HTML with the pictures in it.
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
            // On paper a page is turned before what shows an answer.
            let class = if part.after.is_some() { " class=\"after\"" } else { "" };
            let _ = write!(out, "<section{class}>\n<h2>{number}</h2>\n");
            part.after.iter().for_each(|after| out.push_str(&format!("<p><i>{}</i></p>\n", goes_on(*after))));
            part.say.iter().for_each(|say| out.push_str(&html(say)));
            part.picture.iter().for_each(|picture| out.push_str(picture));
            if let Some(ask) = &part.ask {
                let _ = writeln!(out, "<p class=\"ask\">{}{}</p>", coded(ask), escaped(&part.choosing()));
            }
            out.push_str("</section>\n");
        }
        for (heading, lines) in self.back() {
            let _ = write!(out, "<section class=\"back\">\n<h2>{heading}</h2>\n<ul>\n");
            for (number, says) in lines {
                let _ = writeln!(out, "<li><b>{number}</b> {}</li>", coded(&says));
            }
            out.push_str("</ul>\n</section>\n");
        }
        out + "</body>\n</html>\n"
    }

    /// What stands at the end: hints, then answers, by the number of the part.
    fn back(&self) -> Vec<(&'static str, Vec<(usize, String)>)> {
        let numbered = || (1..).zip(&self.parts);
        let hints: Vec<(usize, String)> = numbered()
            .filter(|(_, part)| !part.hints.is_empty())
            .map(|(number, part)| (number, part.hints.join(" · ")))
            .collect();
        let answers: Vec<(usize, String)> = numbered()
            .filter(|(_, part)| !part.answers.is_empty())
            .map(|(number, part)| (number, part.answer()))
            .collect();
        let back = [("Hints", hints), ("Answers", answers)];
        back.into_iter().filter(|(_, lines)| !lines.is_empty()).collect()
    }
}

impl HandoutStep {
    /// One step in its position, and the moves that lead on from it.
    fn of(
        scripted: &LoadedLesson,
        step: &LessonStep,
        number: usize,
        session: &mut Session,
    ) -> anyhow::Result<(HandoutStep, Vec<String>)> {
        let pointed = pointed(session, step);
        let picture =
            render::svg(&mut session.game, &pointed, &SvgStyle { number: Some(number), ..SvgStyle::default() });
        let mut part = HandoutStep::written(step, picture);
        if !step.is_question() || !part.answers.is_empty() {
            return Ok((part, Vec::new()));
        }
        let mut question = Question::new(scripted, step, session)?;
        let mut accepted = question.accepted(session)?;
        accepted.sort_by_key(|mv| session.written(*mv));
        part.answers = accepted.iter().map(|mv| session.written(*mv)).collect();
        let first = accepted.first().copied().context("no move is right")?;
        if let Some(RightAnswer::ByMove(by_move)) = &step.right {
            for mv in &accepted {
                let is_own = |text: &str, session: &mut Session| session.legal_move(text).is_ok_and(|own| own == *mv);
                let says = by_move.iter().find(|(text, _)| is_own(text, session)).map(|(_, says)| &says.value);
                part.says(session.written(*mv), says);
            }
        }
        // Of a reply that is the same whatever was played, or looked for, one example will do.
        let answered = match step.reply.as_ref().map(|reply| &reply.value) {
            Some(Reply::ByMove(_)) => &accepted[..],
            _ => &accepted[..1],
        };
        let before = session.moves().len();
        for mv in answered {
            let replied = part.replied(step, session, *mv)?;
            part.reply.extend(replied);
            while session.moves().len() > before && session.undo().is_some() {}
        }
        let first = session.written(first);
        let reply = part.reply.iter().find(|(mv, _)| *mv == first).map(|(_, reply)| reply.clone());
        let played = std::iter::once(first).chain(reply.into_iter().flatten()).collect();
        Ok((part, played))
    }

    /// What the step itself says, below its picture.
    fn written(step: &LessonStep, picture: String) -> HandoutStep {
        let texts = |texts: &[houserule_script::rules::lesson::WithPlace<String>]| {
            texts.iter().map(|text| text.value.clone()).collect()
        };
        let mut part = HandoutStep {
            say: step.say.as_ref().map(|say| say.value.clone()),
            picture: Some(picture),
            after: None,
            ask: step.ask.as_ref().map(|ask| ask.value.clone()),
            choices: texts(&step.choices),
            hints: texts(&step.hints),
            answers: fixed_answers(step),
            right: Vec::new(),
            reply: Vec::new(),
        };
        match &step.right {
            Some(RightAnswer::Always(says)) => part.right.push((Vec::new(), says.value.clone())),
            Some(RightAnswer::ByMove(by_word)) if !step.choices.is_empty() => {
                let texts = by_word.iter().map(|(word, says)| (vec![word.clone()], says.value.clone()));
                part.right = texts.collect();
            }
            _ => {}
        }
        part
    }

    /// Notes what is said to an answer, together with others of which the same is said.
    fn says(&mut self, written: String, says: Option<&String>) {
        let Some(says) = says else { return };
        match self.right.iter_mut().find(|(_, known)| known == says) {
            Some((moves, _)) => moves.push(written),
            None => self.right.push((vec![written], says.clone())),
        }
    }

    /// How the program answers a move; the answer is on the session afterwards.
    fn replied(
        &self,
        step: &LessonStep,
        session: &mut Session,
        mv: Move,
    ) -> anyhow::Result<Option<(String, Vec<String>)>> {
        let learner = session.game.mover_team(mv);
        let written = session.written(mv);
        session.play_listed(mv)?;
        let Some(reply) = &step.reply else { return Ok(None) };
        let reply = answer(session, reply, &written, learner)?;
        Ok(Some((written, reply)).filter(|(_, reply)| !reply.is_empty()))
    }

    fn choosing(&self) -> String {
        match &self.choices[..] {
            [] => String::new(),
            choices => format!(" ({})", series(choices, "or")),
        }
    }

    fn answer(&self) -> String {
        let more = self.answers.len().saturating_sub(MAX_LISTED_ANSWERS);
        let shown = &self.answers[..self.answers.len() - more];
        let mut says = series(shown, "or");
        if more > 0 {
            says += &format!(", or {more} others");
        }
        says += ".";
        for (moves, right) in &self.right {
            let to = if moves.is_empty() { String::new() } else { format!("{}: ", series(moves, "or")) };
            says += &format!(" {to}{right}");
        }
        for (mv, reply) in &self.reply {
            says += &format!(" Answer to {mv}: {}.", reply.join(" "));
        }
        says
    }
}

fn goes_on(after: usize) -> String {
    format!("This goes on after the answer to {after}: solve that first.")
}

/// The paragraphs of a text; lines that stand further in are to be set as they are.
fn paragraphs(text: &str) -> Vec<(bool, String)> {
    let mut found: Vec<(bool, String)> = Vec::new();
    let mut is_new = true;
    for line in text.lines() {
        if line.trim().is_empty() {
            is_new = true;
            continue;
        }
        let is_set = line.starts_with("  ");
        match found.last_mut().filter(|(before, _)| !is_new && *before == is_set) {
            Some((_, text)) => *text += &format!("\n{line}"),
            None => found.push((is_set, line.to_string())),
        }
        is_new = false;
    }
    found
}

fn html(text: &str) -> String {
    let told = paragraphs(text).into_iter().map(|(is_set, text)| match is_set {
        true => format!("<pre>{}</pre>\n", escaped(&text)),
        false => format!("<p>{}</p>\n", coded(&text)),
    });
    told.collect()
}

/// Words for a page, with what stands in backticks set as it is typed.
fn coded(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        // One backtick stands alone.
        return escaped(text);
    }
    let told = parts.iter().enumerate().map(|(index, part)| match index % 2 {
        0 => escaped(part),
        _ => format!("<code>{}</code>", escaped(part)),
    });
    told.collect()
}

/// Answers that are no legal moves: words, commands, and moves that the rules refuse.
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
