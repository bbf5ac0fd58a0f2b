//! Shell commands that we print for users to run.

use std::path::PathBuf;

use houserule_script::files::DisplayPath;

/// Quotes a word for a shell, where it needs quotes.
pub fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "+-_./=,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Formats the options that select the same rules: ` --set size=5 --scripts mine`.
pub fn format_rules_options<'a>(sets: impl Iterator<Item = &'a (String, String)>, scripts: &[PathBuf]) -> String {
    let sets: String = sets.map(|(key, value)| format!(" --set {}", quote(&format!("{key}={value}")))).collect();
    let folder = |folder: &PathBuf| format!(" --scripts {}", quote(&folder.printable()));
    sets + &scripts.iter().map(folder).collect::<String>()
}
