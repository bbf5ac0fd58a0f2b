//! Exercises at the prompt, one after the other.

use std::io::Write;
use std::sync::atomic::Ordering;

use super::{LessonSession, QuizSession, StepResult};
use crate::interrupt::STOP;
use crate::lesson::{LessonStep, Quiz, QuizTask};
use crate::render;
use crate::repl::rule_changes::parse_options;
use crate::repl::{CommandOutcome, CommandResult, Prompt, refuse};
use anyhow::{Context, anyhow};
use houserule_core::text::plural;
use houserule_script::play::{Session, Workspace};

impl Prompt {
    /// Runs `quiz trax` or `quiz tak 3`.
    pub(in crate::repl) fn quiz(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let mut words = rest.split_whitespace();
        let Some(game) = words.next() else {
            let heads = self.workspace.library.manifests();
            let example = heads.games().next().map(|head| format!(", such as quiz {} 2", head.name));
            return refuse(format!("exercises on what? quiz GAME LEVEL{}", example.unwrap_or_default()));
        };
        let mut words = words.peekable();
        let level = match words.next_if(|word| !word.contains('=')) {
            Some(word) => word.parse().ok(),
            None => Some(1),
        };
        let Some(task) = level.and_then(QuizTask::of_level) else {
            return refuse(format!("the level is a number from 1 to {}: quiz {game} 2", QuizTask::HARDEST));
        };
        let sets = or_refuse!(parse_options(words));
        // Another seed for other exercises.
        self.workspace.seed = self.workspace.seed.wrapping_add(1);
        let workspace = Workspace { library: self.workspace.library.clone(), seed: self.workspace.seed };
        let quiz = or_refuse!(Quiz::new(workspace, game, &sets, task));
        self.begin_quiz(quiz, out)
    }

    pub(super) fn begin_quiz(&mut self, quiz: Quiz, out: &mut dyn Write) -> CommandResult {
        let text = format!("Exercises on {}. Answer with a move; `show` and `skip` help, `quit` leaves.", quiz.title());
        writeln!(out, "{}", render::wrap_prose(&text))?;
        if quiz.is_rare() && self.is_interactive {
            let text = "Exercises of this level are rare: it may take half a minute to find one. Ctrl-C gives up.";
            writeln!(out, "{}", render::wrap_prose(text))?;
        }
        out.flush()?;
        let mut quiz_session = Box::new(QuizSession { quiz, total: 0, solved: 0 });
        let (lesson_session, step, session) = or_refuse!(quiz_session.open_next_exercise(&self.workspace));
        self.end_session();
        let mut lesson_session = LessonSession { quiz: Some(quiz_session), ..lesson_session };
        let outcome = self.show_step(&mut lesson_session, step, session, out);
        self.lesson_session = Some(lesson_session);
        outcome
    }

    /// Prints the result so far; with piped input starts the next exercise at once.
    pub(super) fn end_exercise(&mut self, lesson_session: &mut LessonSession, out: &mut dyn Write) -> CommandResult {
        let is_solved = lesson_session.results.contains(&Some(StepResult::Answered { is_first_try: true }));
        if let Some(quiz_session) = lesson_session.quiz.as_mut().filter(|_| !lesson_session.is_counted) {
            quiz_session.total += 1;
            quiz_session.solved += usize::from(is_solved);
            lesson_session.is_counted = true;
        }
        if let Some(quiz_session) = &lesson_session.quiz {
            let total = plural(quiz_session.total, "exercise");
            writeln!(out, "{} of {total} solved at the first try.", quiz_session.solved)?;
        }
        if self.is_interactive {
            writeln!(out, "(Enter asks another.)")?;
            return Ok(CommandOutcome::Done);
        }
        self.next_exercise(lesson_session, out)
    }

    /// Starts the next exercise; if none is found, stays at the last one.
    pub(super) fn next_exercise(&mut self, lesson_session: &mut LessonSession, out: &mut dyn Write) -> CommandResult {
        out.flush()?;
        let Some(quiz_session) = &mut lesson_session.quiz else { return Ok(CommandOutcome::Done) };
        let (next, step, session) = or_refuse!(quiz_session.open_next_exercise(&self.workspace));
        *lesson_session = LessonSession { quiz: lesson_session.quiz.take(), ..next };
        self.show_step(lesson_session, step, session, out)
    }
}

impl QuizSession {
    /// Returns the command for exercises of another level.
    fn command(&self, level: usize) -> String {
        let (game, sets) = self.quiz.rules();
        let sets: String = sets.iter().map(|(key, value)| format!(" {key}={value}")).collect();
        format!("`quiz {game} {level}{sets}`")
    }

    /// Finds the next exercise; returns it as a lesson of one step with its session.
    fn open_next_exercise(&mut self, workspace: &Workspace) -> anyhow::Result<(LessonSession, LessonStep, Session)> {
        // Ctrl-C applies to this search only.
        STOP.store(false, Ordering::Relaxed);
        let result = self.quiz.next_exercise();
        STOP.store(false, Ordering::Relaxed);
        let exercise = result.map_err(|error| anyhow!(error.with_remedy(|level| self.command(level))))?;
        let loaded = self.quiz.lesson(&[exercise])?;
        let mut lesson_session = LessonSession::new(loaded);
        let step = lesson_session.step().context("an exercise without a question")?;
        let session = lesson_session.open(workspace, &step)?;
        Ok((lesson_session, step, session))
    }
}
