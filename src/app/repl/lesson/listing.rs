//! The list of lessons.

use std::io::{self, Write};

use crate::lesson::LessonProgress;
use crate::render;
use houserule_core::text::{padded, widest};
use houserule_script::play::Workspace;
use houserule_script::rules::ScriptKind;

/// The lessons there are, by course and level, with what was done.
pub fn list(table: &Workspace, out: &mut dyn Write) -> io::Result<()> {
    let read = LessonProgress::file().map_or_else(|| Ok(LessonProgress::default()), |path| LessonProgress::read(&path));
    let (progress, trouble) = match read {
        Ok(progress) => (progress, None),
        Err(says) => (LessonProgress::default(), Some(says)),
    };
    let mut lessons = table.library.heads().lessons;
    lessons.sort_by_key(|(head, _)| (course(&head.role), head.name.clone()));
    let width = widest(lessons.iter().map(|(head, _)| &head.name));
    let mut under = String::new();
    for (head, _) in &lessons {
        let (name, level) = course(&head.role);
        if name != under {
            writeln!(out, "{name}")?;
            under = name;
        }
        let taken = progress.lessons.get(&head.name).cloned().unwrap_or_default();
        let solved = format!("{} of {} solved", taken.solved, taken.questions);
        let left = taken.left.map(|left| format!("left at step {} of {}", left.moves.len(), left.marks.len()));
        let done: Vec<String> = (taken.times > 0).then_some(solved).into_iter().chain(left).collect();
        let sign = if taken.times > 0 { '*' } else { ' ' };
        let done = if done.is_empty() { String::new() } else { format!("  ({})", done.join("; ")) };
        writeln!(out, "{sign} {level}  {}  {}{done}", padded(&head.name, width), head.title)?;
    }
    if let Some(says) = trouble {
        writeln!(out, "{}", render::wrapped(&format!("What was done is not known: {says}.")))?;
    }
    writeln!(out, "`lesson NAME` begins one, or goes on with it where it was left.")
}

fn course(role: &ScriptKind) -> (String, u32) {
    match role {
        ScriptKind::Lesson { course, level } => (course.clone(), *level),
        _ => Default::default(),
    }
}
