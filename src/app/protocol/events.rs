//! The prompt for programs: lines are read as from a pipe, and the output is events, one JSON object per line. A
//! rejected line is an event and does not end the prompt. Events come from comparing the game before and after a line,
//! so every effect of a command is reported.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Instant;

use serde::Serialize;

use crate::render::wrap_for_stderr;
use crate::repl::front_end::{FrontEnd, StepReport};
use crate::repl::{
    ActiveGame, AnswerVerdict, COMMANDS, Cause, Changes, Command, InLesson, Input, InputEvent, InputLine,
    LessonSession, LessonTally, LineRequest, Prompt, Reveals,
};
use crate::terminal;
use houserule_script::matches::Points;
use houserule_script::play::Session;

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum JsonEvent<'a> {
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
        /// Time control.
        #[serde(skip_serializing_if = "Option::is_none")]
        clock: Option<String>,
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
        /// Seconds that seats have left.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        clock: BTreeMap<String, f64>,
        /// Whether the clock is paused.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        paused: bool,
    },
    Over {
        outcome: String,
        winners: Vec<&'a str>,
        how: &'a str,
        points: BTreeMap<String, f64>,
        position: String,
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        clock: BTreeMap<String, f64>,
    },
    /// A game of a match has ended or was reopened.
    Match {
        /// Names of those who score: players, or the partners of a team.
        players: Vec<String>,
        /// Number of games in the table.
        games: usize,
        points: Vec<f64>,
        wins: Vec<u32>,
        over: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<String>,
    },
    /// Everything there is to type, for a program that builds menus from it.
    Commands {
        commands: Vec<CommandRow>,
    },
    /// No game is being played.
    Idle,
}

/// Row of the table of commands.
#[derive(Serialize)]
struct CommandRow {
    word: &'static str,
    aliases: &'static [&'static str],
    argument: &'static str,
    doc: &'static str,
    details: &'static str,
    task: &'static str,
    needs_game: bool,
    in_lesson: InLesson,
    reveals: Reveals,
    changes: Changes,
}

impl From<&Command> for CommandRow {
    fn from(command: &Command) -> CommandRow {
        let &Command { word, aliases, argument, doc, details, task, in_lesson, reveals, changes, .. } = command;
        let (argument, task, needs_game) = (argument.placeholder, task.title(), command.needs_game());
        CommandRow { word, aliases, argument, doc, details, task, needs_game, in_lesson, reveals, changes }
    }
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
#[derive(Default)]
struct GameStatus {
    started: Option<Instant>,
    /// Hash of the rules.
    rules: String,
    /// Start position, if not the usual one.
    start: Option<String>,
    moves: Vec<String>,
    /// Current lesson and step.
    lesson: Option<(String, usize)>,
    /// Finished lesson.
    finished: Option<String>,
    /// Standing of the match.
    standing: Option<MatchStanding>,
}

impl GameStatus {
    fn of(prompt: &Prompt) -> GameStatus {
        let game = prompt.game();
        let lesson = prompt.lesson();
        GameStatus {
            started: game.map(|game| game.started),
            rules: game.map(|game| game.session.plan().hash.clone()).unwrap_or_default(),
            start: game.and_then(|game| game.session.start().map(str::to_string)),
            moves: moves_of(prompt).to_vec(),
            lesson: lesson.and_then(LessonSession::place).map(|(name, step)| (name.to_string(), step)),
            finished: lesson.and_then(LessonSession::finished).map(|(name, _)| name.to_string()),
            standing: standing(prompt),
        }
    }

    /// Returns whether the board was set up by hand since.
    fn is_new_setup(&self, prompt: &Prompt) -> bool {
        prompt.game().is_some_and(|game| game.session.start() != self.start.as_deref())
    }

    /// Returns whether another game has started since, or its rules have changed.
    fn is_new_game(&self, prompt: &Prompt) -> bool {
        prompt.game().is_some_and(|game| self.started != Some(game.started) || game.session.plan().hash != self.rules)
    }

    fn has_changed(&self, prompt: &Prompt) -> bool {
        self.is_new_game(prompt) || self.is_new_setup(prompt) || moves_of(prompt) != self.moves
    }

