//! The prompt: reads lines from a terminal or a pipe, runs commands, plays moves and prints the result.
//!
//! | module | contents |
//! |---|---|
//! | `input`, `line_helper`, `completion`, `preview` | reading and editing lines; Tab, hints and highlighting |
//! | `command`, `commands` | parsing of lines; the table of commands |
//! | `moves`, `history`, `setup`, `game_end` | playing, undo, notes, boards set up by hand, resignation and draws |
//! | `seats` | people and bots |
//! | `rule_changes`, `file_watcher` | `set`, `variant`, `reload`, `watch` |
//! | `saves`, `autosave`, `save_dir` | new games, saved games, the running game on disk |
//! | `announcements`, `welcome`, `help`, `pictures`, `queries` | output |
//! | `puzzle`, `hint` | hints for puzzles |
//! | `cover` | hidden hands on a shared screen |
//! | `lesson` | lessons and quizzes |
//! | `events` | JSON events for programs |

/// The value of a result; an error refuses the command.
macro_rules! or_refuse {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return $crate::repl::refuse(error),
        }
    };
}

mod announcements;
mod autosave;
mod command;
mod commands;
mod completion;
mod cover;
mod events;
mod file_watcher;
mod game_end;
mod help;
mod hint;
mod history;
mod input;
mod lesson;
mod line_helper;
mod moves;
mod names;
mod pictures;
pub mod preview;
mod puzzle;
mod queries;
mod rule_changes;
mod save_dir;
mod saves;
mod seats;
mod setup;
mod welcome;

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::interrupt;
use crate::render;
use crate::terminal;
use autosave::Autosave;
use command::{InputLine, Needs};
use completion::CompletionMenu;
use file_watcher::WatchedFiles;
use houserule_core::mechanics::Seat;
use houserule_core::text::{one_line, plural};
use houserule_script::notation::record::Record;
use houserule_script::play::{AgreedResult, Session, Workspace};
use input::{Input, InputEvent, PromptLine};
use lesson::{AnswerVerdict, LessonSession};
pub use lesson::{LearningMode, list as list_lessons};
use line_helper::LineHelper;
use preview::MovePreview;
use puzzle::LastHint;
use seats::SeatedBots;
pub use seats::{SeatAssignment, read as read_seats, restore_seats};

/// Returns the words of all commands.
pub fn command_words() -> Vec<&'static str> {
    commands::COMMANDS.iter().map(|command| command.word).collect()
}

/// Reason why the prompt ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitReason {
    Quit,
    /// A line from a pipe was rejected, or a bot failed.
    Refused,
}

/// What the prompt starts with.
pub enum StartMode {
    Welcome,
    /// A game, with its seats if they were given.
    Game(Box<Session>, Option<SeatAssignment>),
    Learning(LearningMode),
}

/// Options of the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplOptions {
    /// Whether the running game is saved even without a terminal.
    pub has_autosave: bool,
    /// Whether the output is JSON events for a program.
    pub emits_events: bool,
}

/// Runs the prompt until it is left. At a terminal the default in games for two is a person against an easy bot, and
/// the running game is saved. With piped input all seats are human by default, and the first rejected line ends the
/// prompt. With events, a rejected line is an event.
pub fn run(
    start: StartMode,
    workspace: Workspace,
    options: ReplOptions,
    out: &mut dyn Write,
) -> io::Result<ExitReason> {
    let (session, occupants, learning) = match start {
        StartMode::Welcome => (None, None, None),
        StartMode::Game(session, occupants) => (Some(*session), occupants, None),
        StartMode::Learning(learning) => (None, None, Some(learning)),
    };
    let mut input = Input::open(options.emits_events);
    let autosave = Autosave::new(options.has_autosave || input.is_terminal());
    let mut prompt = Prompt::new(session, workspace, autosave, input.is_terminal());
    prompt.assign_seats(occupants);
    if options.emits_events {
        return events::serve(prompt, learning, input, out);
    }
    if input.is_terminal() {
        // The line editor handles Ctrl-C while a line is typed; this handles it while a bot searches.
        interrupt::handle_ctrl_c();
    }
    let mut outcome = prompt.begin(learning, out)?;
    loop {
        if let CommandOutcome::Refused(message) = outcome {
            out.flush()?;
            eprint_note(&message)?;
            if !input.is_terminal() {
                prompt.autosave_now();
                return Ok(ExitReason::Refused);
            }
            drop_pasted(&mut input)?;
        }
        prompt.autosave_now();
        prompt.hide_hand(out)?;
        out.flush()?;
        prompt.start_watcher(|| input.printer());
        outcome = match input.read(&mut prompt)? {
            InputEvent::Line(line) => prompt.run_line(&line, out)?,
            InputEvent::Garbled => CommandOutcome::Refused("that was no UTF-8 text; the line is dropped".to_string()),
            InputEvent::Interrupted => CommandOutcome::Done,
            InputEvent::End => CommandOutcome::Quit,
        };
        if matches!(outcome, CommandOutcome::Quit) {
            if let Some(reason) = prompt.leave(out)? {
                return Ok(reason);
            }
            outcome = CommandOutcome::Done;
        }
    }
}

