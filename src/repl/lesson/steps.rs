//! The way through a lesson: a step is shown, left, come back to, skipped; at the end all of it is summed up.

use std::io::{self, Write};

use super::{Lecture, Mark, Tally, leaving};
use crate::lesson::{Progress, Step, Way, answer, pointed};
use crate::play::{Prover, Session};
use crate::render::{self, Hands};
use crate::repl::seats::Seated;
use crate::repl::{Answer, Prompt, Sitters, Told, refused};
use crate::rules::Role;
use crate::vocabulary::{counted, series};

impl Prompt {
    /// Comes to the present step of a lesson, or to its end. A step that cannot be opened is not come to.
    pub(super) fn enter(&mut self, mut lecture: Lecture, out: &mut dyn Write) -> Told {
        let Some(step) = lecture.step() else { return self.end_lesson(lecture, out) };
        match lecture.open(&self.table, &step) {
            Ok(session) => self.show_step(lecture, step, session, out),
            Err(says) => {
                self.stay(lecture);
                refused(says)
            }
        }
    }

    /// Stays where a lesson was before it went on to a step that cannot be opened.
    fn stay(&mut self, mut lecture: Lecture) {
        lecture.at = lecture.opened;
        if let Some(step) = lecture.step()
            && let Ok(session) = lecture.open(&self.table, &step)
        {
            self.sit_at(session);
        }
        self.lecture = Some(lecture);
    }

    fn sit_at(&mut self, session: Session) {
        self.seated = Seated::new(Sitters::new(), session.seed);
        self.adopt(session);
    }

    /// Shows a step in the session that was opened for it.
    pub(super) fn show_step(
        &mut self,
        mut lecture: Lecture,
        step: Step,
        session: Session,
        out: &mut dyn Write,
    ) -> Told {
        self.sit_at(session);
        lecture.hints = 0;
        // What cannot be kept is told at the end.
        let _ = leaving::note(&lecture);
        match &lecture.quiz {
            Some(drill) => writeln!(out, "\n[exercise {}]", drill.asked + !lecture.is_counted as usize)?,
            None => writeln!(out, "\n[{} of {}]", lecture.at + 1, lecture.marks.len())?,
        }
        if let Some(say) = &step.say {
            writeln!(out, "{}", render::wrapped(&say.value))?;
        }
        let is_seen = lecture.is_shown && step.labels.is_empty() && step.marks.is_empty() && !step.begins();
        if !is_seen {
            self.draw_step(&step, out)?;
        }
        lecture.is_shown = false;
        match &step.ask {
            Some(ask) => {
                writeln!(out, "{}", render::wrapped(&ask.value))?;
                if !step.choices.is_empty() {
                    let choices: Vec<&str> =
                        step.choices.iter().map(|choice| choice.value.as_str()).collect();
                    writeln!(out, "Answer {}.", series(&choices, "or"))?;
                }
                self.lecture = Some(lecture);
                Ok(Answer::Done)
            }
            // A pipe need not say that it has read this.
            None if !self.is_timed => self.go_on(lecture, &step, out),
            None => {
                writeln!(out, "(Enter goes on.)")?;
                self.lecture = Some(lecture);
                Ok(Answer::Done)
            }
        }
    }

    /// The board with what the step points out.
    pub(super) fn draw_step(&mut self, step: &Step, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &mut self.session else { return Ok(()) };
        let pointed = pointed(session, step);
        write!(out, "{}", render::board_with(&session.game, &pointed, Hands::Seen))
    }

    /// Goes on from a step that asks nothing.
    pub(super) fn go_on(&mut self, mut lecture: Lecture, step: &Step, out: &mut dyn Write) -> Told {
        if step.is_question() {
            self.lecture = Some(lecture);
            return Ok(Answer::Done);
        }
        let way = lecture.ways[lecture.at].clone();
        lecture.is_shown = true;
        self.leave_step(&mut lecture, Mark::Read, way);
        self.enter(lecture, out)
    }

    /// Leaves a step; the next one begins where this one ended, unless it says otherwise.
    pub(super) fn leave_step(&mut self, lecture: &mut Lecture, mark: Mark, ended: Way) {
        let earlier = &mut lecture.marks[lecture.at];
        // Whoever comes back has known the answer.
        if !matches!(earlier, Some(Mark::Answered { .. })) {
            *earlier = Some(mark);
        }
        lecture.at += 1;
        let lesson = &lecture.scripted.lesson;
        lecture.ways.truncate(lecture.at);
        if let Some(next) = lesson.steps.get(lecture.at) {
            lecture.ways.push(ended.to(lesson, next));
        }
    }

    /// Where a step ends after a move: with its reply played on the session and told.
    pub(super) fn finish_step(
        &mut self,
        lecture: &mut Lecture,
        step: &Step,
        learner: u8,
        out: &mut dyn Write,
    ) -> Result<Way, String> {
        let session = self.session.as_mut().ok_or(super::super::NO_GAME)?;
        let way = &lecture.ways[lecture.at];
        let before = session.moves().len();
        let mut moves = way.moves.clone();
        let said = session.moves().last().cloned().unwrap_or_default();
        moves.push(said.clone());
        if let Some(reply) = &step.reply {
            let seat = session.game.seat();
            let replied = answer(session, reply, &said, learner).map_err(|trouble| trouble.to_string())?;
            let name = session.plan().seat_name(seat).to_string();
            if session.moves().len() > before {
                let told = writeln!(out, "{name}: {}", replied.join(" "))
                    .and_then(|()| self.draw_step(&bare(step), out));
                told.map_err(|error| error.to_string())?;
            }
            moves.extend(replied);
        }
        lecture.is_shown = true;
        Ok(Way { moves, ..lecture.ways[lecture.at].clone() })
    }

