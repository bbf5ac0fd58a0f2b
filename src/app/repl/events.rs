//! The prompt for programs: lines are read as from a pipe, and what happens is told as events, one JSON object a line. A
//! refused line is an event too, and nobody is sent away for it. Events follow from how the game stands before and after
//! a line, so that whatever a command does is told.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Instant;

use serde::Serialize;

use super::command::{InputLine, PromptCommand};
use super::input::{Input, InputEvent};
use super::lesson::{AnswerVerdict, LearningMode, LessonTally};
use super::line_helper::is_whole;
use super::{CommandOutcome, ExitReason, Prompt};
use houserule_script::play::Session;

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event<'a> {
    /// A game begins.
    Game {
        game: &'a str,
        title: &'a str,
        options: BTreeMap<&'a str, String>,
        seats: &'a [String],
        sides: &'a [String],
        players: Vec<String>,
        seed: u64,
        rules: &'a str,
        /// Where it begins, if not as usual.
        #[serde(skip_serializing_if = "Option::is_none")]
        position: Option<&'a str>,
    },
    /// The board was set up by hand, or that was taken back: the game begins there now, or as usual, and what was played
    /// before does not count.
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
    /// What a command answers, as a person would read it.
    Told {
        line: &'a str,
        text: &'a str,
        /// What the line was as an answer, in a lesson or a quiz.
        #[serde(skip_serializing_if = "Option::is_none")]
        verdict: Option<AnswerVerdict>,
        /// How the lesson went that has come to its end.
        #[serde(skip_serializing_if = "Option::is_none")]
        finished: Option<LessonTally>,
    },
    Refused {
        line: &'a str,
        says: &'a str,
        rules: Vec<BrokenRule>,
    },
    /// A lesson has come to a step.
    Step {
        lesson: &'a str,
        step: usize,
        /// How many there are.
        of: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        say: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        ask: Option<&'a str>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        choices: Vec<&'a str>,
        /// The cells that letters on the board stand for.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        labels: BTreeMap<&'a str, &'a str>,
    },
    /// Somebody is to move.
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

/// A rule that forbids a move.
#[derive(Serialize)]
struct BrokenRule {
    rule: String,
    says: String,
    /// The line of the script that has it.
    at: Option<String>,
    /// The cells it is about.
    cells: Vec<String>,
}

/// How a game stands, as far as lines can change it.
struct GameStatus {
    since: Instant,
    /// The hash of the rules.
    rules: String,
    /// The position that the game begins in, where it is not the usual one.
    start: Option<String>,
    moves: Vec<String>,
    /// The lesson that is taken, and the step it is at.
    lesson: Option<(String, usize)>,
    /// The lesson that is at its end.
    finished: Option<String>,
}

impl GameStatus {
    fn of(prompt: &Prompt) -> GameStatus {
        let session = prompt.session.as_ref();
        GameStatus {
            since: prompt.since,
            rules: session.map(|session| session.plan().hash.clone()).unwrap_or_default(),
            start: session.and_then(|session| session.start().map(str::to_string)),
            moves: session.map(|session| session.moves().to_vec()).unwrap_or_default(),
            lesson: prompt.lesson_place().map(|(lesson, step)| (lesson.to_string(), step)),
            finished: prompt.finished_lesson().map(|(lesson, _)| lesson.to_string()),
        }
    }

    /// Whether the board was set up by hand since then.
    fn is_set_up(&self, prompt: &Prompt) -> bool {
        prompt.session.as_ref().is_some_and(|session| session.start() != self.start.as_deref())
    }

    /// Whether events say all that a line did: the moves that were played or taken back, the game that was begun. What is
    /// said in a lesson, about rules that changed or as a warning is told in words.
    fn tells_all(&self, prompt: &Prompt, line: &InputLine) -> bool {
        let is_lesson = self.lesson.is_some() || prompt.lesson_place().is_some();
        if is_lesson || prompt.has_warned || !differs(prompt, self) {
            return false;
        }
        let moves = prompt.session.as_ref().map(Session::moves).unwrap_or_default();
        let is_grown = moves.len() > self.moves.len() && moves.starts_with(&self.moves);
        let is_played = is_grown && !self.is_past(prompt) && !self.is_set_up(prompt);
        let goes =
            [PromptCommand::Undo, PromptCommand::Redo, PromptCommand::Goto, PromptCommand::New, PromptCommand::Play];
        is_played || matches!(line, InputLine::Command(word, _) if goes.contains(word))
    }