/// Drops the lines that were pasted after a rejected one.
fn drop_pasted(input: &mut Input) -> io::Result<()> {
    let dropped = input.drop_pasted();
    if dropped > 0 {
        let (rest, verb) = (plural(dropped, "line"), if dropped == 1 { "was" } else { "were" });
        eprint_note(&format!("{rest} pasted after that {verb} left out; the arrow up finds them."))?;
    }
    Ok(())
}

/// Prints a note to stderr.
fn eprint_note(message: &str) -> io::Result<()> {
    writeln!(terminal::stderr(), "{}", render::wrap_for_stderr(message))
}

enum CommandOutcome {
    Done,
    Quit,
    /// Nothing changed; the message explains why and what to do.
    Refused(String),
}

/// Change other than a move that `redo` can restore.
enum Redoable {
    AgreedResult(AgreedResult),
    SetUp(Box<Record>),
}

struct Prompt {
    session: Option<Session>,
    workspace: Workspace,
    /// Moves listed last, for `#1`.
    offered_moves: Vec<String>,
    last_hint: LastHint,
    /// Start of the game.
    started: Instant,
    /// Whether a person types at a terminal.
    is_interactive: bool,
    seating: SeatedBots,
    /// Whether a bot has failed.
    bot_failed: bool,
    autosave: Autosave,
    /// Games before each set-up by hand, the latest last.
    setup_undos: Vec<Record>,
    /// Undone changes other than moves, each with the number of moves at that time; the latest last.
    redo_stack: Vec<(usize, Redoable)>,
    /// Number of moves before a change of rules cut the game short.
    moves_before_cut: Option<usize>,
    /// Whether an earlier turn is shown, so bots do not move.
    is_reviewing: bool,
    /// Chair of the person at the screen, if hands are hidden.
    screen_owner: Option<Seat>,
    /// Chair of the person last asked to take the screen.
    called_chair: Option<Seat>,
    /// Whether a hand is visible on the screen.
    is_hand_shown: bool,
    watched_files: Option<WatchedFiles>,
    /// Current lesson.
    lesson_session: Option<LessonSession>,
    /// Verdict on the last line as an answer.
    verdict: Option<AnswerVerdict>,
    /// Whether the last line produced a warning.
    has_warning: bool,
}

type CommandResult = io::Result<CommandOutcome>;

const NO_GAME: &str = "no game is being played; `games` lists them, `play NAME` starts one";

fn refuse(message: impl Display) -> CommandResult {
    Ok(CommandOutcome::Refused(format!("{message:#}")))
}

