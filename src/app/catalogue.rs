//! What can be played or taken, as lists show it: names and a filter.

use houserule_script::rules::{Manifest, ScriptKind};

/// Returns the name by which a script is played, or plays.
pub fn play_name(head: &Manifest) -> String {
    match head.kind {
        ScriptKind::Bot => format!("lua:{}", head.name),
        ScriptKind::Lesson { .. } => format!("lesson:{}", head.name),
        _ => head.reference(),
    }
}

/// Returns the game that a script belongs to, or the course of a lesson.
pub fn base(head: &Manifest) -> &str {
    match &head.kind {
        ScriptKind::Game => &head.name,
        ScriptKind::Variant { base, .. } => base,
        ScriptKind::Bot => "",
        ScriptKind::Lesson { course, .. } => course,
    }
}

/// Whether a script's name, title or game contains every word, in upper or lower case.
pub fn matches<'a>(head: &Manifest, mut words: impl Iterator<Item = &'a str>) -> bool {
    let text = [&play_name(head), &head.title, base(head)].join("\n").to_lowercase();
    words.all(|word| text.contains(&word.to_lowercase()))
}
