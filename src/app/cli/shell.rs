//! Commands that we print so that somebody runs them.

use std::path::PathBuf;

use houserule_script::files::DisplayPath;

/// A word as a shell takes it for one.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "+-_./=,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The options with which the same rules are found: ` --set size=5 --scripts mine`.
pub fn rules_options<'a>(sets: impl Iterator<Item = &'a (String, String)>, scripts: &[PathBuf]) -> String {
    let sets: String = sets.map(|(key, value)| format!(" --set {}", quoted(&format!("{key}={value}")))).collect();
    let folder = |folder: &PathBuf| format!(" --scripts {}", quoted(&folder.shown()));
    sets + &scripts.iter().map(folder).collect::<String>()
}
