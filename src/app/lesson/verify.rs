//! The proof that a lesson has no mistake in it: every position, every accepted move, every wrong one, every hint and reply.

mod cells;
mod move_values;
mod moves;
mod words;

use std::time::{Duration, Instant};

use super::goal::JudgeError;
use super::question::{Question, lines};
use super::step_start::StepStart;
use houserule_core::text::{nearest, one_line};
use houserule_script::lua::{LoadError, LoadedLesson};
use houserule_script::play::{Session, Workspace};
use houserule_script::rules::lesson::{Accepted, LessonGoal, LessonStep, WithPlace};
use houserule_script::rules::{Diagnostic, SourcePlace};

/// The most ways by which a step may be come to.
const MAX_STEP_PATHS: usize = 100;

/// A proof that takes longer is given up, which is a fault.
const PROOF_TIME_LIMIT: Duration = Duration::from_secs(20);

/// Everything that is wrong with a lesson, in the order of its steps. `commands` are the words of the prompt.
pub fn verify(table: &Workspace, scripted: &LoadedLesson, commands: &[&str]) -> Vec<Diagnostic> {
    let deadline = Instant::now() + PROOF_TIME_LIMIT;
    let mut proof = Verifier { table, scripted, commands, deadline, faults: Vec::new() };
    let mut ways = vec![StepStart::start(&scripted.lesson)];
    for step in &scripted.lesson.steps {
        proof.words(step);
        ways = proof.step(step, &ways);
        if ways.is_empty() {
            // What follows hangs on a step that cannot be played.
            break;
        }
    }
    proof.faults
}

struct Verifier<'a> {
    table: &'a Workspace,
    scripted: &'a LoadedLesson,
    commands: &'a [&'a str],
    deadline: Instant,
    faults: Vec<Diagnostic>,
}

