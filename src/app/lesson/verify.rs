//! The check of a whole lesson: every position, every accepted and every wrong move, every hint and every reply.

mod cells;
mod labels;
mod move_values;
mod moves;

use std::time::{Duration, Instant};

use super::goal::JudgeError;
use super::question::{Question, accepted_commands};
use super::step_start::StepStart;
use houserule_core::text::{nearest, one_line};
use houserule_script::lua::{LoadError, LoadedLesson};
use houserule_script::play::{Session, Workspace};
use houserule_script::rules::lesson::{Accepted, LessonGoal, LessonStep, WithPlace};
use houserule_script::rules::{Diagnostic, SourcePlace};

/// Maximum number of positions in which a step may start.
const MAX_STEP_PATHS: usize = 100;

/// Time limit of the check; exceeding it is an error of the lesson.
const PROOF_TIME_LIMIT: Duration = Duration::from_secs(20);

/// Returns the diagnostics of a lesson, in the order of its steps. `commands` are the command words of the prompt.
pub fn verify(workspace: &Workspace, loaded: &LoadedLesson, commands: &[&str]) -> Vec<Diagnostic> {
    let deadline = Instant::now() + PROOF_TIME_LIMIT;
    let mut verifier = Verifier { workspace, loaded, commands, deadline, diagnostics: Vec::new() };
    let mut starts = vec![StepStart::of_lesson(&loaded.lesson)];
    for step in &loaded.lesson.steps {
        verifier.check_labels(step);
        starts = verifier.check_step(step, &starts);
        if starts.is_empty() {
            // The following steps depend on this one.
            break;
        }
    }
    verifier.diagnostics
}

struct Verifier<'a> {
    workspace: &'a Workspace,
    loaded: &'a LoadedLesson,
    commands: &'a [&'a str],
    deadline: Instant,
    diagnostics: Vec<Diagnostic>,
}