impl Prompt {
    fn warn<'a>(&mut self, notes: impl IntoIterator<Item = &'a String>, out: &mut dyn Write) -> io::Result<()> {
        for note in notes {
            writeln!(out, "warning: {note}")?;
            self.has_warning = true;
        }
        Ok(())
    }

    fn new(session: Option<Session>, workspace: Workspace, autosave: Autosave, is_interactive: bool) -> Prompt {
        Prompt {
            session,
            workspace,
            offered_moves: Vec::new(),
            last_hint: None,
            started: Instant::now(),
            is_interactive,
            seating: SeatedBots::default(),
            bot_failed: false,
            autosave,
            setup_undos: Vec::new(),
            redo_stack: Vec::new(),
            moves_before_cut: None,
            is_reviewing: false,
            screen_owner: None,
            called_chair: None,
            is_hand_shown: false,
            watched_files: None,
            lesson_session: None,
            verdict: None,
            has_warning: false,
        }
    }

    /// Prints the greeting and lets bots make their first moves.
    fn begin(&mut self, learning: Option<LearningMode>, out: &mut dyn Write) -> CommandResult {
        if let Some(learning) = learning {
            return self.begin_learning(learning, out);
        }
        match &self.session {
            None => self.welcome(out)?,
            Some(_) => self.greet(out)?,
        }
        if self.is_interactive {
            self.offer_saved_games(out)?;
        }
        self.autosave_now();
        self.let_bots_move(out)
    }

    /// Says where the game is saved. If it is not, warns first; leaving again then quits.
    fn leave(&mut self, out: &mut dyn Write) -> io::Result<Option<ExitReason>> {
        if self.warn_unsaved(out)? {
            return Ok(None);
        }
        self.farewell(out)?;
        Ok(Some(self.exit_reason()))
    }

    /// Returns the exit reason; with piped input a failed bot is a failure.
    fn exit_reason(&self) -> ExitReason {
        if self.bot_failed && !self.is_interactive { ExitReason::Refused } else { ExitReason::Quit }
    }

    /// Assigns the seats as given, or the default.
    fn assign_seats(&mut self, occupants: Option<SeatAssignment>) {
        let Some(session) = &self.session else { return };
        let fallback =
            || if self.is_interactive { SeatedBots::default_seats(session.plan()) } else { SeatAssignment::new() };
        self.seating = SeatedBots::new(occupants.unwrap_or_else(fallback), session.seed);
    }

    /// Returns the prompt text of a typed line, with the helper for the line editor.
    fn prompt_line(&mut self) -> PromptLine {
        let text = self.prompt_text();
        let is_hidden = self.is_hand_hidden();
        let session = self.session.as_ref();
        let helper = LineHelper {
            menu: CompletionMenu::new(self.workspace.library.clone(), self.lesson_words()),
            is_question: self.lesson_session.is_some(),
            rules: session.map(|session| session.ruleset.clone()),
            // A preview would reveal the hand.
            preview: RefCell::new(session.filter(|_| !is_hidden).and_then(MovePreview::new)),
            ..LineHelper::default()
        };
        PromptLine { text, helper, game: session.map(|session| session.ruleset.base.clone()) }
    }

    /// Runs a line under the newest rules, then lets bots move.
    fn run_line(&mut self, line: &str, out: &mut dyn Write) -> CommandResult {
        if let CommandOutcome::Refused(message) = self.check_files(out)? {
            // The rules stay unchanged, and the line is run under them.
            out.flush()?;
            eprint_note(&message)?;
        }
        let outcome = self.run_command(InputLine::parse(line), out)?;
        if matches!(outcome, CommandOutcome::Quit) {
            return Ok(outcome);
        }
        self.autosave.is_warned = false;
        match outcome {
            CommandOutcome::Done => self.let_bots_move(out),
            refused => Ok(refused),
        }
    }

    fn run_command(&mut self, line: InputLine, out: &mut dyn Write) -> CommandResult {
        // Ctrl-C applies to this command only.
        interrupt::STOP.store(false, Ordering::Relaxed);
        let line = line.resolve(|word| self.is_move_prefix(word));
        if let Some(outcome) = self.run_lesson_line(&line, out)? {
            return Ok(outcome);
        }
        if self.is_hand_hidden()
            && let Some(outcome) = self.run_hidden(&line, out)?
        {
            return Ok(outcome);
        }
        match line {
            InputLine::Empty => {
                self.seating.is_paused = false;
                Ok(CommandOutcome::Done)
            }
            InputLine::Unknown(word, line) if self.is_move_prefix(&word) => self.play(&line, out),
            InputLine::Unknown(word, _) => refuse(self.describe_unknown(&word)),
            InputLine::Command(command, rest) if !rest.is_empty() && !command.argument.is_accepted => {
                refuse(format!("`{}` is not part of this command; `help` shows what each takes", one_line(&rest, 40)))
            }
            InputLine::Command(command, _) if command.needs == Needs::Game && self.session.is_none() => refuse(NO_GAME),
            InputLine::Command(command, rest) | InputLine::Ambiguous(command, rest) => (command.run)(self, &rest, out),
            InputLine::Move(text) => self.play(&text, out),
        }
    }

    /// Returns whether a move of the game starts with this word.
    fn is_move_prefix(&mut self, word: &str) -> bool {
        self.session.as_mut().is_some_and(|session| session.is_move_prefix(word))
    }
}
