//! Lessons: what goals mean, that mistakes are found, that every lesson can be taken, and that exercises are what they say.

mod beside;
mod events;
mod goals;
mod mistakes;
mod proving;
mod quiz;
mod refusing;
mod refuting;
mod replying;
mod taking;
mod texts;

use std::sync::Arc;

use houserule_app::lesson::{LoadedLesson, verify};
use houserule_script::lua::{Library, LoadError};
use houserule_script::play::Workspace;
use houserule_script::rules::{Diagnostic, Source};

/// A table with the shipped scripts alone.
fn table() -> Workspace {
    Workspace { library: Library::default(), seed: 1 }
}

/// The names of all lessons that are shipped.
fn shipped() -> Vec<String> {
    table().library.manifests().lessons.into_iter().map(|(head, _)| head.name).collect()
}

/// A lesson in a text.
fn lesson(text: &str) -> Result<LoadedLesson, Vec<Diagnostic>> {
    table().library.lesson_of(&Arc::new(Source::new("test.lua", text))).map_err(|error| match error {
        LoadError::Faults(faults) => faults,
        error => panic!("{error}"),
    })
}

/// What is wrong with a lesson, by reading or by proving: line, path, sentence.
fn faults(text: &str) -> Vec<(u32, String, String)> {
    let found = match lesson(text) {
        Ok(scripted) => verify(&table(), &scripted, COMMANDS),
        Err(faults) => faults,
    };
    found.iter().map(|fault| (fault.place.line().unwrap_or(0), fault.path.clone(), fault.message.clone())).collect()
}

/// Commands of the prompt that lessons ask for.
const COMMANDS: &[&str] = &["moves", "why", "rules", "score", "board", "help"];
