//! Exercises as a lesson: its Lua script, and the lesson loaded from it.

use std::sync::Arc;

use super::{Exercise, Quiz};
use houserule_core::text::{capitalised, is_script_name};
use houserule_script::lua::{LoadError, LoadedLesson};
use houserule_script::rules::Source;

/// Name of the lesson if the file name gives none.
const DEFAULT_NAME: &str = "quiz";

impl Quiz {
    /// Returns the exercises as a lesson.
    pub fn lesson(&self, exercises: &[Exercise]) -> Result<LoadedLesson, LoadError> {
        let source = Source::new("quiz.lua", self.script(DEFAULT_NAME, exercises));
        self.workspace.library.lesson_of(&Arc::new(source))
    }

    /// Returns the exercises as the script of a lesson called `name`, if that is a valid script name.
    pub fn script(&self, name: &str, exercises: &[Exercise]) -> String {
        let sets: Vec<String> =
            self.start.rules.sets.iter().map(|(key, value)| format!("[{key:?}] = {value:?}")).collect();
        let mut out = format!(
            "--- Exercises for {}.\nreturn lesson \"{}\" {{\n  title   = {:?},\n  game    = {:?},\n  options = {{ {} }},\n  seed    = {},\n  steps   = {{\n",
            self.title(),
            script_name(name),
            format!("Exercises: {}", self.title()),
            self.start.rules.game,
            sets.join(", "),
            self.workspace.seed,
        );
        for exercise in exercises {
            out += &format!(
                "    {{\n      say    = {:?},\n      moves  = [[{}]],\n      ask    = {:?},\n      accept = {},\n    }},\n",
                format!(
                    "Level {}, difficulty {} of 9. {} to move.",
                    exercise.task.level(),
                    exercise.grade,
                    capitalised(&exercise.seat)
                ),
                exercise.moves.join(" "),
                exercise.task.question(),
                exercise.task.goal(),
            );
        }
        out + "  },\n}\n"
    }
}

/// Converts a file name to a script name, with hyphens for invalid characters.
fn script_name(file: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let name: String = file.chars().map(letter).collect();
    let name = name.trim_matches('-');
    if is_script_name(name) { name.to_string() } else { DEFAULT_NAME.to_string() }
}
