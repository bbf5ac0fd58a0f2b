//! The prompt for programs: lines are read as from a pipe, and the output is events, one JSON object per line. A
//! rejected line is an event and does not end the prompt. Events come from comparing the game before and after a line,
//! so every effect of a command is reported.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Instant;

use serde::Serialize;

use super::command::{InputLine, Output};
use super::input::{Input, InputEvent};
use super::lesson::{AnswerVerdict, LearningMode, LessonTally};
use super::line_helper::is_complete;
use super::{CommandOutcome, ExitReason, Prompt};
use houserule_script::play::Session;

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event<'a> {
    /// A game starts.
    Game {
        game: &'a str,
        title: &'a str,
        options: BTreeMap<&'a str, String>,
        seats: &'a [String],
        sides: &'a [String],
        players: Vec<String>,
        seed: u64,
        rules: &'a str,
        /// Start position, if not the usual one.
        #[serde(skip_serializing_if = "Option::is_none")]
        position: Option<&'a str>,
    },
    /// The board was set up by hand, or a set-up was undone. The game restarts from this position, or from the usual
    /// one.
    SetUp {
        position: Option<&'a str>,
    },
    Played {
        seat: &'a str,
        #[serde(rename = "move")]
        mv: &'a str,
    },
    TakenBack {
        moves: &'a [String],
    },
    /// Output of a command, as people read it.
    #[serde(rename = "told")]
    Output {
        line: &'a str,
        text: &'a str,
        /// Verdict on the line as an answer, in a lesson or a quiz.
        #[serde(skip_serializing_if = "Option::is_none")]
        verdict: Option<AnswerVerdict>,
        /// Result of a lesson that has just ended.
        #[serde(skip_serializing_if = "Option::is_none")]
        finished: Option<LessonTally>,
    },
    Refused {
        line: &'a str,
        says: &'a str,
        rules: Vec<BrokenRule>,
    },
    /// A lesson shows a step.
    Step {
        lesson: &'a str,
        step: usize,
        /// Number of steps.
        of: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        say: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        ask: Option<&'a str>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        choices: Vec<&'a str>,
        /// Cells of the letters on the board.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        labels: BTreeMap<&'a str, &'a str>,
    },
    /// A seat is to move.
    Turn {
        turn: u32,
        seats: Vec<&'a str>,
        moves: usize,
        position: String,
    },
    Over {
        outcome: String,
        winners: Vec<&'a str>,
        how: &'a str,
        points: BTreeMap<String, f64>,
        position: String,
    },
    /// No game is being played.
    Idle,
}

/// Rule that forbids a move.
#[derive(Serialize)]
struct BrokenRule {
    rule: String,
    says: String,
    /// Line of the script.
    at: Option<String>,
    /// Cells concerned.
    cells: Vec<String>,
}

/// State of the game that lines can change, for comparison.
struct GameStatus {
    started: Instant,
    /// Hash of the rules.
    rules: String,
    /// Start position, if not the usual one.
    start: Option<String>,
    moves: Vec<String>,
    /// Current lesson and step.
    lesson: Option<(String, usize)>,
    /// Finished lesson.
    finished: Option<String>,
}

impl GameStatus {
    fn of(prompt: &Prompt) -> GameStatus {
        let session = prompt.session.as_ref();
        GameStatus {
            started: prompt.started,
            rules: session.map(|session| session.plan().hash.clone()).unwrap_or_default(),
            start: session.and_then(|session| session.start().map(str::to_string)),
            moves: session.map(|session| session.moves().to_vec()).unwrap_or_default(),
            lesson: prompt.lesson_place().map(|(lesson, step)| (lesson.to_string(), step)),
            finished: prompt.finished_lesson().map(|(lesson, _)| lesson.to_string()),
        }
    }

    /// Returns whether the board was set up by hand since.
    fn is_new_setup(&self, prompt: &Prompt) -> bool {
        prompt.session.as_ref().is_some_and(|session| session.start() != self.start.as_deref())
    }