impl Verifier<'_> {
    fn report(&mut self, place: &SourcePlace, path: &str, message: impl Into<String>) {
        let message = message.into();
        // A step is checked in each of its positions; report each problem once.
        let is_reported = |diagnostic: &Diagnostic| diagnostic.path == path && diagnostic.message == message;
        if !self.diagnostics.iter().any(is_reported) {
            self.diagnostics.push(Diagnostic::new(place, path, message));
        }
    }

    fn report_at<T>(&mut self, item: &WithPlace<T>, message: impl Into<String>) {
        self.report(&item.place, &item.path, message);
    }

    fn report_error<T>(&mut self, item: &WithPlace<T>, error: &JudgeError) {
        self.report_at(item, error.to_string());
    }

    /// Checks a step in each of its starts; returns the starts of the next step, none if it cannot be reached.
    fn check_step(&mut self, step: &LessonStep, earlier: &[StepStart]) -> Vec<StepStart> {
        let lesson = &self.loaded.lesson;
        let mut starts: Vec<StepStart> = match step.has_own_start() {
            true => vec![earlier[0].for_step(lesson, step)],
            false => earlier.to_vec(),
        };
        if starts.len() > MAX_STEP_PATHS {
            let message = format!("{} paths lead here; start this step with a position", starts.len());
            self.report(&step.place, &step.path, message);
            starts.truncate(MAX_STEP_PATHS);
        }
        let mut next = Vec::new();
        for start in &starts {
            if Instant::now() > self.deadline {
                self.report(&step.place, &step.path, "gave up: the lesson takes too long to verify");
                return Vec::new();
            }
            match start.open(self.workspace, lesson) {
                Ok(session) => next.extend(self.check_position(step, start, session)),
                Err(error) => self.report_unreachable(step, start, error),
            }
        }
        let key = |start: &StepStart| (start.position.clone(), start.moves.clone());
        next.sort_by_key(key);
        next.dedup_by_key(|start| key(start));
        next
    }

    /// Reports a position that cannot be reached, at the key of the step that is to blame.
    fn report_unreachable(&mut self, step: &LessonStep, start: &StepStart, error: LoadError) {
        let message = match error {
            LoadError::Faults(faults) => {
                let messages: Vec<String> = faults.iter().take(3).map(ToString::to_string).collect();
                format!("the rules do not load: {}", messages.join("; "))
            }
            error => error.to_string(),
        };
        if start.check_rules(self.workspace).is_err() {
            let path = if step.rules.is_some() { format!("{}.", step.path) } else { String::new() };
            return match self.find_bad_option(start) {
                Some((key, place)) => self.report(&place, &format!("{path}options.{key}"), message),
                None => self.report(&start.rules.place, "game", message),
            };
        }
        // Blame the moves only if the position before them can be set up.
        let unmoved = StepStart { moves: Vec::new(), ..start.clone() };
        let position = step.position.as_ref().map(|item| (&item.place, &item.path));
        let position = position.filter(|_| unmoved.open(self.workspace, &self.loaded.lesson).is_err());
        let moves = step.moves.as_ref().map(|item| (&item.place, &item.path));
        let (place, path) = position.or(moves).unwrap_or((&step.place, &step.path));
        self.report(place, path, message);
    }

    /// Returns the option without which the rules would load, and where it is set.
    fn find_bad_option(&self, start: &StepStart) -> Option<(String, SourcePlace)> {
        let rules = &start.rules;
        let without = |key: &str| -> Vec<(String, String)> {
            rules.sets.iter().filter(|(other, _)| other != key).cloned().collect()
        };
        let workspace = start.workspace(self.workspace, self.workspace.seed);
        let is_bad = |(key, _): &&(String, SourcePlace)| workspace.load(&rules.game, &without(key)).is_ok();
        rules.option_places.iter().find(is_bad).cloned()
    }

    /// Checks a step in one of its positions; returns the starts of the next step.
    fn check_position(&mut self, step: &LessonStep, start: &StepStart, mut session: Session) -> Vec<StepStart> {
        for fact in &step.facts {
            if let Some(dispute) = session.check_assertion(&fact.value) {
                self.report_at(fact, dispute.message());
            }
        }
        self.check_cells(step, &session);
        self.check_named_cells(step, &session);
        if !step.is_question() {
            return vec![start.clone()];
        }
        if !step.choices.is_empty() {
            self.check_choices(step);
            return vec![start.clone()];
        }
        if accepted_commands(step).next().is_some() {
            self.check_commands(step, start);
            return vec![start.clone()];
        }
        match Question::new(self.loaded, step, &session) {
            Ok(mut question) => {
                question.judge.set_deadline(self.deadline);
                self.check_answers(&mut question, start, &mut session)
            }
            Err(fault) => {
                self.report(&step.place, &step.path, fault.to_string());
                Vec::new()
            }
        }
    }

    /// Checks a multiple-choice question.
    fn check_choices(&mut self, step: &LessonStep) {
        let choices: Vec<&str> = step.choices.iter().map(|choice| choice.value.as_str()).collect();
        for (index, choice) in step.choices.iter().enumerate() {
            let is_same = |other: &&str| other.eq_ignore_ascii_case(&choice.value);
            if let Some(other) = choices[..index].iter().find(|other| is_same(other)) {
                self.report_at(choice, format!("`{}` and `{other}` differ only in case", choice.value));
            }
            if self.commands.iter().any(is_same) {
                self.report_at(choice, format!("`{}` is a command of the prompt; use another word", choice.value));
            }
        }
        let mut right = Vec::new();
        for item in &step.accept {
            match &item.value {
                Accepted::Text(text) if choices.contains(&text.as_str()) => right.push(text.as_str()),
                Accepted::Text(text) => self.report_at(item, format!("`{text}` is not among the choices")),
                Accepted::Goal(_) => self.report_at(item, "a question with `choices` accepts choices, not a goal"),
            }
        }
        if right.len() == choices.len() {
            self.report_at(&step.accept[0], "every choice is accepted, so there is no question");
        }
        for (word, message) in &step.wrong {
            if right.contains(&word.as_str()) {
                self.report_at(message, format!("`{word}` is accepted, so it is not wrong"));
            } else if !choices.contains(&word.as_str()) {
                self.report_at(message, format!("`{word}` is not among the choices"));
            }
        }
        for (word, message) in labels::right_by_move(step) {
            if !right.contains(&word) {
                self.report_at(message, format!("`{word}` is not accepted, so this text never appears"));
            }
        }
    }

    /// Checks that the games, variants, options and lessons named in a command exist, and that it does not quit.
    fn check_command(&self, line: &str, start: &StepStart) -> Result<(), LoadError> {
        let words: Vec<&str> = line.trim_start_matches(':').split_whitespace().collect();
        let sets = |words: &[&str]| -> Vec<(String, String)> {
            let pairs = words.iter().filter_map(|word| word.split_once('='));
            pairs.map(|(key, value)| (key.to_string(), value.to_string())).collect()
        };
        let rules = &start.rules;
        let (game, sets) = match &words[..] {
            ["quit", ..] => return Err("it would end the program".into()),
            ["play", game, rest @ ..] => (game.to_string(), sets(rest)),
            ["quiz", game, ..] => (game.to_string(), Vec::new()),
            ["set", rest @ ..] => (rules.game.clone(), rules.sets.iter().cloned().chain(sets(rest)).collect()),
            ["variant", rest @ ..] => {
                let added = rest.iter().filter(|word| word.starts_with('+')).copied();
                (rules.game.clone() + &added.collect::<String>(), rules.sets.clone())
            }
            ["lesson", name, ..] => return self.workspace.library.lesson(name).map(|_| ()),
            _ => return Ok(()),
        };
        start.workspace(self.workspace, self.workspace.seed).load(&game, &sets).map(|_| ())
    }

    /// Checks a question that is answered by a command of the prompt.
    fn check_commands(&mut self, step: &LessonStep, start: &StepStart) {
        for item in &step.accept {
            let Accepted::Goal(LessonGoal::Types(lines)) = &item.value else {
                self.report_at(item, "a step asks for a command or a move, not both");
                continue;
            };
            for line in lines {
                let word = line.split_whitespace().next().unwrap_or_default().trim_start_matches(':');
                if !self.commands.contains(&word) {
                    let near = nearest(word, self.commands.iter().copied());
                    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                    self.report_at(item, format!("unknown command `{}`{near}", one_line(word, 40)));
                } else if let Err(error) = self.check_command(line, start) {
                    self.report_at(item, format!("cannot run `{}`: {error}", one_line(line, 40)));
                }
            }
        }
        let refused = step.refused.iter().map(|forbidden| (&forbidden.mv, &forbidden.response));
        for (mv, message) in step.wrong.iter().map(|(mv, message)| (mv, message)).chain(refused) {
            self.report_at(message, format!("the answer is a command, so `{mv}` is never checked"));
        }
        if let Some(reply) = &step.reply {
            self.report_at(reply, "the answer is a command, so there is no move to reply to");
        }
        for shows in &step.shows {
            self.report_at(&shows.goal, "the answer is a command, so there is no move to show");
        }
    }
}
