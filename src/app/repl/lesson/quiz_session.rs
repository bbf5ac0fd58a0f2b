//! Exercises at the prompt, one after the other.

use std::io::Write;
use std::sync::atomic::Ordering;

use super::{LessonSession, QuizSession, StepResult};
use crate::interrupt::STOP;
use crate::lesson::{LessonStep, Quiz, QuizTask};
use crate::render;
use crate::repl::rule_changes::pairs;
use crate::repl::{CommandOutcome, CommandResult, Prompt, refused};
use anyhow::{Context, anyhow};
use houserule_core::text::counted;
use houserule_script::play::{Session, Workspace};

impl Prompt {
    /// `quiz trax`, `quiz tak 3`.
    pub(in crate::repl) fn quiz(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let mut words = rest.split_whitespace();
        let Some(game) = words.next() else {
            let heads = self.table.library.heads();
            let such = heads.games().next().map(|head| format!(", such as quiz {} 2", head.name));
            return refused(format!("exercises on what? quiz GAME LEVEL{}", such.unwrap_or_default()));
        };
        let mut words = words.peekable();
        let level = match words.next_if(|word| !word.contains('=')) {
            Some(word) => word.parse().ok(),
            None => Some(1),
        };
        let Some(task) = level.and_then(QuizTask::of_level) else {
            return refused(format!("the level is a number from 1 to {}: quiz {game} 2", QuizTask::HARDEST));
        };
        let sets = match pairs(words) {
            Ok(sets) => sets,
            Err(says) => return refused(says),
        };
        // Another quiz, other exercises.
        self.table.seed = self.table.seed.wrapping_add(1);
        let table = Workspace { library: self.table.library.clone(), seed: self.table.seed };
        match Quiz::new(table, game, &sets, task) {
            Ok(quiz) => self.begin_quiz(quiz, out),
            Err(error) => refused(error),
        }
    }

    pub(super) fn begin_quiz(&mut self, quiz: Quiz, out: &mut dyn Write) -> CommandResult {
        let says = format!("Exercises on {}. Answer with a move; `show` and `skip` help, `quit` leaves.", quiz.title());
        writeln!(out, "{}", render::wrapped(&says))?;
        if quiz.is_rare() && self.is_timed {
            let says = "Exercises of this level are rare: it may take half a minute to find one. Ctrl-C gives up.";
            writeln!(out, "{}", render::wrapped(says))?;
        }
        out.flush()?;
        let mut quiz_session = Box::new(QuizSession { quiz, asked: 0, solved: 0 });
        match quiz_session.another(&self.table) {
            Ok((lesson_session, step, session)) => {
                self.set_aside();
                self.show_step(LessonSession { quiz: Some(quiz_session), ..lesson_session }, step, session, out)
            }
            Err(says) => refused(says),
        }
    }

    /// How it went so far; then the next one, at once where nobody need read.
    pub(super) fn end_exercise(&mut self, mut lesson_session: LessonSession, out: &mut dyn Write) -> CommandResult {
        let is_solved = lesson_session.marks.contains(&Some(StepResult::Answered { at_once: true }));
        if let Some(quiz_session) = lesson_session.quiz.as_mut().filter(|_| !lesson_session.is_counted) {
            quiz_session.asked += 1;
            quiz_session.solved += is_solved as usize;
            lesson_session.is_counted = true;
        }
        if let Some(quiz_session) = &lesson_session.quiz {
            let asked = counted(quiz_session.asked, "exercise");
            writeln!(out, "{} of {asked} solved at the first try.", quiz_session.solved)?;
        }
        if self.is_timed {
            writeln!(out, "(Enter asks another.)")?;
            self.lesson_session = Some(lesson_session);
            return Ok(CommandOutcome::Done);
        }
        self.next_exercise(lesson_session, out)
    }

    /// The next exercise; where none is found, the last one stays.
    pub(super) fn next_exercise(&mut self, mut lesson_session: LessonSession, out: &mut dyn Write) -> CommandResult {
        out.flush()?;
        let another = lesson_session.quiz.as_mut().map(|quiz_session| quiz_session.another(&self.table));
        match another {
            Some(Ok((next, step, session))) => {
                self.show_step(LessonSession { quiz: lesson_session.quiz, ..next }, step, session, out)
            }
            Some(Err(says)) => {
                self.lesson_session = Some(lesson_session);
                refused(says)
            }
            None => Ok(CommandOutcome::Done),
        }
    }
}

impl QuizSession {
    /// What is typed for exercises of another level.
    fn command(&self, level: usize) -> String {
        let (game, sets) = self.quiz.rules();
        let sets: String = sets.iter().map(|(key, value)| format!(" {key}={value}")).collect();
        format!("`quiz {game} {level}{sets}`")
    }

    /// Another exercise as a lesson of one step, and its position.
    fn another(&mut self, table: &Workspace) -> anyhow::Result<(LessonSession, LessonStep, Session)> {
        // Ctrl-C is for this search alone.
        STOP.store(false, Ordering::Relaxed);
        let found = self.quiz.think_up();
        STOP.store(false, Ordering::Relaxed);
        let exercise = found.map_err(|missing| anyhow!(missing.with_remedy(|level| self.command(level))))?;
        let scripted = self.quiz.lesson(&[exercise])?;
        let mut lesson_session = LessonSession::new(scripted);
        let step = lesson_session.step().context("an exercise without a question")?;
        let session = lesson_session.open(table, &step)?;
        Ok((lesson_session, step, session))
    }
}
