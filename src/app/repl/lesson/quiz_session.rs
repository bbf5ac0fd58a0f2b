//! Exercises at the prompt, one after the other.

use std::io::Write;
use std::sync::atomic::Ordering;

use super::{LessonKind, LessonSession, QuizSession, StepResult};
use crate::interrupt::STOP;
use crate::lesson::{Quiz, QuizTask};
use crate::render;
use crate::repl::mode::Prompt;
use crate::repl::rule_changes::parse_options;
use crate::repl::{CommandOutcome, CommandResult, Context, refuse};
use anyhow::anyhow;
use houserule_core::text::plural;
use houserule_script::play::Workspace;

impl Prompt {
    /// Runs `quiz trax` or `quiz tak 3`.
    pub fn quiz(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let workspace = &mut self.context.workspace;
        let mut words = rest.split_whitespace();
        let Some(game) = words.next() else {
            let heads = workspace.library.manifests();
            let example = heads.games().next().map(|head| format!(", for example quiz {} 2", head.name));
            return refuse(format!("`quiz` needs a game{}", example.unwrap_or_default()));
        };
        let mut words = words.peekable();
        let level = match words.next_if(|word| !word.contains('=')) {
            Some(word) => word.parse().ok(),
            None => Some(1),
        };
        let Some(task) = level.and_then(QuizTask::of_level) else {
            return refuse(format!("the level is a number from 1 to {}, for example quiz {game} 2", QuizTask::HARDEST));
        };
        let sets = or_refuse!(parse_options(words));
        // Another seed for other exercises.
        workspace.seed = workspace.seed.wrapping_add(1);
        let workspace = Workspace { library: workspace.library.clone(), seed: workspace.seed };
        let quiz = or_refuse!(Quiz::new(workspace, game, &sets, task));
        self.context.begin_quiz(quiz, out)
    }
}

impl Context {
    pub fn begin_quiz(&mut self, quiz: Quiz, out: &mut dyn Write) -> CommandResult {
        let text = format!(
            "Exercises on {}, level {} of {}. Answer with a move. `show` prints the answer, `skip` goes on to another \
             exercise, `quit` leaves.",
            quiz.title(),
            quiz.level(),
            QuizTask::HARDEST
        );
        writeln!(out, "{}", render::wrap_prose(&text))?;
        if quiz.is_rare() && self.is_interactive {
            let text = "Exercises at this level are rare. Finding one may take half a minute; Ctrl-C cancels.";
            writeln!(out, "{}", render::wrap_prose(text))?;
        }
        out.flush()?;
        let mut quiz_session = Box::new(QuizSession { quiz, total: 0, solved: 0, is_counted: false });
        let mut lesson = Box::new(or_refuse!(quiz_session.open_next_exercise(&self.workspace)));
        lesson.kind = LessonKind::Quiz(quiz_session);
        self.enter_lesson(lesson, out)
    }
}

impl LessonSession {
    /// Prints the result so far; with piped input starts the next exercise at once.
    pub fn end_exercise(&mut self, context: &mut Context, out: &mut dyn Write) -> CommandResult {
        let is_solved = self.results.contains(&Some(StepResult::Answered { is_first_try: true }));
        let LessonKind::Quiz(quiz) = &mut self.kind else { return Ok(CommandOutcome::Done) };
        if !std::mem::replace(&mut quiz.is_counted, true) {
            quiz.total += 1;
            quiz.solved += usize::from(is_solved);
        }
        writeln!(out, "{} of {} solved on the first try.", quiz.solved, plural(quiz.total, "exercise"))?;
        if context.is_interactive {
            writeln!(out, "(Press Enter for another exercise.)")?;
            return Ok(CommandOutcome::Done);
        }
        self.next_exercise(context, out)
    }

    /// Starts the next exercise; if none is found, stays at the last one.
    pub fn next_exercise(&mut self, context: &mut Context, out: &mut dyn Write) -> CommandResult {
        out.flush()?;
        let LessonKind::Quiz(quiz) = &mut self.kind else { return Ok(CommandOutcome::Done) };
        let mut next = or_refuse!(quiz.open_next_exercise(&context.workspace));
        next.game.started = self.game.started;
        next.kind = std::mem::replace(&mut self.kind, LessonKind::Lesson);
        next.outer_game = self.outer_game.take();
        *self = next;
        self.enter(context, out)
    }
}

impl QuizSession {
    /// Returns the command for exercises of another level.
    fn command(&self, level: usize) -> String {
        let (game, sets) = self.quiz.rules();
        let sets: String = sets.iter().map(|(key, value)| format!(" {key}={value}")).collect();
        format!("`quiz {game} {level}{sets}`")
    }

    /// Finds the next exercise; returns it as a lesson of one step.
    fn open_next_exercise(&mut self, workspace: &Workspace) -> anyhow::Result<LessonSession> {
        // Ctrl-C applies to this search only.
        STOP.store(false, Ordering::Relaxed);
        let result = self.quiz.next_exercise();
        STOP.store(false, Ordering::Relaxed);
        let exercise = result.map_err(|error| anyhow!(error.with_remedy(|level| self.command(level))))?;
        let lesson = LessonSession::new(self.quiz.lesson(&[exercise])?, workspace)?;
        self.is_counted = false;
        Ok(lesson)
    }
}
