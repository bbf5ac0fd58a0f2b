//! `lesson`: lists lessons, opens the prompt in one, writes it as a page, or proves it.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use crate::error::Reported;
use anyhow::Context;
use serde_json::{Value, json};

use super::args::{LessonArgs, WithArgs};
use super::code_frame::{Severity, pointed};
use super::list::warn_of;
use super::{CliResult, finish_prompt, table, warn};
use crate::lesson::{self, Handout, LessonProgress, LessonResult, LoadedLesson};
use crate::repl::{self, LearningMode, ReplOptions, StartMode};
use houserule_core::text::counted;
use houserule_script::files;
use houserule_script::files::DisplayPath;
use houserule_script::lua::LoadError;
use houserule_script::play::Workspace;
use houserule_script::rules::{Diagnostic, Manifest, ScriptKind};

pub fn lesson(args: &LessonArgs, out: &mut dyn Write) -> CliResult {
    let mut table = table(&WithArgs { scripts: args.scripts.clone(), ..WithArgs::default() })?;
    table.library = table.library.beside(args.names.iter().map(String::as_str));
    match &args.names[..] {
        names if args.verify => verify(names, &table, args.json, out),
        [] => list(&table, args.json, out),
        [name] if args.output.is_some() => {
            let path = args.output.as_deref().unwrap_or(Path::new(""));
            write_page(&table.library.lesson(name)?, &table, path, out)
        }
        [name] => {
            let scripted = table.library.lesson(name)?;
            let opening = StartMode::Learning(LearningMode::Lesson(Box::new(scripted)));
            let manner = ReplOptions { tells_events: args.json, ..ReplOptions::default() };
            finish_prompt(repl::run(opening, table, manner, out)?)
        }
        names => {
            usage!("one lesson at a time, not {}; `--verify` takes several", names.len())
        }
    }
}

/// The lessons there are, by course and level.
fn save_dir(table: &Workspace) -> Vec<Manifest> {
    let mut heads: Vec<Manifest> = table.library.heads().lessons.into_iter().map(|(head, _)| head).collect();
    heads.sort_by_key(|head| match &head.role {
        ScriptKind::Lesson { course, level } => (course.clone(), *level, head.name.clone()),
        _ => Default::default(),
    });
    heads
}

fn list(table: &Workspace, as_json: bool, out: &mut dyn Write) -> CliResult {
    let heads = save_dir(table);
    if as_json {
        let kept =
            LessonProgress::file().map_or_else(|| Ok(LessonProgress::default()), |path| LessonProgress::read(&path));
        let progress = kept.unwrap_or_else(|says| {
            warn(&[format!("what was done is not known: {says}")]);
            LessonProgress::default()
        });
        let list: Vec<Value> = heads.iter().map(|head| listed(head, &progress)).collect();
        return Ok(writeln!(out, "{}", json!(list))?);
    }
    repl::list_lessons(table, out)?;
    warn_of(&table.library.heads().broken);
    Ok(())
}

/// A lesson and what was done of it.
fn listed(head: &Manifest, progress: &LessonProgress) -> Value {
    let ScriptKind::Lesson { course, level } = &head.role else { return Value::Null };
    let LessonResult { times, questions, solved, left } = progress.lessons.get(&head.name).cloned().unwrap_or_default();
    let left = left.map(|left| json!({ "step": left.moves.len(), "of": left.marks.len() }));
    json!({ "name": head.name, "title": head.title, "course": course, "level": level,
            "times": times, "questions": questions, "solved": solved, "left": left })
}

/// Writes a lesson as a page; in Markdown the pictures go beside it.
pub fn write_page(scripted: &LoadedLesson, table: &Workspace, path: &Path, out: &mut dyn Write) -> CliResult {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    if !["html", "md"].contains(&ending) {
        usage!("{} is no page; choose a name that ends with .html or .md", path.shown());
    }
    let handout = Handout::of(table, scripted)?;
    let keep =
        |path: &Path, text: &str| files::replace(path, text).with_context(|| format!("cannot write {}", path.shown()));
    if ending == "html" {
        keep(path, &handout.html())?;
    } else {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let picture = |number: usize| format!("{stem}-{number}.svg");
        for (number, part) in (1..).zip(&handout.parts) {
            if let Some(drawn) = &part.picture {
                keep(&path.with_file_name(picture(number)), drawn)?;
            }
        }
        keep(path, &handout.markdown(picture))?;
    }
    Ok(writeln!(out, "{} is written: {}", path.shown(), counted(handout.parts.len(), "step"))?)
}

/// What is wrong with a lesson, by reading and by proving.
pub fn faults(table: &Workspace, name: &str) -> anyhow::Result<(usize, Vec<Diagnostic>)> {
    match table.library.lesson(name) {
        Ok(scripted) => {
            let faults = lesson::verify(table, &scripted, &repl::command_words());
            Ok((scripted.lesson.steps.len(), faults))
        }
        Err(LoadError::Faults(faults)) => Ok((0, faults)),
        Err(error) => Err(error.into()),
    }
}

fn verify(names: &[String], table: &Workspace, as_json: bool, out: &mut dyn Write) -> CliResult {
    let all: Vec<String>;
    let names = match names {
        [] => {
            all = save_dir(table).into_iter().map(|head| head.name).collect();
            &all
        }
        names => names,
    };
    let mut faulty = 0;
    let mut reports = Vec::new();
    for name in names {
        let (steps, faults) = faults(table, name)?;
        faulty += !faults.is_empty() as usize;
        if as_json {
            let told = faults.iter().map(|fault| {
                let place = &fault.place;
                json!({ "file": place.source.file, "line": place.line(), "path": fault.path, "says": fault.message })
            });
            reports.push(json!({ "lesson": name, "ok": faults.is_empty(), "faults": told.collect::<Vec<_>>() }));
            continue;
        }
        for fault in &faults {
            writeln!(out, "{}\n", pointed(Severity::Error, fault, None))?;
        }
        match faults.len() {
            0 => writeln!(out, "{name}: proved ({})", counted(steps, "step"))?,
            count => writeln!(out, "{name}: {}", counted(count, "fault"))?,
        }
        out.flush()?;
    }
    if as_json {
        writeln!(out, "{}", json!(reports))?;
    } else {
        writeln!(out, "{}, {faulty} faulty", counted(names.len(), "lesson"))?;
    }
    if faulty > 0 { Err(Reported.into()) } else { Ok(()) }
}