impl Verifier<'_> {
    fn fault(&mut self, place: &SourcePlace, path: &str, says: impl Into<String>) {
        let says = says.into();
        // The same is said once, by however many ways one comes there.
        let is_told = |fault: &Diagnostic| fault.path == path && fault.message == says;
        if !self.faults.iter().any(is_told) {
            self.faults.push(Diagnostic::new(place, path, says));
        }
    }

    fn at<T>(&mut self, item: &WithPlace<T>, says: impl Into<String>) {
        self.fault(&item.place, &item.path, says);
    }

    fn trouble<T>(&mut self, item: &WithPlace<T>, trouble: &JudgeError) {
        self.at(item, trouble.to_string());
    }

    /// Looks at a step wherever it may begin; gives the ways that lead on from it, none if there is nothing to go on from.
    fn step(&mut self, step: &LessonStep, before: &[StepStart]) -> Vec<StepStart> {
        let lesson = &self.scripted.lesson;
        let mut ways: Vec<StepStart> = match step.begins() {
            true => vec![before[0].to(lesson, step)],
            false => before.to_vec(),
        };
        if ways.len() > MAX_STEP_PATHS {
            let says = format!("{} ways lead here; begin this step with a position", ways.len());
            self.fault(&step.place, &step.path, says);
            ways.truncate(MAX_STEP_PATHS);
        }
        let mut after = Vec::new();
        for way in &ways {
            if Instant::now() > self.deadline {
                self.fault(&step.place, &step.path, "gave up: the proof of the lesson takes too long");
                return Vec::new();
            }
            match way.open(self.table, lesson) {
                Ok(session) => after.extend(self.at_position(step, way, session)),
                Err(error) => self.unreachable(step, way, error),
            }
        }
        let key = |way: &StepStart| (way.position.clone(), way.moves.clone());
        after.sort_by_key(key);
        after.dedup_by_key(|way| key(way));
        after
    }

    /// A position that cannot be reached: told where the step says how.
    fn unreachable(&mut self, step: &LessonStep, way: &StepStart, error: LoadError) {
        let says = match error {
            LoadError::Faults(faults) => {
                let says: Vec<String> = faults.iter().take(3).map(ToString::to_string).collect();
                format!("the rules do not load: {}", says.join("; "))
            }
            error => error.to_string(),
        };
        if way.open_rules(self.table).is_err() {
            let path = if step.rules.is_some() { format!("{}.", step.path) } else { String::new() };
            return match self.bad_option(way) {
                Some((key, place)) => self.fault(&place, &format!("{path}options.{key}"), says),
                None => self.fault(&way.rules.place, "game", says),
            };
        }
        // The moves are to blame only where the position they begin from can be set up.
        let unmoved = StepStart { moves: Vec::new(), ..way.clone() };
        let position = step.position.as_ref().map(|item| (&item.place, &item.path));
        let position = position.filter(|_| unmoved.open(self.table, &self.scripted.lesson).is_err());
        let moves = step.moves.as_ref().map(|item| (&item.place, &item.path));
        let (place, path) = position.or(moves).unwrap_or((&step.place, &step.path));
        self.fault(place, path, says);
    }

    /// The option without which the rules could be played, and where it is set.
    fn bad_option(&self, way: &StepStart) -> Option<(String, SourcePlace)> {
        let rules = &way.rules;
        let without = |key: &str| -> Vec<(String, String)> {
            rules.sets.iter().filter(|(other, _)| other != key).cloned().collect()
        };
        let table = way.table(self.table, self.table.seed);
        let is_bad = |(key, _): &&(String, SourcePlace)| table.load(&rules.game, &without(key)).is_ok();
        rules.set_at.iter().find(is_bad).cloned()
    }

    /// Looks at a step in one of its positions; gives the ways on from there.
    fn at_position(&mut self, step: &LessonStep, way: &StepStart, mut session: Session) -> Vec<StepStart> {
        for fact in &step.facts {
            if let Some(dispute) = session.dispute(&fact.value) {
                self.at(fact, dispute.says());
            }
        }
        self.cells(step, &session);
        self.named_cells(step, &session);
        if !step.is_question() {
            return vec![way.clone()];
        }
        if !step.choices.is_empty() {
            self.choices(step);
            return vec![way.clone()];
        }
        if lines(step).next().is_some() {
            self.commands(step, way);
            return vec![way.clone()];
        }
        match Question::new(self.scripted, step, &session) {
            Ok(mut question) => {
                question.judge.until(self.deadline);
                self.answers(&mut question, way, &mut session)
            }
            Err(fault) => {
                self.fault(&step.place, &step.path, fault.to_string());
                Vec::new()
            }
        }
    }

    /// A question answered by a word.
    fn choices(&mut self, step: &LessonStep) {
        let choices: Vec<&str> = step.choices.iter().map(|choice| choice.value.as_str()).collect();
        for (index, choice) in step.choices.iter().enumerate() {
            let is_like = |other: &&str| other.eq_ignore_ascii_case(&choice.value);
            if let Some(other) = choices[..index].iter().find(|other| is_like(other)) {
                self.at(choice, format!("`{}` and `{other}` differ in case only", choice.value));
            }
            if self.commands.iter().any(is_like) {
                self.at(choice, format!("`{}` is a word of the prompt's own; use others", choice.value));
            }
        }
        let mut right = Vec::new();
        for item in &step.accept {
            match &item.value {
                Accepted::Text(text) if choices.contains(&text.as_str()) => right.push(text.as_str()),
                Accepted::Text(text) => self.at(item, format!("`{text}` is not among the choices")),
                Accepted::Goal(_) => self.at(item, "a question with `choices` accepts one of them, not a goal"),
            }
        }
        if right.len() == choices.len() {
            self.at(&step.accept[0], "every choice is accepted, so nothing is asked");
        }
        for (word, says) in &step.wrong {
            if right.contains(&word.as_str()) {
                self.at(says, format!("`{word}` is accepted, so it is not wrong"));
            } else if !choices.contains(&word.as_str()) {
                self.at(says, format!("`{word}` is not among the choices"));
            }
        }
        for (word, says) in words::by_move(step) {
            if !right.contains(&word) {
                self.at(says, format!("`{word}` is not accepted, so this is never said"));
            }
        }
    }

    /// Whether games, variants, options and lessons that a command names are there, and the lesson goes on after it.
    fn can_be_obeyed(&self, line: &str, way: &StepStart) -> Result<(), LoadError> {
        let words: Vec<&str> = line.trim_start_matches(':').split_whitespace().collect();
        let sets = |words: &[&str]| -> Vec<(String, String)> {
            let pairs = words.iter().filter_map(|word| word.split_once('='));
            pairs.map(|(key, value)| (key.to_string(), value.to_string())).collect()
        };
        let own = &way.rules;
        let (game, sets) = match &words[..] {
            ["quit", ..] => return Err("it ends the program".into()),
            ["play", game, rest @ ..] => (game.to_string(), sets(rest)),
            ["quiz", game, ..] => (game.to_string(), Vec::new()),
            ["set", rest @ ..] => (own.game.clone(), own.sets.iter().cloned().chain(sets(rest)).collect()),
            ["variant", rest @ ..] => {
                let put_in = rest.iter().filter(|word| word.starts_with('+')).copied();
                (own.game.clone() + &put_in.collect::<String>(), own.sets.clone())
            }
            ["lesson", name, ..] => return self.table.library.lesson(name).map(|_| ()),
            _ => return Ok(()),
        };
        way.table(self.table, self.table.seed).load(&game, &sets).map(|_| ())
    }

    /// A question answered by a command of the prompt.
    fn commands(&mut self, step: &LessonStep, way: &StepStart) {
        for item in &step.accept {
            let Accepted::Goal(LessonGoal::Types(lines)) = &item.value else {
                self.at(item, "a step asks for a command or for a move, not for both");
                continue;
            };
            for line in lines {
                let word = line.split_whitespace().next().unwrap_or_default().trim_start_matches(':');
                if !self.commands.contains(&word) {
                    let near = nearest(word, self.commands.iter().copied());
                    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                    self.at(item, format!("the prompt has no command `{}`{near}", one_line(word, 40)));
                } else if let Err(says) = self.can_be_obeyed(line, way) {
                    self.at(item, format!("`{}` cannot be obeyed: {says}", one_line(line, 40)));
                }
            }
        }
        let refused = step.refused.iter().map(|forbidden| (&forbidden.mv, &forbidden.says));
        for (mv, says) in step.wrong.iter().map(|(mv, says)| (mv, says)).chain(refused) {
            self.at(says, format!("a command is asked for, so `{mv}` is never answered"));
        }
        if let Some(reply) = &step.reply {
            self.at(reply, "a command is asked for, and no move is answered");
        }
        for shows in &step.shows {
            self.at(&shows.goal, "a command is asked for, and no move shows anything");
        }
    }
}
