//! Input of lines, on a thread of its own: a terminal with editing and history, or a pipe. A line is read when it is asked
//! for, and arrives as an event.
//!
//! Only one side may write to the terminal at a time. To print while a line is being typed, the loop pauses the editor,
//! which hands over what was typed so far, and asks for the rest of the line afterwards.

use std::io::{self, IsTerminal, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor, ExternalPrinter};

use super::THREAD_STACK_LEN;
use super::event_loop::Event;
use super::line_helper::{LineHelper, LineSnapshot, is_complete};
use crate::active_time::TimeSource;
use crate::config::UserDirs;
use crate::{interrupt, terminal};
use houserule_core::text::width;

/// What was typed, or happened while it was typed.
pub enum InputEvent {
    /// A line, or the lines of a paste.
    Lines(Vec<String>),
    /// Ctrl-C; the line is discarded.
    Interrupted {
        /// Whether nothing was typed.
        is_empty: bool,
    },
    /// Text that is no line: bytes that are not UTF-8, or a part of a line.
    Unusable { line: String, reason: &'static str },
    /// Ctrl-D, or the end of a pipe.
    End,
    /// The editor was paused.
    Paused(TypedText),
}

/// Unfinished line.
#[derive(Default)]
pub struct TypedText {
    /// The text before and behind the cursor.
    pub left: String,
    pub right: String,
    /// Number of screen rows from its first one to the cursor.
    pub rows: usize,
}

/// Number of lines that are read ahead from a pipe.
const READ_AHEAD: usize = 64;

/// Request for a line.
#[derive(Default)]
pub struct LineRequest {
    /// Text before the line.
    pub prompt: String,
    pub snapshot: LineSnapshot,
    /// What was typed before a pause.
    pub typed: TypedText,
    /// Name of the history file; `None` if lines are not remembered.
    pub history: Option<String>,
}

/// The reading side of the prompt.
pub struct Input {
    requests: Sender<LineRequest>,
    /// The line being edited, if the terminal can do that.
    line: Option<Arc<SharedLine>>,
    is_terminal: bool,
    /// When lines arrive.
    time: TimeSource,
    /// Start of a line that was typed before the first was asked for.
    typed: String,
}

/// The line being edited, shared with the thread that edits it.
#[derive(Default)]
pub struct SharedLine(Mutex<LineState>);

#[derive(Default)]
struct LineState {
    phase: EditPhase,
    wants_pause: bool,
    line: String,
    cursor: usize,
    hint_width: usize,
}

/// What the editor does with a line.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum EditPhase {
    /// Its handler of signals may not be there.
    #[default]
    Outside,
    /// It waits for keys, and a signal reaches it.
    Reading,
    /// The line is complete.
    Accepted,
}

impl SharedLine {
    fn lock(&self) -> MutexGuard<'_, LineState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Pauses the editor as soon as it waits for a key.
    fn pause(&self) {
        let mut state = self.lock();
        state.wants_pause = true;
        if state.phase == EditPhase::Reading {
            interrupt::wake_line_editor();
        }
    }

    /// Notes what the editor shows. It does so before it waits for the first key.
    pub fn note(&self, line: &str, cursor: usize, hint_width: Option<usize>) {
        let mut state = self.lock();
        line.clone_into(&mut state.line);
        state.cursor = cursor;
        state.hint_width = hint_width.unwrap_or(state.hint_width);
        if state.phase == EditPhase::Accepted {
            return;
        }
        state.phase = EditPhase::Reading;
        // A signal may have come too soon, or while the editor asked something of its own.
        if state.wants_pause {
            interrupt::wake_line_editor();
        }
    }

    /// Notes that the line is complete.
    pub fn accept(&self) {
        self.lock().phase = EditPhase::Accepted;
    }
}

impl Input {
    /// Starts to read from the terminal, or plain standard input for pipes, programs and terminals without line editing.
    pub fn open(is_program: bool, events: Sender<Event>, time: TimeSource) -> io::Result<Input> {
        let (requests, asked) = channel();
        let line = Arc::new(SharedLine::default());
        let is_terminal = !is_program && io::stdin().is_terminal();
        let has_editor = is_terminal && terminal::is_stdout_terminal() && !is_dumb_terminal();
        let edited = line.clone();
        let clock = time.clone();
        let thread = std::thread::Builder::new().name("input".to_string()).stack_size(THREAD_STACK_LEN);
        thread.spawn(move || match has_editor.then(|| LineEditor::new(edited)).flatten() {
            Some(mut editor) => serve(&asked, &events, &clock, |request| editor.read(request)),
            None if is_program => serve(&asked, &events, &clock, |_| read_command(&io::stdin())),
            None => serve(&asked, &events, &clock, |_| read_complete(&io::stdin())),
        })?;
        let line = Some(line).filter(|_| has_editor);
        let input = Input { requests, line, is_terminal, time, typed: String::new() };
        if !is_terminal {
            // So that the loop need not wait for the thread at every line.
            (0..READ_AHEAD).for_each(|_| input.ask(LineRequest::default()));
        }
        Ok(input)
    }