    pub(super) fn back(&mut self, mut lecture: Lecture, out: &mut dyn Write) -> Told {
        if lecture.at == 0 {
            self.lecture = Some(lecture);
            return refused("this is the first step");
        }
        lecture.at -= 1;
        self.enter(lecture, out)
    }

    pub(super) fn next_hint(&mut self, mut lecture: Lecture, step: &Step, out: &mut dyn Write) -> Told {
        match step.hints.get(lecture.hints) {
            Some(hint) => {
                lecture.hints += 1;
                lecture.help();
                let of = if step.hints.len() > 1 {
                    format!(" {} of {}", lecture.hints, step.hints.len())
                } else {
                    String::new()
                };
                writeln!(out, "{}", render::wrapped(&format!("Hint{of}: {}", hint.value)))?;
            }
            None if !step.is_question() => writeln!(out, "Nothing is asked here; an empty line goes on.")?,
            None if step.hints.is_empty() => writeln!(out, "There is no hint here; `show` shows an answer.")?,
            None => writeln!(out, "That was the last hint; `show` shows an answer.")?,
        }
        self.lecture = Some(lecture);
        Ok(Answer::Done)
    }

    /// Goes on as if the first of the right answers had been given.
    pub(super) fn skip(&mut self, mut lecture: Lecture, step: &Step, out: &mut dyn Write) -> Told {
        if !step.is_question() {
            return self.go_on(lecture, step, out);
        }
        let mut way = lecture.ways[lecture.at].clone();
        match self.first_right(&lecture, step) {
            Ok(Some(mv)) => {
                let Some(session) = &mut self.session else { return refused(super::super::NO_GAME) };
                let learner = Prover::side_of(&session.game, session.game.mover_of(mv));
                let (seat, written) = (session.game.mover_of(mv), session.written(mv));
                let before = session.moves().len();
                if let Err(fault) = session.play_listed(mv) {
                    self.lecture = Some(lecture);
                    return refused(fault.to_string());
                }
                let name = session.plan().seat_name(seat);
                writeln!(out, "Skipped. {name}: {written}")?;
                way = match self.finish_step(&mut lecture, step, learner, out) {
                    Ok(way) => way,
                    Err(says) => {
                        self.take_back_to(before);
                        self.lecture = Some(lecture);
                        return refused(says);
                    }
                };
            }
            Ok(None) => writeln!(out, "Skipped.")?,
            Err(says) => {
                self.lecture = Some(lecture);
                return refused(says);
            }
        }
        lecture.is_shown = false;
        self.leave_step(&mut lecture, Mark::Skipped, way);
        self.enter(lecture, out)
    }

    /// The end: what was answered, what is kept of it, what comes next.
    fn end_lesson(&mut self, mut lecture: Lecture, out: &mut dyn Write) -> Told {
        lecture.opened = lecture.at;
        if lecture.quiz.is_some() {
            return self.end_exercise(lecture, out);
        }
        let Tally { questions, solved, skipped } = lecture.tally();
        let name = lecture.scripted.head.name.clone();
        let mut says = format!("\nThe end of `{name}`.");
        if questions > 0 {
            says += &format!(
                " {}: {solved} answered at the first try and without a hint",
                counted(questions, "question")
            );
            if skipped > 0 {
                says += &format!(", {skipped} skipped");
            }
            says += ".";
        }
        writeln!(out, "{}", render::wrapped(&says))?;
        if let Some(file) = Progress::file() {
            let kept = Progress::update(&file, |progress| {
                progress.note(&name, questions as u32, solved as u32);
            });
            if let Err(says) = kept {
                writeln!(out, "{}", render::wrapped(&format!("This is not kept: {says}.")))?;
            }
        }
        match self.next_lesson(&lecture) {
            Some(next) => writeln!(out, "`again` repeats it; `lesson {next}` is the next one.")?,
            None => writeln!(out, "`again` repeats it; `lesson` lists the others.")?,
        }
        self.lecture = Some(lecture);
        Ok(Answer::Done)
    }

    /// The lesson of the same course that comes after this one.
    fn next_lesson(&self, lecture: &Lecture) -> Option<String> {
        let head = &lecture.scripted.head;
        let Role::Lesson { course, level } = &head.role else { return None };
        let mut lessons: Vec<(u32, String)> = (self.table.library.heads().lessons.into_iter())
            .filter_map(|(other, _)| match other.role {
                Role::Lesson { course: of, level } if of == *course => Some((level, other.name)),
                _ => None,
            })
            .collect();
        lessons.sort();
        lessons.into_iter().find(|other| *other > (*level, head.name.clone())).map(|(_, name)| name)
    }
}

/// A step that points out nothing: cells are called otherwise once somebody has moved.
pub fn bare(step: &Step) -> Step {
    Step { labels: Vec::new(), marks: Vec::new(), ..step.clone() }
}