    /// Returns whether events report everything that a line did: moves played or undone, a new game. Lessons, changes
    /// of rules and warnings need text as well.
    fn covers(&self, prompt: &Prompt, line: &InputLine) -> bool {
        let is_lesson = self.lesson.is_some() || prompt.lesson_place().is_some();
        if is_lesson || prompt.has_warning || !has_changed(prompt, self) {
            return false;
        }
        let moves = prompt.session.as_ref().map(Session::moves).unwrap_or_default();
        let is_grown = moves.len() > self.moves.len() && moves.starts_with(&self.moves);
        let is_played = is_grown && !self.is_new_game(prompt) && !self.is_new_setup(prompt);
        is_played || matches!(line, InputLine::Command(command, _) if command.output == Output::Events)
    }

    /// Returns whether another game has started since.
    fn is_new_game(&self, prompt: &Prompt) -> bool {
        let rules = prompt.session.as_ref().map(|session| session.plan().hash.as_str());
        prompt.started != self.started || rules.is_some_and(|rules| rules != self.rules)
    }
}

/// Reads lines and emits events until the input ends.
pub fn serve(
    mut prompt: Prompt,
    learning: Option<LearningMode>,
    mut input: Input,
    out: &mut dyn Write,
) -> io::Result<ExitReason> {
    // The text about bots' moves is dropped; programs get events.
    let mut discarded = io::sink();
    let mut before = GameStatus::of(&prompt);
    if let Some(session) = &prompt.session {
        emit_game(&prompt, session, out)?;
    }
    let mut line = String::new();
    let mut outcome = match learning {
        None => prompt.let_bots_move(&mut discarded)?,
        Some(learning) => {
            let mut text = Vec::new();
            let outcome = prompt.begin_learning(learning, &mut text)?;
            emit_answer(&mut prompt, &before, &line, &plain(&text), out)?;
            outcome
        }
    };
    loop {
        emit_changes(&prompt, &before, out)?;
        if let CommandOutcome::Refused(message) = &outcome {
            let rules = prompt.session.as_mut().map(|session| broken_rules(session, &line)).unwrap_or_default();
            emit(&Event::Refused { line: &line, says: message, rules }, out)?;
        }
        prompt.autosave_now();
        emit_status(&mut prompt, out)?;
        out.flush()?;
        line = match input.read(&mut prompt)? {
            InputEvent::Line(line) => line,
            InputEvent::Interrupted | InputEvent::Garbled => continue,
            InputEvent::End => return Ok(prompt.exit_reason()),
        };
        before = GameStatus::of(&prompt);
        let mut text = Vec::new();
        let parsed = InputLine::parse(&line);
        prompt.has_warning = false;
        outcome = prompt.check_files(&mut text)?;
        let file_text_len = text.len();
        if !is_complete(&line) {
            outcome =
                CommandOutcome::Refused("a line is one command, and this Lua goes on; write it in one line".into());
        } else if !matches!(outcome, CommandOutcome::Refused(_)) {
            outcome = prompt.run_command(parsed.clone(), &mut text)?;
        }
        let text = plain(&text);
        let is_covered = !matches!(outcome, CommandOutcome::Refused(_)) && before.covers(&prompt, &parsed);
        if !is_covered || file_text_len > 0 {
            emit_answer(&mut prompt, &before, &line, &text, out)?;
        }
        outcome = match outcome {
            CommandOutcome::Done => prompt.let_bots_move(&mut discarded)?,
            CommandOutcome::Quit => return Ok(prompt.exit_reason()),
            refused => refused,
        };
    }
}

/// Emits the output of a line, with its effect on a lesson.
fn emit_answer(
    prompt: &mut Prompt,
    before: &GameStatus,
    line: &str,
    text: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let verdict = prompt.verdict.take();
    let is_new = |lesson: &str| before.finished.as_deref() != Some(lesson);
    let finished = prompt.finished_lesson().filter(|(lesson, _)| is_new(lesson)).map(|(_, tally)| tally);
    emit(&Event::Output { line, text, verdict, finished }, out)
}

/// Removes colours from output.
fn plain(text: &[u8]) -> String {
    anstream::adapter::strip_str(&String::from_utf8_lossy(text)).to_string()
}

fn emit(event: &Event, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, event)?;
    writeln!(out)
}

fn has_changed(prompt: &Prompt, before: &GameStatus) -> bool {
    let moves = prompt.session.as_ref().map(|session| session.moves()).unwrap_or_default();
    before.is_new_game(prompt) || before.is_new_setup(prompt) || moves != before.moves
}