    /// Takes over what was typed before: its lines are run, and the rest begins the first line.
    pub fn with_typed(mut self, typed: &str, events: &Sender<Event>) -> Input {
        let mut lines: Vec<String> = typed.split(['\r', '\n']).map(str::to_string).collect();
        self.typed = lines.pop().unwrap_or_default();
        if !lines.is_empty() {
            // The loop has not begun, so it is still there.
            let _ = events.send(Event::Input(InputEvent::Lines(lines), self.time.now()));
        }
        self
    }

    /// Takes the start of a line that was typed before the first was asked for.
    pub fn take_typed(&mut self) -> TypedText {
        TypedText { left: std::mem::take(&mut self.typed), ..TypedText::default() }
    }

    /// Returns whether nothing is typed on the line being edited.
    pub fn is_line_empty(&self) -> bool {
        self.line.as_ref().is_none_or(|line| line.lock().line.is_empty())
    }

    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Returns whether lines are edited, so output waits until the editor has paused.
    pub fn has_editor(&self) -> bool {
        self.line.is_some()
    }

    /// Asks for a line.
    pub fn ask(&self, request: LineRequest) {
        // A thread that has ended has sent the end of the input.
        let _ = self.requests.send(request);
    }

    /// Asks the editor to hand over what was typed so far.
    pub fn pause(&self) {
        if let Some(line) = &self.line {
            line.pause();
        }
    }
}

/// Whether the terminal cannot move its cursor.
fn is_dumb_terminal() -> bool {
    std::env::var("TERM").is_ok_and(|name| ["dumb", "cons25", "emacs"].contains(&name.as_str()))
}

/// Reads a line for each request, until there is none left.
fn serve(
    asked: &Receiver<LineRequest>,
    events: &Sender<Event>,
    time: &TimeSource,
    mut read: impl FnMut(LineRequest) -> io::Result<InputEvent>,
) {
    for request in asked {
        // A source that fails has ended.
        let input = catch_unwind(AssertUnwindSafe(|| read(request)));
        let input = input.ok().and_then(Result::ok).unwrap_or(InputEvent::End);
        if events.send(Event::Input(input, time.now())).is_err() {
            return;
        }
    }
}

/// Line editor of the terminal, with its history.
struct LineEditor {
    editor: Editor<LineHelper, DefaultHistory>,
    line: Arc<SharedLine>,
    /// With a printer, the editor waits for keys and signals at once.
    _printer: Option<Box<dyn ExternalPrinter + Send>>,
    /// Whether lines are kept in the history, and its file.
    remembers: bool,
    history_path: Option<PathBuf>,
    has_colours: bool,
}

impl LineEditor {
    fn new(line: Arc<SharedLine>) -> Option<LineEditor> {
        const MAX_HISTORY_LEN: usize = 1_000;
        let config = Config::builder().max_history_size(MAX_HISTORY_LEN).ok()?;
        let config = config.completion_type(CompletionType::List).completion_show_all_if_ambiguous(true);
        // The helper follows the cursor in its callbacks for colours, so they are called without colours too.
        let mut editor = Editor::with_config(config.color_mode(ColorMode::Forced).build()).ok()?;
        let printer = editor.create_external_printer().ok();
        let _printer = printer.map(|printer| Box::new(printer) as Box<dyn ExternalPrinter + Send>);
        let has_colours = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Some(LineEditor { editor, line, _printer, remembers: true, history_path: None, has_colours })
    }

