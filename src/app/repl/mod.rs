//! The prompt: a loop of events over one game or lesson. Lines, answers of bots, saved files and signals arrive in a
//! channel and are handled one after the other; the front end decides what is printed.
//!
//! | module | contents |
//! |---|---|
//! | `event_loop`, `front_end` | the loop; what people at a terminal or behind a pipe see |
//! | `input`, `line_helper` | the thread that reads lines; hints and highlighting |
//! | `command`, `commands` | parsing of lines; the table of commands |
//! | `mode`, `active_game`, `lesson` | what is going on: nothing, a game, a lesson |
//! | `moves`, `history`, `setup`, `game_end` | playing, undo, notes, boards set up by hand, resignation and draws |
//! | `match_play` | matches: several games whose points add up |
//! | `seats`, `search` | people and bots; searches of bots on threads of their own |
//! | `rule_changes`, `file_watcher` | `set`, `variant`, `reload`, `watch` |
//! | `saves`, `autosave` | new games, saved games, the running game on disk |
//! | `announcements`, `advice`, `welcome`, `help`, `pictures`, `queries` | output |
//! | `puzzle` | hints for puzzles |
//! | `clock` | the clock of the game |
//! | `race_pace` | bots of a race in a browser |
//! | `cover` | hidden hands on a shared screen |
//! | `browser` | the table in a browser |

/// The value of a result; an error refuses the command.
macro_rules! or_refuse {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return $crate::repl::refuse(error),
        }
    };
}

mod active_game;
mod advice;
mod announcements;
mod autosave;
mod browser;
mod clock;
mod command;
mod commands;
mod cover;
mod event_loop;
mod file_watcher;
pub(crate) mod front_end;
mod game_end;
mod help;
mod history;
mod input;
mod lesson;
mod line_helper;
mod match_play;
mod mode;
mod moves;
mod names;
mod pictures;
mod puzzle;
mod queries;
mod race_pace;
mod rule_changes;
mod saves;
mod search;
mod seats;
mod setup;
#[cfg(test)]
mod tests;
mod variations;
mod welcome;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};

use crate::active_time::TimeSource;
use crate::browser::{TableFrontEnd, Viewer};
use crate::interrupt;
use crate::players::SeatAssignment;
use crate::render::Screen;
use crate::terminal::{self, QuietKeyboard};
use autosave::Autosave;
use browser::BrowserTable;
use event_loop::{Event, EventLoop};
use front_end::{FrontEnd, Remarks};
use houserule_script::matches::MatchRequest;
use houserule_script::notation::record::Record;
use houserule_script::play::clock::Clock;
use houserule_script::play::{Session, Workspace};
use mode::Mode;

// What front ends see of the prompt.
pub(crate) use active_game::ActiveGame;
pub(crate) use browser::KnownVariant;
pub(crate) use command::{Changes, Command, Completion, InLesson, InputLine, Reveals};
pub(crate) use commands::COMMANDS;
pub(crate) use event_loop::Cause;
pub(crate) use input::{Input, InputEvent, LineRequest};
pub use lesson::LearningMode;
pub(crate) use lesson::{AnswerVerdict, LessonSession, LessonTally};
pub(crate) use mode::Prompt;
pub(crate) use names::expand_home;

/// Returns the words of all commands.
pub fn command_words() -> Vec<&'static str> {
    COMMANDS.iter().map(|command| command.word).collect()
}

/// Returns the commands as a table in Markdown, by task.
pub fn command_table() -> String {
    let row = |command: &Command| format!("| `{}` | {}. {} |\n", command.usage(), command.doc, command.details);
    let group = |commands: &[Command]| {
        let rows: String = commands.iter().map(row).collect();
        format!("| {} | |\n|---|---|\n{rows}", commands[0].task.title())
    };
    COMMANDS.chunk_by(|one, next| one.task == next.task).map(group).collect::<Vec<_>>().join("\n")
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
    Game(Box<GameStart>),
    Learning(LearningMode),
}

/// Game that the prompt starts with.
pub struct GameStart {
    pub session: Session,
    /// Players, if they were given.
    pub occupants: Option<SeatAssignment>,
    /// Match that was asked for; its first game is this one.
    pub request: Option<MatchRequest>,
    /// Clock, if the game has one.
    pub clock: Option<Clock>,
    /// Record that the game continues, with the earlier games of its match.
    pub continued: Option<(Record, Vec<Record>)>,
    /// Folder of that record.
    pub folder: Option<PathBuf>,
}

