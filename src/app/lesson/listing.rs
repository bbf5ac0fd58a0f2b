//! The list of lessons.

use std::io::{self, Write};

use super::LessonProgress;
use crate::render;
use houserule_core::text::{padded, widest};
use houserule_script::play::Workspace;
use houserule_script::rules::ScriptKind;

/// Lists the lessons by course and level, with the learner's progress.
pub fn list(workspace: &Workspace, out: &mut dyn Write) -> io::Result<()> {
    let (progress, error) = match LessonProgress::load() {
        Ok(progress) => (progress, None),
        Err(error) => (LessonProgress::default(), Some(error)),
    };
    let mut lessons = workspace.library.manifests().lessons;
    lessons.sort_by_key(|(head, _)| (course(&head.kind), head.name.clone()));
    let width = widest(lessons.iter().map(|(head, _)| &head.name));
    let mut group = String::new();
    for (head, _) in &lessons {
        let (name, level) = course(&head.kind);
        if name != group {
            writeln!(out, "{name}")?;
            group = name;
        }
        let result = progress.lessons.get(&head.name).cloned().unwrap_or_default();
        let solved = format!("{} of {} solved", result.solved, result.questions);
        let left = result.left.map(|left| format!("stopped at step {} of {}", left.moves.len(), left.marks.len()));
        let done: Vec<String> = (result.times > 0).then_some(solved).into_iter().chain(left).collect();
        let mark = if result.times > 0 { '*' } else { ' ' };
        let done = if done.is_empty() { String::new() } else { format!("  ({})", done.join("; ")) };
        writeln!(out, "{mark} {level}  {}  {}{done}", padded(&head.name, width), head.title)?;
    }
    if let Some(error) = error {
        writeln!(out, "{}", render::wrap_prose(&format!("Your progress is unknown: {error}.")))?;
    }
    writeln!(out, "`lesson NAME` starts a lesson, or continues it where you left it.")
}

fn course(role: &ScriptKind) -> (String, u32) {
    match role {
        ScriptKind::Lesson { course, level } => (course.clone(), *level),
        _ => Default::default(),
    }
}