fn emit_game(prompt: &Prompt, session: &Session, out: &mut dyn Write) -> io::Result<()> {
    let plan = session.plan();
    let options = plan.settings.iter().map(|(key, value)| (key.as_str(), value.to_string())).collect();
    let event = Event::Game {
        game: &session.ruleset.reference,
        title: &plan.title,
        options,
        seats: &plan.names.seats,
        sides: &plan.names.teams,
        players: prompt.players(),
        seed: session.seed,
        rules: &plan.hash,
        position: session.start(),
    };
    emit(&event, out)
}

/// Emits the moves that were undone or played since.
fn emit_changes(prompt: &Prompt, before: &GameStatus, out: &mut dyn Write) -> io::Result<()> {
    let Some(session) = &prompt.session else { return Ok(()) };
    let mut old_moves: &[String] = &before.moves;
    if before.is_new_game(prompt) {
        emit_game(prompt, session, out)?;
        old_moves = &[];
    } else if before.is_new_setup(prompt) {
        emit(&Event::SetUp { position: session.start() }, out)?;
        old_moves = &[];
    }
    let common = old_moves.iter().zip(session.moves()).take_while(|(old, new)| old == new).count();
    if common < old_moves.len() {
        emit(&Event::TakenBack { moves: &old_moves[common..] }, out)?;
    }
    for index in common..session.moves().len() {
        let (seat, mv) = (session.seat_of(index), &session.moves()[index]);
        emit(&Event::Played { seat: session.plan().seat_name(seat), mv }, out)?;
    }
    emit_step(prompt, before, out)
}

/// Emits the step of a lesson if it has changed.
fn emit_step(prompt: &Prompt, before: &GameStatus, out: &mut dyn Write) -> io::Result<()> {
    let old = before.lesson.as_ref().map(|(lesson, step)| (lesson.as_str(), *step));
    let Some((lesson, step)) = prompt.lesson_place().filter(|place| old != Some(*place)) else { return Ok(()) };
    let Some((lesson_step, of)) = prompt.lesson_step() else { return Ok(()) };
    let event = Event::Step {
        lesson,
        step,
        of,
        say: lesson_step.say.as_ref().map(|say| say.value.as_str()),
        ask: lesson_step.ask.as_ref().map(|ask| ask.value.as_str()),
        choices: lesson_step.choices.iter().map(|choice| choice.value.as_str()).collect(),
        labels: lesson_step.labels.iter().map(|(label, cell)| (label.as_str(), cell.value.as_str())).collect(),
    };
    emit(&event, out)
}

/// Emits the turn, the result, or that there is no game.
fn emit_status(prompt: &mut Prompt, out: &mut dyn Write) -> io::Result<()> {
    let Some(session) = &mut prompt.session else { return emit(&Event::Idle, out) };
    let position = session.position();
    if let Ok(Some(outcome)) = session.game.outcome() {
        let score = session.game.score().unwrap_or_default();
        let plan = session.plan();
        let event = Event::Over {
            outcome: outcome.describe(plan),
            winners: outcome.winners.iter().map(|side| plan.team_name(*side)).collect(),
            how: &outcome.reason,
            points: score.into_iter().map(|line| (line.team, line.points)).collect(),
            position,
        };
        return emit(&event, out);
    }
    let moves = session.game.legal_moves().map(|moves| moves.len()).unwrap_or_default();
    let names = &session.plan().names;
    let movers = session.game.board().movers();
    let seats = names.seats.iter_enumerated().filter(|(seat, _)| movers.has(*seat));
    let event = Event::Turn {
        turn: session.game.board().turn_state().round(names.seats.len()),
        seats: seats.map(|(_, name)| name.as_str()).collect(),
        moves,
        position,
    };
    emit(&event, out)
}

/// Returns the rules that forbid a line, if it is a move.
fn broken_rules(session: &mut Session, line: &str) -> Vec<BrokenRule> {
    let text = match InputLine::parse(line).resolve(|word| session.is_move_prefix(word)) {
        InputLine::Move(text) => text,
        InputLine::Unknown(word, text) if session.is_move_prefix(&word) => text,
        _ => return Vec::new(),
    };
    let violations = session.why(&text).unwrap_or_default();
    let source = |session: &Session, key_path: &str| session.plan().location(key_path).map(|line| line.to_string());
    violations
        .into_iter()
        .map(|violation| BrokenRule {
            at: source(session, &violation.key_path),
            cells: session.cells_of(&violation),
            rule: violation.rule,
            says: violation.message,
        })
        .collect()
}
