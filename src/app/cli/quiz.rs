//! `quiz`: exercises at the prompt, or written out.

use std::io::Write;

use crate::error::UsageError;
use anyhow::{Context, bail};
use serde_json::json;

use super::args::QuizArgs;
use super::shell::{format_rules_options, quote};
use super::{CliResult, lesson, prompt_workspace, run_prompt, workspace};
use crate::lesson::{Exercise, Quiz, QuizTask};
use crate::repl::{LearningMode, ReplOptions, StartMode};
use crate::terminal;
use houserule_core::text::plural;
use houserule_script::files;
use houserule_script::files::DisplayPath;
use houserule_script::play::Workspace;

pub fn quiz(args: &QuizArgs, out: &mut dyn Write) -> CliResult {
    let with = &args.rules.with;
    let workspace = if args.count.is_some() { workspace(with)? } else { prompt_workspace(with)? };
    let task = QuizTask::of_level(args.level.into()).ok_or_else(|| UsageError::from("unknown level"))?;
    let quiz_workspace = Workspace { library: workspace.library.clone(), seed: workspace.seed };
    let mut quiz = Quiz::new(quiz_workspace, &args.rules.game, &with.sets, task)?;
    let Some(count) = args.count else {
        let start = StartMode::Learning(LearningMode::Quiz(Box::new(quiz)));
        return run_prompt(start, workspace, ReplOptions::default(), out);
    };
    let mut exercises: Vec<Exercise> = Vec::new();
    let mut failure = None;
    for number in 1..=count {
        match quiz.next_exercise() {
            Ok(exercise) => exercises.push(exercise),
            Err(no_exercise) => {
                failure = Some(no_exercise);
                break;
            }
        }
        if terminal::is_stderr_terminal() {
            terminal::rewrite_line(&format!("{number} of {count}"));
        }
    }
    if terminal::is_stderr_terminal() {
        let _ = writeln!(terminal::stderr());
    }
    if !exercises.is_empty() {
        print_exercises(args, &quiz, &exercises, &workspace, out)?;
    }
    let Some(failure) = failure else { return Ok(()) };
    // The exercises come before the error.
    out.flush()?;
    let message = failure.with_remedy(|level| format!("`{}`", level_command(args, level)));
    match exercises.len() {
        0 => bail!(message),
        found => bail!("found {found} of {}: {message}", plural(count, "exercise")),
    }
}

fn print_exercises(
    args: &QuizArgs,
    quiz: &Quiz,
    exercises: &[Exercise],
    workspace: &Workspace,
    out: &mut dyn Write,
) -> CliResult {
    match &args.output {
        Some(path) if path.extension().is_some_and(|extension| extension == "lua") => {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let written = files::replace(path, quiz.script(&name, exercises));
            written.with_context(|| format!("cannot write {}", path.printable()))?;
            let scripts = format_rules_options([].iter(), &args.rules.with.scripts);
            let command = format!("houserule lesson {}{scripts}", quote(&path.printable()));
            Ok(writeln!(out, "wrote {}; `{command}` starts it", path.printable())?)
        }
        Some(path) => lesson::write_page(&quiz.lesson(exercises)?, workspace, path, out),
        None if args.json => {
            let items = exercises.iter().map(|exercise| {
                json!({ "moves": exercise.moves.join(" "), "seat": exercise.seat, "task": exercise.task.goal(),
                        "answer": exercise.answer, "grade": exercise.grade })
            });
            Ok(writeln!(out, "{}", json!(items.collect::<Vec<_>>()))?)
        }
        None => {
            for Exercise { task, moves, answer, grade, .. } in exercises {
                writeln!(out, "{} grade {grade} answer {answer} after {}", task.goal(), moves.join(" "))?;
            }
            Ok(())
        }
    }
}

/// Returns the command for exercises of another level.
fn level_command(args: &QuizArgs, level: usize) -> String {
    let with = &args.rules.with;
    let count = args.count.map(|count| format!(" --count {count}")).unwrap_or_default();
    let seed = with.seed.map(|seed| format!(" --seed {seed}")).unwrap_or_default();
    let rules = format_rules_options(with.sets.iter(), &with.scripts);
    format!("houserule quiz {} --level {level}{count}{rules}{seed}", quote(&args.rules.game))
}