    /// Returns whether events report everything that a step did: moves played or undone, a new game. Lessons, changes
    /// of rules and warnings need text as well.
    fn covers(&self, prompt: &Prompt, cause: Cause, has_warning: bool) -> bool {
        let is_lesson = self.lesson.is_some() || prompt.lesson().is_some_and(|lesson| lesson.place().is_some());
        if is_lesson || has_warning || !self.has_changed(prompt) {
            return false;
        }
        let is_grown = moves_of(prompt).len() > self.moves.len() && moves_of(prompt).starts_with(&self.moves);
        let is_played = is_grown && !self.is_new_game(prompt) && !self.is_new_setup(prompt);
        let is_reported = |(command, _): (&Command, _)| command.changes == Changes::GameInEvents;
        is_played || matches!(cause, Cause::Line(line) if InputLine::parse(line).command().is_some_and(is_reported))
    }
}

/// Number of games in the table of a match, the points, and whether the match is over.
type MatchStanding = (usize, Vec<Points>, bool);

/// Returns the standing of the match, if there is one.
fn standing(prompt: &Prompt) -> Option<MatchStanding> {
    let table = prompt.game()?.match_table()?;
    Some((table.games().len(), table.totals(), table.is_over()))
}

/// Returns whether a line asks for all commands.
fn is_help(line: &str) -> bool {
    InputLine::parse(line).command().is_some_and(|(command, rest)| command.word == "help" && rest.is_empty())
}

/// Returns the moves of the game, if there is one.
fn moves_of(prompt: &Prompt) -> &[String] {
    prompt.game().map(|game| game.session.moves()).unwrap_or_default()
}

/// Front end for programs.
pub struct ProgramFrontEnd<'a> {
    input: Input,
    out: &'a mut dyn Write,
    is_asked: bool,
    /// Whether the state was reported since the last line.
    is_status_due: bool,
    /// Line run last.
    line: String,
    /// Whether a bot thought before the step.
    was_thinking: bool,
    /// State before the step.
    before: GameStatus,
    /// Text of the step.
    text: Vec<u8>,
}

impl<'a> ProgramFrontEnd<'a> {
    pub fn new(input: Input, out: &'a mut dyn Write) -> ProgramFrontEnd<'a> {
        let (line, text, before) = (String::new(), Vec::new(), GameStatus::default());
        ProgramFrontEnd { input, out, is_asked: false, is_status_due: true, line, was_thinking: false, before, text }
    }

    /// Emits the output of a step, with its effect on a lesson.
    fn emit_output(&mut self, text: &str, verdict: Option<AnswerVerdict>, prompt: &Prompt) -> io::Result<()> {
        let is_new = |lesson: &str| self.before.finished.as_deref() != Some(lesson);
        let finished = prompt.lesson().and_then(LessonSession::finished);
        let finished = finished.filter(|(lesson, _)| is_new(lesson)).map(|(_, tally)| tally);
        emit(&JsonEvent::Output { line: &self.line, text, verdict, finished }, self.out)
    }
}

impl FrontEnd for ProgramFrontEnd<'_> {
    fn begin_step(&mut self, prompt: &Prompt) {
        self.before = GameStatus::of(prompt);
        self.was_thinking = prompt.is_thinking();
        self.text.clear();
    }

    fn output(&mut self) -> &mut dyn Write {
        &mut self.text
    }

    fn end_step(&mut self, report: StepReport, prompt: &mut Prompt) -> io::Result<()> {
        if report.is_last {
            return Ok(());
        }
        self.is_status_due |= report.cause == Cause::Flag;
        if let Cause::Line(line) = report.cause {
            self.is_status_due = true;
            // The answer of a search belongs to the line that started it, not to `stop`.
            if !self.was_thinking {
                line.clone_into(&mut self.line);
            }
        }
        for note in &report.remarks.notes {
            writeln!(terminal::stderr(), "{}", wrap_for_stderr(note))?;
        }
        // In a match between bots, the next game starts without a line.
        self.is_status_due |= self.before.is_new_game(prompt);
        let text = plain(&std::mem::take(&mut self.text));
        let is_greeting = report.cause == Cause::Start && prompt.lesson().is_none();
        if matches!(report.cause, Cause::Line(line) if is_help(line)) {
            emit(&JsonEvent::Commands { commands: COMMANDS.iter().map(CommandRow::from).collect() }, self.out)?;
        }
        let is_output = report.refusal.is_none() && !text.is_empty() && !is_greeting;
        if is_output && !self.before.covers(prompt, report.cause, report.remarks.has_warning) {
            self.emit_output(&text, report.remarks.verdict, prompt)?;
        }
        if is_greeting {
            // The moves of the command line belong to the start.
            self.before.moves = moves_of(prompt).to_vec();
            if let Some(game) = prompt.game() {
                emit_game(game, self.out)?;
                emit_match(game, self.out)?;
            }
        } else {
            emit_changes(prompt, &self.before, self.out)?;
        }
        if let Some(message) = &report.refusal {
            let game = prompt.game_mut().filter(|_| matches!(report.cause, Cause::Line(_)));
            let rules = game.map(|game| broken_rules(&mut game.session, &self.line)).unwrap_or_default();
            emit(&JsonEvent::Refused { line: &self.line, says: message, rules }, self.out)?;
        }
        if !prompt.is_thinking() && std::mem::take(&mut self.is_status_due) {
            emit_status(prompt, self.out)?;
        }
        self.out.flush()
    }

    fn ask(&mut self, _: &mut Prompt) -> io::Result<()> {
        if !std::mem::replace(&mut self.is_asked, true) {
            self.input.ask(LineRequest::default());
        }
        Ok(())
    }

    fn end_input(&mut self, input: InputEvent) -> io::Result<InputEvent> {
        self.is_asked = false;
        Ok(input)
    }
}

