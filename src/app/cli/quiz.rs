//! `quiz`: exercises at the prompt, or written out.

use std::io::Write;

use crate::error::UsageError;
use anyhow::{Context, bail};
use serde_json::json;

use super::args::QuizArgs;
use super::shell::{quoted, rules_options};
use super::{CliResult, finish_prompt, lesson, table, table_of_prompt};
use crate::lesson::{Exercise, Quiz, QuizTask};
use crate::repl::{self, LearningMode, ReplOptions, StartMode};
use crate::terminal;
use houserule_core::text::counted;
use houserule_script::files;
use houserule_script::files::DisplayPath;
use houserule_script::play::Workspace;

pub fn quiz(args: &QuizArgs, out: &mut dyn Write) -> CliResult {
    let with = &args.rules.with;
    let table = if args.count.is_some() { table(with)? } else { table_of_prompt(with)? };
    let task = QuizTask::of_level(args.level.into()).ok_or_else(|| UsageError::from("no such level"))?;
    let own = Workspace { library: table.library.clone(), seed: table.seed };
    let mut quiz = Quiz::new(own, &args.rules.game, &with.sets, task)?;
    let Some(count) = args.count else {
        let opening = StartMode::Learning(LearningMode::Quiz(Box::new(quiz)));
        return finish_prompt(repl::run(opening, table, ReplOptions::default(), out)?);
    };
    let mut exercises: Vec<Exercise> = Vec::new();
    let mut missing = None;
    for number in 1..=count {
        match quiz.think_up() {
            Ok(exercise) => exercises.push(exercise),
            Err(no_exercise) => {
                missing = Some(no_exercise);
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
        print(args, &quiz, &exercises, &table, out)?;
    }
    let Some(missing) = missing else { return Ok(()) };
    // What was found is printed already.
    out.flush()?;
    let says = missing.with_remedy(|level| format!("`{}`", command(args, level)));
    match exercises.len() {
        0 => bail!(says),
        found => bail!("found {found} of {}: {says}", counted(count.into(), "exercise")),
    }
}

fn print(args: &QuizArgs, quiz: &Quiz, exercises: &[Exercise], table: &Workspace, out: &mut dyn Write) -> CliResult {
    match &args.output {
        Some(path) if path.extension().is_some_and(|ending| ending == "lua") => {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let written = files::replace(path, quiz.script(&name, exercises));
            written.with_context(|| format!("cannot write {}", path.shown()))?;
            let scripts = rules_options([].iter(), &args.rules.with.scripts);
            let command = format!("houserule lesson {}{scripts}", quoted(&path.shown()));
            Ok(writeln!(out, "{} is written; `{command}` asks them", path.shown())?)
        }
        Some(path) => lesson::write_page(&quiz.lesson(exercises)?, table, path, out),
        None if args.json => {
            let told = exercises.iter().map(|exercise| {
                json!({ "moves": exercise.moves.join(" "), "seat": exercise.seat, "task": exercise.task.goal(),
                        "answer": exercise.answer, "grade": exercise.grade })
            });
            Ok(writeln!(out, "{}", json!(told.collect::<Vec<_>>()))?)
        }
        None => {
            for Exercise { task, moves, answer, grade, .. } in exercises {
                writeln!(out, "{} grade {grade} answer {answer} after {}", task.goal(), moves.join(" "))?;
            }
            Ok(())
        }
    }
}

/// The command that finds exercises of another level.
fn command(args: &QuizArgs, level: usize) -> String {
    let with = &args.rules.with;
    let count = args.count.map(|count| format!(" --count {count}")).unwrap_or_default();
    let seed = with.seed.map(|seed| format!(" --seed {seed}")).unwrap_or_default();
    let rules = rules_options(with.sets.iter(), &with.scripts);
    format!("houserule quiz {} --level {level}{count}{rules}{seed}", quoted(&args.rules.game))
}
