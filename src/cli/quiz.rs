//! `quiz`: exercises at the prompt, or written out.

use std::io::Write;
use std::path::Path;

use serde_json::json;

use super::args::QuizArgs;
use super::{Done, Failure, finish_prompt, lesson, table, table_of_prompt};
use crate::files;
use crate::files::Shown;
use crate::lesson::{Exercise, Quiz, Task};
use crate::play::Table;
use crate::repl::{self, Learning, Manner, Opening};
use crate::terminal;

pub fn quiz(args: &QuizArgs, out: &mut dyn Write) -> Done {
    let with = &args.rules.with;
    let table = if args.count.is_some() { table(with)? } else { table_of_prompt(with)? };
    let task =
        Task::of_level(args.level.into()).ok_or_else(|| Failure::Usage("no such level".to_string()))?;
    let own = Table { library: table.library.clone(), seed: table.seed };
    let mut quiz = Quiz::new(own, &args.rules.game, &with.sets, task)?;
    let Some(count) = args.count else {
        let opening = Opening::Learning(Learning::Quiz(Box::new(quiz)));
        return finish_prompt(repl::run(opening, table, Manner::default(), out)?);
    };
    let mut exercises: Vec<Exercise> = Vec::new();
    for number in 1..=count {
        exercises.push(quiz.think_up().map_err(Failure::Failed)?);
        if terminal::is_stderr_terminal() {
            terminal::rewrite_line(&format!("{number} of {count}"));
        }
    }
    if terminal::is_stderr_terminal() {
        let _ = writeln!(terminal::stderr());
    }
    match &args.output {
        Some(path) => write(&quiz, &exercises, &table, path, out),
        None if args.json => {
            let told = exercises.iter().map(|exercise| {
                json!({ "moves": exercise.moves.join(" "), "seat": exercise.seat, "task": exercise.task.goal(),
                        "answer": exercise.answer, "grade": exercise.grade })
            });
            Ok(writeln!(out, "{}", json!(told.collect::<Vec<_>>()))?)
        }
        None => {
            for Exercise { task, moves, answer, grade, .. } in &exercises {
                writeln!(out, "{} grade {grade} answer {answer} after {}", task.goal(), moves.join(" "))?;
            }
            Ok(())
        }
    }
}

fn write(quiz: &Quiz, exercises: &[Exercise], table: &Table, path: &Path, out: &mut dyn Write) -> Done {
    if path.extension().is_some_and(|ending| ending == "lua") {
        let written = files::replace(path, quiz.script(exercises));
        written.map_err(|error| Failure::Failed(format!("cannot write {}: {error}", path.shown())))?;
        return Ok(writeln!(
            out,
            "{} is written; `houserule lesson {}` asks them",
            path.shown(),
            path.shown()
        )?);
    }
    lesson::write_page(&quiz.lesson(exercises)?, table, path, out)
}
