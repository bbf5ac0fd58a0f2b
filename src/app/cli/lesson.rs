//! `lesson`: lists lessons, opens the prompt in one, writes it as a page, or verifies it.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use crate::error::Reported;
use anyhow::Context;
use serde_json::{Value, json};

use super::args::{LessonArgs, WithArgs};
use super::code_frame::{Severity, render_diagnostic};
use super::list::warn_broken;
use super::{CliResult, run_prompt, warn, workspace};
use crate::lesson::{self, Handout, LessonProgress, LessonResult, LoadedLesson};
use crate::repl::{self, LearningMode, ReplOptions, StartMode};
use houserule_core::text::plural;
use houserule_script::files;
use houserule_script::files::DisplayPath;
use houserule_script::lua::LoadError;
use houserule_script::play::Workspace;
use houserule_script::rules::{Diagnostic, Manifest, ScriptKind};

pub fn lesson(args: &LessonArgs, out: &mut dyn Write) -> CliResult {
    let mut workspace = workspace(&WithArgs { scripts: args.scripts.clone(), ..WithArgs::default() })?;
    workspace.library = workspace.library.with_siblings_of(args.names.iter().map(String::as_str));
    match &args.names[..] {
        names if args.verify => verify(names, &workspace, args.json, out),
        [] => list(&workspace, args.json, out),
        [name] if args.output.is_some() => {
            let path = args.output.as_deref().unwrap_or(Path::new(""));
            write_page(&workspace.library.lesson(name)?, &workspace, path, out)
        }
        [name] => {
            let loaded = workspace.library.lesson(name)?;
            let start = StartMode::Learning(LearningMode::Lesson(Box::new(loaded)));
            let options = ReplOptions { is_program: args.json, ..ReplOptions::default() };
            run_prompt(start, workspace, options, out)
        }
        names => {
            usage!("take one lesson at a time, not {}; only --verify accepts several", names.len())
        }
    }
}

/// Lists all lessons by course and level.
fn sorted_lessons(workspace: &Workspace) -> Vec<Manifest> {
    let mut heads: Vec<Manifest> = workspace.library.manifests().lessons.into_iter().map(|(head, _)| head).collect();
    heads.sort_by_key(|head| match &head.kind {
        ScriptKind::Lesson { course, level } => (course.clone(), *level, head.name.clone()),
        _ => Default::default(),
    });
    heads
}

fn list(workspace: &Workspace, as_json: bool, out: &mut dyn Write) -> CliResult {
    let heads = sorted_lessons(workspace);
    if as_json {
        let progress = LessonProgress::load().unwrap_or_else(|error| {
            warn(&[format!("your progress is unknown: {error}")]);
            LessonProgress::default()
        });
        let list: Vec<Value> = heads.iter().map(|head| lesson_json(head, &progress)).collect();
        return Ok(writeln!(out, "{}", json!(list))?);
    }
    lesson::list(workspace, out)?;
    warn_broken(&workspace.library.manifests().broken);
    Ok(())
}

/// Returns a lesson and the progress in it as JSON.
fn lesson_json(head: &Manifest, progress: &LessonProgress) -> Value {
    let ScriptKind::Lesson { course, level } = &head.kind else { return Value::Null };
    let LessonResult { times, questions, solved, left } = progress.lessons.get(&head.name).cloned().unwrap_or_default();
    let left = left.map(|left| json!({ "step": left.moves.len(), "of": left.marks.len() }));
    json!({ "name": head.name, "title": head.title, "course": course, "level": level,
            "times": times, "questions": questions, "solved": solved, "left": left })
}

/// Writes a lesson as a page; in Markdown the pictures are separate files.
pub fn write_page(loaded: &LoadedLesson, workspace: &Workspace, path: &Path, out: &mut dyn Write) -> CliResult {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    if !["html", "md"].contains(&extension) {
        usage!("cannot write a page to {}; choose a name ending in .html or .md", path.printable());
    }
    let handout = Handout::of(workspace, loaded)?;
    let write = |path: &Path, text: &str| {
        files::replace(path, text).with_context(|| format!("cannot write {}", path.printable()))
    };
    if extension == "html" {
        write(path, &handout.html())?;
    } else {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let picture = |number: usize| format!("{stem}-{number}.svg");
        for (number, part) in (1..).zip(&handout.parts) {
            if let Some(svg) = &part.picture {
                write(&path.with_file_name(picture(number)), svg)?;
            }
        }
        write(path, &handout.markdown(picture))?;
    }
    Ok(writeln!(out, "wrote {} ({})", path.printable(), plural(handout.parts.len(), "step"))?)
}

/// Loads and verifies a lesson; returns the number of its steps and its faults.
pub fn find_faults(workspace: &Workspace, name: &str) -> anyhow::Result<(usize, Vec<Diagnostic>)> {
    match workspace.library.lesson(name) {
        Ok(loaded) => {
            let faults = lesson::verify(workspace, &loaded, &repl::command_words());
            Ok((loaded.lesson.steps.len(), faults))
        }
        Err(LoadError::Faults(faults)) => Ok((0, faults)),
        Err(error) => Err(error.into()),
    }
}

fn verify(names: &[String], workspace: &Workspace, as_json: bool, out: &mut dyn Write) -> CliResult {
    let all: Vec<String>;
    let names = match names {
        [] => {
            all = sorted_lessons(workspace).into_iter().map(|head| head.name).collect();
            &all
        }
        names => names,
    };
    let mut faulty = 0;
    let mut reports = Vec::new();
    for name in names {
        let (steps, faults) = find_faults(workspace, name)?;
        faulty += !faults.is_empty() as usize;
        if as_json {
            let items = faults.iter().map(|fault| {
                let place = &fault.place;
                json!({ "file": place.source.file, "line": place.line(), "path": fault.path, "says": fault.message })
            });
            reports.push(json!({ "lesson": name, "ok": faults.is_empty(), "faults": items.collect::<Vec<_>>() }));
            continue;
        }
        for fault in &faults {
            writeln!(out, "{}\n", render_diagnostic(Severity::Error, fault, None))?;
        }
        match faults.len() {
            0 => writeln!(out, "{name}: verified ({})", plural(steps, "step"))?,
            count => writeln!(out, "{name}: {}", plural(count, "error"))?,
        }
        out.flush()?;
    }
    if as_json {
        writeln!(out, "{}", json!(reports))?;
    } else {
        let failed = if faulty > 0 { format!(", {faulty} with errors") } else { ", no errors".to_string() };
        writeln!(out, "{} checked{failed}", plural(names.len(), "lesson"))?;
    }
    if faulty > 0 { Err(Reported.into()) } else { Ok(()) }
}