/// Removes colours from output.
fn plain(text: &[u8]) -> String {
    anstream::adapter::strip_str(&String::from_utf8_lossy(text)).to_string()
}

fn emit(event: &JsonEvent, out: &mut dyn Write) -> io::Result<()> {
    // In one piece: standard output is locked for each write.
    out.write_all(format!("{}\n", serde_json::to_string(event)?).as_bytes())
}

fn emit_game(game: &ActiveGame, out: &mut dyn Write) -> io::Result<()> {
    let session = &game.session;
    let plan = session.plan();
    let options = plan.settings.iter().map(|(key, value)| (key.as_str(), value.to_string())).collect();
    let event = JsonEvent::Game {
        game: &session.ruleset.reference,
        title: &plan.title,
        options,
        seats: &plan.names.seats,
        sides: &plan.names.teams,
        players: game.players(),
        seed: session.seed,
        rules: &plan.hash,
        clock: game.time_control().map(ToString::to_string),
        position: session.start(),
    };
    emit(&event, out)
}

/// Emits the moves that were undone or played since.
fn emit_changes(prompt: &Prompt, before: &GameStatus, out: &mut dyn Write) -> io::Result<()> {
    let Some(game) = prompt.game() else { return Ok(()) };
    let session = &game.session;
    let mut old_moves: &[String] = &before.moves;
    if before.is_new_game(prompt) {
        emit_game(game, out)?;
        old_moves = &[];
    } else if before.is_new_setup(prompt) {
        emit(&JsonEvent::SetUp { position: session.start() }, out)?;
        old_moves = &[];
    }
    let common = old_moves.iter().zip(session.moves()).take_while(|(old, new)| old == new).count();
    if common < old_moves.len() {
        emit(&JsonEvent::TakenBack { moves: &old_moves[common..] }, out)?;
    }
    for index in common..session.moves().len() {
        let (seat, mv) = (session.seat_of(index), &session.moves()[index]);
        emit(&JsonEvent::Played { seat: session.plan().seat_name(seat), mv }, out)?;
    }
    if before.standing != standing(prompt) {
        emit_match(game, out)?;
    }
    emit_step(prompt, before, out)
}

/// Emits the standing of the match, if there is one.
fn emit_match(game: &ActiveGame, out: &mut dyn Write) -> io::Result<()> {
    let Some(table) = game.match_table() else { return Ok(()) };
    let event = JsonEvent::Match {
        players: (0..table.entrants()).map(|entrant| table.entrant_name(entrant)).collect(),
        games: table.games().len(),
        points: table.totals().into_iter().map(Points::to_f64).collect(),
        wins: table.wins(),
        over: table.is_over(),
        winner: table.winner().map(|entrant| table.entrant_name(entrant)),
    };
    emit(&event, out)
}

/// Emits the step of a lesson if it has changed.
fn emit_step(prompt: &Prompt, before: &GameStatus, out: &mut dyn Write) -> io::Result<()> {
    let old = before.lesson.as_ref().map(|(lesson, step)| (lesson.as_str(), *step));
    let Some(session) = prompt.lesson() else { return Ok(()) };
    let Some((lesson, step)) = session.place().filter(|place| old != Some(*place)) else { return Ok(()) };
    let Some((lesson_step, of)) = session.current_step() else { return Ok(()) };
    let event = JsonEvent::Step {
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
    let Some(game) = prompt.game_mut() else { return emit(&JsonEvent::Idle, out) };
    let clock = game.seconds_left().into_iter().map(|(seat, left)| (seat.to_string(), left)).collect();
    let paused = game.is_paused();
    let session = &mut game.session;
    let position = session.position();
    if let Ok(Some(outcome)) = session.game.outcome() {
        let score = session.game.score().unwrap_or_default();
        let plan = session.plan();
        let event = JsonEvent::Over {
            outcome: outcome.describe(plan),
            winners: outcome.winners.iter().map(|side| plan.team_name(*side)).collect(),
            how: &outcome.reason,
            points: score.into_iter().map(|line| (line.team, line.points)).collect(),
            position,
            clock,
        };
        return emit(&event, out);
    }
    let moves = session.game.legal_moves().map(|moves| moves.len()).unwrap_or_default();
    let names = &session.plan().names;
    let movers = session.game.board().movers();
    let seats = names.seats.iter_enumerated().filter(|(seat, _)| movers.has(*seat));
    let event = JsonEvent::Turn {
        turn: session.game.board().turn_state().round(names.seats.len()),
        seats: seats.map(|(_, name)| name.as_str()).collect(),
        moves,
        position,
        clock,
        paused,
    };
    emit(&event, out)
}

/// Returns the rules that forbid a line, if it is a move.
fn broken_rules(session: &mut Session, line: &str) -> Vec<BrokenRule> {
    let InputLine::Move(text) = InputLine::parse(line).resolve(|word| session.is_move_prefix(word)) else {
        return Vec::new();
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
