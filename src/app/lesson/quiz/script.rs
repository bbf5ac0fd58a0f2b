//! Exercises as a lesson: its script, and the lesson that it makes.

use std::sync::Arc;

use super::{Exercise, Quiz};
use houserule_core::text::is_script_name;
use houserule_script::lua::{LoadError, LoadedLesson};
use houserule_script::rules::Source;

/// What a lesson of exercises is called where no file gives it a name.
const NAME: &str = "quiz";

impl Quiz {
    /// Exercises as a lesson.
    pub fn lesson(&self, exercises: &[Exercise]) -> Result<LoadedLesson, LoadError> {
        let source = Source::new("quiz.lua", self.script(NAME, exercises));
        self.table.library.lesson_of(&Arc::new(source))
    }

    /// Exercises as the script of a lesson called `name`, as far as that can be the name of a lesson.
    pub fn script(&self, name: &str, exercises: &[Exercise]) -> String {
        let sets: Vec<String> =
            self.way.rules.sets.iter().map(|(key, value)| format!("[{key:?}] = {value:?}")).collect();
        let mut out = format!(
            "--- Exercises on {}.\nreturn lesson \"{}\" {{\n  title   = {:?},\n  game    = {:?},\n  options = {{ {} }},\n  seed    = {},\n  steps   = {{\n",
            self.title(),
            script_name(name),
            format!("Exercises: {}", self.title()),
            self.way.rules.game,
            sets.join(", "),
            self.table.seed,
        );
        for exercise in exercises {
            out += &format!(
                "    {{\n      say    = {:?},\n      moves  = [[{}]],\n      ask    = {:?},\n      accept = {},\n    }},\n",
                format!("{} is to move. Grade {} of 9.", sentence(&exercise.seat), exercise.grade),
                exercise.moves.join(" "),
                exercise.task.question(),
                exercise.task.goal(),
            );
        }
        out + "  },\n}\n"
    }
}

/// A file's name as the name of a script: hyphens for what cannot be in one.
fn script_name(file: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let name: String = file.chars().map(letter).collect();
    let name = name.trim_matches('-');
    if is_script_name(name) { name.to_string() } else { NAME.to_string() }
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