/// Options of the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplOptions {
    /// Whether the running game is saved even without a terminal.
    pub has_autosave: bool,
    /// Whether lines come from a program, and no line may go on over several.
    pub is_program: bool,
    /// Whether the table is opened in a browser.
    pub has_browser: bool,
}

/// Runs the prompt until it is left. At a terminal the default in games for two is a person against an easy bot, and
/// the running game is saved. With piped input all seats are human by default, and the first rejected line ends the
/// prompt. The front end decides what is printed.
pub(crate) fn run<'a>(
    start: StartMode,
    workspace: Workspace,
    options: ReplOptions,
    front_end: impl FnOnce(Input) -> Box<dyn FrontEnd + 'a>,
) -> io::Result<ExitReason> {
    let (events, inbox) = channel();
    // Threads must not write into the line being typed.
    let notes = events.clone();
    terminal::redirect_notes(move |note| notes.send(Event::Note(note)).is_ok());
    // Asked before the line editor reads from the terminal.
    let typed = if options.is_program { String::new() } else { Screen::probe() };
    let time = TimeSource::system();
    let input = Input::open(options.is_program, events.clone(), time.clone())?.with_typed(&typed, &events);
    let is_interactive = input.is_terminal();
    if let Some(why) = Screen::explain_fallback().filter(|_| is_interactive) {
        terminal::note(why);
    }
    if is_interactive {
        let events = events.clone();
        // The line editor handles Ctrl-C while a line is typed; this handles it at other times.
        interrupt::handle_ctrl_c_with(move || {
            // Fails once the prompt has ended.
            let _ = events.send(Event::Interrupted);
        });
    }
    let _keyboard = input.has_editor().then(QuietKeyboard::new);
    let autosave = Autosave::new(options.has_autosave || is_interactive);
    let prompt = Prompt::new(Context::new(workspace, autosave, is_interactive, events, time));
    let front_end = Box::new(TableFrontEnd::new(front_end(input)));
    let events = EventLoop::new(prompt, front_end, inbox);
    let events = if options.has_browser { events.with_line(":browser") } else { events };
    events.run(start)
}

/// What all modes of the prompt share.
pub(crate) struct Context {
    workspace: Workspace,
    autosave: Autosave,
    /// Whether a person types at a terminal.
    is_interactive: bool,
    /// Where threads report to the loop.
    events: Sender<Event>,
    /// The time of clocks.
    time: TimeSource,
    /// Number of searches started so far.
    searches: u64,
    /// Whether a bot has failed.
    bot_failed: bool,
    /// Information about the present step that is not part of its output.
    remarks: Remarks,
    /// The table in a browser, once it was asked for.
    browser: Option<BrowserTable>,
    /// Whose window sent the line that runs.
    line_viewer: Option<Viewer>,
}

impl Context {
    fn new(
        workspace: Workspace,
        autosave: Autosave,
        is_interactive: bool,
        events: Sender<Event>,
        time: TimeSource,
    ) -> Context {
        Context {
            workspace,
            autosave,
            is_interactive,
            events,
            time,
            searches: 0,
            bot_failed: false,
            remarks: Remarks::default(),
            browser: None,
            line_viewer: None,
        }
    }

    /// Returns the exit reason; with piped input a failed bot is a failure.
    fn exit_reason(&self) -> ExitReason {
        if self.bot_failed && !self.is_interactive { ExitReason::Refused } else { ExitReason::Quit }
    }

    fn warn<'a>(&mut self, notes: impl IntoIterator<Item = &'a String>, out: &mut dyn Write) -> io::Result<()> {
        for note in notes {
            writeln!(out, "warning: {note}")?;
            self.remarks.has_warning = true;
        }
        Ok(())
    }
}

pub(crate) enum CommandOutcome {
    Done,
    /// A game or a lesson starts, in place of what is going on.
    Starts(Mode),
    Quit,
    /// Nothing changed; the message explains why and what to do.
    Refused(String),
}

pub(crate) type CommandResult = io::Result<CommandOutcome>;

/// Stack of a thread that runs scripts, as large as that of the main thread.
const THREAD_STACK_LEN: usize = 8 << 20;

const NO_GAME: &str = "no game has started; `play NAME` starts one, `games` lists them";

/// Outcome of a command that has written what it has to say.
fn done(written: io::Result<()>) -> CommandResult {
    written.map(|()| CommandOutcome::Done)
}

fn refuse(message: impl Display) -> CommandResult {
    Ok(CommandOutcome::Refused(format!("{message:#}")))
}