    fn read(&mut self, request: LineRequest) -> io::Result<InputEvent> {
        let LineRequest { prompt, snapshot, typed, history } = request;
        self.load_history(history);
        let columns = self.editor.dimensions().map_or(80, |(columns, _)| usize::from(columns)).max(1);
        let room = columns.saturating_sub(width(&prompt));
        self.editor.set_helper(Some(LineHelper::new(snapshot, self.line.clone(), room, self.has_colours)));
        let initial = (typed.left.as_str(), typed.right.as_str());
        let result = self.editor.readline_with_initial(&*terminal::sanitize(&prompt), initial);
        let mut state = self.line.lock();
        state.phase = EditPhase::Outside;
        let was_paused = std::mem::take(&mut state.wants_pause);
        match result {
            Ok(text) => {
                drop(state);
                Ok(InputEvent::Lines(self.lines_of(&text)))
            }
            Err(ReadlineError::Interrupted) if was_paused => {
                let (left, right) = state.line.split_at_checked(state.cursor).unwrap_or((&state.line, ""));
                let rows = rows(width(&prompt), &state.line, state.hint_width, columns);
                Ok(InputEvent::Paused(TypedText { left: left.to_string(), right: right.to_string(), rows }))
            }
            Err(ReadlineError::Interrupted) => Ok(InputEvent::Interrupted { is_empty: state.line.is_empty() }),
            Err(ReadlineError::Eof) => Ok(InputEvent::End),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(InputEvent::Unusable { line: String::new(), reason: "the line is not valid UTF-8 and was dropped" })
            }
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// Returns the lines of a text, and keeps them in the history.
    fn lines_of(&mut self, text: &str) -> Vec<String> {
        let lines = split_lines(text);
        if !self.remembers {
            return lines;
        }
        for line in lines.iter().filter(|line| !line.trim().is_empty()) {
            let _ = self.editor.add_history_entry(line.as_str());
        }
        if let Some(path) = &self.history_path {
            // A history that cannot be saved is ignored.
            let _ = self.editor.append_history(path);
        }
        lines
    }

    /// Loads a history by its name, or forgets all lines.
    fn load_history(&mut self, name: Option<String>) {
        self.remembers = name.is_some();
        let safe = |letter: char| if letter.is_alphanumeric() || letter == '-' { letter } else { '_' };
        let file = name.map(|name| format!("{}.txt", name.chars().map(safe).collect::<String>()));
        let path = file.and_then(|file| Some(UserDirs::find()?.data.join("history").join(file)));
        if self.remembers && self.history_path == path {
            return;
        }
        let _ = self.editor.clear_history();
        if let Some(path) = &path {
            let _ = path.parent().map(std::fs::create_dir_all);
            // The file may not exist yet.
            let _ = self.editor.load_history(path);
        }
        self.history_path = path;
    }
}

/// Returns the number of screen rows from the first one of a line to the row below its hint.
fn rows(prompt_width: usize, line: &str, hint_width: usize, columns: usize) -> usize {
    let last = line.split('\n').count() - 1;
    let parts = line.split('\n').enumerate().map(|(index, part)| {
        let before = if index == 0 { prompt_width } else { 0 };
        let after = if index == last { hint_width } else { 0 };
        (before + width(part) + after) / columns + 1
    });
    parts.sum()
}

/// Splits a text into lines; Lua that spans several lines stays together.
fn split_lines(text: &str) -> Vec<String> {
    let text = text.trim_end_matches('\n');
    if text.contains('\n') && super::queries::is_complete_query(text) {
        return vec![text.to_string()];
    }
    let mut lines: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in text.split('\n') {
        match lines.last_mut().filter(|_| is_open) {
            Some(last) => *last += &format!("\n{line}"),
            None => lines.push(line.to_string()),
        }
        is_open = lines.last().is_some_and(|last| !is_complete(last));
    }
    lines
}

/// Maximum length of a line from a pipe, in bytes.
const MAX_INPUT_LINE_LEN: usize = 64 * 1024;

/// Reads a line from a program, which has to be a whole command.
fn read_command(stdin: &io::Stdin) -> io::Result<InputEvent> {
    let reason = "incomplete Lua; write the whole command in one line";
    Ok(match read_line(stdin)? {
        InputEvent::Lines(lines) if !lines.iter().all(|line| is_complete(line)) => {
            InputEvent::Unusable { line: lines.concat(), reason }
        }
        input => input,
    })
}

/// Reads a line from a pipe, with the following lines if it starts incomplete Lua.
fn read_complete(stdin: &io::Stdin) -> io::Result<InputEvent> {
    let mut whole = match read_line(stdin)? {
        InputEvent::Lines(lines) => lines.concat(),
        end => return Ok(end),
    };
    while !is_complete(&whole) && whole.len() < MAX_INPUT_LINE_LEN {
        match read_line(stdin)? {
            InputEvent::Lines(lines) => whole += &format!("\n{}", lines.concat()),
            _ => break,
        }
    }
    Ok(InputEvent::Lines(vec![whole]))
}

/// Reads one line from a pipe. Invalid UTF-8 becomes replacement characters, which no command accepts.
fn read_line(stdin: &io::Stdin) -> io::Result<InputEvent> {
    let mut bytes = Vec::new();
    for byte in stdin.lock().bytes() {
        match byte? {
            b'\n' => return Ok(InputEvent::Lines(vec![String::from_utf8_lossy(&bytes).into_owned()])),
            byte if bytes.len() < MAX_INPUT_LINE_LEN => bytes.push(byte),
            _ => {}
        }
    }
    let last = String::from_utf8_lossy(&bytes).into_owned();
    Ok(if last.is_empty() { InputEvent::End } else { InputEvent::Lines(vec![last]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_a_line_include_its_prompt_and_its_hint() {
        for (line, hint_width, count) in [("", 0, 1), ("a1", 0, 1), ("a1", 11, 1), ("a1", 12, 2), ("lua {\n1,", 0, 2)] {
            assert_eq!(rows(6, line, hint_width, 20), count, "{line} and {hint_width}");
        }
    }

    #[test]
    fn pastes_are_split_into_lines_but_lua_stays_whole() {
        assert_eq!(split_lines("a1\ne5\n"), ["a1", "e5"]);
        assert_eq!(split_lines("a1"), ["a1"]);
        assert_eq!(split_lines(""), [""]);
        assert_eq!(
            split_lines("lua for i = 1, 2 do\nprint(i)\nend\nundo\n"),
            ["lua for i = 1, 2 do\nprint(i)\nend", "undo"]
        );
        assert_eq!(split_lines("lua local x = 1\nreturn x"), ["lua local x = 1\nreturn x"]);
        assert_eq!(split_lines("lua 1 + 1\na1\n"), ["lua 1 + 1", "a1"]);
    }
}
