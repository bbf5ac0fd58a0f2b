//! Lessons that are left, by the way or by mistake, and gone on with later.

use std::io::Write;

use super::{Lecture, Mark};
use crate::lesson::{Left, Progress, Step, Way};
use crate::play::Table;
use crate::render;
use crate::repl::command::Line;
use crate::repl::{Answer, Prompt, Told};

impl Mark {
    /// What is kept of a step: a sign for what became of it, or for a step that is not left but needed help.
    fn sign(mark: Option<Mark>, is_helped: bool) -> char {
        match mark {
            Some(Mark::Read) => '.',
            Some(Mark::Answered { at_once: true }) => '+',
            Some(Mark::Answered { at_once: false }) => '-',
            Some(Mark::Skipped) => 's',
            None if is_helped => '?',
            None => '_',
        }
    }

    fn of_sign(sign: char) -> Option<Mark> {
        match sign {
            '.' => Some(Mark::Read),
            '+' => Some(Mark::Answered { at_once: true }),
            '-' => Some(Mark::Answered { at_once: false }),
            's' => Some(Mark::Skipped),
            _ => None,
        }
    }
}

impl Lecture {
    /// Where it is, if that is worth going back to.
    fn place(&self) -> Option<Left> {
        let signs = self.marks.iter().zip(&self.helped).map(|(mark, helped)| Mark::sign(*mark, *helped));
        let moves = self.ways.iter().map(|way| way.moves.join(" ")).collect();
        (self.at > 0 && !self.is_over()).then(|| Left { marks: signs.collect(), moves })
    }

    /// Goes where it was left, and tells whether that can be done. The lesson may have changed meanwhile: then it begins
    /// anew.
    pub(super) fn go_to(&mut self, left: &Left, table: &Table) -> bool {
        let steps = &self.scripted.lesson.steps;
        if left.marks.chars().count() != steps.len() || !(2..=steps.len()).contains(&left.moves.len()) {
            return false;
        }
        let mut way = Way::start(&self.scripted.lesson);
        let mut ways = Vec::new();
        for (step, moves) in steps.iter().zip(&left.moves) {
            way = way.to(&self.scripted.lesson, step);
            way.moves = moves.split_whitespace().map(str::to_string).collect();
            ways.push(way.clone());
        }
        if way.open(table, &self.scripted.lesson).is_err() {
            return false;
        }
        (self.at, self.ways) = (ways.len() - 1, ways);
        self.marks = left.marks.chars().map(Mark::of_sign).collect();
        self.helped = left.marks.chars().map(|sign| sign == '?').collect();
        true
    }
}

/// Keeps where a lesson is. Exercises are not kept.
pub(super) fn note(lecture: &Lecture) -> Result<(), String> {
    let Some(file) = Progress::file().filter(|_| lecture.quiz.is_none()) else { return Ok(()) };
    Progress::update(&file, |progress| progress.leave(&lecture.scripted.head.name, lecture.place()))
}

/// Where a lesson was left.
pub(super) fn left(lecture: &Lecture) -> Option<Left> {
    let progress = Progress::read(&Progress::file()?).ok()?;
    progress.lessons.get(&lecture.scripted.head.name)?.left.clone()
}

impl Prompt {
    /// What a lesson is called at the prompt: by its name, or by its file where it is not on the shelf.
    pub(super) fn lesson_name(&self, lecture: &Lecture) -> String {
        let head = &lecture.scripted.head;
        match self.table.library.shelf().lesson(&head.name) {
            Ok(_) => head.name.clone(),
            Err(_) => head.source.file.to_string(),
        }
    }

    /// A command like the one that was asked for, but not that one: it would end the lesson, and is not obeyed.
    pub(super) fn nearly(&mut self, mut lecture: Lecture, step: &Step, out: &mut dyn Write) -> Told {
        lecture.help();
        let more = if step.hints.is_empty() { "`show` shows an answer" } else { "`hint` helps" };
        let says = format!(
            "The right command, but not what was asked for; so the lesson goes on. Try again; {more}."
        );
        writeln!(out, "{}", render::wrapped(&says))?;
        self.lecture = Some(lecture);
        Ok(Answer::Done)
    }

    /// A command that leads out of a lesson. Whoever is out is told so, and how to come back.
    pub(super) fn leave_by(&mut self, lecture: Lecture, line: &Line, out: &mut dyn Write) -> Told {
        let kept = note(&lecture);
        let (since, is_quiz) = (self.since, lecture.quiz.is_some());
        let (name, step) = (self.lesson_name(&lecture), lecture.at + 1);
        // What the lesson has on the board is no game to be kept.
        self.keeper.is_paused = true;
        let told = self.obey(line.clone(), out);
        self.keeper.is_paused = false;
        let told = told?;
        // Whatever else is begun has a time of its own.
        if self.since == since {
            self.lecture = Some(lecture);
            return Ok(told);
        }
        let says = match kept {
            _ if is_quiz => "The quiz is over.".to_string(),
            Ok(()) => format!("You left the lesson `{name}` at step {step}; `lesson {name}` goes on there."),
            Err(says) => format!("You left the lesson `{name}` at step {step}, which is not kept: {says}."),
        };
        writeln!(out, "{}", render::wrapped(&says))?;
        Ok(told)
    }
}
