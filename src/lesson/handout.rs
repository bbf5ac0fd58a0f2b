//! A lesson on paper: words, pictures and questions first, then hints, then answers.

use std::fmt::Write;

use super::picture::pointed;
use super::question::Question;
use super::reply::answer;
use super::way::Way;
use crate::play::{Prover, Session, Table};
use crate::render::{self, Sheet};
use crate::rules::lesson::{Accepted, Goal, Right, Step};
use crate::script::ScriptedLesson;
use crate::vocabulary::{escaped, series};

/// A lesson written out.
pub struct Handout {
    pub title: String,
    /// What is played.
    pub game: String,
    pub parts: Vec<Part>,
}

/// One step written out.
pub struct Part {
    pub say: Option<String>,
    /// An SVG document.
    pub picture: String,
    pub ask: Option<String>,
    pub choices: Vec<String>,
    pub hints: Vec<String>,
    pub answers: Vec<String>,
    /// What is said to the answer, and how the program answers.
    pub right: Option<String>,
    pub reply: Vec<String>,
}

/// The most answers that are listed.
const MOST: usize = 12;

impl Handout {
    /// Writes a lesson out. A step that goes on goes on from the first right answer.
    pub fn of(table: &Table, scripted: &ScriptedLesson) -> Result<Handout, String> {
        let lesson = &scripted.lesson;
        let mut way = Way::start(lesson);
        let mut parts = Vec::new();
        let mut game = String::new();
        for step in &lesson.steps {
            way = way.to(lesson, step);
            let mut session = way.open(table, lesson).map_err(|error| format!("{}: {error}", step.place))?;
            game.clone_from(&session.plan().title);
            let (part, played) = Part::of(scripted, step, parts.len() + 1, &mut session)
                .map_err(|says| format!("{}: {says}", step.place))?;
            way.moves.extend(played);
            parts.push(part);
        }
        Ok(Handout { title: scripted.head.title.clone(), game, parts })
    }

    /// As Markdown; `picture` gives the address of the picture of a part, by its number from 1.
    pub fn markdown(&self, picture: impl Fn(usize) -> String) -> String {
        let mut out = format!("# {}\n\n{}\n", self.title, self.game);
        for (number, part) in (1..).zip(&self.parts) {
            let _ = write!(out, "\n## {number}\n");
            part.say.iter().for_each(|say| out.push_str(&format!("\n{say}\n")));
            let _ = write!(out, "\n![The board of {number}]({})\n", picture(number));
            if let Some(ask) = &part.ask {
                let _ = write!(out, "\n**{ask}**{}\n", part.choosing());
            }
        }
        for (heading, lines) in self.back() {
            let _ = write!(out, "\n## {heading}\n\n");
            for (number, says) in lines {
                let _ = writeln!(out, "- **{number}** {says}");
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
             .back {{ break-before: page }}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{}</p>\n",
            escaped(&self.game)
        );
        for (number, part) in (1..).zip(&self.parts) {
            let _ = write!(out, "<section>\n<h2>{number}</h2>\n");
            part.say.iter().for_each(|say| out.push_str(&format!("<p>{}</p>\n", escaped(say))));
            out.push_str(&part.picture);
            if let Some(ask) = &part.ask {
                let _ = writeln!(out, "<p class=\"ask\">{}{}</p>", escaped(ask), escaped(&part.choosing()));
            }
            out.push_str("</section>\n");
        }
        for (heading, lines) in self.back() {
            let _ = write!(out, "<section class=\"back\">\n<h2>{heading}</h2>\n<ul>\n");
            for (number, says) in lines {
                let _ = writeln!(out, "<li><b>{number}</b> {}</li>", escaped(&says));
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

impl Part {
    /// One step in its position, and the moves that lead on from it.
    fn of(
        scripted: &ScriptedLesson,
        step: &Step,
        number: usize,
        session: &mut Session,
    ) -> Result<(Part, Vec<String>), String> {
        let pointed = pointed(session, step);
        let picture =
            render::svg(&mut session.game, &pointed, &Sheet { number: Some(number), ..Sheet::default() });
        let texts = |texts: &[crate::rules::lesson::Placed<String>]| {
            texts.iter().map(|text| text.value.clone()).collect()
        };
        let mut part = Part {
            say: step.say.as_ref().map(|say| say.value.clone()),
            picture,
            ask: step.ask.as_ref().map(|ask| ask.value.clone()),
            choices: texts(&step.choices),
            hints: texts(&step.hints),
            answers: fixed_answers(step),
            right: None,
            reply: Vec::new(),
        };
        if let Some(Right::Always(says)) = &step.right {
            part.right = Some(says.value.clone());
        }
        if !step.is_question() || !part.answers.is_empty() {
            return Ok((part, Vec::new()));
        }
        let mut question = Question::new(scripted, step, session).map_err(|fault| fault.to_string())?;
        let mut accepted = question.accepted(session).map_err(|trouble| trouble.to_string())?;
        accepted.sort_by_key(|mv| session.written(*mv));
        part.answers = accepted.iter().map(|mv| session.written(*mv)).collect();
        let Some(first) = accepted.first().copied() else { return Err("no move is right".to_string()) };
        if let Some(Right::ByMove(by_move)) = &step.right {
            let own = by_move.iter().find(|(text, _)| session.legal_move(text).is_ok_and(|mv| mv == first));
            part.right = own.map(|(_, says)| says.value.clone());
        }
        let learner = Prover::side_of(&session.game, session.game.mover_of(first));
        let written = session.written(first);
        session.play_listed(first).map_err(|fault| fault.to_string())?;
        if let Some(reply) = &step.reply {
            part.reply = answer(session, reply, &written, learner).map_err(|trouble| trouble.to_string())?;
        }
        let played = std::iter::once(written).chain(part.reply.iter().cloned()).collect();
        Ok((part, played))
    }

    fn choosing(&self) -> String {
        match &self.choices[..] {
            [] => String::new(),
            choices => format!(" ({})", series(choices, "or")),
        }
    }

    fn answer(&self) -> String {
        let more = self.answers.len().saturating_sub(MOST);
        let shown = &self.answers[..self.answers.len() - more];
        let mut says = series(shown, "or");
        if more > 0 {
            says += &format!(", or {more} others");
        }
        says += ".";
        self.right.iter().for_each(|right| says += &format!(" {right}"));
        if !self.reply.is_empty() {
            says += &format!(" Answer to {}: {}.", self.answers[0], self.reply.join(" "));
        }
        says
    }
}

/// Answers that are no legal moves: words, commands, and moves that the rules refuse.
pub fn fixed_answers(step: &Step) -> Vec<String> {
    let mut answers = Vec::new();
    for item in &step.accept {
        match &item.value {
            Accepted::Text(text) if !step.choices.is_empty() => answers.push(text.clone()),
            Accepted::Goal(Goal::Types(lines)) => {
                answers.extend(lines.iter().map(|line| format!("`{line}`")))
            }
            Accepted::Goal(Goal::Illegal { .. }) => {
                answers.extend(step.refused.iter().take(1).map(|forbidden| forbidden.mv.clone()));
            }
            _ => {}
        }
    }
    answers
}