    /// Whether a game has begun since then.
    fn is_past(&self, prompt: &Prompt) -> bool {
        let rules = prompt.session.as_ref().map(|session| session.plan().hash.as_str());
        prompt.since != self.since || rules.is_some_and(|rules| rules != self.rules)
    }
}

/// Reads lines and tells events until there are no more lines.
pub fn serve(
    mut prompt: Prompt,
    learning: Option<LearningMode>,
    mut input: Input,
    out: &mut dyn Write,
) -> io::Result<ExitReason> {
    // What bots do is told to people in words and boards, to programs as events.
    let mut unheard = io::sink();
    let mut before = GameStatus::of(&prompt);
    if let Some(session) = &prompt.session {
        begin(&prompt, session, out)?;
    }
    let mut line = String::new();
    let mut answer = match learning {
        None => prompt.let_bots_move(&mut unheard)?,
        Some(learning) => {
            let mut text = Vec::new();
            let answer = prompt.begin_learning(learning, &mut text)?;
            told(&mut prompt, &before, &line, &plain(&text), out)?;
            answer
        }
    };
    loop {
        changed(&prompt, &before, out)?;
        if let CommandOutcome::Refused(says) = &answer {
            let rules = prompt.session.as_mut().map(|session| broken(session, &line)).unwrap_or_default();
            tell(&Event::Refused { line: &line, says, rules }, out)?;
        }
        prompt.keep();
        stands(&mut prompt, out)?;
        out.flush()?;
        line = match input.read(|_| unreachable!("nobody types here"))? {
            InputEvent::Line(line) => line,
            InputEvent::Dropped | InputEvent::Garbled => continue,
            InputEvent::End => return Ok(prompt.end()),
        };
        before = GameStatus::of(&prompt);
        let mut text = Vec::new();
        let parsed = InputLine::parse(&line);
        prompt.has_warned = false;
        answer = prompt.look_at_files(&mut text)?;
        let about_files = text.len();
        if !is_whole(&line) {
            answer =
                CommandOutcome::Refused("a line is one command, and this Lua goes on; write it in one line".into());
        }
        if !matches!(answer, CommandOutcome::Refused(_)) {
            answer = prompt.run_command(parsed.clone(), &mut text)?;
        }
        let text = plain(&text);
        let is_said = !matches!(answer, CommandOutcome::Refused(_)) && before.tells_all(&prompt, &parsed);
        if !is_said || about_files > 0 {
            told(&mut prompt, &before, &line, &text, out)?;
        }
        answer = match answer {
            CommandOutcome::Done => prompt.let_bots_move(&mut unheard)?,
            CommandOutcome::Quit => return Ok(prompt.end()),
            refused => refused,
        };
    }
}

/// What a line answered, with what became of a lesson by it.
fn told(prompt: &mut Prompt, before: &GameStatus, line: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let verdict = prompt.verdict.take();
    let is_new = |lesson: &str| before.finished.as_deref() != Some(lesson);
    let finished = prompt.finished_lesson().filter(|(lesson, _)| is_new(lesson)).map(|(_, tally)| tally);
    tell(&Event::Told { line, text, verdict, finished }, out)
}

/// What was written for people, without colours.
fn plain(text: &[u8]) -> String {
    anstream::adapter::strip_str(&String::from_utf8_lossy(text)).to_string()
}

fn tell(event: &Event, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, event)?;
    writeln!(out)
}

fn differs(prompt: &Prompt, before: &GameStatus) -> bool {
    let moves = prompt.session.as_ref().map(|session| session.moves()).unwrap_or_default();
    before.is_past(prompt) || before.is_set_up(prompt) || moves != before.moves
}

