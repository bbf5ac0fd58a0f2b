//! Lessons: goals, reported mistakes, playing through every lesson, and correct exercises.

mod broken_steps;
mod broken_texts;
mod events;
mod files_beside;
mod goals;
mod playthrough;
mod proofs;
mod quiz;
mod replies;
mod violations;
mod wrong_answers;

use std::sync::Arc;

use houserule_app::lesson::{Accepted, Handout, LessonGoal, LessonStep, LoadedLesson, StepStart, WithPlace, verify};
use houserule_script::lua::LoadError;
use houserule_script::rules::{Diagnostic, Source};

use crate::common::shipped_scripts;

/// Names of the shipped lessons.
fn shipped() -> Vec<String> {
    shipped_scripts().library.manifests().lessons.into_iter().map(|(manifest, _)| manifest.name).collect()
}

fn shipped_lesson(name: &str) -> LoadedLesson {
    shipped_scripts().library.lesson(name).unwrap_or_else(|error| panic!("{error}"))
}

/// Loads a lesson from a text.
fn lesson(text: &str) -> Result<LoadedLesson, Vec<Diagnostic>> {
    shipped_scripts().library.lesson_of(&Arc::new(Source::new("test.lua", text))).map_err(|error| match error {
        LoadError::Faults(faults) => faults,
        error => panic!("{error}"),
    })
}

/// Faults of a lesson, from loading or verifying: line, key path, message.
fn faults(text: &str) -> Vec<(u32, String, String)> {
    let diagnostics = match lesson(text) {
        Ok(scripted) => verify(&shipped_scripts(), &scripted, COMMANDS),
        Err(faults) => faults,
    };
    diagnostics
        .iter()
        .map(|fault| (fault.place.line().unwrap_or(0), fault.path.clone(), fault.message.clone()))
        .collect()
}

/// Faults of a lesson with a single step, with their key paths.
fn faults_in_game(game: &str, step: &str) -> Vec<String> {
    let text = format!("return lesson 'x' {{ game = '{game}', steps = {{ {{ {step} }} }} }}");
    faults(&text).into_iter().map(|(_, path, message)| format!("{path}: {message}")).collect()
}

/// Faults of a lesson with a single step, on a board of 5x5.
fn step_faults(step: &str) -> Vec<String> {
    let text = format!("return lesson \"x\" {{ game = \"tak\", steps = {{ {{ {step} }} }} }}");
    faults(&text).into_iter().map(|(_, _, message)| message).collect()
}

/// Whether a step asks for a legal move.
fn asks_for_move(step: &LessonStep) -> bool {
    let is_move = |item: &WithPlace<Accepted>| match &item.value {
        Accepted::Text(_) => step.choices.is_empty(),
        Accepted::Goal(goal) => !matches!(goal, LessonGoal::Illegal { .. } | LessonGoal::Types(_)),
    };
    step.is_question() && step.accept.iter().all(is_move)
}

/// Whether a step asks for a prompt command.
fn asks_for_command(step: &LessonStep) -> bool {
    step.accept.iter().any(|item| matches!(item.value, Accepted::Goal(LessonGoal::Types(_))))
}

/// Start of each step of a lesson if every question gets its first right answer.
fn step_starts(scripted: &LoadedLesson) -> Vec<StepStart> {
    let handout = Handout::of(&shipped_scripts(), scripted).expect("the lesson is proved");
    let mut start = StepStart::of_lesson(&scripted.lesson);
    let mut starts = Vec::new();
    for (step, part) in scripted.lesson.steps.iter().zip(&handout.parts) {
        start = start.for_step(&scripted.lesson, step);
        starts.push(start.clone());
        if asks_for_move(step) {
            let reply = part.reply.first().into_iter().flat_map(|(_, reply)| reply);
            start.moves.extend(part.answers.first().into_iter().chain(reply).cloned());
        }
    }
    starts
}

/// Text that no game parses as a move.
const NO_MOVE: &str = "zz99?";

/// Prompt commands that lessons may ask for.
const COMMANDS: &[&str] = &["moves", "why", "rules", "score", "board", "help"];