fn begin(prompt: &Prompt, session: &Session, out: &mut dyn Write) -> io::Result<()> {
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
    tell(&event, out)
}

/// What became of the moves that had been played, and which are new.
fn changed(prompt: &Prompt, before: &GameStatus, out: &mut dyn Write) -> io::Result<()> {
    let Some(session) = &prompt.session else { return Ok(()) };
    let mut had: &[String] = &before.moves;
    if before.is_past(prompt) {
        begin(prompt, session, out)?;
        had = &[];
    } else if before.is_set_up(prompt) {
        tell(&Event::SetUp { position: session.start() }, out)?;
        had = &[];
    }
    let kept = had.iter().zip(session.moves()).take_while(|(was, is)| was == is).count();
    if kept < had.len() {
        tell(&Event::TakenBack { moves: &had[kept..] }, out)?;
    }
    for index in kept..session.moves().len() {
        let (seat, mv) = (session.seat_of(index), &session.moves()[index]);
        tell(&Event::Played { seat: session.plan().seat_name(seat), mv }, out)?;
    }
    lesson_changed(prompt, before, out)
}

/// The step that a lesson has come to.
fn lesson_changed(prompt: &Prompt, before: &GameStatus, out: &mut dyn Write) -> io::Result<()> {
    let was = before.lesson.as_ref().map(|(lesson, step)| (lesson.as_str(), *step));
    let Some((lesson, step)) = prompt.lesson_place().filter(|place| was != Some(*place)) else {
        return Ok(());
    };
    let Some((asked, of)) = prompt.lesson_step() else { return Ok(()) };
    let event = Event::Step {
        lesson,
        step,
        of,
        say: asked.say.as_ref().map(|say| say.value.as_str()),
        ask: asked.ask.as_ref().map(|ask| ask.value.as_str()),
        choices: asked.choices.iter().map(|choice| choice.value.as_str()).collect(),
        labels: asked.labels.iter().map(|(label, cell)| (label.as_str(), cell.value.as_str())).collect(),
    };
    tell(&event, out)
}

/// How the game stands now.
fn stands(prompt: &mut Prompt, out: &mut dyn Write) -> io::Result<()> {
    let Some(session) = &mut prompt.session else { return tell(&Event::Idle, out) };
    let position = session.position();
    if let Ok(Some(outcome)) = session.game.outcome() {
        let score = session.game.score().unwrap_or_default();
        let plan = session.plan();
        let event = Event::Over {
            outcome: outcome.words(plan),
            winners: outcome.winners.iter().map(|side| plan.team_name(*side)).collect(),
            how: &outcome.how,
            points: score.into_iter().map(|line| (line.team, line.points)).collect(),
            position,
        };
        return tell(&event, out);
    }
    let moves = session.game.legal_moves().map(|moves| moves.len()).unwrap_or_default();
    let names = &session.plan().names;
    let movers = session.game.board().movers();
    let seats = names.seats.iter_enumerated().filter(|(seat, _)| movers.has(*seat));
    let event = Event::Turn {
        turn: session.game.board().clock().turn(names.seats.len()),
        seats: seats.map(|(_, name)| name.as_str()).collect(),
        moves,
        position,
    };
    tell(&event, out)
}

/// The rules that forbid a line, where it is a move.
fn broken(session: &mut Session, line: &str) -> Vec<BrokenRule> {
    let text = match InputLine::parse(line).settled(|word| session.is_move_prefix(word)) {
        InputLine::Move(text) => text,
        InputLine::Unknown(word, text) if session.is_move_prefix(&word) => text,
        _ => return Vec::new(),
    };
    let violations = session.why(&text).unwrap_or_default();
    let at = |session: &Session, cite: &str| session.plan().cited(cite).map(|line| line.to_string());
    violations
        .into_iter()
        .map(|violation| BrokenRule {
            at: at(session, &violation.key_path),
            cells: session.cells_of(&violation),
            rule: violation.rule,
            says: violation.message,
        })
        .collect()
}
